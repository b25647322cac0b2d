"""Entities as one tag a token (BIO or BIOES), and back."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from scrubjay.errors import DocumentError, UnknownNameError, UsageError


class Entity(NamedTuple):
    """A half-open range `[first, end)` of token indexes, with its label."""

    first: int
    end: int
    label: str


class Decoded(NamedTuple):
    """What a sequence of tags says, and how many faults had to be repaired to say it."""

    entities: tuple[Entity, ...]
    repairs: int


def _bio(length: int, label: str) -> list[str]:
    return [f"B-{label}"] + [f"I-{label}"] * (length - 1)


def _bioes(length: int, label: str) -> list[str]:
    if length == 1:
        return [f"S-{label}"]
    return [f"B-{label}"] + [f"I-{label}"] * (length - 2) + [f"E-{label}"]


# The tags of one entity, by its number of tokens and its label.
SCHEMES: dict[str, Callable[[int, str], list[str]]] = {"bio": _bio, "bioes": _bioes}


def encode(entities: Iterable[Entity], length: int, scheme: str = "bio") -> list[str]:
    """Return one tag for each of `length` tokens.

    >>> encode([Entity(1, 3, "DOCTOR")], 4, "bioes")
    ['O', 'B-DOCTOR', 'E-DOCTOR', 'O']
    """
    if scheme not in SCHEMES:
        raise UnknownNameError("tag scheme", scheme, SCHEMES)
    paint = SCHEMES[scheme]
    tags = ["O"] * length
    reach = 0
    for first, end, label in sorted(entities):
        if not label:
            raise UsageError(f"the entity at tokens [{first}, {end}) has no label")
        if not 0 <= first < end <= length:
            raise UsageError(f"the entity at tokens [{first}, {end}) does not lie within {length} tokens")
        if first < reach:
            raise UsageError(f"the entity at tokens [{first}, {end}) overlaps another; a token has one tag")
        tags[first:end] = paint(end - first, label)
        reach = end
    return tags


def decode(tags: Sequence[str]) -> Decoded:
    """Return the entities of BIO or BIOES tags, damaged or not.

    An I- or E- that continues no entity of its label opens one: one repair. Where the tags are seen to
    be BIOES, because an E- or S- is among them, an entity without its E- ends where it stops: one repair.

    >>> decode(["O", "I-DATE", "I-DATE"])
    Decoded(entities=(Entity(first=1, end=3, label='DATE'),), repairs=1)
    """
    parts = [_part(tag, place) for place, tag in enumerate(tags)]
    closes = any(kind in "ES" for kind, _ in parts)
    entities: list[Entity] = []
    repairs = 0
    first, label = 0, ""  # the open entity; none is open while the label is empty
    for place, (kind, name) in enumerate([*parts, ("O", "")]):
        if label and not (kind in "IE" and name == label):
            entities.append(Entity(first, place, label))
            repairs += closes
            label = ""
        if kind in "BS":
            first, label = place, name
        elif kind in "IE" and not label:
            first, label = place, name
            repairs += 1
        if kind in "ES":
            entities.append(Entity(first, place + 1, label))
            label = ""
    return Decoded(tuple(entities), repairs)


def convert(tags: Sequence[str], scheme: str) -> list[str]:
    """Return the same entities in another scheme; damaged tags are repaired on the way.

    >>> convert(["B-AGE", "O"], "bioes")
    ['S-AGE', 'O']
    """
    return encode(decode(tags).entities, len(tags), scheme)


def _part(tag: str, place: int) -> tuple[str, str]:
    """Return the kind and the label of a tag."""
    if tag == "O":
        return "O", ""
    kind, dash, label = tag.partition("-")
    # The tag is not shown: in a file with a shifted column it may be a word of the note.
    if kind not in ("B", "I", "E", "S") or not dash or not label:
        raise DocumentError(f"the tag at position {place} is neither O nor one of B-, I-, E-, S- with a label")
    return kind, label
