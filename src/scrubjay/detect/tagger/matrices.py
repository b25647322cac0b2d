"""Matrices on disk: read by mapping them into memory, written a block of rows at a time."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from scrubjay.errors import FormatError

_BLOCK = 10_000  # rows


def mapped(file: Path) -> NDArray[Any]:
    """Return the array of a file; only what is looked at is read."""
    found: NDArray[Any] = np.load(file, mmap_mode="r", allow_pickle=False)
    return found.view(np.ndarray)  # a plain array is quicker to look things up in


def write(file: Path, matrix: NDArray[Any], kind: DTypeLike | None = None) -> None:
    """Write a matrix, as numbers of another kind if one is given, without a second copy of it in memory."""
    kind = np.dtype(matrix.dtype if kind is None else kind)
    header = {"descr": np.lib.format.dtype_to_descr(kind), "fortran_order": False, "shape": matrix.shape}
    fresh = file.with_name(f"{file.name}.new")  # the matrix may be mapped from the very file
    with fresh.open("wb") as handle:
        np.lib.format.write_array_header_1_0(handle, header)
        for start in range(0, len(matrix), _BLOCK):
            with np.errstate(over="ignore"):
                block = matrix[start : start + _BLOCK].astype(kind, copy=False)
            if not np.isfinite(block).all():
                fresh.unlink()
                raise FormatError(f"would hold a number that {kind.name} cannot", file=str(file))
            handle.write(block.tobytes())
    fresh.replace(file)
