"""A note as the rules see it: its words with all the lists say about them, looked up once for all rules."""

import re
from collections.abc import Callable, Iterator

from scrubjay.detect.lexicon import COMMON, NAME, WORD, plain
from scrubjay.detect.rules.cues import ANY_CUE, flags

# Letters and digits, joined inside by apostrophes and hyphens: O'Connell, Adeyemi-Price, 4471903, 58yo.
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_SENTENCE_END = frozenset(".!?:;•*|\n\r\t>([/-")
_SIZE = 60_000


class Page:
    """A stretch of a note (mostly all of it): text, words, and where the words of each kind stand.

    Word `i` covers `[starts[i], ends[i])`; `words[i]` is how the lists write it, without a possessive 's, and
    `flags[i]` what they say about it. `cues` are the words that some rule looks at, `numbers` those with figures.
    """

    __slots__ = (
        "_caps_lines",
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
        self._caps_lines: dict[int, bool] = {}
        self.letters = "lower" if text.islower() else "upper" if text.isupper() else "mixed"
        self._look_up()
        self.vocabulary = frozenset(self.words)

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
                    if not word.isalpha():
                        self.numbers.append(len(words))
            if flag & any_cue:
                cues.append(len(words))
            starts.append(start)
            ends.append(end)
            words.append(word)
            bits.append(flag)

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
        return self.text[self.ends[i] : self.starts[i + 1] if i + 1 < len(self.starts) else len(self.text)]

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
        return self.caps_line_at(self.starts[i])

    def caps_line_at(self, position: int) -> bool:
        """Tell whether the line of a character has no small letters."""
        start = self.text.rfind("\n", 0, position) + 1
        if (known := self._caps_lines.get(start)) is None:
            end = self.text.find("\n", start)
            # A field in capitals stands in lines like "NAME: Ann": what counts is the line's letters.
            line = self.text[start : end if end >= 0 else len(self.text)]
            known = self._caps_lines[start] = not any(sign.islower() for sign in line)
        return known

    def speaking(self, i: int) -> bool:
        """Tell whether the capital of a word says that it is a name: it has one, and its line has small letters."""
        return self.capital(i) and not self.caps_line(i)

    def plain_word(self, i: int) -> bool:
        """Tell whether a word is an English or medical word and no name."""
        bits = self.flags[i]
        return bool(bits & WORD) and not bits & NAME

    def everyday(self, i: int) -> bool:
        """Tell whether a word is an everyday word, whatever else it is."""
        return bool(self.flags[i] & COMMON)


def _parts(word: str, look: Callable[[str], int | None]) -> int:
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
