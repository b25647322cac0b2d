"""A span: where in a note something stands, and what it is. Never the text itself."""

import re
from dataclasses import dataclass
from typing import Any

from scrubjay.documents.labels import KNOWN_LABELS
from scrubjay.errors import DocumentError

_LABEL = re.compile(r"[^\W\d_][\w./+-]{0,63}").fullmatch


def is_label(label: object) -> bool:
    """Tell whether something may be a label.

    >>> is_label("DOCTOR"), is_label("Dr. Wells"), is_label("")
    (True, False, False)
    """
    return isinstance(label, str) and _LABEL(label) is not None


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open stretch `[start, end)` of a note, in Unicode code points, with its label.

    `score` is the detector's probability (None for gold), `source` the detector's name.

    >>> Span(12, 17, "DOCTOR", score=0.97, source="rules")
    Span(start=12, end=17, label='DOCTOR', score=0.97, source='rules')
    """

    start: int
    end: int
    label: str
    score: float | None = None
    source: str | None = None

    def __post_init__(self) -> None:
        """Refuse offsets, labels and scores that cannot be meant."""
        start, end, label = self.start, self.end, self.label
        # Spans are made by the million: what is common is checked first, and cheaply.
        if not (type(start) is int is type(end) and 0 <= start < end):
            raise DocumentError(
                f"span [{start}, {end}) must start at 0 or later and hold a character"
                if type(start) is int is type(end)
                else "span offsets must be whole numbers"
            )
        # The label itself is not shown: a shifted column may have put note text there.
        if label not in KNOWN_LABELS and not is_label(label):
            raise DocumentError(f"span [{start}, {end}) has a label that is not a name of letters, digits and ._/+-")
        if self.score is not None and not (type(self.score) in (float, int) and 0 <= self.score <= 1):
            raise DocumentError(f"span [{start}, {end}) has a score that is no number from 0 to 1")
        if self.source is not None and not (isinstance(self.source, str) and self.source.isprintable()):
            raise DocumentError(f"span [{start}, {end}) has a source that is no name")

    def __reduce__(self) -> tuple[Any, ...]:
        """Let spans travel between processes quickly: what a dataclass brings along takes three times as long."""
        return Span, (self.start, self.end, self.label, self.score, self.source)

    def __len__(self) -> int:
        """Return the number of characters covered."""
        return self.end - self.start

    def overlaps(self, other: "Span") -> bool:
        """Tell whether the two spans share a character."""
        return self.start < other.end and other.start < self.end
