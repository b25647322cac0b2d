"""JSONL, the format scrubjay keeps everything in: one document a line (the contract is in docs/formats.md)."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from scrubjay.documents.document import Document
from scrubjay.documents.formats import rows
from scrubjay.documents.formats.format import Faults, Format, Input, ReadOptions, WriteOptions, decode
from scrubjay.errors import DocumentError, FormatError

_KEYS = frozenset({"id", "text", "spans", "metadata"})


def read(source: Input, options: ReadOptions, faults: Faults) -> Iterator[Document]:
    """Yield the documents line by line; a broken line withholds its note alone.

    With one of the column options the lines are any JSON records, read as rows of a table.
    """
    as_rows = bool(options.text_column or options.id_column or options.patient_column)
    roles: rows.Columns | None = None
    with source.open() as handle:
        for number, line in enumerate(handle, 1):
            if not line.strip():
                continue
            note = ""
            try:
                record = _record(decode(line, options.encoding, source.name))
                note = str(record.get("id", ""))
                if as_rows:
                    roles = roles or rows.columns(list(record), options, source, faults)
                    yield rows.document(record, roles, f"{source.id}-{number}")
                else:
                    yield _document(record)
            except (DocumentError, FormatError, KeyError) as error:
                problem = error.problem if isinstance(error, FormatError) else str(error)
                if isinstance(error, KeyError):
                    problem = "a column of the first record is missing"
                faults.add(
                    "withheld",
                    problem,
                    file=source.name,
                    place=f"line {number}",
                    note=note if note.isprintable() else "",
                    remedy="Mend the line",
                )


def _record(line: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except json.JSONDecodeError as error:
        raise DocumentError(f"not JSON ({error.msg} at column {error.colno})") from None
    except RecursionError:
        raise DocumentError("nested too deeply") from None
    if not isinstance(record, dict):
        raise DocumentError("not a JSON object")
    return record


def _document(record: dict[str, Any]) -> Document:
    unknown = sorted(set(record) - _KEYS)
    if unknown:
        shown = ", ".join(repr(key) for key in unknown if key.isidentifier())
        raise DocumentError(
            f"unknown keys ({shown or len(unknown)}); known are id, text, spans, metadata (where anything else goes)"
        )
    if missing := {"id", "text"} - set(record):
        raise DocumentError(f"missing: {', '.join(sorted(missing))}")
    spans, metadata = record.get("spans"), record.get("metadata")
    metadata = {} if metadata is None else metadata
    if not isinstance(metadata, dict):
        raise DocumentError("metadata must be an object")
    return Document(record["id"], record["text"], rows.spans(() if spans is None else spans), metadata)


def line(document: Document) -> str:
    """Return a document as one line of JSON, without the line end."""
    record = {
        "id": document.id,
        "text": document.text,
        "spans": rows.plain_spans(document.spans),
        "metadata": dict(document.metadata),
    }
    try:
        return json.dumps(record, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError):
        raise FormatError("metadata that JSON cannot hold", place=f"note {document.id}") from None


@contextmanager
def stream(handle: BinaryIO, options: WriteOptions) -> Iterator[Callable[[Document], None]]:
    """Write documents a line each."""

    def add(document: Document) -> None:
        handle.write(line(document).encode() + b"\n")

    yield add


FORMAT = Format(
    name="jsonl",
    title="JSON, a document a line; holds everything",
    suffixes=(".jsonl", ".ndjson"),
    read=read,
    stream=stream,
)
