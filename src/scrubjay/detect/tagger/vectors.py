"""Word vectors: a list of words and a matrix that is mapped into memory, not read."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scrubjay.errors import FormatError

WORDS, MATRIX = "words.txt", "vectors.npy"
_DIGIT = re.compile(r"\d").sub


class Vectors:
    """Vectors by word. Row 0 is for words that are not there."""

    def __init__(self, words: Sequence[str], matrix: NDArray[Any]) -> None:
        self.words, self.matrix = words, matrix
        self._rows = {word: row for row, word in enumerate(words)}
        self._seen: dict[str, int] = {}

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.words)

    def row(self, word: str) -> int:
        """Return the row of a word, as NeuroNER looks it up (F0.6): as it is, in small letters, digits as 0, both."""
        row = self._seen.get(word)
        if row is None:
            row = 0
            for form in (word, word.lower(), _DIGIT("0", word), _DIGIT("0", word.lower())):
                if form in self._rows:
                    row = self._rows[form]
                    break
            if len(self._seen) < 1_000_000:
                self._seen[word] = row
        return row

    def rows(self, words: Sequence[str]) -> NDArray[np.int64]:
        """Return the rows of words."""
        return np.array([self.row(word) for word in words], np.int64)

    def save(self, folder: Path) -> None:
        """Write words and matrix into a folder."""
        folder.joinpath(WORDS).write_text("".join(f"{word}\n" for word in self.words), encoding="utf-8")
        np.save(folder / MATRIX, self.matrix, allow_pickle=False)


def load_vectors(folder: Path) -> Vectors:
    """Return the vectors that a folder holds."""
    try:
        words = folder.joinpath(WORDS).read_text(encoding="utf-8").split("\n")[:-1]
        matrix = np.load(folder / MATRIX, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError) as error:
        raise FormatError("holds no word vectors, or damaged ones", file=str(folder)) from error
    if matrix.ndim != 2 or len(matrix) != len(words):
        raise FormatError(f"has {len(words)} words but vectors of the shape {matrix.shape}", file=str(folder))
    return Vectors(words, matrix)
