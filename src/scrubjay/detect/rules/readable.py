"""Reads over signs that hide a word: accents apart from their letter, soft hyphens, NUL, direction marks."""

import re
import unicodedata

_CONTROL = "\0\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff"
invisible = re.compile(f"[{_CONTROL}\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]").search


def readable(text: str) -> tuple[str, list[int]]:
    """Return the text without such signs, and where in the text each of its characters stands.

    >>> clean, origin = readable("Mr. Kow\\u00adalski left")
    >>> clean, origin[clean.index("left")]
    ('Mr. Kowalski left', 14)
    """
    kept = [i for i, sign in enumerate(text) if not invisible(sign) and not unicodedata.combining(sign)]
    return "".join(text[i] for i in kept), kept


def last_of(text: str, position: int) -> int:
    """Return where a character ends, with the accents that sit on it."""
    end = position + 1
    while end < len(text) and unicodedata.combining(text[end]):
        end += 1
    return end
