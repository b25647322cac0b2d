"""`scrubjay train`: trains a tagger as a TOML file says."""

import tomllib
from pathlib import Path
from typing import Any

import click

from scrubjay import settings as plain_settings
from scrubjay.cli import options, terminal
from scrubjay.errors import SettingsError, UsageError


@click.command("train")
@click.argument("file", metavar="SETTINGS.toml", type=click.Path(path_type=Path))
@click.option(
    "--set", "changes", multiple=True, metavar="KEY=VALUE", help="Change a setting: --set optimiser.rate=0.001"
)
@click.option("--out", "folder", required=True, type=options.OUTPUT, help="Folder for the run.")
def command(file: Path, changes: tuple[str, ...], folder: Path) -> int:
    """Train a tagger.

    The file says what to learn from and which network learns; docs/training.md explains every key. The run's folder
    gets the settings as they were understood, what each epoch gave (metrics.jsonl), and at the end the tagger as
    model/ and, for use without torch, runtime/. A run that was stopped goes on where it was when the same command is
    given again.

    \b
    scrubjay train examples/train.toml --out run/
    scrubjay train examples/train.toml --set seed=2 --set network.units=64 --out run2/
    """
    try:
        from scrubjay.training.run import MODEL, run
        from scrubjay.training.settings import TrainingSettings
    except ImportError as error:
        raise UsageError("training needs torch: pip install 'scrubjay[train]' -c constraints.txt") from error
    chosen = plain_settings.build(TrainingSettings, _values(file, changes), str(file))
    best = 0.0
    with terminal.progress("training", unit="batches") as update:
        for epoch in run(chosen, folder, update, terminal.say):
            mark = " *" if epoch.f1 > best else ""
            best = max(best, epoch.f1)
            click.echo(
                f"epoch {epoch.epoch:>3}  loss {epoch.loss:8.4f}  precision {epoch.precision:.4f}  "
                f"recall {epoch.recall:.4f}  F1 {epoch.f1:.4f}  {epoch.tokens_per_second:,.0f} tokens/s{mark}"
            )
    terminal.say(f"the tagger is in {folder / MODEL}; best F1 on the validation notes {best:.4f}")
    return 0


def _values(file: Path, changes: tuple[str, ...]) -> dict[str, Any]:
    """Return what the file says, with the changes."""
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SettingsError(str(file), ["no such file"]) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(str(file), [f"not a TOML file ({error})"]) from None
    for change in changes:
        key, sign, written = change.partition("=")
        if not sign or not key:
            raise UsageError(f"--set wants KEY=VALUE, not {change!r}")
        *path, last = key.split(".")
        inner = values
        for name in path:
            inner = inner.setdefault(name, {})
            if not isinstance(inner, dict):
                raise UsageError(f"--set {key}: {name} is a value, not a table")
        inner[last] = _value(written)
    return values


def _value(written: str) -> Any:
    """Return a value as TOML reads it; what it cannot read is a string."""
    try:
        return tomllib.loads(f"value = {written}")["value"]
    except tomllib.TOMLDecodeError:
        return written
