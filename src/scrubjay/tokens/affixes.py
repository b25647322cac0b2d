"""The machinery of a spaCy-like tokenizer: exceptions, prefixes, suffixes, infixes, with exact offsets."""

import re
from collections.abc import Callable, Mapping, Sequence

from scrubjay.tokens.token import Token

# How a word is cut: the end of every piece, counted from the word's start. The last one is its length.
Ends = tuple[int, ...]

_WORDS = re.compile(r"\S+").finditer
# The longest suffix a rule may take, with the characters it looks back at. Runs of dots have no limit.
_SUFFIX_REACH = 10


class AffixTokenizer:
    """Cuts a text at whitespace and then each word from the outside in.

    A word is looked up among the exceptions; if it is none, prefixes and suffixes are peeled off, one
    of each at a time, until what remains is an exception or has no more. What remains is kept if it is
    a URL or an e-mail address, and otherwise cut at infixes. Last, pieces that together spell an
    exception take its form again: `foo:)` ends in one smile.

    The rules must leave a word of letters alone, unless it is an exception. Two dots or more at the end
    of a word are always a suffix.

        tokenizer = AffixTokenizer({"Dr.": (3,)}, prefix=r"[(]", suffix=r"[).]", infix=r"/")
        tokenizer("(Dr. Wells)")    # ( | Dr. | Wells | )
    """

    def __init__(
        self,
        exceptions: Mapping[str, Ends],
        *,
        prefix: str,
        suffix: str,
        infix: str,
        whole: Callable[[str], object] | None = None,
        merge: Callable[[str], list[tuple[int, int]]] | None = None,
    ) -> None:
        """Take the rules: `whole` tells which words stay, `merge` finds stretches that go together."""
        self._prefix = re.compile(prefix).match
        self._suffix = re.compile(rf"(?:{suffix})\Z").search
        self._infixes = re.compile(infix).finditer
        self._whole = whole
        self._merge = merge
        self._exceptions: dict[str, Ends] = {}
        self._reach = max(map(len, exceptions), default=0)
        # An exception that the rules would cut can also appear in the midst of a word, in pieces.
        self._in_pieces: dict[str, list[tuple[str, Ends]]] = {}
        for word in exceptions:
            ends = self._peel(word)
            if len(ends) > 1:
                self._in_pieces.setdefault(word[: ends[0]], []).append((word, ends))
        self._exceptions.update(exceptions)

    def __call__(self, text: str) -> list[Token]:
        """Return the tokens of a text; they keep the contract of `Tokenizer`."""
        # Equal words of one note are cut once. The store lives as long as this call: one that outlived
        # it would carry the words of a patient's note into the next, and into every copy of the process.
        seen: dict[str, Ends] = {}
        tokens: list[Token] = []
        for match in _WORDS(text):
            word = match.group()
            start, end = match.span()
            ends = seen.get(word)
            if ends is None:
                ends = seen[word] = self.split(word)
            if len(ends) == 1:
                tokens.append(Token(start, end))
                continue
            at = start
            for piece in ends:
                tokens.append(Token(at, start + piece))
                at = start + piece
        return tokens

    def split(self, word: str) -> Ends:
        """Return how one word without whitespace is cut."""
        known = self._exceptions.get(word)
        if known is not None:
            return known
        if word.isalpha():
            return (len(word),)
        ends = self._peel(word)
        if len(ends) > 1 and self._merge:
            ends = _join(ends, self._merge(word))  # before smileys: "R&amp;D" holds no ";D"
        return self._restore(word, ends) if len(ends) > 1 else ends

    def _peel(self, word: str) -> Ends:
        """Take prefixes and suffixes off, then cut the rest."""
        first, end = 0, len(word)
        left: list[int] = []
        right: list[int] = [end]
        while first < end and not self._is_exception(word, first, end):
            match = self._prefix(word, first, end)
            prefix = match.end() if match else first
            if prefix > first and self._is_exception(word, prefix, end):
                left.append(prefix)
                first = prefix
                break
            suffix = self._suffix_start(word, prefix, end)
            if suffix < end and self._is_exception(word, first, suffix):
                right.append(suffix)
                end = suffix
                break
            if prefix == first and suffix == end:
                break
            if prefix > first:
                left.append(prefix)
                first = prefix
            if suffix < end:
                right.append(suffix)
                end = suffix
        if first < end:
            left.extend(first + piece for piece in self._core(word[first:end])[:-1])
        elif right[-1] == (left[-1] if left else 0):
            right.pop()  # nothing remains between the last prefix and the first suffix
        return (*left, *reversed(right))

    def _is_exception(self, word: str, first: int, end: int) -> bool:
        # The length is asked first so that a ruled line of 10,000 signs is not copied 10,000 times.
        return 0 < end - first <= self._reach and word[first:end] in self._exceptions

    def _suffix_start(self, word: str, first: int, end: int) -> int:
        """Return where the suffix of `word[first:end]` starts, `end` if it has none."""
        if word.endswith("..", first, end):
            at = end - 2
            while at > first and word[at - 1] == ".":
                at -= 1
            return at
        near = max(first, end - _SUFFIX_REACH)
        # The rules see a slice: what was peeled off in front must not count as what stands before.
        match = self._suffix(word[near:end])
        return near + match.start() if match else end

    def _core(self, core: str) -> Ends:
        """Cut what remains between prefixes and suffixes."""
        known = self._exceptions.get(core)
        if known is not None:
            return known
        if self._whole and self._whole(core):
            return (len(core),)
        ends: list[int] = []
        for match in self._infixes(core):
            start, end = match.span()
            if start == 0:
                continue
            if not ends or ends[-1] < start:
                ends.append(start)
            if end > start:
                ends.append(end)
        if not ends or ends[-1] < len(core):
            ends.append(len(core))
        return tuple(ends)

    def _restore(self, word: str, ends: Ends) -> Ends:
        """Give exceptions that lie in pieces their own form; the longest wins, then the first."""
        found: list[tuple[int, int, str]] = []  # minus the number of pieces, first piece, exception
        start = 0
        for index, end in enumerate(ends[:-1]):  # an exception in pieces has two or more
            for exception, pieces in self._in_pieces.get(word[start:end], ()):
                if word.startswith(exception, start):
                    shifted = tuple(start + piece for piece in pieces)
                    if ends[index : index + len(pieces)] == shifted:
                        found.append((-len(pieces), index, exception))
            start = end
        if not found:
            return ends
        forms: dict[int, tuple[int, str]] = {}  # first piece -> number of pieces, exception
        taken: set[int] = set()
        for minus, index, exception in sorted(found):
            if index not in taken and index - minus - 1 not in taken:
                forms[index] = (-minus, exception)
            taken.update(range(index, index - minus))
        restored: list[int] = []
        index = 0
        while index < len(ends):
            count, exception = forms.get(index, (1, ""))
            start = ends[index - 1] if index else 0
            if exception:
                restored.extend(start + piece for piece in self._exceptions[exception])
            else:
                restored.append(ends[index])
            index += count
        return tuple(restored)


def _join(ends: Ends, stretches: Sequence[tuple[int, int]]) -> Ends:
    """Take out the cuts inside those stretches that begin and end at a cut."""
    cuts = {0, *ends}
    whole = [(start, end) for start, end in stretches if start in cuts and end in cuts]
    inside = {at for start, end in whole for at in range(start + 1, end)}
    return tuple(end for end in ends if end not in inside)
