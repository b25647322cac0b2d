"""A note as the rules see it: its words with all the lists say about them, looked up once for all rules."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from itertools import compress

from scrubjay.detect.lexicon import NAME, WORD, plain
from scrubjay.detect.rules.cues import ANY_CUE, flags

# Letters and digits, joined inside by apostrophes and hyphens: O'Connell, Adeyemi-Price, 4471903, 58yo.
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_FIGURE = re.compile(r"\d").search
_SENTENCE_END = frozenset(".!?:;•*|\n\r\t>([/-")
_SIZE = 60_000
_FEW_CAPITALS = 0.012  # of all signs; prose has three times as many


class Page:
    """A stretch of a note (mostly all of it): text, words, and where the words of each kind stand.

    Word `i` covers `[starts[i], ends[i])`; `words[i]` is how the lists write it, without a possessive 's, and
    `flags[i]` what they say about it. `cues` are the words that some rule looks at, `numbers` those with figures.
    """

    __slots__ = (
        "_caps",
        "_caps_lines",
        "_speaking",
        "cues",
        "ends",
        "flags",
        "letters",
        "lower",
        "numbers",
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
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.words: list[str] = []
        self.flags: list[int] = []
        self.cues: list[int] = []
        self.numbers: list[int] = []
        self.letters = _letters(text)
        self._look_up()
        self.vocabulary = frozenset(self.words)
        self._caps_lines, self._caps = self._without_small_letters()
        self._speaking = bytearray(map(str.isupper, map(text.__getitem__, self.starts)))
        for i in compress(range(len(self.words)), self._caps):
            self._speaking[i] = 0
        self.starts.append(len(text))  # so that the last word has a gap behind it, too

    def _look_up(self) -> None:
        known = flags()
        look = known.get
        lower, starts, ends, words, bits, cues = self.lower, self.starts, self.ends, self.words, self.flags, self.cues
        any_cue = ANY_CUE
        for match in _WORD.finditer(lower):
            start, end = match.span()
            word = match.group()
            flag = look(word)
            if flag is None:
                if not word.isascii():
                    word = plain(word)
                if word[-2:] == "'s":
                    word = word[:-2]
                    end = start + len(match.group()) - 2
                flag = look(word)
                if flag is None:
                    flag = _parts(word, look) if "-" in word else 0
                    if not word.isalpha() and _FIGURE(word):
                        self.numbers.append(len(words))
            if flag & any_cue:
                cues.append(len(words))
            starts.append(start)
            ends.append(end)
            words.append(word)
            bits.append(flag)

    def _without_small_letters(self) -> tuple[list[tuple[int, int]], bytearray]:
        """Return the lines that have no small letters, and for each word whether it stands in one."""
        if self.letters == "upper":
            return [(0, len(self.text))], bytearray(b"\1") * len(self.words)
        lines, caps, start = [], bytearray(len(self.words)), 0
        for line in self.text.split("\n"):
            end = start + len(line)
            if line == line.upper():
                lines.append((start, end))
                first, last = bisect_left(self.starts, start), bisect_left(self.starts, end)
                caps[first:last] = b"\1" * (last - first)
            start = end + 1
        return lines, caps

    def __len__(self) -> int:
        """Return the number of words."""
        return len(self.words)

    def cued(self, kind: int) -> Iterator[int]:
        """Yield the words of a kind."""
        bits = self.flags
        return (i for i in self.cues if bits[i] & kind)

    def has(self, words: frozenset[str]) -> bool:
        """Tell whether any of the words is on the page: a cheap look before an expensive one."""
        return not words.isdisjoint(self.vocabulary)

    def gap(self, i: int) -> str:
        """Return what stands between word `i` and the next (all that follows, after the last)."""
        return self.text[self.ends[i] : self.starts[i + 1]]

    def capital(self, i: int) -> bool:
        """Tell whether a word starts with a capital."""
        return self.text[self.starts[i]].isupper()

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

    def speaking(self, i: int) -> bool:
        """Tell whether the capital of a word says that it is a name: it has one, and its line has small letters."""
        return bool(self._speaking[i])

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


def _letters(text: str) -> str:
    """Return how a note is written: in small letters but for a signature, in capitals, or mixed."""
    if text.isupper():
        return "upper"
    capitals = sum(map(str.isupper, text))
    return "lower" if capitals <= len(text) * _FEW_CAPITALS and text.lower() != text.upper() else "mixed"


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
