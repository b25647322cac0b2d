"""Random search: trials with settings drawn from a space, each a run of its own (S1 found its tagger so, F1.1)."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from scrubjay.documents.formats.atomic import atomic
from scrubjay.errors import FormatError, UsageError
from scrubjay.training.plot import plot_search
from scrubjay.training.run import best_of
from scrubjay.training.settings import faults
from scrubjay.training.several import Ended, Task, Tell, train_all
from scrubjay.training.space import Space, Value

SPACE, TRIALS, PLOT = "space.json", "search.jsonl", "search.png"


@dataclass(frozen=True)
class Trial:
    """What a trial drew and what it gave, or why it failed."""

    trial: int
    settings: Mapping[str, Value]
    epochs: int
    best_epoch: int | None = None
    precision: float | None = None
    recall: float | None = None
    f1: float | None = None
    failed: str | None = None


def search(space: Space, trials: int, seed: int, folder: Path, jobs: int, tell: Tell) -> Iterator[list[Trial]]:
    """Train trials in `folder`/trial-NNN, yielding all that are known after each.

    A trial is decided by the seed and its number, so a search can be gone on with, and made longer. What is known is
    kept in the folder, as lines and as a picture. A trial whose loss is no number any more, or that drew what does
    not go together, has failed; the others go on.
    """
    _keep_space(space, seed, folder)
    known = {trial.trial: trial for trial in _recorded(folder)}
    tasks = {}
    for number in range(1, trials + 1):
        name = f"trial-{number:03}"
        if number in known:
            continue
        drawn = space.draw(seed, number)
        if wrong := faults(space.settings(drawn)):  # what was drawn does not go together
            known[number] = Trial(number, drawn, 0, failed="; ".join(wrong))
        else:
            tasks[name] = number, Task(name, space.settings(drawn), folder / name)
    for task, ended in train_all([task for _, task in tasks.values()], jobs, tell):
        number = tasks[task.name][0]
        known[number] = _trial(number, space.draw(seed, number), ended)
        known = dict(sorted(known.items()))
        _keep(space, list(known.values()), folder)
        yield list(known.values())
    if not tasks:
        known = dict(sorted(known.items()))
        _keep(space, list(known.values()), folder)
        yield list(known.values())


def ranked(trials: list[Trial]) -> list[Trial]:
    """Return the trials that did not fail, the best first."""
    return sorted((trial for trial in trials if trial.f1 is not None), key=lambda trial: -(trial.f1 or 0.0))


def _trial(number: int, drawn: Mapping[str, Value], ended: Ended) -> Trial:
    if ended.failed is not None:
        return Trial(number, drawn, len(ended.epochs), failed=ended.failed)
    best = best_of(ended.epochs)
    return Trial(number, drawn, len(ended.epochs), best.epoch, best.precision, best.recall, best.f1)


def _keep_space(space: Space, seed: int, folder: Path) -> None:
    """Write down what is searched; a folder with another search is refused."""
    searched = {
        name: list(setting) if isinstance(setting, tuple) else asdict(setting)
        for name, setting in space.searched.items()
    }
    told = {"seed": seed, "searched": searched, "settings": asdict(space.settings({}))}
    text = json.dumps(told, default=str, indent=1) + "\n"
    file = folder / SPACE
    if file.exists() and file.read_text(encoding="utf-8") != text:
        raise UsageError(f"{folder} holds a search of another space or with another seed; name another folder")
    with atomic(file) as handle:
        handle.write(text.encode())


def _recorded(folder: Path) -> list[Trial]:
    file = folder / TRIALS
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    try:
        return [Trial(**json.loads(line)) for line in lines]
    except (ValueError, TypeError) as error:
        raise FormatError("does not tell what the trials gave", file=str(file)) from error


def _keep(space: Space, trials: list[Trial], folder: Path) -> None:
    """Write the trials, and draw them."""
    with atomic(folder / TRIALS) as handle:
        handle.write("".join(json.dumps(asdict(trial)) + "\n" for trial in trials).encode())
    plot_search(space.searched, [(trial.settings, trial.f1) for trial in trials], folder / PLOT)
