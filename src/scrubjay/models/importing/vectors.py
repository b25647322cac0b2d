"""Pretrained word vectors, converted once to a store that is mapped into memory (F0.6).

GloVe text, word2vec text and binary, fastText `.vec` and `.bin`. The last has vectors of n-grams as well, for words
that are not there: buckets x numbers x 4 bytes (2 in half precision), however few words are kept.
"""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, cast

import numpy as np
from numpy.typing import NDArray

from scrubjay.detect.tagger.subwords import Subwords
from scrubjay.detect.tagger.vectors import Vectors, load_vectors
from scrubjay.errors import FormatError
from scrubjay.models.importing.fasttext import MAGIC, kept, read_fasttext

UNKNOWN = "<unknown>"
_UNKNOWNS = ("<unk>", "unk", "UNK", "UNKNOWN")  # what collections call the vector of all others


def convert(file: Path, target: Path, most: int | None = None, half: bool = False) -> Vectors:
    """Write the vectors of a file as a store into a folder, and return them; `most` keeps the first so many words."""
    words, matrix, subwords = _binary(file, most) if file.suffix == ".bin" else (*_text(file, most), None)
    if not words:
        raise FormatError("holds no vectors", file=str(file))
    unknown = next((matrix[words.index(name)] for name in _UNKNOWNS if name in words), matrix.mean(0))
    target.mkdir(parents=True, exist_ok=True)
    vectors = Vectors([UNKNOWN, *words], np.vstack([unknown, matrix]), subwords)
    vectors.save(target, np.float16 if half else np.float32)
    return load_vectors(target)


def _text(file: Path, most: int | None) -> tuple[list[str], NDArray[np.float32]]:
    """Read a word and its numbers a line; a first line of two numbers is a header."""
    words: dict[str, int] = {}
    rows: list[NDArray[np.float32]] = []
    size = 0
    try:
        with _opened(file) as handle:
            for place, (word, numbers) in enumerate(_lines(handle), 1):
                if place == 1 and len(numbers) == 1 and word.isdigit():
                    continue
                row = _row(numbers, file, place)
                size = size or len(row)
                if len(row) != size:
                    raise FormatError(
                        f"has {len(row)} numbers, others have {size}", file=str(file), place=f"line {place}"
                    )
                if word and word not in words:
                    words[word] = len(rows)
                    rows.append(row)
                if most is not None and len(rows) >= most:
                    break
    except (OSError, EOFError) as error:
        raise FormatError("cannot be read", file=str(file), remedy="Check the path and the file") from error
    return list(words), np.array(rows, np.float32)


def _opened(file: Path) -> BinaryIO:
    return cast(BinaryIO, gzip.open(file, "rb")) if file.suffix == ".gz" else file.open("rb")


def _lines(handle: BinaryIO) -> Iterator[tuple[str, list[bytes]]]:
    for line in handle:
        word, *numbers = line.rstrip(b"\r\n ").split(b" ")
        # Words are not shown in errors, but a few hold signs that are no UTF-8.
        yield word.decode("utf-8", "replace"), numbers


def _row(numbers: list[bytes], file: Path, place: int) -> NDArray[np.float32]:
    try:
        with np.errstate(over="ignore"):
            row = np.array(numbers, dtype=np.float32)
    except ValueError:
        row = np.zeros(0, np.float32)
    if not len(row) or not np.isfinite(row).all():
        raise FormatError(
            "is no word with its numbers", file=str(file), place=f"line {place}", remedy="Mend or remove it"
        )
    return row


def _binary(file: Path, most: int | None) -> tuple[list[str], NDArray[np.float32], Subwords | None]:
    """Read fastText's binary format, or word2vec's, by gensim."""
    try:
        with file.open("rb") as handle:
            fasttext = handle.read(len(MAGIC)) == MAGIC
        if fasttext:
            return read_fasttext(file, most)
        from gensim.models import KeyedVectors

        found: Any = KeyedVectors.load_word2vec_format(str(file), binary=True, limit=most)
    except (OSError, EOFError, ValueError, MemoryError) as error:
        raise FormatError("is neither word2vec's nor fastText's, or damaged", file=str(file)) from error
    places = kept(list(found.index_to_key), most)
    return list(places), np.array(found.vectors[list(places.values())], np.float32), None
