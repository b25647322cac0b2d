"""The same run with several seeds: how much of a score is chance."""

import json
import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from scrubjay.documents.formats.atomic import atomic
from scrubjay.errors import UsageError
from scrubjay.training.run import SETTINGS, best_of
from scrubjay.training.settings import TrainingSettings
from scrubjay.training.several import Ended, Task, Tell, train_all

SUMMARY = "summary.json"
# 97.5 % quantiles of Student's t for 1, 2, ... 30 degrees of freedom.
# fmt: off
_T = (
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
    2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860,
    2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
)
# fmt: on
_Z = 1.959964


@dataclass(frozen=True)
class Seeded:
    """What one seed gave: the best epoch, of how many, and its scores on the validation notes."""

    seed: int
    best_epoch: int
    epochs: int
    precision: float
    recall: float
    f1: float


@dataclass(frozen=True)
class Summary:
    """The seeds' F1: mean, standard deviation (of two or more), 95 % t-interval of the mean (of three or more)."""

    seeds: tuple[Seeded, ...]
    mean: float
    deviation: float | None
    interval: tuple[float, float] | None


def train_seeds(
    settings: TrainingSettings, seeds: Sequence[int], folder: Path, jobs: int, tell: Tell
) -> Iterator[Summary]:
    """Train a run for each seed in `folder`/seed-N, yielding what is known after each; the summary is kept there."""
    if folder.joinpath(SETTINGS).exists():
        raise UsageError(f"{folder} holds a single run; name another folder")
    tasks = [Task(f"seed-{seed}", replace(settings, seed=seed), folder / f"seed-{seed}") for seed in seeds]
    found: dict[int, Seeded] = {}
    for task, ended in train_all(tasks, jobs, tell):
        if ended.failed is not None:
            raise UsageError(f"{task.name}: {ended.failed}")
        found[task.settings.seed] = _seeded(task.settings.seed, ended)
        summary = summarise([found[seed] for seed in seeds if seed in found])
        with atomic(folder / SUMMARY) as handle:
            handle.write(json.dumps(asdict(summary), indent=1).encode() + b"\n")
        yield summary


def _seeded(seed: int, ended: Ended) -> Seeded:
    best = best_of(ended.epochs)
    return Seeded(seed, best.epoch, len(ended.epochs), best.precision, best.recall, best.f1)


def summarise(seeds: Sequence[Seeded]) -> Summary:
    """Return what seeds gave together."""
    scores = [each.f1 for each in seeds]
    mean = statistics.fmean(scores)
    deviation = statistics.stdev(scores) if len(scores) > 1 else None
    interval = None
    if deviation is not None and len(scores) > 2:
        reach = t_quantile(len(scores) - 1) * deviation / math.sqrt(len(scores))
        interval = mean - reach, mean + reach
    return Summary(tuple(seeds), mean, deviation, interval)


def t_quantile(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t, to four digits.

    >>> t_quantile(2), round(t_quantile(1000), 4)
    (4.3027, 1.9623)
    """
    if freedom <= len(_T):
        return _T[freedom - 1]
    # The first terms of the expansion in 1 / freedom (Abramowitz and Stegun 26.7.5).
    terms = (
        (_Z**3 + _Z) / 4,
        (5 * _Z**5 + 16 * _Z**3 + 3 * _Z) / 96,
        (3 * _Z**7 + 19 * _Z**5 + 17 * _Z**3 - 15 * _Z) / 384,
    )
    return _Z + terms[0] / freedom + terms[1] / freedom**2 + terms[2] / freedom**3
