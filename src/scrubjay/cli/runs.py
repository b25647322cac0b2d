"""What `train` and `search` share: settings with changes, and what is shown of several runs."""

import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scrubjay.cli import options, terminal
from scrubjay.errors import SettingsError, UsageError

if TYPE_CHECKING:
    from scrubjay.training.loop import Epoch
    from scrubjay.training.several import News, Tell

CHANGES = click.option(
    "--set", "changes", multiple=True, metavar="KEY=VALUE", help="Change a setting: --set optimiser.rate=0.001"
)
JOBS = click.option(
    "--jobs",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Runs to train at once, with one thread each.",
)
FOLDER = click.option("--out", "folder", required=True, type=options.OUTPUT, help="Folder for what comes of it.")
FOLDER_OF = click.option("--out", "out", required=True, type=options.OUTPUT, help="Folder for what comes of it.")


def need_training() -> None:
    """Raise an error that names the install line if what training needs is not installed."""
    try:
        import scrubjay.training.run  # noqa: F401
    except ImportError as error:
        raise UsageError("training needs an extra: pip install 'scrubjay[train]' -c constraints.txt") from error


def values(file: Path, changes: Sequence[str]) -> dict[str, Any]:
    """Return what a settings file says, with the changes."""
    from scrubjay.training.space import changed

    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SettingsError(str(file), ["no such file"]) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(str(file), [f"not a TOML file ({error})"]) from None
    for change in changes:
        key, sign, written = change.partition("=")
        if not sign or not key:
            raise UsageError(f"--set wants KEY=VALUE, not {change!r}")
        found = changed(found, key, _value(written))
    return found


def _value(written: str) -> Any:
    """Return a value as TOML reads it; what it cannot read is a string."""
    try:
        return tomllib.loads(f"value = {written}")["value"]
    except tomllib.TOMLDecodeError:
        return written


def line(epoch: "Epoch", best: float) -> str:
    """Return what an epoch gave, with a star if that is better than the best before it."""
    return (
        f"epoch {epoch.epoch:>3}  loss {epoch.loss:8.4f}  precision {epoch.precision:.4f}  "
        f"recall {epoch.recall:.4f}  F1 {epoch.f1:.4f}  {epoch.tokens_per_second:,.0f} tokens/s"
        + (" *" if epoch.f1 > best else "")
    )


@contextmanager
def shown(count: int, brief: bool = False) -> Iterator["Tell"]:
    """Hand out a function that prints what so many runs tell: their epochs, each remark once, progress over all.

    If `brief`, a line for each run instead of each epoch.
    """
    from scrubjay.training.loop import Epoch
    from scrubjay.training.several import Batches, Ended

    best: dict[str, float] = {}
    far: dict[str, tuple[int, int]] = {}  # batches of the runs that have begun: done, total
    remarks: set[str] = set()
    ended: set[str] = set()

    def tell(name: str, news: "News") -> None:
        if isinstance(news, Epoch):
            if not brief:
                click.echo(f"{name}  {line(news, best.get(name, 0.0))}")
            best[name] = max(best.get(name, 0.0), news.f1)
        elif isinstance(news, str) and news not in remarks:
            remarks.add(news)
            terminal.say(news)
        elif isinstance(news, Batches):
            far[name] = news
            # Runs that have not begun are taken to be as long as the others.
            mean = sum(total for _, total in far.values()) / len(far)
            others = count - len(far) - len(ended - far.keys())
            update(sum(done for done, _ in far.values()), round(mean * (len(far) + others)))
        elif isinstance(news, Ended):
            ended.add(name)
            if name in far:
                far[name] = (far[name][1], far[name][1])
            if news.failed is not None:
                terminal.say(f"{name} has failed: {news.failed}")
            elif name not in best and not brief:
                terminal.say(f"{name} is complete")
            elif name in best and brief:
                click.echo(f"{name}: F1 {best[name]:.4f} on validation notes, {len(news.epochs)} epochs")

    def task() -> str:
        return f"training {', '.join(name for name in far if name not in ended)} ({len(ended)} of {count} done)"

    with terminal.progress(task, unit="batches") as update:
        yield tell


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows of cells as lines with columns of one width; the first row is the heading."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )
