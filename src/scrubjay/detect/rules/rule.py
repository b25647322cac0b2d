"""What a rule is: a name, a reason, and a function that finds."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from scrubjay.detect.rules.page import Page


class Found(NamedTuple):
    """A stretch of a note that a rule found, and how sure it is."""

    start: int
    end: int
    label: str
    score: float
    rule: str


@dataclass(frozen=True)
class Family:
    """Rules of one PHI family: the function that finds, and the reason for each rule it names."""

    name: str
    find: Callable[[Page], Iterator[Found]]
    reasons: dict[str, str]
