"""`scrubjay search`: trains with settings drawn at random from a space, and says which did best."""

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scrubjay.cli import runs, terminal
from scrubjay.errors import UsageError

if TYPE_CHECKING:
    from scrubjay.training.space import Value

_SHOWN = 5


@click.command("search")
@click.argument("file", metavar="SPACE.toml", type=click.Path(path_type=Path))
@click.option("--trials", type=click.IntRange(1), default=20, show_default=True, help="How many to train, in all.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="What the draws depend on.")
@runs.CHANGES
@runs.JOBS
@runs.FOLDER
def command(file: Path, trials: int, seed: int, changes: tuple[str, ...], jobs: int, folder: Path) -> int:
    """Search for settings that train a better tagger.

    The file is a training file with a [search] table, which gives settings a list of choices, or a range of numbers
    to draw from; docs/training.md shows one. Each trial is a run of its own in the folder, stopped by the validation
    notes. What they gave goes to search.jsonl and search.png, and the best are shown.

    A search that was stopped goes on when the same command is given again; with more --trials it is made longer.

    \b
    scrubjay search examples/search.toml --trials 4 --out search/
    """
    runs.need_training()
    from scrubjay.training.search import PLOT, ranked, search
    from scrubjay.training.space import space

    chosen = space(runs.values(file, changes), str(file))
    with runs.shown(trials) as tell:
        *_, found = search(chosen, trials, seed, folder, jobs, tell)
    best = ranked(found)
    if not best:
        raise UsageError(f"all {len(found)} trials failed; {folder} says why")
    rows = [("trial", "F1", "best epoch", *chosen.searched)]
    for trial in best[:_SHOWN]:
        drawn = [f"{value:.4g}" if isinstance(value, float) else str(value) for value in trial.settings.values()]
        rows.append((str(trial.trial), f"{trial.f1:.4f}", f"{trial.best_epoch} of {trial.epochs}", *drawn))
    click.echo(runs.table(rows))
    failed = f", {len(found) - len(best)} failed" if len(best) < len(found) else ""
    terminal.say(f"{terminal.plural(len(found), 'trial')}{failed}; {folder / PLOT} shows them")
    settings = [f"{name}={_written(value)}" for name, value in best[0].settings.items()]
    words = shlex.join(["scrubjay", "train", str(file), *(f"--set={each}" for each in (*changes, *settings))])
    terminal.say(f"to train with the best settings: {words} --out ...")
    return 0


def _written(value: "Value") -> str:
    """Return a value as --set takes it."""
    return value if isinstance(value, str) else json.dumps(value)
