"""A token: where a word or sign stands in a note. Never the text itself."""

from collections.abc import Callable
from typing import NamedTuple


class Token(NamedTuple):
    """A half-open stretch `[start, end)` of a note, in Unicode code points.

    >>> Token(12, 17)
    Token(start=12, end=17)
    """

    start: int
    end: int


# What every tokenizer promises: tokens come in reading order, are not empty, do not overlap, hold no
# whitespace (`str.isspace`), and together cover every character of the text that is not whitespace.
# A character that no token covers could never be found to be part of a name.
Tokenizer = Callable[[str], list[Token]]
