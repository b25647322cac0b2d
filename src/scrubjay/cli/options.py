"""Options that several commands take."""

import logging
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from scrubjay import logs
from scrubjay.cli import terminal
from scrubjay.documents.formats.format import ReadOptions
from scrubjay.documents.formats.registry import FORMATS
from scrubjay.documents.labels import LABEL_SETS
from scrubjay.errors import UsageError

if TYPE_CHECKING:
    from scrubjay.deidentify.deidentifier import Settings
    from scrubjay.replace.options import StyleOptions

Command = TypeVar("Command", bound=Callable[..., Any])

FORMAT_NAMES = click.Choice(list(FORMATS))
INPUT = click.Path(path_type=Path, allow_dash=True)


class _File(click.Path):
    """A file or folder that is not standard input or output: it is written whole or not at all, or read twice."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path."""
        if value == "-":
            self.fail("'-' is standard output (or input), and this needs a name; give a file or folder", param, ctx)
        return super().convert(value, param, ctx)


OUTPUT = _File(path_type=Path)


def _show_events(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value:
        logs.show(logging.INFO)


_READING = (
    click.option(
        "-v", "--verbose", is_flag=True, expose_value=False, callback=_show_events, help="Say what is being done."
    ),
    click.option("--format", "format_", type=FORMAT_NAMES, help="Format of the input, where it is not recognised."),
    click.option("--encoding", default="utf-8", show_default=True, help="Encoding of text files."),
    click.option(
        "--labels",
        type=click.Choice(["auto", "any", *LABEL_SETS]),
        default="auto",
        show_default=True,
        help="Label set to check against; auto checks XML against its own.",
    ),
    click.option("--text-column", help="Column of tables that holds the note."),
    click.option("--id-column", help="Column that holds the note's id."),
    click.option("--patient-column", help="Column that holds the patient."),
)
KEY = click.option("--key", type=OUTPUT, help="File with the secret key; or set SCRUBJAY_KEY. See scrubjay key.")
FAULTS = click.option("--faults", "faults_file", type=OUTPUT, help="Write everything that was wrong to this file.")
OVERWRITE = click.option("--overwrite", is_flag=True, help="Replace files that are there.")


_FINDING = (
    click.option(
        "--policy",
        default="safe-harbor",
        show_default=True,
        metavar="NAME|FILE.toml",
        help="What goes: all, safe-harbor, i2b2, limited, or a file of your own (docs/policies.md).",
    ),
    click.option(
        "--model",
        default="default",
        show_default=True,
        metavar="NAME|FOLDER",
        help="Tagger to find with (scrubjay models list), joined by its language's rules; or rules, for these alone.",
    ),
    click.option(
        "--known-identifiers",
        type=OUTPUT,
        help="CSV with what is known about patients (name, mrn, phone, ... per patient), to be found for certain.",
    ),
    click.option(
        "--threshold",
        type=click.FloatRange(0, 1),
        help="How sure a find must be. Lower finds more names, and more that are none.  [default: as the model's "
        "card says; 0.5 for rules]",
    ),
    click.option(
        "--recall",
        type=click.FloatRange(0, 1, min_open=True),
        help="Choose the threshold that reached this on the model's validation notes, and say what it costs.",
    ),
)


def finding(spans: str) -> Callable[[Command], Command]:
    """Add the options that say what to find and what goes; `spans` is which count unless somebody says otherwise."""
    which = click.option(
        "--spans",
        type=click.Choice(["both", "found", "given"]),
        default=spans,
        show_default=True,
        help="Which spans count: those found, those the notes bring along, or both.",
    )

    def add(command: Command) -> Command:
        for option in reversed((*_FINDING, which)):
            command = option(command)
        return command

    return add


def settings(
    given: dict[str, Any], style: str, style_options: "StyleOptions", key: Path | None, needs_key: bool = False
) -> "Settings":
    """Take the finding options out of a command's arguments, and return what a deidentifier is made of.

    A key that nothing would look at is refused.
    """
    from scrubjay.deidentify.deidentifier import Settings, for_recall
    from scrubjay.detect.policy import policy
    from scrubjay.keys import load_key
    from scrubjay.replace.replacer import STYLES

    needs_key = needs_key or STYLES[style].needs_key
    if key is not None and not needs_key:
        *some, last = (name for name, each in STYLES.items() if each.needs_key)
        fitting = f"{', '.join(some)} and {last}"
        raise UsageError(f"--key goes with the styles {fitting}, and with --vault, not with {style} alone")
    threshold, recall = given.pop("threshold"), given.pop("recall")
    if recall is not None:
        if threshold is not None:
            raise UsageError("--recall chooses the threshold; give one of --recall and --threshold")
        point = for_recall(given["model"], recall)
        threshold = point.threshold
        terminal.say(
            f"threshold {threshold:g}: on the model's validation notes it gave recall {point.recall:.4f} and "
            f"precision {point.precision:.4f}; yours may differ"
        )
    return Settings(
        policy=policy(given.pop("policy")),
        style=style,
        options=style_options,
        key=load_key(key) if needs_key else None,
        threshold=threshold,
        known=given.pop("known_identifiers"),
        spans=given.pop("spans"),
        model=given.pop("model"),
    )


def reading(command: Command) -> Command:
    """Add the options that say how to read."""
    for option in reversed(_READING):
        command = option(command)
    return command


def read_options(given: dict[str, Any]) -> ReadOptions:
    """Take the reading options out of a command's arguments."""
    return ReadOptions(**{field.name: given.pop(field.name) for field in fields(ReadOptions)})
