"""Strict scores as S4 has them (F0.5): start, end and label must be right. Counted by note, label and type."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from scrubjay.documents.document import Document
from scrubjay.evaluate.counts import IntArray

Table = dict[str, Any]  # what is written: rows of hits, false alarms and misses


def count(gold: Sequence[Document], found: Sequence[Document]) -> Table:
    """Return hits, false alarms and misses of each note; of each label in it, and the note's type."""
    rows, types = [], []
    labels: dict[str, list[list[int]]] = {}  # note, hits, false alarms, misses: of the notes that have any
    for place, (note, other) in enumerate(zip(gold, found, strict=True)):
        there = {(span.start, span.end, span.label) for span in note.spans}
        claimed = {(span.start, span.end, span.label) for span in other.spans}
        kinds = (there & claimed, claimed - there, there - claimed)
        rows.append([len(spans) for spans in kinds])
        for label in sorted({label for spans in kinds for _, _, label in spans}):
            counts = [sum(other == label for _, _, other in spans) for spans in kinds]
            labels.setdefault(label, []).append([place, *counts])
        types.append(str(note.metadata.get("note_type") or ""))
    return {"rows": rows, "labels": dict(sorted(labels.items())), "types": types}


def rows_of(table: Table, label: str | None = None) -> IntArray:
    """Return the rows of a table, notes x 3; of one label only, if it is named."""
    if label is None:
        return np.array(table["rows"], np.int64).reshape(-1, 3)
    found = np.zeros((len(table["rows"]), 3), np.int64)
    for place, *counts in table["labels"].get(label, ()):
        found[place] = counts
    return found
