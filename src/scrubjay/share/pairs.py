"""Pairs of sentences that differ in one word of an identity: what an adversary must not be able to tell apart (F1.9).

S1 pairs a sentence with a copy in which one word is exchanged. An adversary that sees vectors can then learn to tell
the real word from one that was put there, without looking at the representation at all. Here both words of a pair
are drawn from the neighbours of the word that stood there, so that neither is likelier than the other, and whatever
is told more often than half of the time was told by the representation. `literal` gives S1's own pairs.

Everyday words (`usual.py`: "of", "the") name nobody, and are left as they are; S1's code leaves stop words.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from scrubjay.detect.tagger.reading import Sentence
from scrubjay.detect.tagger.vectors import Vectors
from scrubjay.errors import UsageError
from scrubjay.models.representation import read_of
from scrubjay.share.neighbours import Neighbours
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
        casing: bool = False,
    ) -> None:
        if neighbours.count < 2:
            raise UsageError("pairs differ in a word, so that a word needs 2 neighbours or more")
        self._vectors, self._neighbours, self._literal, self._casing = vectors, neighbours, literal, casing
        self._lines: list[tuple[tuple[str, ...], list[tuple[int, int]]]] = []  # words, and the places and rows
        for one in sentences:
            inside = [
                (place, vectors.row(word))
                for place, word in enumerate(one.words)
                if one.tags[place] != "O" and exchanged(word) and word not in common
            ]
            if known := [(place, row) for place, row in inside if row]:
                self._lines.append((one.words, known))
        neighbours.learn({row for _, known in self._lines for _, row in known})

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
            place, row = known[int(chance.integers(len(known)))]
            where.append(place)
            rows.append(self._two(row, chance))
        second, both = first.clone(), np.array(rows)
        written = [words[place] for (words, _), place in zip(lines, where, strict=True)]  # so are both of a pair
        every, spots = torch.arange(len(lines)), torch.tensor(where)
        for side, there in enumerate((first, second)):
            drawn = self._vectors.read(both[:, side], written)
            there[every, spots, : self._vectors.size] = torch.from_numpy(drawn)
        return Pairs(first, second, torch.tensor(lengths), spots, torch.from_numpy(both))

    def _two(self, row: int, chance: np.random.Generator) -> list[int]:
        """Return two different words: neighbours of one, or, literally, the word itself and a neighbour."""
        near = self._neighbours.of(row)
        if self._literal:
            return [row, int(near[1 + int(chance.integers(len(near) - 1))])]
        one, other = chance.choice(len(near), 2, replace=False).tolist()
        return [int(near[one]), int(near[other])]
