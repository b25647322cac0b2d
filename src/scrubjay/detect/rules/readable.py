"""Reads over signs that hide a word: accents apart from their letter, soft hyphens, NUL, direction marks."""

import re
import unicodedata

_CONTROL = "\0\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff"
invisible = re.compile(f"[{_CONTROL}\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]").search


def readable(text: str) -> tuple[str, list[int]]:
    """Return the text without such signs, and for each of its offsets the one in the text it came from.

    An end maps behind the signs that follow, so that a span takes them along.

    >>> clean, origin = readable("Mr. Kow\\u00adalski left")
    >>> clean, origin[clean.index("left") - 1]
    ('Mr. Kowalski left', 13)
    """
    kept = [i for i, sign in enumerate(text) if not invisible(sign) and not unicodedata.combining(sign)]
    return "".join(text[i] for i in kept), [*kept, len(text)]
