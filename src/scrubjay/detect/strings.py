"""Finds many given strings in a text at once, whatever their case, accents or separators: in linear time."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice, pairwise

from scrubjay.detect.lexicon import plain

_LONG_NUMBER, _GROUPS = 6, 6
_WINDOW = 4096  # words looked at together: all those of a huge note take far more room than it
_WORD = re.compile(r"[^\W\d_]+|\d+")


class Strings:
    """Strings to look for, each with what it is; found as whole words, with any signs between them.

    `O'Connell` is found in `o’connell's`, `555-0142` in `555 0142`, `Håkonsen` in `HAKONSEN`.

    >>> names = Strings([("Wells, Anna", "PATIENT"), ("4471903", "MEDICALRECORD")])
    >>> list(names.find("seen: wells anna, 4471903"))
    [(6, 16, 'PATIENT'), (18, 25, 'MEDICALRECORD')]
    """

    __slots__ = ("_by_first", "_longest", "_numbers", "_reach")

    def __init__(self, strings: Iterable[tuple[str, str]]) -> None:
        self._by_first: dict[str, dict[tuple[str, ...], str]] = {}
        self._longest: dict[str, int] = {}
        self._numbers: dict[str, str] = {}  # long numbers are found however their digits are parted
        for string, what in strings:
            words = tuple(plain(word) for word in _WORD.findall(string))
            if words and (digits := "".join(words)).isdigit() and len(digits) >= _LONG_NUMBER:
                self._numbers.setdefault(digits, what)
            if words:
                self._by_first.setdefault(words[0], {}).setdefault(words, what)
                self._longest[words[0]] = max(self._longest.get(words[0], 0), len(words))
        self._reach = max(_GROUPS, *self._longest.values(), 0)  # words that one string may take

    def __bool__(self) -> bool:
        """Tell whether there is anything to look for."""
        return bool(self._by_first)

    def find(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Yield where the strings stand in a text: the longest at each word, as (start, end, what)."""
        if not self._by_first:
            return
        for places, words, count in self._windows(text):
            for i, word in enumerate(islice(words, count)):
                if self._numbers and word.isdigit() and (found := self._number(text, places, words, i)):
                    yield found
                    continue
                known = self._by_first.get(word)
                if known is None:
                    continue
                for length in range(min(self._longest[word], len(words) - i), 0, -1):
                    what = known.get(tuple(words[i : i + length]))
                    if what is not None and _close(text, places[i : i + length]):
                        yield places[i][0], places[i + length - 1][1], what
                        break

    def _windows(self, text: str) -> Iterator[tuple[list[tuple[int, int]], list[str], int]]:
        """Yield the words of a text, many at a time: their places, themselves, and how many may begin a string.

        The others are there for strings to end in, and come first in the next window.
        """
        found = _WORD.finditer(text)
        places: list[tuple[int, int]] = []
        words: list[str] = []
        more = True
        while more:
            fresh = [match.span() for match in islice(found, _WINDOW)]
            more = len(fresh) == _WINDOW
            places += fresh
            words += [plain(text[start:end]) for start, end in fresh]
            count = max(0, len(words) - self._reach) if more else len(words)
            yield places, words, count
            del places[:count], words[:count]

    def _number(
        self, text: str, places: list[tuple[int, int]], words: list[str], i: int
    ) -> tuple[int, int, str] | None:
        """Return the known number whose digits start at word `i`, in up to six groups."""
        digits = ""
        for j in range(i, min(i + _GROUPS, len(words))):
            if not words[j].isdigit() or not _close(text, places[i : j + 1]):
                return None
            digits += words[j]
            if digits in self._numbers:
                return places[i][0], places[j][1], self._numbers[digits]
        return None


def _close(text: str, places: list[tuple[int, int]]) -> bool:
    """Tell whether words stand so close that they are one string: few signs and no empty line between them."""
    return all(other[0] - one[1] <= 3 and text.count("\n", one[1], other[0]) < 2 for one, other in pairwise(places))
