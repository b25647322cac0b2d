"""How a page is written: which lines have no small letters, and where names may have no capitals."""

import re
from bisect import bisect_left
from itertools import compress
from string import ascii_uppercase
from typing import TYPE_CHECKING

from scrubjay.detect.lexicon import (
    CITY,
    COUNTRY,
    FREQUENT_GIVEN,
    FREQUENT_SURNAME,
    NAME,
    PLACE_START,
    STATE,
    WORD,
)
from scrubjay.detect.rules.cues import DOCTOR_TITLE, FUNCTION, IN_PLACE, KIN, PERSON_TITLE, ROLE

if TYPE_CHECKING:
    from scrubjay.detect.rules.page import Page

_CAPITALS = ascii_uppercase.encode()
_FEW_CAPITALS = 0.012  # of all signs; prose has three times as many
_BREAK = re.compile(r"\n|[.!?][\"')]?\s").search
_GOING_ON = frozenset((" ", ", ", "/", "-", ": ", "  ", " (", ") ", "; ", ".", "'s "))
_LONG_LINE = 60  # a shorter line is not broken for want of room
_PEOPLE = DOCTOR_TITLE | PERSON_TITLE | KIN
_ANY = ROLE | IN_PLACE
_LISTED = FREQUENT_GIVEN | FREQUENT_SURNAME | CITY | COUNTRY | STATE
_TIGHT = frozenset((" ", ". ", " ("))
_SHORT_FORM = 4  # letters that an abbreviation has at most


def letters(text: str) -> str:
    """Return how a note is written: in small letters but for a signature, in capitals, or mixed."""
    if text.isupper():
        return "upper"
    signs = text.encode("ascii", "ignore")
    capitals = len(signs) - len(signs.translate(None, _CAPITALS))
    return "lower" if capitals <= len(text) * _FEW_CAPITALS and text.lower() != text.upper() else "mixed"


def without_small_letters(page: "Page") -> tuple[list[tuple[int, int]], bytearray]:
    """Return the lines of a page that have no small letters, and for each word whether it stands in one."""
    if page.letters == "upper":
        return [(0, len(page.text))], bytearray(b"\1") * page.size
    lines, caps, start = [], bytearray(page.size), 0
    for line in page.text.split("\n"):
        end = start + len(line)
        if line == line.upper():
            lines.append((start, end))
            first, last = bisect_left(page.starts, start), bisect_left(page.starts, end)
            caps[first:last] = b"\1" * (last - first)
        start = end + 1
    return lines, caps


def without_capitals(page: "Page") -> bytearray:
    """Return for each word whether a name may stand there without a capital.

    In a note in small letters that is anywhere. In others it is in a sentence that starts small and has no capitals
    but those of abbreviations, and right after a word such as dr, son or from, if no list knows another meaning.
    """
    small = bytearray(b"\1") * page.size if page.letters == "lower" else bytearray(page.size)
    if page.letters != "mixed":
        return small
    first = 0
    for i, gap in enumerate(page.gaps):
        if i + 1 == page.size or (gap not in _GOING_ON and _BREAK(gap) and not _wrapped(page, i)):
            if not page.capital[first] and _no_names(page, first, i + 1):
                small[first : i + 1] = b"\1" * (i + 1 - first)
            first = i + 1
    for i in page.cued(_PEOPLE | _ANY):
        j = i + 1
        while j < min(i + 4, page.size) and page.gaps[j - 1] in _TIGHT and _only_name(page, i, j):
            small[j] = 1
            j += 1
    return small


def _wrapped(page: "Page", i: int) -> bool:
    """Tell whether a sentence goes on after word `i`, on the next line."""
    end = page.ends[i]
    if page.gaps[i].strip(" ") != "\n" or not page.text[page.starts[i + 1]].islower():
        return False
    return end - page.text.rfind("\n", max(0, end - _LONG_LINE), end) > _LONG_LINE


def _no_names(page: "Page", first: int, end: int) -> bool:
    """Tell whether the only capitals are those of abbreviations."""
    capitals = compress(range(first, end), page.capital[first:end])
    return all(page.ends[i] - page.starts[i] == 1 or page.upper(i) for i in capitals)


def _only_name(page: "Page", i: int, j: int) -> bool:
    """Tell whether word `j` in small letters can be nothing but a name, behind the small cue `i`."""
    cue, bits, word = page.flags[i], page.flags[j], page.words[j]
    if page.capital[i] or page.capital[j]:
        return False
    if bits & PLACE_START and cue & IN_PLACE:
        return True
    if bits & (WORD | FUNCTION) or not word.replace("-", "").isalpha():
        return False
    if cue & _PEOPLE:
        return bool(bits & NAME) or len(word) > _SHORT_FORM
    return bool(bits & _LISTED) and len(word) >= _SHORT_FORM
