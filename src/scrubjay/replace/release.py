"""The one place where text is cut: a document and replacements become a release with its offset map."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from scrubjay.documents.document import Document
from scrubjay.errors import DocumentError


class Replacement(NamedTuple):
    """What to put in the place of the characters `[start, end)`."""

    start: int
    end: int
    text: str


class Moved(NamedTuple):
    """Where a replaced stretch was in the note, and where its replacement is in the release."""

    start: int
    end: int
    new_start: int
    new_end: int


@dataclass(frozen=True, slots=True, repr=False)
class Release:
    """A note's text as it may be released, and where each replacement stands. Shows counts only, like a document."""

    id: str
    text: str
    moved: tuple[Moved, ...]

    def __repr__(self) -> str:
        """Show the id and counts, never the text."""
        return f"Release(id={self.id!r}, characters={len(self.text)}, replaced={len(self.moved)})"

    def place(self, offset: int) -> int:
        """Return where a character of the note stands in the release; one that was replaced is at its replacement."""
        shift = 0
        for start, end, new_start, new_end in self.moved:
            if offset < start:
                break
            if offset < end:
                return new_start
            shift = new_end - end
        return offset + shift


def cut(document: Document, replacements: Iterable[Replacement]) -> Release:
    """Return the release of a document; replacements must lie inside it and not overlap.

    >>> from scrubjay.documents.span import Span
    >>> cut(Document("n1", "Seen by Dr. Wells."), [Replacement(12, 17, "[DOCTOR]")]).text
    'Seen by Dr. [DOCTOR].'
    """
    ordered = sorted(replacements)
    for replacement in ordered:
        if not 0 <= replacement.start < replacement.end <= len(document.text):
            raise DocumentError(f"document {document.id!r}: a replacement lies outside the text")
    for one, other in pairwise(ordered):
        if other.start < one.end:
            raise DocumentError(f"document {document.id!r}: replacements overlap at character {other.start}")
    pieces, moved = [], []
    position = length = 0
    for start, end, text in ordered:
        pieces += [document.text[position:start], text]
        length += start - position
        moved.append(Moved(start, end, length, length + len(text)))
        length += len(text)
        position = end
    pieces.append(document.text[position:])
    return Release(document.id, "".join(pieces), tuple(moved))
