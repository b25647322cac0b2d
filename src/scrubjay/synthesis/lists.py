"""The public lists, and words of our own, each cut into two parts without a common entry: to train, and to test."""

import hashlib
from functools import cache
from importlib import resources
from typing import Literal

from scrubjay.detect.lexicon import states, words

Part = Literal["train", "test"]
_TEST = 4  # one in so many entries is in the test part


@cache
def entries(name: str, part: Part) -> tuple[str, ...]:
    """Return the part of a list, in the list's order."""
    return tuple(entry for entry in words(name) if part_of(entry) == part)


@cache
def single(name: str, part: Part) -> tuple[str, ...]:
    """Return the entries of one word of three letters or more, without signs."""
    return tuple(entry for entry in entries(name, part) if entry.isalpha() and len(entry) > 2)


@cache
def own(name: str, part: Part | None = None) -> tuple[str, ...]:
    """Return a section of `words.txt`, or the part of it.

    >>> own("mail")[:2]
    ('gmail.com', 'yahoo.com')
    """
    return tuple(word for word in _sections()[name] if part is None or part_of(word.lower()) == part)


@cache
def _sections() -> dict[str, tuple[str, ...]]:
    text = resources.files("scrubjay.synthesis").joinpath("words.txt").read_text(encoding="utf-8")
    sections = (section.split("\n", 1) for section in text.split("\n== ")[1:])
    return {name: tuple(" ".join(words.split("\n")).strip().split("; ")) for name, words in sections}


@cache
def known_states() -> tuple[tuple[str, str], ...]:
    """Return the states of the US with their abbreviations; there are too few to part them."""
    return tuple((name.title(), code) for name, code in states().items())


def part_of(entry: str) -> Part:
    """Return the part that an entry belongs to, by its letters alone: it is the same in all lists.

    >>> {part_of(name) for name in ("smith", "johnson", "williams", "jones", "brown")} <= {"train", "test"}
    True
    """
    return "test" if hashlib.sha256(entry.encode()).digest()[0] % _TEST == 0 else "train"
