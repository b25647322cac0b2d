"""The one place where text is cut: a document and replacements become a release with its offset map."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from scrubjay.documents.document import Document, nameable
from scrubjay.documents.span import Span
from scrubjay.errors import DocumentError


class Replacement(NamedTuple):
    """What to put in the place of the characters `[start, end)`, and the label of what stood there."""

    start: int
    end: int
    text: str
    label: str


class Moved(NamedTuple):
    """Where a replaced stretch was in the note, and where its replacement is in the release."""

    start: int
    end: int
    new_start: int
    new_end: int
    label: str


@dataclass(frozen=True, slots=True, repr=False)
class Release:
    """A note's text as it may be released, and where each replacement stands. Shows counts only, like a document.

    >>> release = cut(Document("n1", "Dr. Wells, 3/8"), [Replacement(4, 9, "[DOCTOR]", "DOCTOR")])
    >>> release.place(9), release.origin(12)
    (12, 9)
    """

    id: str
    text: str
    moved: tuple[Moved, ...]

    def __repr__(self) -> str:
        """Show the id and counts, never the text."""
        return f"Release(id={self.id!r}, characters={len(self.text)}, replaced={len(self.moved)})"

    def place(self, offset: int) -> int:
        """Return where a character of the note stands in the release; one that was replaced is at its replacement."""
        last = bisect_right(self.moved, offset, key=attrgetter("start")) - 1
        if last < 0:
            return offset
        moved = self.moved[last]
        return moved.new_start if offset < moved.end else offset - moved.end + moved.new_end

    def origin(self, offset: int) -> int:
        """Return where a character of the release stood in the note; one that is new is at what it replaced."""
        # Of several removed stretches at one place of the release, the last decides: what follows them follows it.
        last = bisect_right(self.moved, offset, key=attrgetter("new_start")) - 1
        if last < 0:
            return offset
        moved = self.moved[last]
        return moved.start if offset < moved.new_end else offset - moved.new_end + moved.end

    def document(self) -> Document:
        """Return the released text as a document with a span over each replacement that left a character.

        Metadata is not carried over: nobody has looked whether it may be released.
        """
        spans = (Span(m.new_start, m.new_end, m.label) for m in self.moved if m.new_start < m.new_end)
        return Document(self.id, self.text, tuple(spans))


def cut(document: Document, replacements: Iterable[Replacement]) -> Release:
    """Return the release of a document; replacements must lie inside it and not overlap.

    >>> cut(Document("n1", "Seen by Dr. Wells."), [Replacement(12, 17, "[DOCTOR]", "DOCTOR")]).text
    'Seen by Dr. [DOCTOR].'
    """
    ordered = sorted(replacements)
    note = f"document {nameable(document.id) or 'whose id is not shown'}"
    for replacement in ordered:
        if not 0 <= replacement.start < replacement.end <= len(document.text):
            raise DocumentError(f"{note}: a replacement lies outside the text")
    for one, other in pairwise(ordered):
        if other.start < one.end:
            raise DocumentError(f"{note}: replacements overlap at character {other.start}; resolve the spans first")
    pieces, moved = [], []
    position = length = 0
    for start, end, text, label in ordered:
        pieces += [document.text[position:start], text]
        length += start - position
        moved.append(Moved(start, end, length, length + len(text), label))
        length += len(text)
        position = end
    pieces.append(document.text[position:])
    return Release(document.id, "".join(pieces), tuple(moved))
