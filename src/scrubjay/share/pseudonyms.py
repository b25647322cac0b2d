"""Other words in the place of identities: random neighbours by their vectors, figures by figures (F1.4, F1.5).

No word of an identity is left as it is for want of a vector (A1.1): the rarest names are those that tell most.
"""

import string
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from scrubjay.detect.tagger.inputs import CASINGS, casing
from scrubjay.share.neighbours import Ints, Neighbours

_UPPER, _INITIAL = CASINGS.index("all upper"), CASINGS.index("initial upper")


class Pseudonyms:
    """Draws words for words of identities; `counts` tells how many were exchanged, how, and how many stayed.

    `remembered` is what a document has exchanged so far: given, the same word gets the same neighbour (F1.5).
    """

    def __init__(self, neighbours: Neighbours, chance: np.random.Generator) -> None:
        self._neighbours, self._chance = neighbours, chance
        self.counts: Counter[str] = Counter()

    def word(self, word: str, remembered: dict[str, str] | None = None) -> str:
        """Return another word for a word: written alike, in capitals and small letters as it was."""
        if remembered is not None and word in remembered:
            return remembered[word]
        found = self._drawn(word)
        if remembered is not None:
            remembered[word] = found
        if any(map(str.isalnum, word)):
            self.counts["words"] += 1
            self.counts["unchanged"] += found.casefold() == word.casefold()
        return found

    def sentence(
        self, words: Sequence[str], tags: Sequence[str], remembered: dict[str, str] | None = None
    ) -> list[str]:
        """Return a sentence's words with others in the place of its identities."""
        return [self.word(word, remembered) if tag != "O" else word for word, tag in zip(words, tags, strict=True)]

    def _drawn(self, word: str) -> str:
        if self._neighbours.count == 1 or not any(map(str.isalnum, unicodedata.normalize("NFKC", word))):
            return word  # N = 1 is no pseudonym; signs name nobody
        if any(map(str.isdigit, word)):
            self.counts["figures"] += 1
            return self._spelled(word)
        if row := self._neighbours.vectors.row(word):
            self.counts["neighbours"] += 1
            near = self._neighbours.of(row)
            return written_as(self._neighbours.vectors.words[int(self._chance.choice(near))], word)
        self.counts["without a vector"] += 1
        if len(word) == 1 or not word.isalpha():
            return self._spelled(word)
        return written_as(self._any_word(len(word)), word)

    def _spelled(self, word: str) -> str:
        """Return a word whose figures and letters are others, one by one.

        Accents, vowel signs and rings around letters belong to their letters, and go with them.
        """
        whole = unicodedata.normalize("NFKC", word)
        word = "".join(sign for sign in whole if not unicodedata.category(sign).startswith("M"))
        figures, letters = string.digits, string.ascii_lowercase
        drawn = [
            str(self._chance.choice(list(figures if sign.isdigit() else letters))) if sign.isalnum() else sign
            for sign in word
        ]
        return "".join(new.upper() if old.isupper() else new for old, new in zip(word, drawn, strict=True))

    def _any_word(self, length: int) -> str:
        """Return any word of the list that is about so long."""
        some = self._by_length.get(min(max(length, 3), 12), self._all)
        return self._neighbours.vectors.words[int(self._chance.choice(some))]

    @cached_property
    def _all(self) -> Ints:
        words = self._neighbours.vectors.words
        return np.array([row for row, word in enumerate(words) if row and word.isalpha()], np.int64)

    @cached_property
    def _by_length(self) -> dict[int, Ints]:
        words = self._neighbours.vectors.words
        lengths = np.array([len(words[row]) for row in self._all.tolist()])
        return {length: rows for length in range(3, 13) if len(rows := self._all[lengths == length])}


def written_as(word: str, model: str) -> str:
    """Return a word in the capitals of another.

    >>> written_as("henry", "James"), written_as("croix", "ST"), written_as("Ohio", "iowa")
    ('Henry', 'CROIX', 'ohio')
    """
    kind = casing(model)
    if kind == _UPPER and len(model) > 1:
        return word.upper()
    return word[:1].upper() + word[1:].lower() if kind in (_INITIAL, _UPPER) else word.lower()
