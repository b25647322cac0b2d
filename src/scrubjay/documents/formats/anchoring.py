"""Gold spans whose offsets do not match the words they quote are put back where they belong, if that is clear.

One file of i2b2 2014 (180-03) has every offset after a special character shifted. The repair is generic: a
quoted string that stands exactly once in the note is there; one that stands several times is where its
neighbours' shift puts it. Anything else stays a fault, and the note is withheld rather than half annotated.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple


class Quoted(NamedTuple):
    """A span as a file states it: offsets, and the words they are said to cover (None: not said)."""

    start: int
    end: int
    words: str | None


class Anchored(NamedTuple):
    """Where the spans are: None for one whose place is not clear, and the indexes of those that moved."""

    places: list[tuple[int, int] | None]
    moved: list[int]


def anchor(text: str, quoted: Sequence[Quoted]) -> Anchored:
    """Return the place of each quoted span, moved where its words stand elsewhere without ambiguity."""
    places: list[tuple[int, int] | None] = []
    astray: list[int] = []
    for index, (start, end, words) in enumerate(quoted):
        inside = 0 <= start < end <= len(text)
        if inside and (words is None or words == text[start:end] or _same(words, text[start:end])):
            places.append((start, end))
        else:
            places.append(None)
            astray.append(index)
    if not astray:
        return Anchored(places, [])
    candidates = {index: _occurrences(text, quoted[index].words) for index in astray}
    shifts = {}  # index -> how far the span was moved, for the spans whose words stand exactly once
    for index, found in candidates.items():
        if len(found) == 1:
            places[index] = found[0]
            shifts[index] = found[0][0] - quoted[index].start
    for index, found in candidates.items():
        if index not in shifts and shifts:
            nearest = min(shifts, key=lambda other: abs(quoted[other].start - quoted[index].start))
            expected = quoted[index].start + shifts[nearest]
            places[index] = next((place for place in found if place[0] == expected), None)
    return Anchored(places, [index for index in astray if places[index] is not None])


def _same(words: str, found: str) -> bool:
    """Tell whether two quotations differ in nothing but white space (formats fold line ends into spaces)."""
    return len(words) == len(found) and words.split() == found.split()


def _occurrences(text: str, words: str | None) -> list[tuple[int, int]]:
    """Return every place where the words stand, any white space matching any other."""
    if not words or not words.strip():
        return []
    pattern = r"\s+".join(map(re.escape, words.split()))
    return [match.span(1) for match in re.finditer(f"(?=({pattern}))", text)]
