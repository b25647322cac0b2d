"""Measures the speed of what is run on every note, and writes docs/performance.md and docs/results/bench.json.

`make bench` runs it.

CPU seconds, not wall clock, and the best of several rounds: the machine may be busy. Ratios are taken within a run.
"""

import csv
import json
import os
import platform
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import tagger_speed

import scrubjay
import timing
from scrubjay.deidentify.deidentifier import DEFAULT, RULES, Deidentifier
from scrubjay.detect.rules.detector import RuleDetector
from scrubjay.documents.document import Document
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.registry import FORMATS
from scrubjay.documents.formats.writing import write
from scrubjay.documents.mappings import mapping
from scrubjay.errors import DocumentError
from scrubjay.evaluate.evaluation import evaluate
from scrubjay.keys import Key
from scrubjay.replace.replacer import STYLES
from scrubjay.tokens.sentences import split_sentences
from scrubjay.tokens.tokenizers import TOKENIZERS

ROOT = Path(__file__).parents[1]
MEDDOCAN = Path(os.environ.get("SCRUBJAY_DATA", ROOT.parent / "shared" / "data")) / "meddocan"
NOTES = ROOT / "benchmarks" / "notes"
ROUNDS = 7
seconds = partial(timing.seconds, rounds=ROUNDS)
# What a process costs that redacts one sentence, or all notes: CPU seconds and memory at their highest.
_CHILD = """
import resource, sys
import scrubjay
deidentifier = scrubjay.load(model=sys.argv[1])
if len(sys.argv) == 2:
    deidentifier.redact("Seen by Dr. Wells on 3/28/2024.")
else:
    from scrubjay.documents.formats.reading import read
    for file in sys.argv[2:]:
        for note in read(file):
            deidentifier.find([note.with_spans(())])
used = resource.getrusage(resource.RUSAGE_SELF)
# What getrusage calls the maximum is the parent's, if that was larger when this process was forked from it.
[most] = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")]
print(used.ru_utime + used.ru_stime, int(most) / 1024)
"""


def child(model: str, *files: Path) -> dict[str, float]:
    """Return the CPU seconds and megabytes of a process of its own, the best of several."""
    command = [sys.executable, "-c", _CHILD, model, *map(str, files)]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(5)]
    figures = [tuple(map(float, run.stdout.split())) for run in runs]
    return {"cpu_seconds": min(f[0] for f in figures), "megabytes": min(f[1] for f in figures)}


def redaction() -> dict[str, Any]:
    """Return the figures of finding and replacing, over the made-up English notes."""
    files = [NOTES / "development.jsonl", NOTES / "validation.jsonl"]
    notes = [note.with_spans(()) for file in files for note in read(file)]
    tokens = sum(len(TOKENIZERS["spacy"](note.text)) for note in notes)
    key = Key(bytes(range(32)))  # only here: a real key is secret
    quickest = seconds(lambda: RuleDetector().detect(notes))
    result: dict[str, Any] = {
        "notes": len(notes),
        "tokens": tokens,
        "characters": sum(len(note.text) for note in notes),
    }
    for style in STYLES:
        deidentifier = scrubjay.load(style=style, key=key, model=RULES)
        result[style] = tokens / seconds(lambda deidentifier=deidentifier: _redact_all(deidentifier, notes))  # type: ignore[misc]
    # Once more, a minute later: others on the machine may have been busy.
    result["detect"] = tokens / min(quickest, seconds(lambda: RuleDetector().detect(notes)))
    model = scrubjay.load()
    result["default"] = tokens / seconds(lambda: _release_all(model, notes))
    visits = visit_notes()
    if visits:
        count = sum(len(TOKENIZERS["spacy"](note.text)) for note in visits)
        result["visits"] = {
            "notes": len(visits),
            "tokens": count,
            "detect": count / seconds(lambda: RuleDetector().detect(visits)),
            "default": count / seconds(lambda: _release_all(model, visits)),
        }
    for name in (DEFAULT, RULES):
        result[f"{name}_first_result"] = child(name)
        result[f"{name}_all_notes"] = child(name, *files)
    return result


def visit_notes() -> list[Document]:
    """Return the open visit notes of ACI-Bench: ordinary prose, in which few words identify somebody."""
    csv.field_size_limit(10**8)
    texts: dict[str, None] = {}
    for file in sorted((MEDDOCAN.parent / "aci-bench").glob("*.csv")):
        with file.open(encoding="utf-8", newline="") as handle:
            texts.update(dict.fromkeys(row["note"] for row in csv.DictReader(handle)))
    return [Document(str(i), text) for i, text in enumerate(texts)]


def _redact_all(deidentifier: Deidentifier, notes: list[Document]) -> None:
    for note in notes:
        try:
            deidentifier.redact(note)
        except DocumentError:
            continue  # withheld, which costs as much


def _release_all(deidentifier: Deidentifier, notes: list[Document]) -> None:
    """Find in all notes together, as a run does, and release them."""
    for found in deidentifier.find(notes):
        try:
            deidentifier.release(found)
        except DocumentError:
            continue


def measure() -> dict[str, Any]:
    """Return the figures over the 750 open MEDDOCAN notes."""
    folders = [MEDDOCAN / part / "xml" for part in ("train", "dev")]
    files = [file for folder in folders for file in sorted(folder.glob("*.xml"))]
    notes = [note for folder in folders for note in read(folder)]
    characters = sum(len(note.text) for note in notes)
    result: dict[str, Any] = {"notes": len(notes), "characters": characters}

    parsing = seconds(lambda: [ElementTree.parse(file) for file in files])
    reading = seconds(lambda: [note for folder in folders for note in read(folder)])
    result["xml"] = {"etree_seconds": parsing, "read_seconds": reading, "ratio": reading / parsing}

    coarse = [mapping("meddocan", "i2b2-2006").apply(note)[0] for note in notes]
    result["formats"] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in FORMATS:
            target = Path(folder, f"all.{name}" if name != "i2b2-2006" else "all.xml")
            held = coarse if name == "i2b2-2006" else notes
            writing = seconds(lambda name=name, target=target, held=held: write(held, target, name, overwrite=True))  # type: ignore[misc]
            back = seconds(lambda name=name, target=target: list(read(target, name)))  # type: ignore[misc]
            result["formats"][name] = {"write_notes_per_second": len(notes) / writing, "read": len(notes) / back}

    result["tokens"] = {}
    for name, tokenize in TOKENIZERS.items():
        count = sum(len(tokenize(note.text)) for note in notes)
        spent = seconds(lambda tokenize=tokenize: [tokenize(note.text) for note in notes])  # type: ignore[misc]
        result["tokens"][name] = count / spent
    tokens = [TOKENIZERS["aggressive"](note.text) for note in notes]
    spent = seconds(lambda: [split_sentences(note.text, each) for note, each in zip(notes, tokens, strict=True)])
    result["tokens"]["sentences"] = sum(map(len, tokens)) / spent

    pairs = [(note, note.with_spans(note.spans[::2])) for note in notes]
    result["evaluate_notes_per_second"] = len(notes) / seconds(lambda: evaluate(pairs))
    evaluation = evaluate(pairs)
    result["evaluate_figures_seconds"] = seconds(evaluation.as_dict)
    return result


def page(figures: dict[str, Any]) -> str:
    """Return the figures as a page."""
    formats = "\n".join(
        f"| {name} | {each['read']:,.0f} | {each['write_notes_per_second']:,.0f} |"
        for name, each in figures["formats"].items()
    )
    tokens = "\n".join(f"| {name} | {count:,.0f} |" for name, count in figures["tokens"].items())
    xml = figures["xml"]
    red = figures["redaction"]
    visits = red.get("visits", {"notes": 0, "tokens": 0, "detect": 0.0, "default": 0.0})
    styles = "\n".join(f"| {style} | {red[style]:,.0f} |" for style in STYLES)
    tagging = "\n".join(_tagger_row(name, each) for name, each in figures["taggers"].items())
    return f"""# Speed

`make bench` writes this page. {figures["machine"]}, one core, CPU seconds of the quickest of {ROUNDS} rounds.

## Taking identities out

Dense notes: the {red["notes"]} made-up English notes of benchmarks/notes
({red["tokens"]:,} tokens, {red["characters"]:,} characters), in which every fourth word identifies somebody.
Ordinary visit notes: the {visits["notes"]} of ACI-Bench ({visits["tokens"]:,} tokens), with few identities.
What is found costs more time than what is not.

| what | figure | wanted |
|---|---|---|
| the default model, from note to release, ordinary visit notes | **{visits["default"]:,.0f} tokens/s** | 25,000 |
| the default model, dense notes | **{red["default"]:,.0f} tokens/s** | 25,000 |
| its first result, from the start of Python | {red["default_first_result"]["cpu_seconds"]:.2f} CPU s | 1 |
| its memory, all notes | {red["default_all_notes"]["megabytes"]:.0f} MB | 300 |
| rules alone, ordinary visit notes | **{visits["detect"]:,.0f} tokens/s** | 100,000 |
| rules alone, dense notes | **{red["detect"]:,.0f} tokens/s** | 100,000 |
| rules' first result, from the start of Python | {red["rules_first_result"]["cpu_seconds"]:.2f} CPU s | 0.7 |
| memory after it | {red["rules_first_result"]["megabytes"]:.0f} MB | 150 |
| memory, all notes | {red["rules_all_notes"]["megabytes"]:.0f} MB | 150 |

Rules, policy, replacement and leak check together, by style, dense notes:

| style | tokens/s |
|---|---|
{styles}

## Trained taggers

Exported taggers on one core (onnxruntime and numpy), tags and probabilities included, on
benchmarks/notes/development.jsonl. NeuroNER's size is to reach 40,000 tokens/s in batches, 15,000 one sentence at a
time, 1.8 times as many with two processes, 350 MB at most and 0.5 s to load. The ratio is to the time that numpy
needs for the network's matrix products alone, all at once.

| tagger | tags | tokens/s, batches | single sentences | two processes | x products | load, CPU s | MB | on disk, MB |
|---|---|---|---|---|---|---|---|---|
{tagging}

## Reading, writing, scoring

The {figures["notes"]} open MEDDOCAN notes ({figures["characters"]:,} characters).

Reading all notes from i2b2 XML takes {xml["read_seconds"]:.3f} s; parsing them with `xml.etree` alone
{xml["etree_seconds"]:.3f} s: **{xml["ratio"]:.2f} times** as long.

| format | notes read/s | notes written/s |
|---|---|---|
{formats}

| tokens | tokens/s |
|---|---|
{tokens}

Scoring: {figures["evaluate_notes_per_second"]:,.0f} notes/s under every measure, then
{figures["evaluate_figures_seconds"]:.2f} s for all figures with 2 x 1,000 bootstrap resamples.
"""


def _tagger_row(name: str, figures: dict[str, Any]) -> str:
    ratio = figures["times_the_matrix_products"]
    return (
        f"| {name} | {figures['tags']} | **{figures['batch_tokens_per_second']:,.0f}** | "
        f"**{figures['single_tokens_per_second']:,.0f}** | {figures['two_processes']:.2f} x | "
        f"{f'{ratio:.2f}' if ratio else '-'} | {figures['load_seconds']:.2f} | {figures['megabytes']:.0f} | "
        f"{figures['bytes_on_disk'] / 1e6:.1f} |"
    )


def main() -> int:
    """Measure, print and write."""
    if not MEDDOCAN.is_dir():
        print(f"the open corpora are not at {MEDDOCAN.parent}; nothing was measured", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as scratch:
        tagging = {name: tagger_speed.measure(folder) for name, folder in tagger_speed.taggers(Path(scratch)).items()}
    figures = {
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "taggers": tagging,
        "redaction": redaction(),
        **measure(),
    }
    target = ROOT / "docs" / "results"
    target.mkdir(exist_ok=True)
    (target / "bench.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    (ROOT / "docs" / "performance.md").write_text(page(figures), encoding="utf-8")
    print(page(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
