"""Distributed selective stochastic gradient descent (F5.8, F5.9): what sites take from common weights, and give.

Arithmetic on flat vectors, apart from any network, notes and wires. The server holds weights and how often each was
updated. A site, for an epoch,

    1. takes the share `download` of the weights, those that were updated most often, in the place of its own;
    2. learns for an epoch;
    3. of what that changed drops what is smaller than `threshold`, brings the rest to within `clamp`,
       and gives a share `upload` of all weights, drawn from what is left, which the server adds.

The paper's Figure 5 draws the share `download` in step 3, and its text `upload` (A5.1): `literal` follows the figure.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scrubjay.errors import UsageError

Places = NDArray[np.int64]
Values = NDArray[np.float32]


@dataclass(frozen=True)
class ExchangeSettings:
    """How much a site takes and gives: its own affair, and nobody else knows."""

    download: float = 0.1  # theta_d: share of the weights that it takes
    upload: float = 0.5  # theta_u: share that it gives at the most
    clamp: float = 10.0  # gamma: no change is larger
    threshold: float = 1e-4  # tau: smaller changes are not given
    literal: bool = False  # give as large a share as is taken, as in Figure 5
    feedback: bool = False  # what was not given is kept for the next time, instead of forgotten (A5.6)

    def faults(self) -> list[str]:
        """Return what cannot be."""
        found = [
            f"exchange.{name} is {getattr(self, name):g}; it is a share, from 0 to 1"
            for name in ("download", "upload")
            if not 0 <= getattr(self, name) <= 1
        ]
        if not self.clamp > 0:
            found.append(f"exchange.clamp is {self.clamp:g}; it must be more than 0")
        if not 0 <= self.threshold < self.clamp:
            found.append(f"exchange.threshold is {self.threshold:g}; it must be from 0 to less than exchange.clamp")
        return found


@dataclass(frozen=True, eq=False)
class Part:
    """Some of the weights, or of their changes: where, in ascending order, and what."""

    places: Places
    values: Values

    def __len__(self) -> int:
        """Return how many."""
        return len(self.places)

    def problem(self, size: int, most: float) -> str:
        """Return what is wrong with a part that came from elsewhere, of so many weights; nothing if all is well."""
        places, values = self.places, self.values
        if places.dtype != np.int64 or values.dtype != np.float32 or places.ndim != 1 or places.shape != values.shape:
            return "its tables have other kinds or shapes than a part's"
        if len(places) and not (places[0] >= 0 and places[-1] < size and (places[1:] > places[:-1]).all()):
            return "its places are not in order, or outside of the weights"
        if not (np.abs(values) <= most).all():  # so that what is no number is refused, too
            return f"it has values that are no numbers, or beyond {most:g}"
        return ""


class Common:
    """The weights that all share, and how often each was updated: all that a server has (F5.8)."""

    def __init__(self, weights: Values, updates: NDArray[np.uint32] | None = None) -> None:
        self.weights = weights.astype(np.float32)
        self.updates = np.zeros(len(weights), np.uint32) if updates is None else updates.astype(np.uint32)
        if self.updates.shape != self.weights.shape or weights.ndim != 1:
            raise UsageError("the weights and how often they were updated are not of one length")

    def __len__(self) -> int:
        """Return the number of weights."""
        return len(self.weights)

    def part(self, count: int, chance: np.random.Generator) -> Part:
        """Return the weights that were updated most often; of those that were as often, some by lot (A5.5)."""
        places = most_updated(self.updates, count, chance)
        return Part(places, self.weights[places])

    def add(self, part: Part) -> None:
        """Add what a site gives."""
        self.weights[part.places] += part.values
        self.updates[part.places] += 1


def most_updated(updates: NDArray[np.uint32], count: int, chance: np.random.Generator) -> Places:
    """Return the places of the largest numbers, in order; where several are alike, some by lot."""
    if count >= len(updates):
        return np.arange(len(updates))
    if count <= 0:
        return np.zeros(0, np.int64)
    least = np.partition(updates, len(updates) - count)[len(updates) - count]  # the smallest that is still among them
    sure = updates > least
    ties = np.flatnonzero(updates == least)
    sure[_some(ties, count - int(np.count_nonzero(sure)), chance)] = True
    return np.flatnonzero(sure)


def take(own: Values, part: Part) -> None:
    """Put common weights in the place of a site's own."""
    own[part.places] = part.values


def give(changes: Values, settings: ExchangeSettings, chance: np.random.Generator) -> Part:
    """Return what a site gives of its changes; if fewer are large enough than may be given, all of these (A5.3)."""
    share = settings.download if settings.literal else settings.upload
    large = np.flatnonzero((np.abs(changes) >= settings.threshold) & (changes != 0))
    count = int(share * len(changes))
    if count < len(large):
        chosen = np.zeros(len(changes), np.bool_)  # which is quicker than to sort
        chosen[_some(large, count, chance)] = True
        large = np.flatnonzero(chosen)
    return Part(large, np.clip(changes[large], -settings.clamp, settings.clamp))


def left_over(changes: Values, part: Part) -> Values:
    """Return what of the changes was not given: with `feedback`, the next ones begin with it."""
    left = changes.copy()
    left[part.places] -= part.values
    return left


def _some(places: Places, count: int, chance: np.random.Generator) -> Places:
    """Return some of the places, in no order: those with the smallest numbers by lot, which reads memory in order."""
    if count >= len(places):
        return places
    return places[np.argpartition(chance.integers(0, 1 << 32, len(places), np.uint32), count)[:count]]
