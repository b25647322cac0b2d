"""What one corpus may be worth on another, before anything is trained (F4.14): words, formats, density of identities.

Each measure lies between 0 and 1, 1 for corpora that are the same. Their mean was fixed beforehand, not fitted.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import permutations

from scrubjay.documents.document import Document
from scrubjay.tokens.tokenizers import READERS, tokenizer
from scrubjay.transfer.corpora import Source

# Words, labels and density are compared; of words, contexts and formats it is asked how much of the target is known.
MEASURES = ("words", "labels", "density", "vocabulary", "contexts", "formats")
_RUN = re.compile(r"(.)\1+")


def similarities(corpora: Mapping[str, Source], words: str = "spacy") -> dict[str, dict[str, float]]:
    """Return the measures, and their mean as `overall`, for each ordered pair of corpora: `source>target`."""
    known = {name: Traits(corpus.train, words) for name, corpus in corpora.items()}
    return {f"{one}>{other}": known[one].likeness(known[other]) for one, other in permutations(corpora, 2)}


class Traits:
    """What training notes are like: distributions only, no text."""

    def __init__(self, notes: Iterable[Document], words: str = "spacy") -> None:
        tokenize = tokenizer(words, READERS)
        self.words: Counter[str] = Counter()  # outside of identities
        self.contexts: Counter[str] = Counter()  # the word before an identity, and its label
        self.formats: Counter[str] = Counter()  # how identities are written, and their label
        self.labels: Counter[str] = Counter()
        self.tokens = 0
        for note in notes:
            tokens = tokenize(note.text)
            self.tokens += len(tokens)
            inside = sorted((span.start, span.end) for span in note.spans)
            place = 0
            before: dict[int, str] = {}
            last = ""
            for token in tokens:
                while place < len(inside) and inside[place][1] <= token.start:
                    place += 1
                written = note.text[token.start : token.end].lower()
                if place < len(inside) and inside[place][0] < token.end:
                    before.setdefault(inside[place][0], last)
                else:
                    self.words[written] += 1
                last = written
            for span in note.spans:
                self.labels[span.label] += 1
                self.formats[f"{span.label} {_format(note.text[span.start : span.end])}"] += 1
                self.contexts[f"{span.label} {before.get(span.start, '')}"] += 1

    def likeness(self, other: "Traits") -> dict[str, float]:
        """Return what these notes may be worth on the other's, by each measure and overall."""
        one, two = (traits.labels.total() / max(traits.tokens, 1) for traits in (self, other))
        if not one or not two:  # not annotated: their words can be compared
            found = {"words": overlap(self.words, other.words), "vocabulary": covered(self.words, other.words)}
            return {name: round(value, 4) for name, value in {**found, "overall": _mean(found.values())}.items()}
        found = {
            "words": overlap(self.words, other.words),
            "labels": overlap(self.labels, other.labels),
            "density": min(one, two) / max(one, two),
            "vocabulary": covered(self.words, other.words),
            "contexts": covered(self.contexts, other.contexts),
            "formats": covered(self.formats, other.formats),
        }
        return {name: round(value, 4) for name, value in {**found, "overall": _mean(found.values())}.items()}


def overlap(one: Counter[str], other: Counter[str]) -> float:
    """Return 1 less the Jensen-Shannon divergence of two distributions, in bits.

    >>> overlap(Counter(a=3), Counter(a=9)), overlap(Counter(a=1), Counter(b=1))
    (1.0, 0.0)
    """
    first, second = one.total(), other.total()
    if not first or not second:
        return 0.0
    total = 0.0
    for key in one.keys() | other.keys():
        p, q = one[key] / first, other[key] / second
        middle = (p + q) / 2
        total += sum(share * math.log2(share / middle) for share in (p, q) if share) / 2
    return min(1.0, max(0.0, 1.0 - total))


def covered(known: Counter[str], asked: Counter[str]) -> float:
    """Return the share of what is asked that is known.

    >>> covered(Counter(a=1), Counter(a=3, b=1))
    0.75
    """
    return sum(count for key, count in asked.items() if key in known) / max(asked.total(), 1)


def _format(written: str) -> str:
    """Return how an identity is written: A for capitals, a for small letters, 9 for figures, runs once.

    >>> _format("3/28/2024"), _format("Wells, A.")
    ('9/9/9', 'Aa, A.')
    """
    signs = "".join("9" if c.isdigit() else "A" if c.isupper() else "a" if c.isalpha() else c for c in written)
    return _RUN.sub(r"\1", signs)


def _mean(values: Iterable[float]) -> float:
    every = list(values)
    return sum(every) / len(every)


def rank_correlation(one: Iterable[float], other: Iterable[float]) -> float | None:
    """Return Spearman's rank correlation, ties at their mean rank; None where one side does not vary.

    >>> rank_correlation([1, 2, 3], [10, 30, 20])
    0.5
    """
    first, second = _ranks(list(one)), _ranks(list(other))
    a, b = _mean(first), _mean(second)
    spread = math.sqrt(sum((x - a) ** 2 for x in first) * sum((y - b) ** 2 for y in second))
    if not spread:
        return None
    return sum((x - a) * (y - b) for x, y in zip(first, second, strict=True)) / spread


def _ranks(values: list[float]) -> list[float]:
    return [sum(other < value for other in values) + sum(other == value for other in values) / 2 for value in values]
