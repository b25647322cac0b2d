"""i2b2 2006 inline XML: `<RECORD ID="1"><TEXT>Seen by <PHI TYPE="DOCTOR">Wells</PHI></TEXT></RECORD>` in one ROOT."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO
from xml.parsers import expat

from scrubjay.documents.document import Document
from scrubjay.documents.formats import xml_parsing
from scrubjay.documents.formats.format import Faults, Format, Input, ReadOptions, WriteOptions
from scrubjay.documents.labels import LABEL_SETS
from scrubjay.documents.span import Span
from scrubjay.errors import DocumentError, FormatError, UnknownNameError

_CHUNK = 1 << 16


class _Records:
    """Turns the parser's events into documents, which gather in `ready`."""

    def __init__(self, source: Input, faults: Faults) -> None:
        self.ready: list[Document] = []
        self._source, self._faults = source, faults
        self.parser = xml_parsing.parser(source.name)
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self._path: list[str] = []
        self._reset("")

    def _reset(self, identity: str) -> None:
        self._id = identity
        self._line = self.parser.CurrentLineNumber
        self._pieces: list[str] = []
        self._length = 0
        self._spans: list[tuple[int, int, str]] = []
        self._open: tuple[int, str] | None = None

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        inside = self._path[1:]
        if not inside and name == "RECORD":
            self._reset(attributes.get("ID", ""))
        elif inside == ["RECORD", "TEXT"] and name == "PHI":
            self._open = self._length, attributes.get("TYPE", "")
        elif self._path and inside != ["RECORD"]:
            raise FormatError(
                "an element that is no RECORD, TEXT or PHI in its place; nothing after it was read",
                file=self._source.name,
                place=f"line {self.parser.CurrentLineNumber}",
                remedy=xml_parsing.REMEDY,
            )
        self._path.append(name)

    def _characters(self, found: str) -> None:
        if self._path[1:3] == ["RECORD", "TEXT"]:
            self._pieces.append(found)
            self._length += len(found)

    def _end(self, name: str) -> None:
        self._path.pop()
        if name == "PHI" and self._open is not None:
            self._spans.append((self._open[0], self._length, self._open[1]))
            self._open = None
        elif name == "RECORD" and len(self._path) == 1:
            try:
                spans = tuple(Span(start, end, label) for start, end, label in self._spans)
                self.ready.append(Document(self._id, "".join(self._pieces), spans))
            except DocumentError as error:
                self._faults.add(
                    "withheld",
                    str(error),
                    file=self._source.name,
                    place=f"record of line {self._line}",
                    note=self._id,
                    remedy="Mend the record",
                )


def read(source: Input, options: ReadOptions, faults: Faults) -> Iterator[Document]:
    """Yield the records one after the other; where the XML breaks, the records before it have been read."""
    records = _Records(source, faults)
    with source.open() as handle:
        while True:
            chunk = handle.read(_CHUNK)
            try:
                records.parser.Parse(chunk, not chunk)
            except (expat.ExpatError, FormatError, LookupError, ValueError) as error:
                yield from records.ready
                if isinstance(error, expat.ExpatError):
                    raise xml_parsing.broken(error, source.name) from None
                raise (
                    error if isinstance(error, FormatError) else xml_parsing.unreadable_encoding(source.name)
                ) from None
            yield from records.ready
            records.ready.clear()
            if not chunk:
                return


@contextmanager
def stream(handle: BinaryIO, options: WriteOptions) -> Iterator[Callable[[Document], None]]:
    """Write documents as records of one file; overlapping spans cannot be held."""

    def add(document: Document) -> None:
        handle.write(_record(document).encode())

    handle.write(b'<?xml version="1.0" encoding="UTF-8"?>\n<ROOT>\n')
    yield add
    handle.write(b"</ROOT>\n")


def _record(document: Document) -> str:
    xml_parsing.check_holdable(document.text)
    try:
        for span in document.spans:
            LABEL_SETS["i2b2-2006"].category(span.label)
    except UnknownNameError as error:
        raise FormatError(str(error), remedy="Map the labels first with --map") from None
    if document.overlapping():
        raise FormatError("overlapping spans, which inline XML cannot hold", remedy="Write JSONL or brat")
    pieces, position = [], 0
    for span in document.spans:
        pieces.append(xml_parsing.escape(document.text[position : span.start]))
        pieces.append(f'<PHI TYPE="{span.label}">{xml_parsing.escape(document.text_of(span))}</PHI>')
        position = span.end
    pieces.append(xml_parsing.escape(document.text[position:]))
    return f'<RECORD ID="{xml_parsing.escape_attribute(document.id)}"><TEXT>{"".join(pieces)}</TEXT></RECORD>\n'


FORMAT = Format(
    name="i2b2-2006",
    title="i2b2 2006 inline XML, all records in one file",
    suffixes=(".xml",),
    read=read,
    stream=stream,
    loses=frozenset({"scores", "metadata"}),
    labels="i2b2-2006",
)
