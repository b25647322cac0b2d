"""The one door out: `write` puts documents into a file or folder; nothing half-written is ever visible."""

import errno
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path, PurePosixPath

from scrubjay.documents.document import Document
from scrubjay.documents.formats.atomic import atomic, make_folder
from scrubjay.documents.formats.format import STDIN, Faults, Format, WriteOptions
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

    With one file for all notes, the file appears when it is whole. With a file a note, each appears whole, below
    `path`; or as `path`, if that is a name for one note.
    """
    path = Path(path)
    options = options or WriteOptions()
    faults = Faults(strict=True) if faults is None else faults
    format = format_named(format) if isinstance(format, str) else format
    check_target(path, overwrite)
    if format.files is None and format.stream is None:
        raise UsageError(f"{format.name} can be read but not written")
    check_kind(path, format)
    written = Written()
    if names_one_note(path, format):
        documents = _only(documents, path)
    before = set(below(path)) if path.is_dir() else set()
    files: set[Path] = set()
    with open_writer(path, format, options, files) as add:
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
def open_writer(
    path: Path, format: Format, options: WriteOptions, written: set[Path] | None = None
) -> Iterator[Callable[[Document], None]]:
    """Hand out the function that adds one document to the output, noting the files it writes.

    It raises FormatError for a document that the format cannot hold.
    """
    written = set() if written is None else written
    if format.stream is not None:
        with atomic(path, options.private) as handle, format.stream(handle, options) as add:
            yield add
        return
    files = format.files
    assert files is not None

    alone = names_one_note(path, format)

    def add_files(document: Document) -> None:
        made = files(document, options)
        if alone and written:
            raise _several(path)
        if alone and len(made) > 1:
            raise UsageError(f"{path} is the name of one file, and {format.name} has several a note; name a folder")
        target = path if alone else path / safe_name(document.id)
        contents = {target.with_name(target.name + ("" if alone else suffix)): data for suffix, data in made.items()}
        [*_, last] = contents
        try:
            if len(contents) > 1:
                # Of a pair the last is what makes the note whole: without it, new text cannot meet old annotations.
                last.unlink(missing_ok=True)
            for file, data in contents.items():
                with atomic(file, options.private) as handle:
                    handle.write(data)
                written.add(file)
        except (FileExistsError, NotADirectoryError, IsADirectoryError):
            problem = "its id needs a folder where another note's file is"
            raise FormatError(problem, remedy="Write JSONL") from None
        except OSError as error:
            if error.errno != errno.ENAMETOOLONG:
                raise
            raise FormatError("its id is too long for a path", remedy="Write JSONL") from None

    yield add_files
    make_folder(path.parent if alone else path, options.private)  # also if there was nothing to put into it


def names_one_note(path: Path, format: Format) -> bool:
    """Tell whether a path is that of one note's file: of a format of a file a note, with its suffix."""
    return format.files is not None and path.suffix.lower() in format.suffixes


def _only(documents: Iterable[Document], path: Path) -> list[Document]:
    """Return the one document there is, or none; of several, one file cannot hold all."""
    found = list(islice(documents, 2))
    if len(found) > 1:
        raise _several(path)
    return found


def _several(path: Path) -> UsageError:
    return UsageError(f"{path} is the name of one file, and there are several notes; name a folder")


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


def check_target(path: Path, overwrite: bool, *others: Path) -> None:
    """Raise if something is there already and may not be overwritten, or if it meets what else is read or written."""
    here = path.resolve()
    for other in others:
        there = other.resolve()
        if other != STDIN and (here == there or there in here.parents or here in there.parents):
            raise UsageError(f"{path} and {other} are the same, or one lies within the other; write somewhere else")
    if not path.exists():
        return
    if not path.is_file() and not path.is_dir():
        raise UsageError(f"{path} is neither a file nor a folder; write to a file")
    if not overwrite and (path.is_file() or any(path.iterdir())):
        raise UsageError(f"{path} is there already; give another name, or --overwrite")


def check_kind(path: Path, format: Format) -> None:
    """Raise if a folder is where the format needs a file, or a file where it needs a folder."""
    one_file = format.stream is not None or names_one_note(path, format)
    if one_file and path.is_dir():
        raise UsageError(f"{path} is a folder, and {format.name} goes into one file; name a file")
    if not one_file and path.is_file():
        raise UsageError(f"{path} is a file, and {format.name} goes into a folder, a file a note; name a folder")


def safe_name(note_id: str) -> PurePosixPath:
    """Return a note's id as a path below the output folder; one that would leave it is refused."""
    parts = note_id.split("/")
    if any(not part or part.startswith(".") or "\\" in part or len(part.encode()) > 200 for part in parts):
        raise FormatError("the id cannot be a file name", remedy="Write JSONL, or give notes plain ids")
    return PurePosixPath(note_id)
