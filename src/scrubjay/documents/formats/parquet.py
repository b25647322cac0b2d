"""Parquet, row group by row group: columns as in CSV, with their types. Needs the extra `parquet`."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from scrubjay.documents.document import Document
from scrubjay.documents.formats import rows
from scrubjay.documents.formats.format import Faults, Format, Input, ReadOptions, WriteOptions
from scrubjay.errors import DocumentError, FormatError, MissingExtraError

_BATCH = 1_000


def _pyarrow() -> Any:
    try:
        import pyarrow.parquet
    except ImportError:
        raise MissingExtraError("Parquet", "parquet") from None
    return pyarrow


def read(source: Input, options: ReadOptions, faults: Faults) -> Iterator[Document]:
    """Yield the rows as documents, reading a batch of rows at a time."""
    arrow = _pyarrow()
    with source.open() as handle:
        # Parquet is read from its end: standard input has to be taken in whole.
        data = handle if source.path is not None else arrow.BufferReader(handle.read())
        try:
            file = arrow.parquet.ParquetFile(data)
        except arrow.ArrowException:
            raise FormatError("not a Parquet file, or a damaged one", file=source.name) from None
        roles = rows.columns(file.schema_arrow.names, options, source, faults)
        number = 0
        try:
            for batch in file.iter_batches(batch_size=_BATCH):
                for row in batch.to_pylist():
                    number += 1
                    try:
                        yield rows.document({k: _plain(v) for k, v in row.items()}, roles, f"{source.id}-{number}")
                    except DocumentError as error:
                        faults.add("withheld", str(error), file=source.name, place=f"row {number}")
        except (arrow.ArrowException, OSError):
            raise FormatError("damaged after its header", file=source.name, place=f"after row {number}") from None


def _plain(value: Any) -> Any:
    """Return a value JSON can hold: dates and times in ISO form, bytes as UTF-8, unset struct fields left out."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            raise DocumentError("a column holds bytes that are no utf-8 text") from None
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


@contextmanager
def stream(handle: BinaryIO, options: WriteOptions) -> Iterator[Callable[[Document], None]]:
    """Write documents batch by batch; the columns and their types follow from the first document."""
    arrow = _pyarrow()
    kinds = {str: arrow.string(), int: arrow.int64(), float: arrow.float64(), bool: arrow.bool_()}
    span_fields = {"start": int, "end": int, "label": str, "score": float, "source": str}
    span = arrow.struct([(name, kinds[kind]) for name, kind in span_fields.items()])
    fixed = {"id": arrow.string(), "text": arrow.large_string(), "spans": arrow.list_(span)}
    columns: list[rows.Column] = []
    types: dict[str, type] = {}  # by column; of metadata, anything but the four kinds is JSON text
    waiting: list[dict[str, Any]] = []
    writer: Any = None

    def flush() -> None:
        nonlocal writer
        written = columns or rows.layout(None, options)
        schema = arrow.schema(
            [(each.name, fixed.get(each.holds) or kinds[types.get(each.name, str)]) for each in written]
        )
        if writer is None:
            writer = arrow.parquet.ParquetWriter(handle, schema, compression="zstd")
        writer.write_table(arrow.Table.from_pylist(waiting, schema=schema))
        waiting.clear()

    def add(document: Document) -> None:
        found = columns or rows.layout(document, options)
        rows.check_columns(document, found)
        if not columns:
            columns.extend(found)
            types.update((each.name, kind if (kind := type(each.of(document))) in kinds else str) for each in columns)
        waiting.append({column.name: _typed(column, document, types[column.name]) for column in columns})
        if len(waiting) == _BATCH:
            flush()

    yield add
    flush()
    writer.close()


def _typed(column: rows.Column, document: Document, kind: type) -> Any:
    """Return what a column holds of a note; a metadata value as its column's type, or raise."""
    value = column.of(document)
    if column.holds != "metadata" or value is None or type(value) is kind:
        return value
    if kind is str:
        return json.dumps(value, ensure_ascii=False)
    raise FormatError(
        "metadata of another type than in the first note",
        remedy="Make the types agree, or write JSONL",
    )


FORMAT = Format(
    name="parquet",
    title="Parquet with named columns (extra: parquet)",
    suffixes=(".parquet",),
    read=read,
    stream=stream,
)
