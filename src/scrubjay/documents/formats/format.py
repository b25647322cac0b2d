"""What a format is, what can be wrong with a file, and how to say so without showing text."""

import io
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Literal

from scrubjay.documents.document import Document, nameable
from scrubjay.errors import FormatError, UsageError

STDIN = Path("-")

Kind = Literal["withheld", "repaired", "noted"]


@dataclass(frozen=True)
class Fault:
    """Something wrong in the input: a note withheld, a span repaired, or a thing that was passed over."""

    kind: Kind
    problem: str
    file: str = ""
    place: str = ""
    note: str = ""
    remedy: str = ""

    @property
    def name(self) -> str:
        """What messages call the note; an id that may be a sentence, from a mistaken column, is not shown."""
        return f"note {nameable(self.note) or 'whose id is not shown'}" if self.note else ""

    def __str__(self) -> str:
        """Say where, what, and what to do."""
        where = ", ".join(part for part in (self.file, self.place) if part)
        if self.note:
            where = f"{self.name} ({where})" if where else self.name
        return f"{where}: {self.problem}" + (f". {self.remedy}" if self.remedy else "")


@dataclass
class Faults:
    """Collects faults. A strict one (the default of `read`) raises at the first withheld note instead."""

    strict: bool = False
    found: list[Fault] = field(default_factory=list)

    def add(
        self, kind: Kind, problem: str, *, file: str = "", place: str = "", note: str = "", remedy: str = ""
    ) -> None:
        """Record a fault; under `strict`, a withheld note is an error."""
        fault = Fault(kind, problem, file, place, note, remedy)
        if self.strict and kind == "withheld":
            raise FormatError(problem, file=file, place=place or fault.name, remedy=remedy)
        self.found.append(fault)

    def of(self, kind: Kind) -> list[Fault]:
        """Return the faults of one kind."""
        return [fault for fault in self.found if fault.kind == kind]


@dataclass(frozen=True)
class Columns:
    """Which column of a table holds the text, the id and the patient, of all its columns in their order.

    `id` and `patient` may be absent.
    """

    text: str
    id: str | None
    patient: str | None
    names: tuple[str, ...]


@dataclass
class Header:
    """What a table calls its columns: reading fills it in, and a table written with it calls them the same.

    Of several tables the first counts; notes that come in no table leave it empty.
    """

    columns: Columns | None = None


class Input:
    """One file to read (or standard input), and the id a note takes from its name; a table fills in `header`."""

    def __init__(self, path: Path | None, id: str = "stdin") -> None:
        self.path, self.id = path, id
        self.header: Header | None = None
        self._handle: BinaryIO | None = None

    @property
    def name(self) -> str:
        """What messages call the file."""
        return "standard input" if self.path is None else str(self.path)

    def open(self) -> BinaryIO:
        """Open the bytes."""
        self._handle = sys.stdin.buffer if self.path is None else self.path.open("rb")
        return self._handle

    def position(self) -> int:
        """Return how many bytes have been read so far, for progress."""
        handle = self._handle
        return handle.tell() if self.path and handle and not handle.closed and handle.seekable() else 0

    def text(self, encoding: str) -> str:
        """Return the whole file as text, line ends untouched."""
        with self.open() as handle:
            return decode(handle.read(), encoding, self.name)


def is_folder(path: Path) -> bool:
    """Tell whether a path to read is a folder; `-` is standard input, also where a folder has that name."""
    return path != STDIN and path.is_dir()


def decode(data: bytes, encoding: str, file: str) -> str:
    """Return bytes as text; what is not in the encoding is an error that names the byte's place."""
    try:
        return data.decode(check_encoding(encoding))
    except UnicodeError as error:
        place = f"byte {error.start}" if isinstance(error, UnicodeDecodeError) else ""
        raise FormatError(f"not {encoding} text", file=file, place=place, remedy=ENCODING_REMEDY) from None


ENCODING_REMEDY = "Say which encoding it is with --encoding, for example --encoding cp1252"


def check_encoding(encoding: str) -> str:
    """Return the name of a text encoding that Python knows; any other is wrong use."""
    try:
        "".encode(encoding)
        b"".decode(encoding)
    except (LookupError, UnicodeError):
        raise UsageError(f"unknown encoding {encoding!r}; usual ones are utf-8, cp1252, latin-1, utf-16") from None
    return encoding


def text_lines(handle: BinaryIO, encoding: str) -> Iterator[str]:
    """Yield lines parted at \\n alone; bytes that are no text become half characters, which `is_text` finds."""
    errors = "strict" if encoding.lower().startswith("utf-16") else "surrogateescape"
    with io.TextIOWrapper(handle, check_encoding(encoding), errors, newline="\n") as lines:
        yield from lines


def is_text(line: str) -> bool:
    """Tell whether all bytes of a line were text in its encoding."""
    return line.isascii() or not _ESCAPED(line)


_ESCAPED = re.compile("[\udc80-\udcff]").search  # what `surrogateescape` makes of a byte it cannot decode


@dataclass(frozen=True)
class ReadOptions:
    """How to read: only what a file cannot tell by itself."""

    encoding: str = "utf-8"
    labels: str = "auto"
    text_column: str | None = None
    id_column: str | None = None
    patient_column: str | None = None


@dataclass(frozen=True)
class WriteOptions:
    """How to write: only what a document does not say by itself."""

    scheme: str = "bio"
    tokenizer: str = "aggressive"
    columns: tuple[str, ...] = ()
    header: Header | None = None  # of the table the notes come from, to call a table's columns the same
    private: bool = False  # files and folders are their owner's alone


Reader = Callable[[Input, ReadOptions, Faults], Iterator[Document]]
FileWriter = Callable[[Document, WriteOptions], Mapping[str, bytes]]
StreamWriter = Callable[[BinaryIO, WriteOptions], AbstractContextManager[Callable[[Document], None]]]


@dataclass(frozen=True)
class Format:
    """A file format: how to read it, and one of two ways to write it.

    `files` turns one note into one or more files (suffix -> bytes). `stream` opens one file for all notes and
    hands out the function that adds a note. Either raises FormatError for a note the format cannot hold, before
    a byte of it is written. `loses` names what the format leaves behind; `labels` is the set its files use.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    read: Reader
    files: FileWriter | None = None
    stream: StreamWriter | None = None
    loses: frozenset[Literal["spans", "scores", "metadata", "types", "white space"]] = frozenset()
    labels: str | None = None
