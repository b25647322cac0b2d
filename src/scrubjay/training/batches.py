"""Sentences in batches of like lengths."""

from collections.abc import Sequence

import numpy as np


def bucketed(lengths: Sequence[int], size: int, chance: np.random.Generator | None = None) -> list[list[int]]:
    """Return the places of sentences in batches of like lengths, each place once.

    Lengths are jittered and the batches shuffled by `chance`; without it, they come shortest first.

    >>> bucketed([5, 1, 4, 2], 2)
    [[1, 3], [2, 0]]
    """
    sizes = np.array(lengths, float)
    if chance is not None:
        sizes *= chance.uniform(0.8, 1.2, len(sizes))
    order = np.argsort(sizes, kind="stable")
    batches = [order[start : start + size].tolist() for start in range(0, len(order), size)]
    if chance is not None:
        chance.shuffle(batches)
    return batches
