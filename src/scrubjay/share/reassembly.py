"""Putting a shuffled note together again by its pseudonyms (F1.16): sentences of one note name the same people.

Two sentences that named one person have two of the same person's neighbours, which lie near each other. Whoever asks
how near the nearest pseudonyms of two sentences are can guess whether they are of one note.
"""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from scipy.stats import rankdata

from scrubjay.detect.tagger.vectors import Vectors
from scrubjay.share.neighbours import directions

_PAIRS = 4000  # of sentences of one note, and as many of two


def reassembled(
    sentences: Sequence[tuple[int, Sequence[str]]], vectors: Vectors, chance: np.random.Generator
) -> float | None:
    """Return how often two sentences of one note have nearer pseudonyms than two of different ones: 0.5 is guessing.

    A sentence is its note and its pseudonyms. None if no note has two sentences with pseudonyms that have vectors,
    or if there is one note.
    """
    known = [(note, rows) for note, words in sentences if (rows := _rows(words, vectors))]
    by_note: dict[int, list[int]] = defaultdict(list)
    for place, (note, _) in enumerate(known):
        by_note[note].append(place)
    several = [places for places in by_note.values() if len(places) > 1]
    if not several or len(by_note) < 2:
        return None
    drawn_notes = chance.integers(len(several), size=_PAIRS).tolist()
    near = [chance.choice(several[place], 2, replace=False).tolist() for place in drawn_notes]
    far: list[list[int]] = []
    while len(far) < _PAIRS:
        drawn = chance.integers(len(known), size=(_PAIRS, 2)).tolist()
        far += [[one, other] for one, other in drawn if known[one][0] != known[other][0]]
    every = np.unique([row for _, rows in known for row in rows])
    unit = directions(vectors.matrix[every]).numpy()
    spots = [np.searchsorted(every, rows) for _, rows in known]
    scores = np.array(
        [float((unit[spots[one]] @ unit[spots[other]].T).max()) for one, other in (*near, *far[:_PAIRS])]
    )
    ranks = rankdata(scores)[:_PAIRS]  # area under the curve, by Mann and Whitney
    return float((ranks.sum() - _PAIRS * (_PAIRS + 1) / 2) / _PAIRS**2)


def _rows(words: Sequence[str], vectors: Vectors) -> list[int]:
    return sorted({row for word in words if word.isalpha() and (row := vectors.row(word))})
