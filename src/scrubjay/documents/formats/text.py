"""Plain text: a file is a note, its name is the id; a folder is read with all folders below it."""

from collections.abc import Iterator, Mapping

from scrubjay.documents.document import Document
from scrubjay.documents.formats.format import Faults, Format, Input, ReadOptions, WriteOptions

_MARK = "\ufeff"  # what some editors put before UTF-8 text; not part of the note


def read(source: Input, options: ReadOptions, faults: Faults) -> Iterator[Document]:
    """Yield the note of one text file, line ends as they are."""
    yield Document(source.id, source.text(options.encoding).removeprefix(_MARK))


def files(document: Document, options: WriteOptions) -> Mapping[str, bytes]:
    """Return the note's text as UTF-8; a text that itself begins with a byte order mark gets one before it."""
    text = document.text
    return {".txt": (_MARK + text if text.startswith(_MARK) else text).encode()}


FORMAT = Format(
    name="text",
    title="plain text, a file a note; no spans",
    suffixes=(".txt",),
    read=read,
    files=files,
    loses=frozenset({"spans", "scores", "metadata"}),
)
