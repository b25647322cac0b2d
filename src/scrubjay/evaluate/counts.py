"""Integer counts, divided once at the end; an undefined score is None."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Counts:
    """Hits, false alarms and misses.

    >>> Counts(tp=8, fp=2, fn=0).f1
    0.8888888888888888
    >>> Counts().recall is None
    True
    """

    tp: int = 0
    fp: int = 0
    fn: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        """Return the sum."""
        return Counts(self.tp + other.tp, self.fp + other.fp, self.fn + other.fn)

    @property
    def precision(self) -> float | None:
        """Hits among what was found."""
        return self.tp / (self.tp + self.fp) if self.tp + self.fp else None

    @property
    def recall(self) -> float | None:
        """Hits among what was there."""
        return self.tp / (self.tp + self.fn) if self.tp + self.fn else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall."""
        whole = 2 * self.tp + self.fp + self.fn
        return 2 * self.tp / whole if whole else None

    def as_dict(self) -> dict[str, Any]:
        """Return scores and counts as plain values."""
        return {
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
            "tp": self.tp,
            "fp": self.fp,
            "fn": self.fn,
        }


def total(rows: IntArray) -> Counts:
    """Return the sum of rows `[notes, 3]` of tp, fp, fn."""
    tp, fp, fn = rows.sum(axis=0, dtype=np.int64).tolist()
    return Counts(tp, fp, fn)


def scores(sums: npt.NDArray[Any]) -> dict[str, FloatArray]:
    """Return precision, recall and F1 of counts `[..., 3]`, undefined ones as NaN."""
    tp, fp, fn = (sums[..., i].astype(np.float64) for i in range(3))
    with np.errstate(invalid="ignore", divide="ignore"):
        return {"precision": tp / (tp + fp), "recall": tp / (tp + fn), "f1": 2 * tp / (2 * tp + fp + fn)}
