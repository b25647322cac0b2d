"""A small language for texts with choices, in which templates are written.

A file holds rules. A rule begins with a line `== name`; its alternatives are parted by lines of two hyphens; a line
that begins with `%%` is a remark. Within an alternative

    {patient.last}      is a slot: whoever expands the template says what stands there
    {=exam}             is another rule, here or in a file that is read along
    [fever|chills|]     is one of these; the last one is empty, so perhaps nothing
    \\[ \\] \\{ \\} \\| \\\\  are the signs themselves
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from scrubjay.errors import FormatError
from scrubjay.synthesis.chance import Chance

_SIGNS = re.compile(r"\\(.)|\{([^{}]*)\}|([\[\]|])|([^\\{}\[\]|]+)|(.)", re.DOTALL)
_DEEPEST = 40  # rules within rules: one that holds itself would never end


class Piece(NamedTuple):
    """A stretch of text with the label of the identity that it is, or none."""

    text: str
    label: str = ""


Fill = Callable[[str], Sequence[Piece]]


@dataclass(frozen=True)
class _Slot:
    name: str


@dataclass(frozen=True)
class _Rule:
    name: str


@dataclass(frozen=True)
class _Choice:
    options: "tuple[tuple[_Part, ...], ...]"


_Part = str | _Slot | _Rule | _Choice


class Grammar:
    """The rules of some files."""

    def __init__(self, rules: Mapping[str, tuple[tuple[_Part, ...], ...]]) -> None:
        self._rules = rules

    def __contains__(self, name: str) -> bool:
        """Tell whether there is a rule of this name."""
        return name in self._rules

    def names(self) -> tuple[str, ...]:
        """Return the names of the rules."""
        return tuple(self._rules)

    def count(self, name: str) -> int:
        """Return how many alternatives a rule has."""
        return len(self._rules[name])

    def slots(self) -> set[str]:
        """Return the names of all slots."""
        return {part.name for options in self._rules.values() for part in _walk(options) if isinstance(part, _Slot)}

    def missing(self) -> set[str]:
        """Return the rules that are used and are not there."""
        used = {part.name for options in self._rules.values() for part in _walk(options) if isinstance(part, _Rule)}
        return used - set(self._rules)

    def expand(self, name: str, chance: Chance, fill: Fill, alternative: int | None = None) -> Iterator[Piece]:
        """Yield a text made by a rule, piece by piece; `fill` says what stands in a slot."""
        options = self._rules[name]
        chosen = chance.below(len(options)) if alternative is None else alternative
        yield from self._expand(options[chosen], chance, fill, _DEEPEST)

    def _expand(self, parts: Sequence[_Part], chance: Chance, fill: Fill, depth: int) -> Iterator[Piece]:
        if not depth:
            raise FormatError("rules hold each other without end")
        for part in parts:
            if isinstance(part, str):
                yield Piece(part)
            elif isinstance(part, _Slot):
                yield from fill(part.name)
            else:
                options = self._rules[part.name] if isinstance(part, _Rule) else part.options
                yield from self._expand(options[chance.below(len(options))], chance, fill, depth - 1)


def load(files: Iterable[Path]) -> Grammar:
    """Return the rules of files; a rule that two of them have is an error, and so is one that none has."""
    rules: dict[str, tuple[tuple[_Part, ...], ...]] = {}
    for file in files:
        for name, options in _rules(file):
            if name in rules:
                raise FormatError(f"has the rule {name}, which is there already", file=str(file))
            rules[name] = options
    grammar = Grammar(rules)
    if missing := sorted(grammar.missing()):
        raise FormatError(f"no file has the rule {missing[0]}")
    return grammar


def _rules(file: Path) -> Iterator[tuple[str, tuple[tuple[_Part, ...], ...]]]:
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("%%")]
    starts = [number for number, line in enumerate(lines) if line.startswith("== ")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        alternatives: list[list[str]] = [[]]
        for line in lines[start + 1 : end]:
            if line == "--":
                alternatives.append([])
            else:
                alternatives[-1].append(line)
        name = lines[start][3:].strip()
        try:
            yield name, tuple(parse("\n".join(written).strip("\n")) for written in alternatives)
        except FormatError as error:
            raise FormatError(f"in the rule {name}: {error}", file=str(file)) from None


def parse(text: str) -> "tuple[_Part, ...]":
    """Return the parts of an alternative.

    >>> parse("a [b|{c}]")
    ('a ', _Choice(options=(('b',), (_Slot(name='c'),))))
    """
    stack: list[list[list[_Part]]] = [[[]]]  # of open brackets: their options so far
    for escaped, slot, sign, plain, stray in _SIGNS.findall(text):
        if stray:
            raise FormatError(f"a {stray} stands alone")
        if sign == "[":
            stack.append([[]])
        elif sign and len(stack) == 1:
            raise FormatError(f"a {sign} stands outside of brackets")
        elif sign == "|":
            stack[-1].append([])
        elif sign == "]":
            options = tuple(tuple(option) for option in stack.pop())
            stack[-1][-1].append(_Choice(options))
        elif slot:
            stack[-1][-1].append(_Rule(slot[1:]) if slot.startswith("=") else _Slot(slot))
        elif escaped or plain:
            stack[-1][-1].append(escaped or plain)
        else:
            raise FormatError("a slot has no name")
    if len(stack) > 1:
        raise FormatError("a [ is not closed")
    return tuple(stack[0][0])


def _walk(options: Iterable[Sequence[_Part]]) -> Iterator[_Part]:
    for option in options:
        for part in option:
            yield part
            if isinstance(part, _Choice):
                yield from _walk(part.options)
