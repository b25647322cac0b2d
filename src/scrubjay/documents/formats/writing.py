"""The one door out: `write` puts documents into a file or folder; nothing half-written is ever visible."""

import errno
import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from scrubjay.documents.document import Document
from scrubjay.documents.formats.format import Faults, Format, WriteOptions
from scrubjay.documents.formats.registry import below, format_named
from scrubjay.errors import FormatError, UsageError


@dataclass
class Written:
    """What was written, what of the documents the format could not hold, and how many other files are there."""

    documents: int = 0
    spans: int = 0
    lost: set[str] = field(default_factory=set)
    others: int = 0


def write(
    documents: Iterable[Document],
    path: Path | str,
    format: Format | str,
    options: WriteOptions | None = None,
    faults: Faults | None = None,
    overwrite: bool = False,
) -> Written:
    """Write documents and return what was written; a document the format cannot hold raises, or is a fault.

    With one file for all notes, the file appears when it is whole. With a file a note, each appears whole.
    """
    path = Path(path)
    options = options or WriteOptions()
    faults = Faults(strict=True) if faults is None else faults
    format = format_named(format) if isinstance(format, str) else format
    check_target(path, overwrite)
    if format.files is None and format.stream is None:
        raise UsageError(f"{format.name} can be read but not written")
    written = Written()
    before = set(below(path)) if path.is_dir() else set()
    files: set[Path] = set()
    with _adder(path, format, options, files) as add:
        for document in documents:
            try:
                add(document)
            except FormatError as error:
                faults.add("withheld", error.problem, note=document.id, remedy=error.remedy)
                continue
            written.documents += 1
            written.spans += len(document.spans)
            written.lost |= _lost(document, format)
    written.others = len(before - files)
    return written


@contextmanager
def _adder(
    path: Path, format: Format, options: WriteOptions, written: set[Path]
) -> Iterator[Callable[[Document], None]]:
    """Hand out the function that adds one document to the output, noting the files it writes."""
    if format.stream is not None:
        with atomic(path) as handle, format.stream(handle, options) as add:
            yield add
        return
    files = format.files
    assert files is not None

    def add_files(document: Document) -> None:
        target = path / safe_name(document.id)
        contents = {target.with_name(target.name + suffix): data for suffix, data in files(document, options).items()}
        if len(contents) > 1:
            # Of a pair the last is what makes the note whole: without it, new text cannot meet old annotations.
            [*_, last] = contents
            last.unlink(missing_ok=True)
        for file, data in contents.items():
            try:
                with atomic(file) as handle:
                    handle.write(data)
            except (FileExistsError, NotADirectoryError, IsADirectoryError):
                raise FormatError(
                    "its id needs a folder where another note's file is", remedy="Write JSONL"
                ) from None
            written.add(file)

    path.mkdir(parents=True, exist_ok=True)
    yield add_files


def _lost(document: Document, format: Format) -> set[str]:
    """Return what the format leaves behind of a document."""
    lost: set[str] = set()
    if "metadata" in format.loses:
        # Keys come from columns; those that are no plain names may be note text.
        lost.update(f"metadata {key!r}" if key.isidentifier() else "other metadata" for key in document.metadata)
    if "types" in format.loses and not all(isinstance(value, str) and value for value in document.metadata.values()):
        lost.add("numbers, lists and empty values in metadata (they become text, or nothing)")
    if "scores" in format.loses and any(span.score is not None or span.source for span in document.spans):
        lost.add("scores and sources of spans")
    if "spans" in format.loses and document.spans:
        lost.add("spans")
    if "white space" in format.loses:
        lost.add("the kind of white space between tokens")
    return lost


def check_target(path: Path, overwrite: bool, *sources: Path) -> None:
    """Raise if something is there already and may not be overwritten, or if it is what is being read."""
    for source in sources:
        if str(source) == "-" or not source.exists():
            continue
        inside, outside = path.resolve(), source.resolve()
        if inside == outside or outside in inside.parents or inside in outside.parents:
            raise UsageError(f"{path} and the input {source} lie within each other; write somewhere else")
    if overwrite or not path.exists() or (path.is_dir() and not any(path.iterdir())):
        return
    raise UsageError(f"{path} is there already; give another name, or --overwrite")


def safe_name(note_id: str) -> PurePosixPath:
    """Return a note's id as a path below the output folder; one that would leave it is refused."""
    parts = note_id.split("/")
    if any(not part or part.startswith(".") or "\\" in part or len(part.encode()) > 200 for part in parts):
        raise FormatError("the id cannot be a file name", remedy="Write JSONL, or give notes plain ids")
    return PurePosixPath(note_id)


@contextmanager
def atomic(path: Path, private: bool = False) -> Iterator[BinaryIO]:
    """Open a file that takes its name when it is whole; after an error nothing is left behind.

    Until then its owner alone can read it; a private one stays so. What a killed run left behind is removed.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    _remove_abandoned(path.parent)
    partial = path.with_name(f"{_PARTIAL}{os.getpid()}-{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as handle:
            yield handle
        if not private:
            partial.chmod(0o666 & ~_UMASK)
        partial.replace(path)
    except OSError as error:
        if error.errno == errno.ENOSPC:  # says no file by itself
            raise OSError(error.errno, f"{error.strerror}: make room and try again", str(path)) from None
        if error.filename == str(partial):
            raise type(error)(error.errno, error.strerror, str(path)) from None
        raise
    finally:
        partial.unlink(missing_ok=True)


_PARTIAL = ".scrubjay-partial-"
_UMASK = os.umask(0o077)
os.umask(_UMASK)
_looked_at: set[Path] = set()


def _remove_abandoned(folder: Path) -> None:
    """Remove unfinished files of processes that are no more; each folder is looked at once."""
    if folder in _looked_at:
        return
    _looked_at.add(folder)
    for file in folder.glob(f"{_PARTIAL}*"):
        process = file.name.removeprefix(_PARTIAL).partition("-")[0]
        try:
            os.kill(int(process), 0)
        except (ProcessLookupError, ValueError):
            file.unlink(missing_ok=True)
        except PermissionError:
            pass  # it lives, and is another user's
