"""`scrubjay train`: trains a tagger as a TOML file says, once or with several seeds."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from scrubjay import settings as plain_settings
from scrubjay.cli import runs, terminal
from scrubjay.errors import UsageError

if TYPE_CHECKING:
    from scrubjay.training.seeds import Summary
    from scrubjay.training.settings import TrainingSettings


def _seeds(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, ...] | None:
    """Return the seeds of an option such as 1,2,3."""
    if value is None:
        return None
    parts = [part.strip() for part in value.split(",")]
    if not all(part.isascii() and part.isdigit() for part in parts):
        raise click.BadParameter(f"{value!r} must be whole numbers with commas between them: 1,2,3")
    seeds = tuple(map(int, parts))
    if len(set(seeds)) < len(seeds):
        raise click.BadParameter(f"{value!r} names a seed twice")
    return seeds


@click.command("train")
@click.argument("file", metavar="SETTINGS.toml", type=click.Path(path_type=Path))
@runs.CHANGES
@click.option("--seeds", callback=_seeds, metavar="1,2,3", help="Train a run for each seed, and sum them up.")
@runs.JOBS
@runs.FOLDER
def command(file: Path, changes: tuple[str, ...], seeds: tuple[int, ...] | None, jobs: int, folder: Path) -> int:
    """Train a tagger.

    The file says what to learn from and which network learns; docs/training.md explains every key. The run's folder
    gets the settings as they were understood, what each epoch gave (metrics.jsonl, metrics.png), and at the end the
    tagger as model/ and, for use without torch, runtime/. A run that was stopped goes on where it was when the same
    command is given again.

    With --seeds, each seed has a run of its own in the folder, and summary.json says what they gave together.

    \b
    scrubjay train examples/train.toml --out run/
    scrubjay train examples/train.toml --set seed=2 --set network.units=64 --out run2/
    scrubjay train examples/train.toml --seeds 1,2,3 --out seeds/
    """
    runs.need_training()
    from scrubjay.training.settings import TrainingSettings

    values = runs.values(file, changes)
    values.pop("search", None)  # a space to search is a settings file as well
    settings = plain_settings.build(TrainingSettings, values, str(file))
    if seeds is not None:
        _train_seeds(settings, seeds, folder, jobs)
    elif jobs > 1:
        raise UsageError("--jobs trains several runs at once: give --seeds as well")
    else:
        _train(settings, folder)
    return 0


def _train(settings: "TrainingSettings", folder: Path) -> None:
    from scrubjay.training.run import MODEL, run

    best = 0.0
    with terminal.progress("training", unit="batches") as update:
        for epoch in run(settings, folder, update, terminal.say):
            click.echo(runs.line(epoch, best))
            best = max(best, epoch.f1)
    terminal.say(f"the tagger is in {folder / MODEL}; best F1 on the validation notes {best:.4f}")


def _train_seeds(settings: "TrainingSettings", seeds: tuple[int, ...], folder: Path, jobs: int) -> None:
    from scrubjay.training.seeds import SUMMARY, train_seeds

    with runs.shown(len(seeds)) as tell:
        *_, summary = train_seeds(settings, seeds, folder, jobs, tell)
    click.echo(_table(summary))
    terminal.say(f"the runs are in {folder}; {folder / SUMMARY} sums them up")


def _table(summary: "Summary") -> str:
    """Return what each seed gave, and all of them together."""
    rows = [("seed", "best epoch", "F1")]
    rows += [(str(each.seed), f"{each.best_epoch} of {each.epochs}", f"{each.f1:.4f}") for each in summary.seeds]
    rows.append(("mean", "", f"{summary.mean:.4f}"))
    if summary.deviation is not None:
        rows.append(("standard deviation", "", f"{summary.deviation:.4f}"))
    if summary.interval is not None:
        low, high = summary.interval
        rows.append(("95 % interval of the mean", f"{low:.4f} to", f"{high:.4f}"))
    return runs.table(rows)
