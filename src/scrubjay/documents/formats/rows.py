"""Rows of tables (CSV, TSV, Parquet, JSON records) as documents: which column is what, the others carried along."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from scrubjay.documents.document import Document
from scrubjay.documents.formats.column_names import named
from scrubjay.documents.formats.format import Columns, Faults, Input, ReadOptions, WriteOptions
from scrubjay.documents.span import Span
from scrubjay.errors import ColumnError, DocumentError, FormatError

# Names under which exports of hospital systems carry these columns; the first that is there is taken.
TEXT_NAMES = ("text", "note_text", "note", "report_text", "report")
ID_NAMES = ("id", "note_id", "document_id", "doc_id", "report_id", "row_id")
PATIENT_NAMES = ("patient", "patient_id", "person_id", "subject_id", "mrn")
SPAN_KEYS = frozenset({"start", "end", "label", "score", "source"})
RESERVED = ("id", "text", "spans")


@dataclass(frozen=True)
class Column:
    """A column of a table to be written: its name, and what of a note it holds; of metadata, the value of `key`."""

    name: str
    holds: Literal["id", "text", "spans", "metadata"]
    key: str = ""

    def of(self, note: Document) -> Any:
        """Return what it holds of a note, as a plain value."""
        if self.holds == "metadata":
            return note.metadata.get(self.key)
        return plain_spans(note.spans) if self.holds == "spans" else note.id if self.holds == "id" else note.text


def columns(names: Sequence[str], options: ReadOptions, source: Input, faults: Faults) -> Columns:
    """Return the columns' roles, from the options or by their usual names, and tell them to the header."""
    if len(set(names)) < len(names):
        raise FormatError("two columns have the same name", file=source.name, remedy="Rename one of them")
    text = _find(names, options.text_column, TEXT_NAMES, "--text-column", source)
    if text is None:
        usual = ", ".join(TEXT_NAMES)
        raise ColumnError(
            f"none of the {len(names)} columns has a usual name for the text ({usual}); {named(names)}",
            file=source.name,
            place="first row",
            remedy="Name it with --text-column; the first row must hold the columns' names",
        )
    identity = _find(names, options.id_column, ID_NAMES, "--id-column", source)
    if identity is None:
        faults.add(
            "noted",
            "no id column: notes are called after the file and their row",
            file=source.name,
            remedy="Name it with --id-column",
        )
    patient = _find(names, options.patient_column, PATIENT_NAMES, "--patient-column", source)
    roles = Columns(text, identity, patient, tuple(names))
    if source.header is not None and source.header.columns is None:
        source.header.columns = roles
    return roles


def _find(names: Sequence[str], wanted: str | None, usual: Sequence[str], option: str, source: Input) -> str | None:
    if wanted is not None:
        if wanted in names:
            return wanted
        problem = f"none of the {len(names)} columns is named {wanted!r}; {named(names, wanted)}"
        raise ColumnError(problem, file=source.name, place="first row", remedy=f"Correct {option}")
    lowered = {name.lower(): name for name in names}
    return next((lowered[name] for name in usual if name in lowered), None)


def document(row: Mapping[str, Any], roles: Columns, row_id: str) -> Document:
    """Return a row as a document; columns without a role become metadata."""
    text = row[roles.text]
    if not isinstance(text, str):
        raise DocumentError("the text column is empty" if text is None else "the text column holds no text")
    identity = row_id if roles.id is None else row[roles.id]
    if identity in (None, ""):
        raise DocumentError("the id column is empty")
    taken = {roles.text, roles.id, roles.patient, "spans"}
    # An empty field stays, as null: another table made of these notes has the same columns.
    metadata = {key: value for key, value in row.items() if key not in taken}
    if roles.patient is not None:
        patient = row[roles.patient]
        metadata["patient"] = None if patient in (None, "") else str(patient)
    return Document(str(identity), text, spans(row.get("spans") or ()), metadata)


def from_json(text: str) -> Any:
    """Return what a piece of JSON says; no JSON, endless nesting and endless numbers are errors."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise DocumentError(f"not JSON ({error.msg} at column {error.colno})") from None
    except RecursionError:
        raise DocumentError("JSON nested too deeply") from None
    except ValueError:
        raise DocumentError("not JSON (a number with too many digits)") from None


def spans(found: object) -> tuple[Span, ...]:
    """Return spans from plain values; anything but the known keys is an error."""
    if not isinstance(found, list | tuple):
        raise DocumentError("spans must be a list")
    result = []
    for number, item in enumerate(found):
        if not isinstance(item, dict) or not {"start", "end", "label"} <= set(item) <= SPAN_KEYS:
            raise DocumentError(f"span {number} must have start, end and label, and may have score and source")
        try:
            result.append(Span(**item))
        except TypeError:
            raise DocumentError(f"span {number} has a value of the wrong type") from None
    return tuple(result)


def plain_spans(found: Iterable[Span]) -> list[dict[str, Any]]:
    """Return spans as plain values."""
    return [{key: getattr(span, key) for key in ("start", "end", "label", "score", "source")} for span in found]


def layout(first: Document | None, options: WriteOptions) -> list[Column]:
    """Return the columns of a table: for metadata those of the first document and those asked for.

    They are called and ordered as in the table the notes come from, if its header is given; a note without id gets
    a column for the one it was given.
    """
    carried = list(dict.fromkeys([*(first.metadata if first else ()), *options.columns]))
    own = options.header.columns if options.header else None
    if own is None:
        if clash := [name for name in carried if name in RESERVED]:
            raise FormatError(f"metadata {clash[0]!r} has the name of a column of ours", remedy="Rename it")
        metadata = [Column(name, "metadata", name) for name in carried]
        return [Column("id", "id"), Column("text", "text"), *metadata, Column("spans", "spans")]
    found = [] if own.id else [Column("id", "id")]
    for name in own.names:
        key = "patient" if name == own.patient else name
        if name == own.text:
            found.append(Column(name, "text"))
        elif name == own.id:
            found.append(Column(name, "id"))
        elif name == "spans":
            found.append(Column(name, "spans"))
        elif key in carried:
            found.append(Column(name, "metadata", key))
    placed = {column.key for column in found}
    return found + [Column(key, "metadata", key) for key in carried if key not in placed]


def check_columns(note: Document, columns: Iterable[Column]) -> None:
    """Raise if a document has what the table has no column for."""
    columns = list(columns)
    if note.spans and not any(column.holds == "spans" for column in columns):
        raise FormatError("the table it comes from has no column for spans", remedy="Add one, named spans")
    if extra := set(note.metadata) - {column.key for column in columns}:
        known = ",".join(sorted(name for name in extra if name.isidentifier()))
        raise FormatError(
            f"{len(extra)} kinds of metadata are not in the first note, from which the columns were taken",
            remedy=f"Add --columns {known or 'with their names'}, or write JSONL",
        )
