"""Measures the speed of what is run on every note, and writes docs/results/bench.md and .json (`make bench`).

CPU seconds, not wall clock, and the best of several rounds: the machine may be busy. Ratios are taken within a run.
"""

import json
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.registry import FORMATS
from scrubjay.documents.formats.writing import write
from scrubjay.documents.mappings import mapping
from scrubjay.evaluate.evaluation import evaluate
from scrubjay.tokens.sentences import split_sentences
from scrubjay.tokens.tokenizers import TOKENIZERS

ROOT = Path(__file__).parents[1]
MEDDOCAN = Path(os.environ.get("SCRUBJAY_DATA", ROOT.parent / "shared" / "data")) / "meddocan"
ROUNDS = 7


def seconds(work: Callable[[], Any]) -> float:
    """Return the CPU seconds of the quickest of several rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


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
    return f"""# Speed

`make bench`, {figures["machine"]}: the {figures["notes"]} open MEDDOCAN notes
({figures["characters"]:,} characters), one core, CPU seconds of the quickest of {ROUNDS} rounds.

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


def main() -> int:
    """Measure, print and write."""
    if not MEDDOCAN.is_dir():
        print(f"the open corpora are not at {MEDDOCAN.parent}; nothing was measured", file=sys.stderr)
        return 2
    figures = {"machine": f"{platform.machine()}, Python {platform.python_version()}", **measure()}
    target = ROOT / "docs" / "results"
    target.mkdir(exist_ok=True)
    (target / "bench.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    (target / "bench.md").write_text(page(figures), encoding="utf-8")
    print(page(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
