"""Copies of notes in other letters, without punctuation or with other line breaks; their spans go along.

They widen what a tagger learns from, and show what it loses when a hospital writes in another way.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import accumulate, compress

from scrubjay.documents.document import Document

_SIGN = re.compile(r"(?<![^\W_])[,.;:!?()\"']|[,.;:!?()\"'](?![^\W_])")
_WIDTH = 60


def small(note: Document) -> Document:
    """Return the note in small letters."""
    return _recased(note, str.lower)


def capitals(note: Document) -> Document:
    """Return the note in capitals."""
    return _recased(note, str.upper)


def bare(note: Document) -> Document:
    """Return the note without punctuation; signs within words and numbers stay.

    >>> bare(Document("n", "Seen by Dr. Wells (3/28), T 98.6.")).text
    'Seen by Dr Wells 3/28 T 98.6'
    """
    kept = bytearray(b"\1" * len(note.text))
    for sign in _SIGN.finditer(note.text):
        kept[sign.start()] = 0
    moved = [0, *accumulate(kept)]
    spans = tuple(
        replace(span, start=moved[span.start], end=moved[span.end])
        for span in note.spans
        if moved[span.start] < moved[span.end]
    )
    return replace(note, text="".join(compress(note.text, kept)), spans=spans)


def broken(note: Document, width: int = _WIDTH) -> Document:
    """Return the note with line breaks in place of the blanks behind a width, as old systems store it.

    >>> broken(Document("n", "Seen by Dr. Wells today"), 10).text.split("\\n")
    ['Seen by Dr.', 'Wells today']
    """
    signs, column = list(note.text), 0
    for i, sign in enumerate(signs):
        column = 0 if sign == "\n" else column + 1
        if sign == " " and column > width:
            signs[i], column = "\n", 0
    return replace(note, text="".join(signs))


def joined(note: Document) -> Document:
    """Return the note in one line: every line break a blank."""
    return replace(note, text=note.text.replace("\n", " "))


COPIES: dict[str, Callable[[Document], Document]] = {
    "small": small,
    "capitals": capitals,
    "bare": bare,
    "broken": broken,
    "joined": joined,
}


def _recased(note: Document, change: Callable[[str], str]) -> Document:
    """Return the note in other letters; a letter that would become two stays."""
    text = change(note.text)
    if len(text) != len(note.text):
        text = "".join(new if len(new := change(sign)) == 1 else sign for sign in note.text)
    return replace(note, text=text)
