"""How well identities are found and harmless things left alone, under a policy: what the pages of results share."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from scrubjay.deidentify.deidentifier import everywhere
from scrubjay.detect.policy import POLICIES, Policy
from scrubjay.detect.resolve import resolve
from scrubjay.documents.document import Document
from scrubjay.documents.formats.reading import read
from scrubjay.documents.span import Span
from scrubjay.evaluate.matching import words
from scrubjay.evaluate.statistics import bootstrap
from scrubjay.randomness import generator
from scrubjay.synthesis.copies import COPIES

ROOT = Path(__file__).parents[1]
NOTES = ROOT / "benchmarks" / "notes"
SAFE_HARBOR = POLICIES["safe-harbor"]
GUISES = ("small", "capitals", "bare")
SEED = 2026


def notes_of(name: str) -> list[Document]:
    """Return a set of notes to judge by."""
    return list(read(NOTES / f"{name}.jsonl"))


def in_guise(notes: Sequence[Document], guise: str) -> list[Document]:
    """Return the notes in small letters, capitals or without punctuation; or as they are."""
    return [COPIES[guise](note) for note in notes] if guise else list(notes)


def without_spans(notes: Iterable[Document]) -> list[Document]:
    """Return the notes as a detector gets them."""
    return [note.with_spans(()) for note in notes]


def at(notes: Sequence[Document], found: Sequence[Iterable[Span]], threshold: float) -> list[Document]:
    """Return the notes with what was found and is sure enough, wherever it stands."""
    return [
        everywhere(note.with_spans(resolve(span for span in spans if span.score is None or span.score >= threshold)))
        for note, spans in zip(notes, found, strict=True)
    ]


def scored(gold: Sequence[Document], found: Sequence[Document], policy: Policy = SAFE_HARBOR) -> dict[str, Any]:
    """Return precision and recall in words that the policy takes out, with 95% intervals over notes."""
    rows = []
    for note, other in zip(gold, found, strict=True):
        hits = alarms = misses = 0
        for word in words(policy.apply(note), policy.apply(other)):
            hits += word.phi and word.found
            alarms += not word.phi
            misses += word.phi and not word.found
        rows.append((hits, alarms, misses))
    table = np.array(rows, dtype=np.int64)
    hits, alarms, misses = (int(number) for number in table.sum(0))
    intervals = bootstrap(table, generator(SEED, "judging"))
    return {
        "notes": len(gold),
        "precision": hits / max(hits + alarms, 1),
        "recall": hits / max(hits + misses, 1),
        "precision_interval": intervals["precision"],
        "recall_interval": intervals["recall"],
        "hits": hits,
        "false_alarms": alarms,
        "misses": misses,
        "notes_without_a_miss": int((table[:, 2] == 0).sum()),
    }


def by_label(
    gold: Sequence[Document], found: Sequence[Document], policy: Policy = SAFE_HARBOR
) -> dict[str, list[int]]:
    """Return words found, and all words, that the policy takes out, by gold label."""
    table: dict[str, list[int]] = {}
    for note, other in zip(gold, found, strict=True):
        wanted = policy.apply(note)
        for word in words(wanted, policy.apply(other)):
            if word.phi:
                label = next(span.label for span in wanted.spans if span.start < word.end and word.start < span.end)
                cell = table.setdefault(label, [0, 0])
                cell[0] += word.found
                cell[1] += 1
    return dict(sorted(table.items(), key=lambda item: -item[1][1]))


def touched(
    gold: Sequence[Document], found: Sequence[Document], policy: Policy = SAFE_HARBOR
) -> dict[str, list[int]]:
    """Return how many harmless things (the gold spans) the policy would take out or cut, and how many there are."""
    table: dict[str, list[int]] = {}
    for note, other in zip(gold, found, strict=True):
        gone = policy.apply(other).spans
        for span in note.spans:
            cell = table.setdefault(span.label, [0, 0])
            cell[0] += any(span.overlaps(one) for one in gone)
            cell[1] += 1
    return dict(sorted(table.items()))


def queries(gold: Sequence[Document], found: Sequence[Document], policy: Policy = SAFE_HARBOR) -> dict[str, float]:
    """Return the shares of short texts with identities that are wholly and partly hidden, and of others untouched."""
    counts: Counter[str] = Counter()
    for note, other in zip(gold, found, strict=True):
        wanted, gone = policy.apply(note), policy.apply(other)
        if not wanted.spans:
            counts["harmless"] += 1
            counts["untouched"] += not gone.spans
            continue
        every = [word for word in words(wanted, gone) if word.phi]
        counts["told"] += 1
        counts["full"] += all(word.found for word in every)
        counts["any"] += any(span.overlaps(one) for span in wanted.spans for one in gone.spans)
    return {
        "with_identities": counts["told"],
        "full": counts["full"] / max(counts["told"], 1),
        "any": counts["any"] / max(counts["told"], 1),
        "without": counts["harmless"],
        "untouched": counts["untouched"] / max(counts["harmless"], 1),
    }


def misses(
    gold: Sequence[Document], found: Sequence[Document], policy: Policy = SAFE_HARBOR
) -> list[tuple[str, str, str]]:
    """Return the words that are missed, with their label and what stands around them; the notes are made up."""
    told = []
    for note, other in zip(gold, found, strict=True):
        wanted = policy.apply(note)
        for word in words(wanted, policy.apply(other)):
            if word.phi and not word.found:
                label = next(span.label for span in wanted.spans if span.start < word.end and word.start < span.end)
                before, after = note.text[max(0, word.start - 25) : word.start], note.text[word.end : word.end + 20]
                told.append(
                    (label, note.text[word.start : word.end], f"{before}[{note.text[word.start : word.end]}]{after}")
                )
    return told
