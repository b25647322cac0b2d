"""Word vectors: a list of words and a matrix that is mapped into memory, not read; subwords for words not listed.

Behind a word's vector may stand how usual it is, in the casing it has, where nobody is named (`share/usual.py`).
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from scrubjay.detect.tagger import matrices
from scrubjay.detect.tagger.inputs import CASINGS, casings
from scrubjay.detect.tagger.subwords import Subwords, load_subwords, remove_subwords
from scrubjay.errors import FormatError

WORDS, MATRIX, USUAL = "words.txt", "vectors.npy", "usual.npy"
Usual = Mapping[tuple[int, int], float]  # by row and casing
_DIGIT = re.compile(r"\d").sub


class Vectors:
    """Vectors by word. Row 0 is for words that are not there, unless there are subwords to make theirs from."""

    def __init__(
        self,
        words: Sequence[str],
        matrix: NDArray[Any],
        subwords: Subwords | None = None,
        usual: Usual | None = None,
    ) -> None:
        self.words, self.matrix, self.subwords, self.usual = words, matrix, subwords, usual
        self._rows = {word: row for row, word in enumerate(words)}

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.words)

    @property
    def size(self) -> int:
        """Return how many numbers a word has."""
        return int(self.matrix.shape[1]) + (self.usual is not None)

    def row(self, word: str) -> int:
        """Return the row of a word, as NeuroNER looks it up (F0.6): as it is, in small letters, digits as 0, both."""
        known = self._rows
        row = known.get(word)
        if row is None:
            small = word.lower()
            row = known.get(small)
            if row is None and not word.isalpha():
                row = known.get(_DIGIT("0", word))
                if row is None:
                    row = known.get(_DIGIT("0", small))
        return row or 0

    def rows(self, words: Sequence[str]) -> NDArray[np.int64]:
        """Return the rows of words."""
        return np.array([self.row(word) for word in words], np.int64)

    def vectors(self, words: Sequence[str]) -> NDArray[np.float32]:
        """Return the vectors of words, words x numbers; of those that are not there, from their n-grams."""
        return self.read(self.rows(words), words)

    def read(self, rows: NDArray[np.int64], words: Sequence[str]) -> NDArray[np.float32]:
        """Return the vectors of rows for words that are written so."""
        found = self.matrix[rows].astype(np.float32)
        if self.subwords is not None:
            for place in np.flatnonzero(rows == 0).tolist():
                found[place] = self.subwords.vector(words[place])
        if self.usual is not None:
            usual = [self.usual.get(place, 0.0) for place in zip(rows.tolist(), casings(words).tolist(), strict=True)]
            found = np.column_stack([found, np.array(usual, np.float32)])
        return found

    def save(self, folder: Path, kind: DTypeLike | None = None) -> None:
        """Write everything into a folder, as numbers of another kind if one is given."""
        folder.joinpath(WORDS).write_bytes("".join(f"{word}\n" for word in self.words).encode())
        matrices.write(folder / MATRIX, self.matrix, kind)
        if self.subwords is not None:
            self.subwords.save(folder, kind)
        else:
            remove_subwords(folder)  # those of what was here before
        if self.usual is not None:
            told = [(row, casing, how) for (row, casing), how in sorted(self.usual.items())]
            matrices.write(folder / USUAL, np.array(told, np.float32).reshape(-1, 3))
        else:
            folder.joinpath(USUAL).unlink(missing_ok=True)


def load_vectors(folder: Path) -> Vectors:
    """Return the vectors that a folder holds."""
    try:
        words = folder.joinpath(WORDS).read_bytes().decode().split("\n")[:-1]
        matrix = matrices.mapped(folder / MATRIX)
        usual = _usual(folder / USUAL, len(words))
    except (OSError, ValueError) as error:
        raise FormatError("holds no word vectors, or damaged ones", file=str(folder)) from error
    if matrix.ndim != 2 or len(matrix) != len(words):
        raise FormatError(f"has {len(words)} words but vectors of the shape {matrix.shape}", file=str(folder))
    return Vectors(words, matrix, load_subwords(folder, matrix.shape[1]), usual)


def _usual(file: Path, rows: int) -> Usual | None:
    if not file.exists():
        return None
    told = np.load(file, allow_pickle=False)
    if told.ndim != 2 or told.shape[1] != 3 or not ((told >= 0) & (told <= [rows - 1, len(CASINGS) - 1, 1])).all():
        raise ValueError("not rows, casings and shares")
    return {(int(row), int(casing)): how for row, casing, how in told.tolist()}
