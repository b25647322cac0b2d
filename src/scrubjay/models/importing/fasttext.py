"""fastText's binary format: words, their vectors, and vectors of n-grams. The file is mapped, not read."""

import mmap
import struct
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scrubjay.detect.tagger.subwords import Subwords
from scrubjay.errors import FormatError

MAGIC = b"\xba\x16\x4f\x2f"
_END = "</s>"  # of a line: the one word that fastText does not cut
# Magic number, version, twelve settings, a threshold; words and labels, words, labels, tokens, pruned n-grams.
_HEADER = struct.Struct("<2i12id3i2q")
_MATRIX = struct.Struct("<?2q")  # whether it is quantised, rows, columns


def read_fasttext(file: Path, most: int | None) -> tuple[list[str], NDArray[np.float32], Subwords | None]:
    """Return the first so many words, their vectors, and the subwords of a model that has them."""
    try:
        with file.open("rb") as handle:
            content = mmap.mmap(handle.fileno(), 0, access=mmap.ACCESS_READ)
        header = _HEADER.unpack_from(content)
        size, buckets, shortest, longest = header[2], *header[10:13]
        entries, count, labels, _, pruned = header[15:]
        words, place = _entries(content, entries)
        quantised, rows, columns = _MATRIX.unpack_from(content, place)
        if labels or pruned > 0 or quantised:
            raise FormatError(
                "is a classifier or quantised", file=str(file), remedy="Take a model of word vectors, as trained"
            )
        if (rows, columns) != (count + buckets, size):
            raise ValueError("the matrix does not fit the header")
        matrix = np.frombuffer(content, "<f4", rows * columns, place + _MATRIX.size).reshape(rows, columns)
    except (OSError, ValueError, struct.error) as error:
        raise FormatError("is no model of fastText, or a damaged one", file=str(file)) from error
    subwords = Subwords(matrix[count:], shortest, longest) if buckets > 0 and longest > 0 else None
    places = kept(words[:count], most)
    found = np.array(matrix[list(places.values())], np.float32)
    if subwords is not None:
        for row, word in enumerate(places):
            cut = subwords.buckets(word) if word != _END else []
            found[row] = (found[row] + subwords.matrix[cut].sum(0)) / (len(cut) + 1)
    return list(places), found, subwords


def kept(words: list[str], most: int | None) -> dict[str, int]:
    """Return the places of the first so many words that a list of one word a line can hold, each once."""
    places: dict[str, int] = {}
    for place, word in enumerate(words):
        if len(places) == most:
            break
        if word and "\n" not in word:
            places.setdefault(word, place)
    return places


def _entries(content: mmap.mmap, count: int) -> tuple[list[str], int]:
    """Return the words, each followed by a zero byte, eight of its count and one of its kind, and where they end."""
    words = []
    place = _HEADER.size
    for _ in range(count):
        end = content.find(b"\0", place)
        if end < 0:
            raise ValueError("a word does not end")
        words.append(content[place:end].decode("utf-8", "replace"))
        place = end + 10
    return words, place
