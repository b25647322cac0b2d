"""Seeded chance for made-up notes: many small draws, each stream with its purpose."""

import random
from collections.abc import Mapping, Sequence
from typing import TypeVar

Item = TypeVar("Item")


class Chance:
    """A stream of draws that is the same for the same seed and purpose, on every machine."""

    def __init__(self, seed: int, *purpose: str | int) -> None:
        self._random = random.Random("\x1f".join(map(str, (seed, *purpose))))  # noqa: S311 - repeatable, not secret

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to less than the limit."""
        return int(self._random.random() * limit)

    def whole(self, low: int, high: int) -> int:
        """Return a whole number, both ends included."""
        return low + self.below(high - low + 1)

    def odds(self, share: float) -> bool:
        """Return True in this share of the cases."""
        return self._random.random() < share

    def pick(self, items: Sequence[Item]) -> Item:
        """Return one of the items, each as likely as the others."""
        return items[self.below(len(items))]

    def early(self, items: Sequence[Item]) -> Item:
        """Return one of the items, those that come first more often: as names are frequent or rare."""
        return items[min(int(len(items) ** self._random.random()) - 1, len(items) - 1)]

    def weighted(self, weights: Mapping[Item, float]) -> Item:
        """Return one of the keys, as likely as its weight says."""
        return self._random.choices(list(weights), list(weights.values()))[0]

    def number(self, low: float, high: float) -> float:
        """Return a number from low to high."""
        return self._random.uniform(low, high)

    def digits(self, count: int) -> str:
        """Return so many digits."""
        return "".join(str(self.below(10)) for _ in range(count))

    def shaped(self, shape: str) -> str:
        """Return the shape with # as digits, @ as capital letters and ~ as small ones.

        >>> len(Chance(1, "x").shaped("@@-####"))
        7
        """
        letters = "ABCDEFGHJKLMNPRSTUVWXYZ"
        made = {
            "#": lambda: str(self.below(10)),
            "@": lambda: self.pick(letters),
            "~": lambda: self.pick(letters).lower(),
        }
        return "".join(made[sign]() if sign in made else sign for sign in shape)
