"""A note as the rules see it: its words with all the lists say about them, looked up once for all rules."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate, compress, repeat
from operator import gt, or_

from scrubjay.detect.lexicon import NAME, WORD, plain
from scrubjay.detect.rules.casing import letters, without_capitals, without_small_letters
from scrubjay.detect.rules.cues import ANY_CUE, flags

# Letters and digits, joined inside by apostrophes and hyphens: O'Connell, Adeyemi-Price, 4471903, 58yo.
_WORD = re.compile(r"([^\W_]+(?:['’-][^\W_]+)*)").split
_FIGURE = re.compile(r"\d").search
_SENTENCE_END = frozenset(".!?:;•*|\n\r\t>([/-")
_UNKNOWN = -1  # to every list
_SIZE = 60_000


class Page:
    """A stretch of a note (mostly all of it): text, words, and where the words of each kind stand.

    Word `i` of `size` covers `[starts[i], ends[i])`; `words[i]` is how the lists write it, without a possessive 's,
    `flags[i]` what they say about it, and `gaps[i]` what stands between it and the next, in small letters.
    `capital[i]` tells whether it starts with one, `speaking[i]` whether that says something: its line has small
    letters, too. `small[i]` tells that a name here may have no capital. `proper` are the words written as names may
    be, `cues` those that some rule looks at, `numbers` those with figures.
    """

    __slots__ = (
        "_caps",
        "_caps_lines",
        "_places",
        "capital",
        "cues",
        "ends",
        "flags",
        "gaps",
        "letters",
        "lower",
        "numbers",
        "proper",
        "size",
        "small",
        "speaking",
        "starts",
        "text",
        "vocabulary",
        "words",
    )

    def __init__(self, text: str) -> None:
        self.text = text
        lower = text.lower()
        # A few letters grow in lower case; offsets must not move.
        self.lower = lower if len(lower) == len(text) else "".join(map(_lower, text))
        self.letters = letters(text)
        parts: list[str] = _WORD(self.lower)  # gap, word, gap, word, ..., gap
        edges = list(accumulate(map(len, parts)))
        self.words = parts[1::2]
        self.gaps = parts[2::2]
        self.starts = edges[::2]
        self.ends = edges[1::2]
        self.size = len(self.words)
        self.numbers: list[int] = []
        self._look_up()
        self._places: dict[str, list[int]] = {}
        for i, word in enumerate(self.words):
            self._places.setdefault(word, []).append(i)
        self.vocabulary = frozenset(self._places)
        self.capital = bytearray(map(str.isupper, map(text.__getitem__, self.starts[:-1])))
        self._caps_lines, self._caps = without_small_letters(self)
        self.speaking = bytearray(map(gt, self.capital, self._caps))
        self.small = without_capitals(self)
        self.proper = list(compress(range(self.size), map(or_, self.capital, self.small)))

    def _look_up(self) -> None:
        """Fill in what the lists say about each word; most are in them as they are written."""
        look, words = flags().get, self.words
        self.flags = list(map(look, words, repeat(_UNKNOWN)))
        for i in [i for i, flag in enumerate(self.flags) if flag == _UNKNOWN]:
            word = words[i]
            self.flags[i] = 0
            if word.isalpha() and word.isascii():
                continue
            if not word.isascii():
                word = plain(word)
            if word[-2:] == "'s":
                word = word[:-2]
                self.ends[i] -= 2
                self.gaps[i] = "'s" + self.gaps[i]
            words[i] = word
            flag = look(word)
            if flag is None:
                flag = _parts(word, look) if "-" in word else 0
                if word[0].isdigit() or (not word.isalpha() and _FIGURE(word)):
                    self.numbers.append(i)
            self.flags[i] = flag
        self.cues = [i for i, flag in enumerate(self.flags) if flag & ANY_CUE]

    def mixed(self, i: int) -> bool:
        """Tell whether capitals are used around a word, so that one without is no name."""
        return not self.small[i] and self.letters != "upper"

    def cued(self, kind: int) -> Iterator[int]:
        """Yield the words of a kind."""
        bits = self.flags
        return (i for i in self.cues if bits[i] & kind)

    def has(self, words: frozenset[str]) -> bool:
        """Tell whether any of the words is on the page: a cheap look before an expensive one."""
        return not words.isdisjoint(self.vocabulary)

    def where(self, words: frozenset[str]) -> list[int]:
        """Return where any of the words stands."""
        return sorted(i for word in words & self.vocabulary for i in self._places[word])

    def matches(self, pattern: re.Pattern[str], words: frozenset[str]) -> Iterator[tuple[int, re.Match[str]]]:
        """Yield where one of the words starts a match of a pattern; much faster than a search of the text."""
        for i in self.where(words):
            if match := pattern.match(self.lower, self.starts[i]):
                yield i, match

    def upper(self, i: int) -> bool:
        """Tell whether a word is written in capitals, and longer than one letter."""
        return self.ends[i] - self.starts[i] > 1 and self.text[self.starts[i] : self.ends[i]].isupper()

    def first(self, i: int) -> bool:
        """Tell whether a word opens a line or sentence, where a capital says nothing."""
        before = self.text[max(0, self.starts[i] - 4) : self.starts[i]].rstrip(" \"'“‘")
        return not before or before[-1] in _SENTENCE_END

    def caps_line(self, i: int) -> bool:
        """Tell whether the line of a word has no small letters, so that capitals say nothing."""
        return bool(self._caps[i])

    def caps_line_at(self, position: int) -> bool:
        """Tell whether the line of a character has no small letters."""
        i = bisect_right(self._caps_lines, (position, len(self.text))) - 1
        return i >= 0 and position <= self._caps_lines[i][1]

    def plain_word(self, i: int) -> bool:
        """Tell whether a word is an English or medical word and no name."""
        bits = self.flags[i]
        return bool(bits & WORD) and not bits & NAME


def _parts(word: str, look: Callable[[str], int | None]) -> int:
    if not word.replace("-", "").replace("'", "").isalpha():
        return 0  # 101-year-old
    # X-ray, C-spine: what counts are the parts longer than a letter.
    parts = [look(part) or 0 for part in word.split("-") if len(part) > 1]
    if parts and all(part & WORD for part in parts):
        return WORD & parts[0] | (NAME & parts[0] & parts[-1] if len(parts) > 1 else 0)
    found = 0
    for part in parts:
        found |= part & NAME
    return found


def _lower(sign: str) -> str:
    small = sign.lower()
    return small if len(small) == 1 else sign


def pages(text: str) -> Iterator[tuple[int, str]]:
    """Yield a long note in stretches that end at a paragraph or line, with where each starts."""
    start = 0
    while len(text) - start > _SIZE:
        low, high = start + _SIZE // 2, start + _SIZE
        for sign in ("\n\n", "\n", ". ", " "):
            if (cut := text.rfind(sign, low, high)) >= 0:
                end = cut + len(sign)
                break
        else:
            end = high
        yield start, text[start:end]
        start = end
    yield start, text[start:]
