"""What the commands of `scrubjay share` have in common: annotated notes, and a representation."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scrubjay.cli import options
from scrubjay.errors import UsageError

if TYPE_CHECKING:
    from scrubjay.documents.document import Document

NOTES = click.argument("notes", metavar="NOTES", type=click.Path(path_type=Path))
REPRESENTATION = click.argument("folder", metavar="REPRESENTATION", type=click.Path(path_type=Path))
FORMAT = click.option("--format", "format_", type=options.FORMAT_NAMES, help="Format of the notes.")


@contextmanager
def new_folder(folder: Path) -> Iterator[None]:
    """Make a folder before the work that fills it, and take it away if nothing comes of that."""
    if folder.exists():
        raise UsageError(f"{folder} is there; name another folder")
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise UsageError(f"{folder} cannot be made ({error.strerror}); name another folder") from error
    try:
        yield
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def annotated(path: Path, format_: str | None) -> "list[Document]":
    """Return annotated notes; a note that cannot be read ends the command."""
    from scrubjay.documents.formats.format import ReadOptions
    from scrubjay.documents.formats.reading import read

    found = list(read(path, format_, ReadOptions(labels="any")))
    if not found:
        raise UsageError(f"{path} holds no note")
    if not any(note.spans for note in found):
        raise UsageError(f"{path}: no note has a span, so nobody knows what must not be given away")
    return found
