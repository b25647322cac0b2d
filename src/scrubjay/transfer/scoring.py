"""Strict scores as S4 has them (F0.5): start, end and label must be right. Counted by note, label and type."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from scrubjay.documents.document import Document
from scrubjay.evaluate.counts import IntArray

Table = dict[str, Any]  # what is written: rows of hits, false alarms and misses


def count(gold: Sequence[Document], found: Sequence[Document]) -> Table:
    """Return hits, false alarms and misses of each note, and summed by label and by type of note."""
    rows = []
    labels: dict[str, IntArray] = {}
    types: dict[str, IntArray] = {}
    for note, other in zip(gold, found, strict=True):
        there = {(span.start, span.end, span.label) for span in note.spans}
        claimed = {(span.start, span.end, span.label) for span in other.spans}
        row = np.zeros(3, np.int64)
        for place, spans in enumerate((there & claimed, claimed - there, there - claimed)):
            row[place] = len(spans)
            for _, _, label in spans:
                labels.setdefault(label, np.zeros(3, np.int64))[place] += 1
        kind = str(note.metadata.get("note_type") or "")
        types[kind] = types.get(kind, np.zeros(3, np.int64)) + row
        rows.append(row.tolist())
    return {
        "rows": rows,
        "labels": {label: sums.tolist() for label, sums in sorted(labels.items())},
        "types": {kind: sums.tolist() for kind, sums in sorted(types.items())},
    }


def rows_of(table: Table) -> IntArray:
    """Return the rows of a table, notes x 3."""
    return np.array(table["rows"], np.int64).reshape(-1, 3)
