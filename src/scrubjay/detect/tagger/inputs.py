"""What a tagger is fed: words as rows of vectors, characters and casing, as arrays."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

# F1.3: the first that fits, in this order.
CASINGS = ("numeric", "mainly numeric", "all lower", "all upper", "initial upper", "contains digit", "other")
ONE_HOT_CHARACTERS = 128  # F5.2: a code point, or the last dimension
LONGEST_WORD = 40  # letters that are read; more say nothing

Ints = NDArray[np.int64]


def casing(word: str) -> int:
    """Return which of the seven casings a word has.

    >>> [CASINGS[casing(word)] for word in ("1962", "9am77", "pain", "MRI", "Wells", "xR2", "eGFR")]
    ['numeric', 'mainly numeric', 'all lower', 'all upper', 'initial upper', 'contains digit', 'other']
    """
    if word.isalpha():  # most words, and soon told
        return 2 if word.islower() else 3 if word.isupper() else 4 if word[0].isupper() else 6
    digits = sum(map(str.isdigit, word))
    fits = (
        word.isdigit(),
        digits > len(word) / 2,
        word.islower(),
        word.isupper(),
        word[:1].isupper(),
        digits > 0,
        True,
    )
    return fits.index(True)


def casings(words: Sequence[str]) -> Ints:
    """Return the casings of words."""
    return np.array([casing(word) for word in words], np.int64)


@dataclass(frozen=True)
class Alphabet:
    """Characters and their numbers: those known from 1 on, 0 for all others; without any, code points (F5.2)."""

    characters: str = ""

    def __len__(self) -> int:
        """Return how many numbers there are."""
        return len(self.characters) + 1 if self.characters else ONE_HOT_CHARACTERS

    @cached_property
    def _by_code(self) -> Ints:
        """The numbers of code points up to the last that has one of its own; the last stands for all beyond."""
        if not self.characters:
            return np.arange(ONE_HOT_CHARACTERS)
        codes = [ord(character) for character in self.characters]
        table = np.zeros(max(codes) + 2, np.int64)
        table[codes] = np.arange(1, len(codes) + 1)
        return table

    def numbers(self, words: Sequence[str]) -> tuple[Ints, Ints]:
        """Return the numbers of the words' letters, words x letters, and how many letters each word has."""
        read = [word[:LONGEST_WORD] for word in words]
        lengths = np.array([len(word) for word in read], np.int64)
        found = np.zeros((len(words), int(lengths.max(initial=1))), np.int64)
        codes = np.frombuffer("".join(read).encode("utf-32-le", "surrogatepass"), np.uint32)
        table = self._by_code
        found[np.arange(found.shape[1]) < lengths[:, None]] = table[np.minimum(codes, len(table) - 1)]
        return found, np.maximum(lengths, 1)


class Arrays(NamedTuple):
    """Sentences as arrays; what belongs to a word is there once for each distinct word."""

    lengths: Ints  # sentences
    spelling: Ints  # sentences x tokens: which of the distinct words
    words: Sequence[str]  # the distinct words, of these sentences or of more


def distinct(sentences: Sequence[Sequence[str]]) -> dict[str, int]:
    """Return the distinct words of sentences, with their numbers in the order in which they first come."""
    words = dict.fromkeys(itertools.chain.from_iterable(sentences))
    return dict(zip(words, itertools.count(), strict=False))


def arrays(sentences: Sequence[Sequence[str]], numbers: dict[str, int] | None = None) -> Arrays:
    """Return the sentences as arrays; the numbers of the words may be given."""
    numbers = distinct(sentences) if numbers is None else numbers
    lengths = np.array([len(sentence) for sentence in sentences], np.int64)
    spelling = np.zeros((len(sentences), int(lengths.max(initial=1))), np.int64)
    for line, sentence in enumerate(sentences):
        spelling[line, : len(sentence)] = [numbers[word] for word in sentence]
    return Arrays(lengths, spelling, list(numbers))
