"""What an attack achieved: how often it was right, with an exact interval, against guessing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scrubjay.evaluate.statistics import exact_lower_bound

CHANCE = 0.5
LEVEL = 0.95


@dataclass(frozen=True)
class Attempt:
    """An attack's answers on sentences it has not learnt from: so many right of so many."""

    attack: str
    right: int
    total: int
    seconds: float = 0.0
    learnt: float | None = None  # share of right answers in its last epoch, on sentences that it does learn from

    @property
    def accuracy(self) -> float:
        """Return the share of right answers."""
        return self.right / self.total

    def interval(self, level: float = LEVEL) -> tuple[float, float]:
        """Return the exact (Clopper-Pearson) two-sided interval."""
        side = (1 + level) / 2
        low = exact_lower_bound(self.right, self.total, side)
        high = exact_lower_bound(self.total - self.right, self.total, side)
        assert low is not None
        assert high is not None
        return low, 1 - high

    def breaks(self, among: int = 1) -> bool:
        """Tell whether it is right more often than guessing, surely; of several attacks, of all together."""
        return self.interval(1 - (1 - LEVEL) / among)[0] > CHANCE

    def as_dict(self, among: int = 1) -> dict[str, Any]:
        """Return the figures."""
        return {
            "attack": self.attack,
            "right": self.right,
            "total": self.total,
            "accuracy": self.accuracy,
            "interval": list(self.interval()),
            "breaks": self.breaks(among),
            "seconds": self.seconds,
            "learnt": self.learnt,
        }


def breaks(attempts: Sequence[Attempt]) -> list[str]:
    """Return what is to be said if attacks break a representation; nothing if none does."""
    return [f"broken by {', '.join(each.attack for each in broken)}"] if (broken := broken_by(attempts)) else []


def broken_by(attempts: Sequence[Attempt]) -> list[Attempt]:
    """Return the attacks that break a representation, the worst first, at 95% for all of them together."""
    found = [attempt for attempt in attempts if attempt.breaks(len(attempts))]
    return sorted(found, key=lambda attempt: -attempt.accuracy)
