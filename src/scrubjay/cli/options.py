"""Options that several commands take."""

import logging
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

import click

from scrubjay import logs
from scrubjay.documents.formats.format import ReadOptions
from scrubjay.documents.formats.registry import FORMATS
from scrubjay.documents.labels import LABEL_SETS

Command = TypeVar("Command", bound=Callable[..., Any])

FORMAT_NAMES = click.Choice(list(FORMATS))
INPUT = click.Path(path_type=Path, allow_dash=True)
OUTPUT = click.Path(path_type=Path)


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
FAULTS = click.option("--faults", "faults_file", type=OUTPUT, help="Write everything that was wrong to this file.")
OVERWRITE = click.option("--overwrite", is_flag=True, help="Replace files that are there.")


def reading(command: Command) -> Command:
    """Add the options that say how to read."""
    for option in reversed(_READING):
        command = option(command)
    return command


def read_options(given: dict[str, Any]) -> ReadOptions:
    """Take the reading options out of a command's arguments."""
    return ReadOptions(**{field.name: given.pop(field.name) for field in fields(ReadOptions)})
