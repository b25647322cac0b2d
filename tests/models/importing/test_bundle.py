"""A checkpoint as TensorFlow writes it, made here byte by byte, and read back."""

import struct
from collections.abc import Mapping

import numpy as np
import pytest

from scrubjay.errors import FormatError
from scrubjay.models.importing.bundle import read_bundle

_KINDS = {np.dtype("<f4"): 1, np.dtype("<i4"): 3}


def number(value: int) -> bytes:
    found = b""
    while value > 127:
        found += bytes([value & 127 | 128])
        value >>= 7
    return found + bytes([value])


def field(tag: int, value: int | bytes) -> bytes:
    if isinstance(value, int):
        return number(tag << 3) + number(value)
    return number(tag << 3 | 2) + number(len(value)) + value


def block(entries: list[tuple[bytes, bytes]]) -> bytes:
    found, before = b"", b""
    for key, value in entries:
        shared = next(
            (i for i, (a, b) in enumerate(zip(key, before, strict=False)) if a != b), min(len(key), len(before))
        )
        found += number(shared) + number(len(key) - shared) + number(len(value)) + key[shared:] + value
        before = key
    return found + struct.pack("<II", 0, 1)


def bundle(tensors: Mapping[str, np.ndarray]) -> tuple[bytes, bytes]:
    data, entries = b"", [(b"", field(1, 1))]
    for name, tensor in sorted(tensors.items()):
        shape = b"".join(field(2, field(1, size)) for size in tensor.shape)
        raw = tensor.tobytes()
        value = field(1, _KINDS[tensor.dtype]) + field(2, shape) + field(4, len(data)) + field(5, len(raw))
        entries.append((name.encode(), value + number(6 << 3 | 5) + b"abcd"))
        data += raw
    first = block(entries)
    second = block([(b"z", number(0) + number(len(first)))])
    footer = number(0) + number(0) + number(len(first) + 5) + number(len(second))
    index = first + b"\0" * 5 + second + b"\0" * 5
    return index + footer.ljust(40, b"\0") + struct.pack("<Q", 0xDB4775248B80FB57), data


TENSORS = {
    "layer/bias": np.arange(3, dtype="<f4"),
    "layer/weight": np.arange(6, dtype="<f4").reshape(2, 3),
    "step": np.array(7, dtype="<i4"),
}


def test_tensors_come_back() -> None:
    found = read_bundle(*bundle(TENSORS), "made here")
    assert found.keys() == TENSORS.keys()
    for name, tensor in TENSORS.items():
        assert np.array_equal(found[name], tensor)
        assert found[name].dtype == tensor.dtype


def test_what_is_no_checkpoint_says_so() -> None:
    index, data = bundle(TENSORS)
    for bad in ((b"", data), (index[:-1] + b"x", data), (index, data[:-4]), (b"\xff" * 60, data)):
        with pytest.raises(FormatError, match="is no TensorFlow checkpoint, or is damaged"):
            read_bundle(*bad, "made here")
