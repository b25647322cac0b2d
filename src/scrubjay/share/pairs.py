"""Pairs of sentences that differ in one word of an identity: what an adversary must not be able to tell apart (F1.9).

S1 pairs a sentence with a copy in which one word is exchanged. An adversary that sees vectors can then learn to tell
the real word from one that was put there, without looking at the representation at all. Here both words of a pair
are drawn from the neighbours of the word that stood there, so that neither is likelier than the other, and whatever
is told more often than half of the time was told by the representation. `literal` gives S1's own pairs.

Everyday words (`usual.py`: "of", "the") name nobody, and are left as they are; S1's code leaves stop words. Familiar
ones ("Dr.", "unit") are not put in a name's place, where nobody would take them for one, nor are words with figures,
which casing tells from others.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from scrubjay.detect.tagger.inputs import casing as casing_of
from scrubjay.detect.tagger.reading import Sentence
from scrubjay.detect.tagger.vectors import Vectors
from scrubjay.errors import UsageError
from scrubjay.models.representation import read_of
from scrubjay.share.neighbours import Ints, Neighbours
from scrubjay.training.batches import bucketed


class Pairs(NamedTuple):
    """A batch of sentences as vectors, each in two versions that differ in one token."""

    first: Tensor  # sentences x tokens x numbers: what a representation reads of them
    second: Tensor
    lengths: Tensor  # sentences
    places: Tensor  # sentences: which token differs
    rows: Tensor  # sentences x 2: the rows of both words


def exchanged(word: str) -> bool:
    """Tell whether neighbours may take a word's place: figures become other figures, and signs name nobody."""
    return any(map(str.isalpha, word)) and not any(map(str.isdigit, word))


class PairMaker:
    """Makes pairs of those sentences that have a word of an identity with a vector of its own."""

    def __init__(
        self,
        sentences: Sequence[Sentence],
        vectors: Vectors,
        neighbours: Neighbours,
        literal: bool = False,
        common: Collection[str] = (),
        familiar: Collection[str] = (),
        casing: bool = False,
    ) -> None:
        if neighbours.count < 2:
            raise UsageError("pairs differ in a word, so that a word needs 2 neighbours or more")
        self._vectors, self._literal, self._casing = vectors, literal, casing
        asked = [
            [
                (place, row)
                for place, word in enumerate(one.words)
                if one.tags[place] != "O" and exchanged(word) and word not in common and (row := vectors.row(word))
            ]
            for one in sentences
        ]
        neighbours.learn({row for inside in asked for _, row in inside})
        unlikely = {(vectors.row(word), casing_of(word)) for word in (*common, *familiar)}
        self.candidates: dict[tuple[int, int], Ints] = {}  # of words by row and casing
        self._lines: list[tuple[tuple[str, ...], list[tuple[int, Ints]]]] = []  # words; places and candidates there
        for one, inside in zip(sentences, asked, strict=True):
            several = []
            for place, row in inside:
                key = (row, casing_of(one.words[place]))
                if key not in self.candidates:
                    self.candidates[key] = _candidates(neighbours, key, unlikely)
                if len(self.candidates[key]) > 1:
                    several.append((place, self.candidates[key]))
            if several:
                self._lines.append((one.words, several))

    def __len__(self) -> int:
        """Return how many sentences can be one of a pair."""
        return len(self._lines)

    def epoch(self, size: int, chance: np.random.Generator, most: int | None = None) -> Iterator[Pairs]:
        """Yield batches of pairs, a pair for each sentence, or for `most` of them."""
        chosen = chance.permutation(len(self))[:most].tolist()
        for batch in bucketed([len(self._lines[place][0]) for place in chosen], size, chance):
            yield self._made([chosen[place] for place in batch], chance)

    def _made(self, places: Sequence[int], chance: np.random.Generator) -> Pairs:
        lines = [self._lines[place] for place in places]
        lengths = [len(words) for words, _ in lines]
        flat = read_of([word for words, _ in lines for word in words], self._vectors, self._casing)
        first = pad_sequence(list(torch.split(flat, lengths)), batch_first=True)
        where, rows = [], []
        for _, known in lines:
            place, candidates = known[int(chance.integers(len(known)))]
            where.append(place)
            rows.append(self._two(candidates, chance))
        second, both = first.clone(), np.array(rows)
        written = [words[place] for (words, _), place in zip(lines, where, strict=True)]  # so are both of a pair
        every, spots = torch.arange(len(lines)), torch.tensor(where)
        for side, there in enumerate((first, second)):
            drawn = self._vectors.read(both[:, side], written)
            there[every, spots, : self._vectors.size] = torch.from_numpy(drawn)
        return Pairs(first, second, torch.tensor(lengths), spots, torch.from_numpy(both))

    def _two(self, candidates: Ints, chance: np.random.Generator) -> list[int]:
        """Return two different words: of the candidates any two, or, literally, the word itself and another."""
        if self._literal:
            return [int(candidates[0]), int(candidates[1 + int(chance.integers(len(candidates) - 1))])]
        one, other = chance.choice(len(candidates), 2, replace=False).tolist()
        return [int(candidates[one]), int(candidates[other])]


def _candidates(neighbours: Neighbours, word: tuple[int, int], unlikely: Collection[tuple[int, int]]) -> Ints:
    """Return the rows of a word's neighbours that might have stood in its place, itself first: it is one of them."""
    row, casing = word
    near = neighbours.of(row)
    words = neighbours.vectors.words
    fits = [each == row or ((each, casing) not in unlikely and exchanged(words[each])) for each in near.tolist()]
    found: Ints = near[np.array(fits)]
    return found
