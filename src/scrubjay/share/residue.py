"""What pseudonyms by neighbours leave to be seen: words that stayed, names that shine through (F1.15, F1.16)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scrubjay.share.neighbours import Neighbours

_TELLING = 4  # letters of a word that are worth looking for in another


@dataclass(frozen=True)
class Residue:
    """Counts of a pseudonymised text; shares are theirs to take."""

    words: int  # of identities, without signs
    unchanged: int  # the same as before, by chance
    with_vector: int  # exchanged for a neighbour
    figures: int  # exchanged figure by figure
    without_vector: int  # exchanged for any word of their shape
    identities: int
    shining: int  # identities of which a word still stands inside what took its place
    parts: float  # neighbours, of all that a word may get, that hold the word itself: on average (F1.15)
    together: float | None  # how often sentences of one note are told from those of two by pseudonyms; 0.5: guessing

    def as_dict(self) -> dict[str, float]:
        """Return the counts and what share they are."""
        return {
            **self.__dict__,
            "unchanged_share": self.unchanged / max(self.words, 1),
            "shining_share": self.shining / max(self.identities, 1),
            "covered_share": self.with_vector / max(self.with_vector + self.without_vector, 1),
        }


def shines(before: Sequence[str], after: Sequence[str]) -> bool:
    """Tell whether a telling word of an identity stands in what took its place (F1.16).

    >>> shines(["Florida", "Hospital"], ["Miami-Florida", "Hosp"]), shines(["Wells"], ["Ruiz"])
    (True, False)
    """
    told = " ".join(after).casefold()
    return any(len(word) >= _TELLING and word.casefold() in told for word in before)


def parts_in_neighbours(neighbours: Neighbours, words: Iterable[str]) -> float:
    """Return how many of a word's neighbours, itself aside, hold it as a part: the mean over words (F1.15)."""
    known = {row: word.casefold() for word in words if (row := neighbours.vectors.row(word))}
    neighbours.learn(known)
    names = neighbours.vectors.words
    holding = [
        sum(word in names[near].casefold() for near in neighbours.of(row)[1:].tolist()) for row, word in known.items()
    ]
    return sum(holding) / max(len(holding), 1)
