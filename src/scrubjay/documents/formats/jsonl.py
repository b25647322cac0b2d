"""JSONL, the format scrubjay keeps everything in: one document a line (the contract is in docs/formats.md)."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any, BinaryIO

from scrubjay.documents.document import Document
from scrubjay.documents.formats import rows
from scrubjay.documents.formats.format import (
    Columns,
    Faults,
    Format,
    Input,
    ReadOptions,
    WriteOptions,
    is_text,
    text_lines,
)
from scrubjay.errors import DocumentError

_KEYS = frozenset({"id", "text", "spans", "metadata"})


def read(source: Input, options: ReadOptions, faults: Faults) -> Iterator[Document]:
    """Yield the documents line by line; a broken line withholds its note alone.

    With one of the column options the lines are any JSON records, read as rows of a table.
    """
    as_rows = bool(options.text_column or options.id_column or options.patient_column)
    roles: Columns | None = None
    with source.open() as handle:
        for number, line in enumerate(text_lines(handle, options.encoding), 1):
            line = line.removeprefix("\ufeff") if number == 1 else line
            if not line.strip():
                continue
            note = ""
            try:
                record = _record(line, options.encoding)
                note = record["id"] if isinstance(record.get("id"), str) else ""
                if as_rows:
                    roles = roles or rows.columns(list(record), options, source, faults)
                    yield rows.document(record, roles, f"{source.id}-{number}")
                else:
                    yield _document(record)
            except (DocumentError, KeyError) as error:
                problem = "a column of the first record is missing" if isinstance(error, KeyError) else str(error)
                faults.add(
                    "withheld", problem, file=source.name, place=f"line {number}", note=note, remedy="Mend the line"
                )


def _record(line: str, encoding: str) -> dict[str, Any]:
    if not is_text(line):
        raise DocumentError(f"not {encoding} text")
    record = rows.from_json(line)
    if not isinstance(record, dict):
        raise DocumentError("not a JSON object")
    return record


def _document(record: dict[str, Any]) -> Document:
    if unknown := set(record) - _KEYS:
        # The keys themselves are not shown; a near miss tells enough.
        close = {match for key in unknown for match in get_close_matches(key, _KEYS, n=1)}
        guess = f" (is one meant to be {close.pop()!r}?)" if close else ""
        raise DocumentError(
            f"{len(unknown)} unknown keys{guess}; known are id, text, spans, and metadata for the rest"
        )
    if missing := {"id", "text"} - set(record):
        raise DocumentError(f"missing: {', '.join(sorted(missing))}")
    spans, metadata = record.get("spans"), record.get("metadata")
    metadata = {} if metadata is None else metadata
    if not isinstance(metadata, dict):
        raise DocumentError("metadata must be an object")
    identity = str(record["id"]) if type(record["id"]) is int else record["id"]
    return Document(identity, record["text"], rows.spans(() if spans is None else spans), metadata)


def line(document: Document) -> str:
    """Return a document as one line of JSON, without the line end."""
    return _line(
        {
            "id": document.id,
            "text": document.text,
            "spans": rows.plain_spans(document.spans),
            "metadata": dict(document.metadata),
        }
    )


def _line(record: dict[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


@contextmanager
def stream(handle: BinaryIO, options: WriteOptions) -> Iterator[Callable[[Document], None]]:
    """Write documents a line each; those of a table, as its records."""

    def add(document: Document) -> None:
        if options.header is None or options.header.columns is None:
            written = line(document)
        else:
            columns = rows.layout(document, options)
            rows.check_columns(document, columns)
            written = _line({column.name: column.of(document) for column in columns})
        handle.write(written.encode() + b"\n")

    yield add


FORMAT = Format(
    name="jsonl",
    title="JSON, a document a line; holds everything",
    suffixes=(".jsonl", ".ndjson"),
    read=read,
    stream=stream,
)
