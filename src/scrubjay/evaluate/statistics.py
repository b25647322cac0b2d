"""How sure are the figures: bootstrap over patients, approximate randomisation, an exact lower bound."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from scrubjay.errors import UsageError
from scrubjay.evaluate.counts import FloatArray, IntArray, scores


class Interval(NamedTuple):
    """A two-sided interval."""

    low: float
    high: float


def by_unit(rows: IntArray, units: Sequence[str]) -> IntArray:
    """Return rows `[notes, 3]` summed by unit (patient): `[units, 3]`, units in order of first appearance."""
    index: dict[str, int] = {}
    places = [index.setdefault(unit, len(index)) for unit in units]
    sums = np.zeros((len(index), rows.shape[1]), dtype=np.int64)
    np.add.at(sums, places, rows)
    return sums


def bootstrap(
    rows: IntArray, random: np.random.Generator, resamples: int = 1_000, level: float = 0.95
) -> dict[str, Interval | None]:
    """Return percentile intervals of precision, recall and F1, drawing whole units with replacement.

    Notes of one patient repeat the same names, so the unit is the patient: intervals over notes or tokens would be
    too narrow. A score that is undefined in a resample is left out of its percentiles.
    """
    count = len(rows)
    if not count:
        return dict.fromkeys(("precision", "recall", "f1"))
    draws = random.multinomial(count, np.full(count, 1 / count), size=resamples)  # [resamples, units]
    edges = [(1 - level) / 2, (1 + level) / 2]
    intervals: dict[str, Interval | None] = {}
    for name, values in scores(draws @ rows).items():
        defined = values[~np.isnan(values)]
        intervals[name] = Interval(*np.quantile(defined, edges).tolist()) if len(defined) else None
    return intervals


def approximate_randomisation(
    first: IntArray, second: IntArray, random: np.random.Generator, shuffles: int = 10_000
) -> dict[str, float]:
    """Return two-sided p-values for the difference of precision, recall and F1 between two systems (F4.11).

    `first` and `second` are counts `[units, 3]` of the same units. Each shuffle exchanges the systems' counts for
    a random half of the units; p is the share of shuffles, the observed one included, with a difference at least
    as large. An undefined score counts as 0, as in a system that finds nothing.
    """
    if first.shape != second.shape:
        raise UsageError("both systems must be scored on the same notes")
    observed = {name: abs(_difference(first.sum(0), second.sum(0), name)) for name in ("precision", "recall", "f1")}
    larger = dict.fromkeys(observed, 1)
    difference = second - first
    for start in range(0, shuffles, 1_000):  # in blocks, so that memory stays small
        swapped = random.integers(0, 2, size=(min(1_000, shuffles - start), len(first)))
        moved = swapped @ difference  # [block, 3]
        ones, others = first.sum(0) + moved, second.sum(0) - moved
        for name, value in observed.items():
            gaps = np.abs(_difference(ones, others, name))
            larger[name] += int((gaps >= value - 1e-12).sum())
    return {name: count / (shuffles + 1) for name, count in larger.items()}


def _difference(ones: IntArray, others: IntArray, name: str) -> FloatArray:
    return np.nan_to_num(scores(ones)[name]) - np.nan_to_num(scores(others)[name])


def exact_lower_bound(successes: int, trials: int, level: float = 0.95) -> float | None:
    """Return the one-sided Clopper-Pearson lower bound of a share.

    Over patients (or notes) with PHI, of whom so many have no missed word, it bounds from below the share of such
    patients who are wholly protected. Their average recall is at least that share, so it is a lower bound for recall
    as well, and needs no assumption about how misses cluster within a patient. None without trials.

    >>> round(exact_lower_bound(300, 300), 4)  # the "rule of three": no miss in 300 is not "never"
    0.9901
    """
    if not 0 <= successes <= trials:
        raise UsageError("successes must lie between 0 and the number of trials")
    if trials == 0:
        return None
    if successes == 0:
        return 0.0
    # The bound is the p at which seeing this many successes or more has probability 1 - level.
    ways = np.arange(successes, trials + 1)
    log_factorial = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, trials + 1)))])
    log_choose = log_factorial[trials] - log_factorial[ways] - log_factorial[trials - ways]
    low, high = 0.0, 1.0
    for _ in range(100):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        tail = np.exp(log_choose + ways * np.log(middle) + (trials - ways) * np.log1p(-middle)).sum()
        low, high = (middle, high) if tail < 1 - level else (low, middle)
    return low
