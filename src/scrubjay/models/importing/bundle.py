"""Reads TensorFlow's checkpoint files (tensor bundles) with numpy alone.

The index is a sorted table: a footer points to an index block, that to blocks of keys, of which each leaves out what
it shares with the one before. A value is a protocol buffer: type, shape, shard, offset and size in the data file.
"""

import struct
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scrubjay.errors import FormatError

_FOOTER = 48
_MAGIC = 0xDB4775248B80FB57
_TYPES: dict[int, str] = {1: "<f4", 2: "<f8", 3: "<i4", 9: "<i8"}


def read_bundle(index: bytes, data: bytes, name: str) -> dict[str, NDArray[Any]]:
    """Return the tensors of a checkpoint by name; `name` is what errors call it."""
    try:
        return dict(_tensors(index, data))
    except (IndexError, struct.error, KeyError, ValueError) as error:
        problem = "is no TensorFlow checkpoint, or is damaged"
        raise FormatError(problem, file=name, remedy="Fetch it again") from error


def _tensors(index: bytes, data: bytes) -> Iterator[tuple[str, NDArray[Any]]]:
    if len(index) < _FOOTER or struct.unpack_from("<Q", index, len(index) - 8)[0] != _MAGIC:
        raise ValueError
    place, handles = len(index) - _FOOTER, []
    for _ in range(4):  # where the table's own notes start, their size, where its index starts, its size
        number, place = _number(index, place)
        handles.append(number)
    start, size = handles[2:]
    for _, pointer in _entries(index[start : start + size]):
        block, after = _number(pointer, 0)
        length, _ = _number(pointer, after)
        for key, value in _entries(index[block : block + length]):
            if not key:
                continue  # the bundle's header
            fields = _fields(value)
            shape = [_fields(dimension).get(1, [0])[0] for dimension in _fields(fields.get(2, [b""])[0]).get(2, [])]
            offset, taken = fields.get(4, [0])[0], fields.get(5, [0])[0]
            yield (
                key.decode("utf-8"),
                np.frombuffer(data[offset : offset + taken], _TYPES[fields[1][0]]).reshape(shape),
            )


def _entries(block: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the keys and values of a block."""
    restarts = struct.unpack_from("<I", block, len(block) - 4)[0]
    end, place, key = len(block) - 4 * (restarts + 1), 0, b""
    while place < end:
        shared, place = _number(block, place)
        fresh, place = _number(block, place)
        length, place = _number(block, place)
        key = key[:shared] + block[place : place + fresh]
        place += fresh
        yield key, block[place : place + length]
        place += length


def _number(data: bytes, place: int) -> tuple[int, int]:
    """Return a number of variable length, and where it ends."""
    value = shift = 0
    while True:
        value |= (data[place] & 127) << shift
        place, shift = place + 1, shift + 7
        if data[place - 1] < 128:
            return value, place


def _fields(message: bytes) -> dict[int, list[Any]]:
    """Return the fields of a protocol buffer by number: whole numbers, or bytes."""
    found: dict[int, list[Any]] = {}
    place = 0
    while place < len(message):
        tag, place = _number(message, place)
        value: int | bytes
        if tag & 7 == 0:
            value, place = _number(message, place)
        elif tag & 7 == 2:
            length, place = _number(message, place)
            value, place = message[place : place + length], place + length
        elif tag & 7 == 5:
            value, place = message[place : place + 4], place + 4
        else:
            raise ValueError
        found.setdefault(tag >> 3, []).append(value)
    return found
