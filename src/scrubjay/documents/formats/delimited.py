"""CSV and TSV: a note a row, with named text, id and patient columns; other columns are carried along."""

import csv
import io
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, BinaryIO

from scrubjay.documents.document import Document
from scrubjay.documents.formats import rows
from scrubjay.documents.formats.format import (
    ENCODING_REMEDY,
    Columns,
    Faults,
    Format,
    Input,
    ReadOptions,
    WriteOptions,
    is_text,
    text_lines,
)
from scrubjay.errors import DocumentError, FormatError

csv.field_size_limit(sys.maxsize)  # notes are longer than the 131,072 characters a field may have by default


def read(source: Input, options: ReadOptions, faults: Faults, *, delimiter: str) -> Iterator[Document]:
    """Yield the rows as documents; a row with too many or too few fields, or that is no text, is withheld alone."""
    with source.open() as handle:
        reader = csv.reader(text_lines(handle, options.encoding), delimiter=delimiter, strict=True)
        number = 0
        try:
            header = next(reader, None)
            if header is None:
                return
            header[0] = header[0].removeprefix("\ufeff") if header else ""
            roles = rows.columns(header, options, source, faults)
            for number, row in enumerate(reader, 1):
                if row:
                    yield from _document(header, row, roles, number, source, options, faults)
        except csv.Error:
            raise FormatError(
                f"broken quoting; nothing after row {number} was read",
                file=source.name,
                place=f"line {reader.line_num}",
                remedy="Mend the quotes",
            ) from None


def _document(
    header: list[str],
    row: list[str],
    roles: Columns,
    number: int,
    source: Input,
    options: ReadOptions,
    faults: Faults,
) -> Iterator[Document]:
    remedy = "Mend the row"
    try:
        if not all(map(is_text, row)):
            remedy = ENCODING_REMEDY
            raise DocumentError(f"not {options.encoding} text")
        if len(row) != len(header):
            raise DocumentError(f"{len(row)} fields where the header has {len(header)}")
        values: dict[str, Any] = {name: field or None for name, field in zip(header, row, strict=True)}
        values[roles.text] = row[header.index(roles.text)]  # an empty note is a note; other empty fields say nothing
        if values.get("spans"):
            values["spans"] = rows.from_json(values["spans"])
        yield rows.document(values, roles, f"{source.id}-{number}")
    except DocumentError as error:
        faults.add("withheld", str(error), file=source.name, place=f"row {number}", remedy=remedy)


@contextmanager
def stream(handle: BinaryIO, options: WriteOptions, *, delimiter: str) -> Iterator[Callable[[Document], None]]:
    """Write documents as rows, every field quoted; numbers become text, lists and objects JSON."""
    text = io.TextIOWrapper(handle, "utf-8", newline="", write_through=True)
    writer = csv.writer(text, delimiter=delimiter, quoting=csv.QUOTE_ALL)
    columns: list[rows.Column] = []

    def add(document: Document) -> None:
        found = columns or rows.layout(document, options)
        rows.check_columns(document, found)
        if not columns:
            columns.extend(found)
            writer.writerow([column.name for column in columns])
        writer.writerow([_field(column.of(document)) for column in columns])

    yield add
    text.detach()


def _field(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _format(name: str, title: str, suffix: str, delimiter: str) -> Format:
    return Format(
        name=name,
        title=title,
        suffixes=(suffix,),
        read=partial(read, delimiter=delimiter),
        stream=partial(stream, delimiter=delimiter),
        loses=frozenset({"types"}),
    )


CSV = _format("csv", "CSV with named columns; spans as JSON in a column", ".csv", ",")
TSV = _format("tsv", "the same with tabs", ".tsv", "\t")
