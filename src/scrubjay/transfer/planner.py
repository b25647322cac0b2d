"""How many notes must be annotated (F4.12): a power law through a learning curve, and how sure its forecast is.

    1 - F1(n) = floor + scale * (n + ahead)^-power

`ahead` is how far along its curve a model is that starts from others' notes (Hernandez 2021), and 0 for one that
starts from nothing. Floor, power and ahead are not known from a few points, so all of a grid of them are kept, each
as probable as its fit makes it (the scale is solved for, its noise integrated out); a forecast is a mixture over the
grid. Few points, or points that lie badly, give a wide forecast instead of a wrong one.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from scrubjay.errors import UsageError
from scrubjay.evaluate.counts import FloatArray

FEWEST = 3  # sizes
FARTHEST = 10  # times the largest size that was measured: beyond that, a plan is a guess
LEVEL = 0.95
_FLOORS, _POWERS, _AHEAD = 40, 40, 16
_FLATTEST, _STEEPEST = 0.05, 1.5
_NOISE = 0.008  # standard deviation of F1 from seed to seed at the least: with few points chance may hide it
_FLOOR = 0.05  # error that stays however many notes there are: a guess of its mean, before any point is seen
_MOST_AHEAD = 4  # times the largest size may a model be ahead at the most
_DRAWS = 20_000


class Forecast(NamedTuple):
    """An F1 and the interval it lies in."""

    middle: float
    low: float
    high: float


class Needed(NamedTuple):
    """A number of notes and the interval it lies in; None beyond what can be told from the curve."""

    middle: int | None
    low: int | None
    high: int | None


@dataclass(frozen=True, repr=False)
class Curve:
    """A fitted learning curve: draws of floor, scale, power, ahead and noise, as probable as the points make them."""

    largest: int  # size that was measured
    middle: float  # notes at which the scale is the error above the floor
    floor: FloatArray
    scale: FloatArray
    power: FloatArray
    ahead: FloatArray
    noise: FloatArray
    spread: FloatArray  # standard normal, for the noise of a measurement

    def at(self, notes: int, level: float = LEVEL, seeds: int = 1) -> Forecast:
        """Return the F1 that trainings with so many notes would give, on average over so many seeds."""
        errors = self._error(np.full(len(self.floor), float(notes)))
        scores = np.clip(1 - errors + self.noise * self.spread / math.sqrt(seeds), 0, 1)
        low, middle, high = np.quantile(scores, [(1 - level) / 2, 0.5, (1 + level) / 2]).tolist()
        return Forecast(middle, low, high)

    def needed(self, f1: float, level: float = LEVEL) -> Needed:
        """Return how many notes an F1 takes; what lies beyond `FARTHEST` times what was measured is None."""
        if not 0 < f1 < 1:
            raise UsageError(f"an F1 to reach lies between 0 and 1, not at {f1:g}")
        room = 1 - f1 - self.floor  # error that notes may leave
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            times = (np.maximum(self.scale, 1e-12) / room) ** (1 / self.power)
            counts = np.where(room > 0, self.middle * times - self.ahead, np.inf)
        low, middle, high = np.quantile(counts, [(1 - level) / 2, 0.5, (1 + level) / 2], method="nearest").tolist()
        most = FARTHEST * self.largest
        return Needed(*(math.ceil(max(each, 1)) if each <= most else None for each in (middle, low, high)))

    def _error(self, notes: FloatArray) -> FloatArray:
        error: FloatArray = self.floor + self.scale * ((notes + self.ahead) / self.middle) ** -self.power
        return error


def fit(points: Iterable[tuple[int, float]], random: np.random.Generator, others: bool = False) -> Curve:
    """Return the curve through points of notes and F1, several of one size being several seeds'.

    `others` says that the trainings start from what others' notes have taught.
    """
    given = sorted(points)
    sizes = np.array([size for size, _ in given], float)
    errors = 1 - np.array([f1 for _, f1 in given])
    if len(set(sizes.tolist())) < FEWEST:
        raise UsageError(f"a learning curve needs {FEWEST} sizes or more, not {len(set(sizes.tolist()))}")
    worth = [0.0, *np.geomspace(sizes.min(), _MOST_AHEAD * sizes.max(), _AHEAD)] if others else [0.0]
    floors, powers, ahead = np.meshgrid(
        np.linspace(0, max(float(errors[sizes == sizes.max()].mean()), 1e-3), _FLOORS),
        np.linspace(_FLATTEST, _STEEPEST, _POWERS),
        np.array(worth),
        indexing="ij",
    )
    middle = float(np.exp(np.log(sizes).mean()))  # so that nothing depends on what notes are counted in
    shapes = ((sizes + ahead[..., None]) / middle) ** -powers[..., None]  # floors x powers x ahead x points
    left = errors - floors[..., None]
    squares = (shapes**2).sum(-1)
    scales = np.maximum((shapes * left).sum(-1) / squares, 0)
    residual = ((left - scales[..., None] * shapes) ** 2).sum(-1) + len(errors) * _NOISE**2
    freedom = max(len(errors) - 1, 1)
    logs = -freedom / 2 * np.log(residual) - 0.5 * np.log(squares) - floors / _FLOOR
    weights = np.exp(logs - logs.max()).ravel()
    chosen = random.choice(len(weights), _DRAWS, p=weights / weights.sum())
    # Given floor and power, the noise has a scaled inverse chi-square and the scale is normal around its solution.
    noise = np.sqrt(residual.ravel()[chosen] / random.chisquare(freedom, _DRAWS))
    noise = np.minimum(noise, 0.5)
    scale = np.maximum(
        scales.ravel()[chosen] + random.normal(size=_DRAWS) * noise / np.sqrt(squares.ravel()[chosen]), 0
    )
    drawn = (each.ravel()[chosen] for each in (floors, powers, ahead))
    floor, power, before = drawn
    return Curve(int(sizes.max()), middle, floor, scale, power, before, noise, random.normal(size=_DRAWS))


class Check(NamedTuple):
    """A size that was measured, what the first half of the curve forecast for it, and whether that held."""

    notes: int
    measured: float
    forecast: Forecast
    held: bool


def check(points: Sequence[tuple[int, float]], random: np.random.Generator, others: bool = False) -> list[Check]:
    """Return how the first half of a curve forecasts the second: means over seeds of each later size."""
    sizes = sorted({size for size, _ in points})
    half = max(FEWEST, math.ceil(len(sizes) / 2))
    if len(sizes) <= half:
        return []
    curve = fit([point for point in points if point[0] in sizes[:half]], random, others)
    found = []
    for size in sizes[half:]:
        scores = [f1 for other, f1 in points if other == size]
        measured = float(np.mean(scores))
        forecast = curve.at(size, seeds=len(scores))
        found.append(Check(size, measured, forecast, forecast.low <= measured <= forecast.high))
    return found
