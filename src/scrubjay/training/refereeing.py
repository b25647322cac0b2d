"""Learns from annotated notes how rules and a tagger are weighed against each other: `Referee`."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.linalg import cg

from scrubjay.detect.tagger.evidence import Features, features
from scrubjay.detect.tagger.referee import Referee
from scrubjay.documents.document import Document
from scrubjay.documents.span import Span

_STEPS = 30
_SETTLED = 1e-5
_EXACT = 1e-9
_RARE = 3  # finds that must have a feature

Floats = NDArray[np.float64]


def fit_referee(
    notes: Sequence[Document],
    by_rules: Sequence[Sequence[Span]],
    by_tagger: Sequence[Sequence[Span]],
    restraint: float = 4.0,
) -> Referee:
    """Return the referee that fits annotated notes best; `restraint` holds its weights small (a ridge penalty).

    A find is right by the share of its letters and figures that belong to an identity, whatever the label.
    """
    known: list[Features] = []
    right: list[float] = []
    for note, one, two in zip(notes, by_rules, by_tagger, strict=True):
        covered = _covered(note)
        for span, given in features(note.text, one, two):
            known.append(given)
            right.append(_share(note.text, covered, span))
    names = _frequent(known)
    weights = regression(_table(known, names), np.array(right), restraint)
    return Referee(dict(zip(names, weights.tolist(), strict=True)))


def _table(known: Sequence[Features], names: Mapping[str, int]) -> sparse.csr_array:
    cells = [
        (value, row, names[name])
        for row, given in enumerate(known)
        for name, value in given.items()
        if name in names and value
    ]
    values, rows, columns = zip(*cells, strict=True) if cells else ((), (), ())
    return sparse.csr_array((values, (rows, columns)), (len(known), len(names)), np.float64)


def regression(table: sparse.csr_array, right: Floats, restraint: float) -> Floats:
    """Return the weights of a logistic regression with a ridge penalty, by Newton's method."""
    size = table.shape[1]
    weights = np.zeros(size)
    for _ in range(_STEPS):
        expected = 1 / (1 + np.exp(-np.clip(table @ weights, -30, 30)))
        slope = table.T @ (expected - right) + restraint * weights
        doubt = sparse.diags_array(expected * (1 - expected))
        curve = table.T @ doubt @ table + restraint * sparse.eye_array(size)
        step, _ = cg(curve, slope, rtol=_EXACT, M=sparse.diags_array(1 / curve.diagonal()))
        weights -= step
        if np.abs(step).max() < _SETTLED:
            break
    return weights


def _frequent(known: Iterable[Features]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for given in known:
        for name in given:
            counts[name] = counts.get(name, 0) + 1
    return {name: place for place, name in enumerate(sorted(n for n, count in counts.items() if count >= _RARE))}


def _covered(note: Document) -> bytearray:
    covered = bytearray(len(note.text))
    for span in note.spans:
        covered[span.start : span.end] = b"\1" * len(span)
    return covered


def _share(text: str, covered: bytearray, span: Span) -> float:
    places = [place for place in range(span.start, span.end) if text[place].isalnum()] or [span.start]
    return sum(covered[place] for place in places) / len(places)
