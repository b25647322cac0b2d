"""Words that pairs tie together, of benchmarks/share.py: what must be alike if each word is hidden by itself."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from share_notes import Given

from scrubjay.detect.tagger.inputs import CASINGS, casings
from scrubjay.detect.tagger.vectors import Vectors
from scrubjay.documents.document import Document
from scrubjay.share.neighbours import Neighbours
from scrubjay.share.pairs import PairMaker, exchanged
from scrubjay.share.settings import GameSettings
from scrubjay.share.usual import everyday

GAME = GameSettings()
Groups = Sequence[Sequence[tuple[int, int]]]  # words by row and casing


class MadeOne(Vectors):
    """Vectors of which those of a group are the same, and the mean of them all."""

    def __init__(self, vectors: Vectors, groups: Groups) -> None:
        super().__init__(vectors.words, vectors.matrix)
        self._group = {word: number for number, group in enumerate(groups) for word in group}
        self._means = [np.asarray(vectors.matrix[[row for row, _ in group]], np.float32).mean(0) for group in groups]

    def read(self, rows: NDArray[np.int64], words: Sequence[str]) -> NDArray[np.float32]:
        """Return the vectors of rows for words that are written so."""
        found = super().read(rows, words)
        for place, word in enumerate(zip(rows.tolist(), casings(words).tolist(), strict=True)):
            if word in self._group:
                found[place] = self._means[self._group[word]]
        return found


def tied_words(given: Given, vectors: Vectors, count: int) -> list[list[tuple[int, int]]]:
    """Return the words, by row and casing, that are candidates for one place, or for places with one in common."""
    pairs = _pairs_of(given, given.public(), vectors, count)
    stars = [(rows * len(CASINGS) + casing) for (_, casing), rows in pairs.candidates.items() if len(rows) > 1]
    first = np.concatenate([np.full(len(star), star[0]) for star in stars])
    links = (np.ones(len(first)), (first, np.concatenate(stars)))
    size = len(vectors) * len(CASINGS)
    groups: dict[int, list[tuple[int, int]]] = {}
    _, group = connected_components(coo_array(links, (size, size)), directed=False)
    for word in np.unique(np.concatenate(stars)).tolist():
        groups.setdefault(int(group[word]), []).append(divmod(word, len(CASINGS)))
    return list(groups.values())


def apart(given: Given, vectors: Vectors, count: int, tied: Groups) -> float:
    """Return how many pairs of the notes to judge by are still two words."""
    group = {word: number for number, words in enumerate(tied) for word in words}
    alike = []
    for (_, casing), rows in _pairs_of(given, given.judged(), vectors, count).candidates.items():
        if len(rows) > 1:
            sizes = Counter(group.get((row, casing), -1) for row in rows.tolist())
            total = sum(size * (size - 1) for number, size in sizes.items() if number >= 0)
            alike.append(total / (len(rows) * (len(rows) - 1)))
    return 1 - float(np.mean(alike))


def outside(given: Given, vectors: Vectors, tied: Groups) -> float:
    """Return which share of the words outside of identities are one with others."""
    words = [
        w for line in given.lines(given.public()) for w, t in zip(line.words, line.tags, strict=True) if t == "O"
    ]
    some = [word for word in words if exchanged(word)]
    known = {word for group in tied for word in group}
    return float(
        np.mean([place in known for place in zip(vectors.rows(some).tolist(), casings(some).tolist(), strict=True)])
    )


def _pairs_of(given: Given, notes: Sequence[Document], vectors: Vectors, count: int) -> PairMaker:
    """Return pairs of some notes, as the game makes them."""
    lines = given.lines(given.part("train"))
    common, familiar = (everyday(lines, share) for share in (GAME.everyday, GAME.familiar))
    return PairMaker(given.lines(notes), vectors, Neighbours(vectors, count), False, common, familiar, casing=True)
