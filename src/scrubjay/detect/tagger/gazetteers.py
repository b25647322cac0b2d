"""What public lists say about a word, as a tagger is fed it: is it a name, a town, a country?

A tagger keeps its own copy of its lists, so that it finds tomorrow what it found today: a number for each word, made
of its letters, and which lists hold it. So they are read at once, however long they are.
"""

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from scrubjay.detect.lexicon import plain, words
from scrubjay.errors import FormatError, UnknownNameError

FILE = "lists.npz"
_SHORTEST = 4  # letters of a word within a longer name that count: "Rio" and "del" say nothing


class Gazetteers:
    """Lists of words by name: `keys` are the words' numbers in rising order, `bits` which lists hold each."""

    def __init__(self, names: Sequence[str], keys: NDArray[np.uint64], bits: NDArray[np.uint32]) -> None:
        self.names, self.keys, self.bits = tuple(names), keys, bits

    def __len__(self) -> int:
        """Return how many lists there are."""
        return len(self.names)

    def __eq__(self, other: object) -> bool:
        """Tell whether the lists are the same."""
        return (
            isinstance(other, Gazetteers)
            and self.names == other.names
            and np.array_equal(self.keys, other.keys)
            and np.array_equal(self.bits, other.bits)
        )

    def __hash__(self) -> int:
        """Return a number that is the same for the same names of lists."""
        return hash(self.names)

    def features(self, given: Sequence[str]) -> NDArray[np.float32]:
        """Return which lists hold each word: words x lists, 1 or 0.

        >>> known = listed({"towns": ["jaen", "puerto real"], "months": ["mayo"]})
        >>> known.features(["Jaén", "Real", "x"]).tolist()
        [[1.0, 0.0], [1.0, 0.0], [0.0, 0.0]]
        """
        asked = _numbers(map(plain, given))
        places = np.minimum(self.keys.searchsorted(asked), max(len(self.keys) - 1, 0))
        bits = np.where(self.keys[places] == asked, self.bits[places], 0) if len(self.keys) else np.zeros(len(asked))
        return (bits.astype(np.int64)[:, None] >> np.arange(len(self)) & 1).astype(np.float32)

    def save(self, folder: Path) -> None:
        """Write the lists."""
        np.savez(folder / FILE, names=np.array(self.names), keys=self.keys, bits=self.bits)


def _numbers(given: Iterable[str]) -> NDArray[np.uint64]:
    """Return a number for each word; of a million words, two have the same with a chance of one in 40 million."""
    made = b"".join(hashlib.blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest() for word in given)
    return np.frombuffer(made, "<u8")


def listed(lists: dict[str, list[str]]) -> Gazetteers:
    """Return lists as gazetteers; names of several words count as each of their longer words."""
    bits: dict[str, int] = {}
    for place, names in enumerate(lists.values()):
        for name in names:
            parts = name.split(" ")
            for part in parts:
                if len(parts) == 1 or len(part) >= _SHORTEST:
                    bits[part] = bits.get(part, 0) | 1 << place
    keys = _numbers(bits)
    order = keys.argsort()
    return Gazetteers(tuple(lists), keys[order], np.array(list(bits.values()), np.uint32)[order])


def gazetteers(names: Sequence[str]) -> Gazetteers:
    """Return the lists of these names that come with scrubjay."""
    try:
        return listed({name: list(words(name)) for name in names})
    except FileNotFoundError as error:
        unknown = Path(error.filename).stem
        raise UnknownNameError("list", unknown, [file.stem for file in sorted(_LISTS.glob("*.txt"))]) from None


def load_gazetteers(folder: Path) -> Gazetteers:
    """Return the lists of a folder; none, if it has none."""
    file = folder / FILE
    if not file.exists():
        return listed({})
    try:
        with np.load(file, allow_pickle=False) as parts:
            return Gazetteers(parts["names"].tolist(), parts["keys"], parts["bits"])
    except (OSError, ValueError, KeyError, BadZipFile) as error:
        raise FormatError("is no file of lists, or a damaged one", file=str(file)) from error


_LISTS = Path(__file__).parent.parent / "lists"
