"""Words in the pieces of a pretrained encoder's vocabulary (WordPiece), with what an uncased one cannot see."""

import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scrubjay.detect.tagger.inputs import CASINGS, Arrays, casing
from scrubjay.errors import FormatError

MOST = 5  # pieces of a word; more say little, and a sentence must fit
POSITIONS = 512  # pieces of a sentence
LONGEST = (POSITIONS - 2) // MOST  # tokens of a sentence that always fits
MARKS = 2 * len(CASINGS) + 1  # casing with and without an accent; the last is no word's
FILE = "pieces.txt"
_FIRST, _LAST, _UNKNOWN = "[CLS]", "[SEP]", "[UNK]"

Ints = NDArray[np.int64]


class PieceArrays(NamedTuple):
    """Sentences as pieces; after a sentence's last one come zeros."""

    pieces: Ints  # sentences x pieces
    marks: Ints  # sentences x pieces
    lengths: Ints  # sentences: pieces, with the two around them
    heads: Ints  # sentences x tokens: each token's first piece


class Pieces:
    """A vocabulary of pieces, small letters without accents; those that go on within a word begin with ##."""

    def __init__(self, pieces: Sequence[str]) -> None:
        self.pieces = tuple(pieces)
        self._numbers = {piece: number for number, piece in enumerate(pieces)}
        if missing := [piece for piece in (_FIRST, _LAST, _UNKNOWN) if piece not in self._numbers]:
            raise FormatError(f"has no {missing[0]}", file=FILE)
        self._longest = max(map(len, pieces))

    def __eq__(self, other: object) -> bool:
        """Tell whether the pieces are the same."""
        return isinstance(other, Pieces) and self.pieces == other.pieces

    def __hash__(self) -> int:
        """Return a number that is the same for the same pieces."""
        return hash(self.pieces)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.pieces)

    def of(self, word: str) -> list[int]:
        """Return the numbers of a word's pieces: the longest that fit, from its beginning.

        >>> [Pieces(["[CLS]", "[SEP]", "[UNK]", "mar", "##tin"]).of(word) for word in ("Martín", "x")]
        [[3, 4], [2]]
        """
        plain = _plain(word)
        found: list[int] = []
        start = 0
        while start < len(plain) and len(found) < MOST:
            for end in range(min(len(plain), start + self._longest), start, -1):
                number = self._numbers.get(("##" if start else "") + plain[start:end])
                if number is not None:
                    found.append(number)
                    start = end
                    break
            else:
                return [self._numbers[_UNKNOWN]]
        return found or [self._numbers[_UNKNOWN]]

    def arrays(self, given: Arrays) -> PieceArrays:
        """Return sentences as pieces; each distinct word is cut once."""
        words = {number: given.words[number] for number in np.unique(given.spelling).tolist()}
        cut = {number: self.of(word) for number, word in words.items()}
        marks = {number: 2 * casing(word) + (_plain(word) != word.lower()) for number, word in words.items()}
        lines, marked, heads = [], [], np.zeros_like(given.spelling)
        for row, length in enumerate(given.lengths.tolist()):
            line, mark = [self._numbers[_FIRST]], [MARKS - 1]
            for place, word in enumerate(given.spelling[row, :length].tolist()):
                heads[row, place] = len(line)
                line += cut[word]
                mark += [marks[word]] * len(cut[word])
            lines.append([*line, self._numbers[_LAST]])
            marked.append([*mark, MARKS - 1])
        lengths = np.array([len(line) for line in lines], np.int64)
        # A gold span that is not cut can make a training sentence too long: its end is then not read.
        lengths, heads = np.minimum(lengths, POSITIONS), np.minimum(heads, POSITIONS - 1)
        pieces, every = np.zeros((2, len(lines), int(lengths.max(initial=1))), np.int64)
        for row, (line, mark) in enumerate(zip(lines, marked, strict=True)):
            pieces[row, : len(line)], every[row, : len(line)] = line[:POSITIONS], mark[:POSITIONS]
        return PieceArrays(pieces, every, lengths, heads)

    def save(self, folder: Path) -> None:
        """Write the pieces, one a line."""
        folder.joinpath(FILE).write_text("\n".join(self.pieces) + "\n", encoding="utf-8")


def load_pieces(folder: Path) -> Pieces:
    """Return the pieces of a folder."""
    try:
        return Pieces(folder.joinpath(FILE).read_text(encoding="utf-8").splitlines())
    except (OSError, UnicodeDecodeError) as error:
        raise FormatError("is no list of word pieces", file=str(folder / FILE)) from error


def _plain(word: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", word.lower()) if unicodedata.category(c) != "Mn")
