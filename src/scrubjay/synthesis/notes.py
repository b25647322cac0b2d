"""Made-up notes of a type and an institution, as documents with gold spans."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import resources
from pathlib import Path

from scrubjay.documents.document import Document
from scrubjay.documents.span import Span
from scrubjay.errors import UnknownNameError
from scrubjay.synthesis import noise
from scrubjay.synthesis.case import Case
from scrubjay.synthesis.chance import Chance
from scrubjay.synthesis.grammar import Grammar, Piece, load
from scrubjay.synthesis.injection import inject
from scrubjay.synthesis.institutions import NAMES, Institution, institution
from scrubjay.synthesis.lists import Part

_SOURCE = "synthesis"
_SHARED = ("clinical", "common")  # files of rules that all types use
_INJECTION = "injection"
_TYPED = ("query", "fragments")
_FEW_CAPITALS = 0.01  # a share of the letters that says: this is written in small ones
_CARELESS = 0.7  # share of such notes in which names have small letters, too
_HASTE = 0.6  # share of what is typed in haste in small letters


@cache
def grammar(kind: str) -> Grammar:
    """Return the rules of a type of notes, with those that all types use."""
    return load(file for file in _files() if file.stem in (kind, *_SHARED))


@cache
def types() -> tuple[str, ...]:
    """Return the types of notes there are: each has a file, and in it the rule of its name."""
    return tuple(file.stem for file in _files() if file.stem not in (*_SHARED, _INJECTION))


def make(
    count: int, seed: int, houses: Sequence[str] = NAMES, kinds: Sequence[str] = (), part: Part = "train"
) -> Iterator[Document]:
    """Yield made-up notes, the same for the same arguments."""
    for kind in kinds:
        if kind not in types():
            raise UnknownNameError("type of note", kind, types())
    for number in range(count):
        chance = Chance(seed, "note", number)
        house, kind = institution(chance.pick(houses)), chance.pick(tuple(kinds) or types())
        pieces = list(grammar(kind).expand(kind, chance, Case(chance, part, house).fill))
        note = document(f"{kind}-{house.name}-{seed}-{number}", _changed(pieces, house, chance, kind in _TYPED))
        yield Document(note.id, note.text, note.spans, {"note_type": kind, "institution": house.name})


def injected(
    notes: Iterable[Document], seed: int, houses: Sequence[str] = NAMES, part: Part = "train"
) -> Iterator[Document]:
    """Yield notes with identities put into them; those that they have are exchanged or kept."""
    for number, note in enumerate(notes):
        chance = Chance(seed, "injection", number)
        house = institution(chance.pick(houses))
        pieces = inject(note, grammar(_INJECTION), chance, part, house)
        made = document(f"{note.id}-{house.name}-{seed}", _changed(pieces, house, chance))
        yield Document(made.id, made.text, made.spans, {"note_type": _INJECTION, "institution": house.name})


def document(name: str, pieces: Iterable[Piece]) -> Document:
    """Return the document that pieces make."""
    texts: list[str] = []
    spans: list[Span] = []
    place = 0
    for text, label in pieces:
        if label and text.strip():
            start = place + len(text) - len(text.lstrip())
            spans.append(Span(start, start + len(text.strip()), label, 1.0, _SOURCE))
        texts.append(text)
        place += len(text)
    return Document(name, "".join(texts), tuple(spans))


def _changed(pieces: list[Piece], house: Institution, chance: Chance, typed: bool = False) -> list[Piece]:
    """Return the pieces as they come out of the house; what is typed in haste is mostly in small letters."""
    pieces = _alike(pieces, chance)
    if chance.odds(house.slips * 20):
        pieces = noise.slips(pieces, chance, max(house.slips, 0.005))
    if chance.odds(house.scans):
        pieces = noise.scanned(pieces, chance)
    if chance.odds(house.bare):
        pieces = noise.bare(pieces)
    if chance.odds(house.shouts):
        pieces = noise.mapped(pieces, str.upper)
    elif chance.odds(_HASTE if typed else house.whispers):
        pieces = noise.mapped(pieces, str.lower)
    if chance.odds(house.wraps):
        pieces = noise.wrapped(pieces, chance.pick(noise.WIDTHS))
    return pieces


def _alike(pieces: list[Piece], chance: Chance) -> list[Piece]:
    """Return the pieces with identities in the letters of the text around them, if that has only one kind."""
    around = "".join(piece.text for piece in pieces if not piece.label)
    capitals, small = (sum(map(test, around)) for test in (str.isupper, str.islower))
    if not small:
        return noise.mapped(pieces, str.upper) if capitals else pieces
    if capitals < _FEW_CAPITALS * small and chance.odds(_CARELESS):
        return noise.mapped(pieces, str.lower)
    return pieces


def _files() -> list[Path]:
    folder = Path(str(resources.files("scrubjay.synthesis"))) / "templates"
    return sorted(folder.glob("*.txt"))
