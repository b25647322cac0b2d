"""Measures how well the rules find identities, and writes docs/results/rules.md and .json (`make measure`).

On notes made up for this purpose: `notes/development.jsonl`, which the rules were written with,
`notes/validation.jsonl`, which some were mended by, and `notes/held-out.jsonl`, written by others to be judged on and
never read by the rules' author. The open collections ACI-Bench and MTS-Dialog, where they are there, show how often
words of other notes are taken for identities.
"""

import csv
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from scrubjay.detect.resolve import resolve
from scrubjay.detect.rules.detector import RuleDetector
from scrubjay.documents.document import Document
from scrubjay.documents.formats.reading import read
from scrubjay.evaluate.matching import words
from scrubjay.evaluate.statistics import bootstrap
from scrubjay.randomness import generator

ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("SCRUBJAY_DATA", ROOT.parent / "shared" / "data"))
NOTES = ROOT / "benchmarks" / "notes"
# Left out of "core", as in comparisons of de-identification tools: what is seldom an identifier by itself.
NOT_CORE = frozenset("AGE PROFESSION ORGANIZATION STATE COUNTRY".split())
THRESHOLD, SEED = 0.5, 2026


def found_in(notes: Sequence[Document], threshold: float = THRESHOLD) -> list[Document]:
    """Return the notes with what the rules find in them."""
    spans = RuleDetector().detect(notes)
    return [
        note.with_spans(resolve(span for span in found if (span.score or 0) >= threshold))
        for note, found in zip(notes, spans, strict=True)
    ]


def counts(gold: Document, found: Document, core: bool) -> tuple[int, int, int]:
    """Return hits, false alarms and misses in words; for core, words that only other labels touch do not count."""
    hits = alarms = misses = 0
    for word in words(gold, found):
        if core:
            touching = [s for d in (gold, found) for s in d.spans if s.start < word.end and word.start < s.end]
            decisive = [s for s in gold.spans if s.start < word.end and word.start < s.end] or touching
            if all(span.label in NOT_CORE for span in decisive):
                continue
        hits += word.phi and word.found
        alarms += not word.phi
        misses += word.phi and not word.found
    return hits, alarms, misses


def scored(gold: Sequence[Document], found: Sequence[Document]) -> dict[str, Any]:
    """Return precision and recall with 95% intervals over notes, all labels and core, and notes without a miss."""
    result: dict[str, Any] = {"notes": len(gold)}
    for name, core in (("all", False), ("core", True)):
        rows = np.array([counts(g, f, core) for g, f in zip(gold, found, strict=True)], dtype=np.int64)
        hits, alarms, misses = (int(number) for number in rows.sum(0))
        intervals = bootstrap(rows, generator(SEED, "rules", name))
        result[name] = {
            "precision": hits / (hits + alarms),
            "recall": hits / (hits + misses),
            **{f"{key}_interval": value for key, value in intervals.items() if key != "f1"},
            "hits": hits,
            "false_alarms": alarms,
            "misses": misses,
            "notes_without_a_miss": int((rows[:, 2] == 0).sum()),
        }
    return result


def by_label(gold: Sequence[Document], found: Sequence[Document]) -> dict[str, list[int]]:
    """Return spans wholly covered, and all spans, by gold label."""
    table: dict[str, list[int]] = {}
    for note, other in zip(gold, found, strict=True):
        covered = bytearray(len(note.text))
        for span in other.spans:
            covered[span.start : span.end] = b"\1" * len(span)
        for span in note.spans:
            cell = table.setdefault(span.label, [0, 0])
            cell[0] += all(covered[i] for i in range(span.start, span.end) if note.text[i].isalnum())
            cell[1] += 1
    return dict(sorted(table.items(), key=lambda item: -item[1][1]))


def recased(notes: Iterable[Document], how: Callable[[str], str]) -> list[Document]:
    """Return the notes in other letters; those whose length changes are left out."""
    return [Document(n.id, how(n.text), n.spans) for n in notes if len(how(n.text)) == len(n.text)]


def false_alarms() -> dict[str, Any] | None:
    """Return how many words of open clinical text are marked, by label; None where the collections are not there."""
    csv.field_size_limit(10**8)
    texts: dict[str, None] = {}
    for folder, column in (("aci-bench", "note"), ("mts-dialog", "section_text")):
        for file in sorted((DATA / folder).glob("*.csv")):
            with file.open(encoding="utf-8", newline="") as handle:
                texts.update(dict.fromkeys(row[column] for row in csv.DictReader(handle) if row.get(column)))
    if not texts:
        return None
    notes = [Document(str(i), text) for i, text in enumerate(texts)]
    found = found_in(notes)
    marked: Counter[str] = Counter()
    for note in found:
        for span in note.spans:
            marked[span.label] += len(note.text_of(span).split())
    return {
        "notes": len(notes),
        "words": sum(len(note.text.split()) for note in notes),
        "marked_words": dict(marked.most_common()),
    }


def measure() -> dict[str, Any]:
    """Return all figures."""
    result: dict[str, Any] = {"threshold": THRESHOLD, "seed": SEED}
    for name in ("held-out", "validation", "development"):
        gold = list(read(NOTES / f"{name}.jsonl"))
        found = found_in(gold)
        result[name] = scored(gold, found) | {"by_label": by_label(gold, found)}
        if name == "held-out":
            for title, how in (("lower case", str.lower), ("upper case", str.upper)):
                other = recased(gold, how)
                result[f"held-out, {title}"] = scored(other, found_in(other))
            for threshold in (0.3, 0.6, 0.7, 0.8):
                result[f"held-out at {threshold}"] = scored(gold, found_in(gold, threshold))
    result["open text"] = false_alarms()
    return result


def page(figures: dict[str, Any]) -> str:
    """Return the figures as a page."""

    def row(name: str) -> str:
        cells = []
        for part in ("core", "all"):
            one = figures[name][part]
            for key in ("precision", "recall"):
                low, high = one[f"{key}_interval"]
                cells.append(f"{one[key]:.3f} ({low:.3f}-{high:.3f})")
        clean = figures[name]["core"]["notes_without_a_miss"]
        return f"| {name} | {figures[name]['notes']} | {' | '.join(cells)} | {clean} |"

    names = [name for name in figures if isinstance(figures[name], dict) and "core" in figures[name]]
    labels = "\n".join(
        f"| {label} | {whole:,} | {total:,} | {whole / total:.3f} |"
        for label, (whole, total) in figures["held-out"]["by_label"].items()
    )
    text = figures["open text"]
    open_text = (
        "ACI-Bench and MTS-Dialog were not there when this was written."
        if text is None
        else f"In {text['notes']:,} open clinical texts (ACI-Bench, MTS-Dialog; {text['words']:,} words), which hold "
        "few identities but some invented names and dates, these are marked, in words: "
        + ", ".join(f"{label} {count}" for label, count in text["marked_words"].items())
        + "."
    )
    return f"""# How well the rules find identities

`make measure` writes this page. Rules alone, threshold {figures["threshold"]}, words that hold PHI or not, whatever
the label; a word counts as found only if all of it is covered. 95% intervals by bootstrap over notes, seed
{figures["seed"]}. "Core" leaves out ages, professions, organisations, states and countries. `held-out` was written
without knowledge of the rules, and their author has not read it. `validation` was so, too; some rules
were mended by it since. `development` is what the rules were written with, so its figures say nothing about other
notes. All notes are made up.

| notes | count | core precision | core recall | precision | recall | notes without a core miss |
|---|---|---|---|---|---|---|
{chr(10).join(map(row, names))}

Spans of the held-out notes that are covered wholly, by label:

| label | whole | of | share |
|---|---|---|---|
{labels}

{open_text}
"""


def main() -> None:
    """Measure, print and write."""
    figures = measure()
    folder = ROOT / "docs" / "results"
    (folder / "rules.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    (folder / "rules.md").write_text(page(figures), encoding="utf-8")
    print(page(figures))


if __name__ == "__main__":
    main()
