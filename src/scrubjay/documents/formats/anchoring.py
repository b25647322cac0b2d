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
    held = {i for place in places if place for i in range(*place)}  # no two spans are moved onto the same words

    def take(index: int, place: tuple[int, int] | None) -> bool:
        if place is None or not held.isdisjoint(range(*place)):
            return False
        places[index] = place
        held.update(range(*place))
        return True

    shifts = {}  # index -> how far the span was moved, for the spans whose words stand exactly once
    for index, found in candidates.items():
        if len(found) == 1 and take(index, found[0]):
            shifts[index] = found[0][0] - quoted[index].start
    for index, found in candidates.items():
        if len(found) > 1 and shifts:
            nearest = min(shifts, key=lambda other: abs(quoted[other].start - quoted[index].start))
            expected = quoted[index].start + shifts[nearest]
            take(index, next((place for place in found if place[0] == expected), None))
    return Anchored(places, [index for index in astray if places[index] is not None])


def _same(words: str, found: str) -> bool:
    """Tell whether two quotations differ in nothing but white space (formats fold line ends into spaces)."""
    return len(words) == len(found) and words.split() == found.split()


def _occurrences(text: str, words: str | None) -> list[tuple[int, int]]:
    """Return every place where the words stand by themselves, any white space matching any other."""
    if not words or not words.strip():
        return []
    pattern = r"\s+".join(map(re.escape, words.split()))
    found = [match.span(1) for match in re.finditer(f"(?=({pattern}))", text)]
    return [(start, end) for start, end in found if not _runs_on(text, start) and not _runs_on(text, end)]


def _runs_on(text: str, edge: int) -> bool:
    """Tell whether a word or a number goes on over an edge; "58|yo" is two things, "albu|min" one."""
    around = text[max(0, edge - 1) : edge + 1]
    return len(around) == 2 and (around.isalpha() or around.isdigit()) and edge > 0
