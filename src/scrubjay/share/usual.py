"""Words that name nobody: how usual a word is outside of identities, as public notes write it; shapes of numbers.

A word counts as it is written: a clinic's "campo visual" says nothing about a Mr Campo. Figures are none of them.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence

from scrubjay.detect.tagger.reading import Sentence

_FEWEST = 3  # notes: what stands in fewer is not told from what stands in none
_DIGIT = re.compile(r"\d").sub


def everyday(sentences: Sequence[Sentence], share: float) -> frozenset[str]:
    """Return the words that stand outside of identities in such a share of the notes; 0: none."""
    counts, notes = _outside(sentences)
    return frozenset(word for word, count in counts.items() if share and count >= share * notes)


def usual(sentences: Sequence[Sentence]) -> dict[str, float]:
    """Return how usual words are, from 0 to 1: the logarithm of how many notes have them outside of identities."""
    counts, notes = _outside(sentences)
    return {
        word: round(math.log(count) / math.log(notes), 4)
        for word, count in sorted(counts.items())
        if count >= _FEWEST and not any(map(str.isdigit, word))
    }


def shapes(sentences: Sequence[Sentence]) -> list[str]:
    """Return the shapes of numbers, 0 for each figure, that stand in several notes, without any letter."""
    seen = {
        (_DIGIT("0", word), one.document)
        for one in sentences
        for word in one.words
        if any(map(str.isdigit, word)) and not any(map(str.isalpha, word))
    }
    return sorted(shape for shape, count in Counter(shape for shape, _ in seen).items() if count >= _FEWEST)


def _outside(sentences: Sequence[Sentence]) -> tuple[Counter[str], int]:
    """Return in how many notes each word stands outside of identities, and how many notes there are."""
    seen = {
        (word, one.document) for one in sentences for word, tag in zip(one.words, one.tags, strict=True) if tag == "O"
    }
    return Counter(word for word, _ in seen), len({one.document for one in sentences})
