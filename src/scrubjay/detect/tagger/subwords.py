"""Vectors of words that no list has, from their character n-grams, as fastText makes them.

Bojanowski et al. 2017, "Enriching word vectors with subword information"; the hash is that of its `dictionary.cc`.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from scrubjay.detect.tagger import matrices
from scrubjay.errors import FormatError

MATRIX, SETTINGS = "subwords.npy", "subwords.json"
LONGEST_WORD = 200  # letters that are read: no word has more, but a line of base64 has
_BASIS, _PRIME, _BITS = 2166136261, 16777619, 0xFFFFFFFF  # FNV-1a of 32 bits


class Subwords:
    """N-grams of `shortest` to `longest` letters, each with the vector of the bucket that its hash falls into."""

    def __init__(self, matrix: NDArray[Any], shortest: int, longest: int) -> None:
        self.matrix, self.shortest, self.longest = matrix, shortest, longest  # buckets x numbers

    def __len__(self) -> int:
        """Return the number of buckets."""
        return len(self.matrix)

    def buckets(self, word: str) -> list[int]:
        """Return the bucket of each n-gram of a word that stands in < and >, but not of these two signs alone.

        >>> Subwords(np.zeros((1000, 2)), 3, 4).buckets("ill")  # <il <ill ill ill> ll>
        [198, 950, 540, 870, 249]
        """
        letters = [letter.encode("utf-8", "surrogatepass") for letter in f"<{word[:LONGEST_WORD]}>"]
        last = len(letters) - 1
        found = []
        for start in range(len(letters)):
            code = _BASIS
            for end in range(start, min(start + self.longest, len(letters))):
                for byte in letters[end]:
                    # fastText takes bytes as signed: one above 127 is negative, and fills the upper bits.
                    code = (code ^ (byte if byte < 128 else byte | 0xFFFFFF00)) * _PRIME & _BITS
                size = end - start + 1
                if size >= self.shortest and not (size == 1 and (start == 0 or end == last)):
                    found.append(code % len(self))
        return found

    def vector(self, word: str) -> NDArray[np.float32]:
        """Return the mean of a word's n-grams; zeros if it is too short to have any."""
        rows = self.matrix[self.buckets(word)].astype(np.float32)  # n-grams x numbers
        found: NDArray[np.float32] = rows.sum(0) / np.float32(max(len(rows), 1))
        return found

    def save(self, folder: Path, kind: DTypeLike | None = None) -> None:
        """Write the vectors and how words are cut into a folder."""
        matrices.write(folder / MATRIX, self.matrix, kind)
        settings = {"shortest": self.shortest, "longest": self.longest, "buckets": len(self)}
        folder.joinpath(SETTINGS).write_text(json.dumps(settings) + "\n", encoding="utf-8")


def load_subwords(folder: Path, numbers: int) -> Subwords | None:
    """Return the subwords of a folder whose vectors have so many numbers; none if it holds none."""
    if not any(folder.joinpath(name).exists() for name in (MATRIX, SETTINGS)):
        return None
    try:
        settings = json.loads(folder.joinpath(SETTINGS).read_text(encoding="utf-8"))
        shortest, longest, buckets = (int(settings[name]) for name in ("shortest", "longest", "buckets"))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise FormatError("does not say how words are cut into n-grams", file=str(folder / SETTINGS)) from error
    if not 0 <= shortest <= longest or longest < 1 or buckets < 1:
        raise FormatError("cuts words into n-grams that cannot be", file=str(folder / SETTINGS))
    try:
        matrix = matrices.mapped(folder / MATRIX)
    except (OSError, ValueError) as error:
        raise FormatError("holds no vectors of n-grams, or damaged ones", file=str(folder / MATRIX)) from error
    if matrix.shape != (buckets, numbers):
        raise FormatError(f"has the shape {matrix.shape}, not {(buckets, numbers)}", file=str(folder / MATRIX))
    return Subwords(matrix, shortest, longest)


def remove_subwords(folder: Path) -> None:
    """Remove the subwords that a folder holds, if any."""
    for name in (MATRIX, SETTINGS):
        folder.joinpath(name).unlink(missing_ok=True)
