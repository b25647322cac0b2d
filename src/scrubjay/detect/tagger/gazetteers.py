"""What public lists say about a word, as a tagger is fed it: is it a name, a town, a country?

A tagger keeps its own copy of its lists, so that it finds tomorrow what it found today.
"""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scrubjay.detect.lexicon import plain, words
from scrubjay.errors import FormatError, UnknownNameError

FILE = "lists.json"
_SHORTEST = 4  # letters of a word within a longer name that count: "Rio" and "del" say nothing


class Gazetteers:
    """Lists of words by name: for each word, which of them hold it, as bits in the lists' order."""

    def __init__(self, names: Sequence[str], bits: dict[str, int]) -> None:
        self.names, self._bits = tuple(names), bits

    def __len__(self) -> int:
        """Return how many lists there are."""
        return len(self.names)

    def __eq__(self, other: object) -> bool:
        """Tell whether the lists are the same."""
        return isinstance(other, Gazetteers) and self.names == other.names and self._bits == other._bits

    def __hash__(self) -> int:
        """Return a number that is the same for the same names of lists."""
        return hash(self.names)

    def features(self, given: Sequence[str]) -> NDArray[np.float32]:
        """Return which lists hold each word: words x lists, 1 or 0.

        >>> known = listed({"towns": ["jaen", "puerto real"], "months": ["mayo"]})
        >>> known.features(["Jaén", "Real", "x"]).tolist()
        [[1.0, 0.0], [1.0, 0.0], [0.0, 0.0]]
        """
        bits = np.array([self._bits.get(plain(word), 0) for word in given], np.int64)
        return (bits[:, None] >> np.arange(len(self)) & 1).astype(np.float32)

    def save(self, folder: Path) -> None:
        """Write the lists, in a shape that is soon read again."""
        told = {"lists": self.names, "words": "\n".join(self._bits), "bits": list(self._bits.values())}
        folder.joinpath(FILE).write_text(json.dumps(told, ensure_ascii=False) + "\n", encoding="utf-8")


def listed(lists: dict[str, list[str]]) -> Gazetteers:
    """Return lists as gazetteers; names of several words count as each of their longer words."""
    bits: dict[str, int] = {}
    for place, names in enumerate(lists.values()):
        for name in names:
            parts = name.split(" ")
            for part in parts:
                if len(parts) == 1 or len(part) >= _SHORTEST:
                    bits[part] = bits.get(part, 0) | 1 << place
    return Gazetteers(tuple(lists), bits)


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
        return Gazetteers((), {})
    try:
        told = json.loads(file.read_bytes())
        return Gazetteers(told["lists"], dict(zip(told["words"].split("\n"), map(int, told["bits"]), strict=True)))
    except (OSError, ValueError, AttributeError, TypeError, KeyError) as error:
        raise FormatError("is no file of lists, or a damaged one", file=str(file)) from error


_LISTS = Path(__file__).parent.parent / "lists"
