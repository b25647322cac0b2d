"""The nearest words of words by cosine, among hundreds of thousands (F1.4)."""

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import torch
from numpy.typing import NDArray

from scrubjay.detect.tagger.vectors import Vectors
from scrubjay.documents.formats.atomic import atomic
from scrubjay.errors import FormatError, UsageError

Ints = NDArray[np.int64]
Progress = Callable[[int, int], None]
_AT_ONCE = 256  # words that are compared with all others in one product


class Neighbours:
    """The rows of words and of their nearest ones: `of(row)` has the word itself first.

    Row 0 of the vectors stands for all words that have none, and is nobody's neighbour.
    """

    def __init__(self, vectors: Vectors, count: int) -> None:
        if not 1 <= count < len(vectors):
            raise UsageError(f"a word has 1 to {len(vectors) - 1:,} neighbours among {len(vectors):,}, not {count:,}")
        self.vectors, self.count = vectors, count
        self._nearest: dict[int, Ints] = {}
        self._matrix: torch.Tensor | None = None

    def __repr__(self) -> str:
        """Show how many words there are, not which."""
        return f"Neighbours(count={self.count}, words={len(self._nearest)})"

    def of(self, row: int) -> Ints:
        """Return the rows of a word's nearest ones, itself first."""
        if row not in self._nearest:
            self.learn([row])
        return self._nearest[row]

    def learn(self, rows: Iterable[int], progress: Progress | None = None) -> None:
        """Find the nearest of many words at once, which is much faster than one by one."""
        wanted = sorted(set(rows) - self._nearest.keys())
        if 0 in wanted:
            raise UsageError("a word without a vector has no neighbours")
        for start in range(0, len(wanted), _AT_ONCE):
            some = wanted[start : start + _AT_ONCE]
            self._nearest.update(zip(some, nearest(self._unit(), some, self.count), strict=True))
            if progress is not None:
                progress(start + len(some), len(wanted))

    def _unit(self) -> torch.Tensor:
        """Return the vectors as directions, rows x numbers; made once."""
        if self._matrix is None:
            self._matrix = directions(self.vectors.matrix)
        return self._matrix

    def save(self, file: Path) -> None:
        """Write what was found. The file tells which words were asked for: it belongs where the notes are."""
        rows = np.array(sorted(self._nearest), np.int32)
        found = np.array([self._nearest[row] for row in rows.tolist()], np.int32).reshape(len(rows), self.count)
        with atomic(file) as handle:
            np.savez(handle, rows=rows, nearest=found, vectors=np.frombuffer(self._digest(), np.uint8))
        file.chmod(0o600)

    def load(self, file: Path) -> bool:
        """Take in what a file has of the same vectors, for as many neighbours or more; tell whether it had any."""
        if not file.exists():
            return False
        try:
            with file.open("rb") as handle, np.load(handle, allow_pickle=False) as told:
                rows, found, digest = (told[name] for name in ("rows", "nearest", "vectors"))
            fitting = found.shape[0] == len(rows) and found.ndim == 2
            whole = fitting and (
                not len(rows) or (rows.min() > 0 and 0 < found.min() <= found.max() < len(self.vectors))
            )
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
            raise FormatError("holds no neighbours, or damaged ones", file=str(file), remedy="Remove it") from error
        if not whole:
            raise FormatError("holds neighbours that cannot be", file=str(file), remedy="Remove it")
        if digest.tobytes() != self._digest() or found.shape[1] < self.count:
            return False
        self._nearest.update(zip(rows.tolist(), found[:, : self.count].astype(np.int64), strict=True))
        return True

    def _digest(self) -> bytes:
        """Return what tells these vectors from others."""
        found = hashlib.sha256("\n".join(self.vectors.words).encode("utf-8", "surrogatepass"))
        found.update(np.ascontiguousarray(self.vectors.matrix).tobytes())
        return found.digest()


def directions(matrix: NDArray[np.floating]) -> torch.Tensor:
    """Return vectors of length 1, rows x numbers; those of zeros stay zeros."""
    values = torch.from_numpy(np.array(matrix, np.float32))
    return torch.nn.functional.normalize(values, dim=1)


def nearest(unit: torch.Tensor, rows: list[int], count: int) -> Ints:
    """Return the rows of the nearest vectors by cosine, rows x count, each word first among its own."""
    likeness = unit[rows] @ unit.t()  # asked x all
    likeness[:, 0] = -2.0  # nobody's neighbour
    likeness[torch.arange(len(rows)), rows] = 2.0  # also where others have the very same vector
    found: Ints = torch.topk(likeness, count, dim=1).indices.numpy()
    return found
