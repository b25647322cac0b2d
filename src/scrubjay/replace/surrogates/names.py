"""Stand-ins for people's names, word by word, so that every way of writing a name agrees with the others.

"O'Connell, Siobhán", "Mrs. O'Connell" and "Siobhán O'Connell" get the same two words; initials follow them.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from scrubjay.replace.surrogates import kept
from scrubjay.replace.surrogates.numbers import digits
from scrubjay.replace.surrogates.pools import pools
from scrubjay.replace.surrogates.stand_ins import StandIns
from scrubjay.replace.surrogates.words import Piece, cased_like, name_word, pieces

_FREQUENT = 2000
_DOTTED = re.compile(
    r"\b(?:M\.D|D\.O|Ph\.?D|R\.N|N\.P|P\.A|D\.D\.S|D\.M\.D|M\.P\.H|B\.S\.N|M\.S|Pharm\.D|Psy\.D)\b", re.I
)
_TITLE = r"\b(mr|mrs|ms|miss|mister|madam)\b\.?\s*"
_BEFORE = re.compile(rf"{_TITLE}\Z", re.IGNORECASE)
_INSIDE = re.compile(_TITLE, re.IGNORECASE)
_TITLE_REACH = 12
_HYPHENS = ("-", "‐", "‑")


class Part(NamedTuple):
    """A piece of a name: name, initial, initials, number, or what is kept (particles, titles, degrees, signs)."""

    kind: str
    text: str


def parts(text: str) -> list[Part]:
    """Return what the pieces of a person's name are.

    >>> [part.text for part in parts("Dr. Jan van Dyke Jr., M.D.") if part.kind == "name"]
    ['Jan', 'Dyke']
    """
    found = pieces(text)
    shouted = text.isupper()
    dotted = {place for match in _DOTTED.finditer(text) for place in range(*match.span())}
    kinds: list[str] = []
    place, named = 0, False
    for index, piece in enumerate(found):
        kind = {"word": "name", "number": "number"}.get(piece.kind, "kept")
        if kind == "name":
            word = name_word(piece.text)
            before = found[index - 1].text if index else ""
            if (named and (place in dotted or _degree(piece.text, word, before, shouted))) or _belongs_to_next(
                word, found[index : index + 3], named
            ):
                kind = "kept"
            else:
                kind = _kind(piece.text, word)
                named = True
        kinds.append(kind)
        place += len(piece.text)
    return [Part(kind, piece.text) for kind, piece in zip(kinds, found, strict=True)]


def _kind(text: str, word: str) -> str:
    if len(word) <= 1:
        return "initial"
    # JS, JFK: letters without a vowel that are nobody's name stand for several names.
    spelt = (
        len(text) <= 3
        and text.isascii()
        and text.isupper()
        and not set(word) & set("aeiouy")
        and pools().role(word) is None
    )
    return "initials" if spelt else "name"


def _degree(text: str, word: str, before: str, shouted: bool) -> bool:
    """Tell whether a word after a name is a degree or a suffix; `shouted` names are in capitals as a whole."""
    if word in kept.AMBIGUOUS_CREDENTIALS:
        return text.isupper() and ("," in before or not shouted)
    return word in kept.CREDENTIALS


def _belongs_to_next(word: str, found: list[Piece], named: bool) -> bool:
    """Tell whether the first of three pieces is a title or particle of the word that follows it."""
    if len(found) < 3 or found[2].kind != "word":
        return False
    text, signs = found[0].text, found[1].text.strip()
    if word in kept.TITLES and not named:
        return signs in ("", ".")
    if word in kept.CONNECTORS and text.islower():
        return not signs
    if len(word) == 1 and (signs or not named or not text.islower()):
        return False  # an initial; only the y of Ortega y Gasset is a particle
    if word not in kept.PARTICLES or signs not in ("", "-", "'", "’", "."):
        return False
    if named or text.islower() or word in kept.FIRM_PARTICLES or signs == "-":
        return True
    # Van Houten is one name; Van Tran, with a surname that stands by itself, is two.
    return word == "van" and pools().ranks["surname"].get(name_word(found[2].text), _FREQUENT) >= _FREQUENT


def person(text: str, note: StandIns) -> str | None:
    """Return the stand-in for a person's name; None if the words have run out."""
    written = []
    for part in parts(text):
        new: str | None = part.text
        if part.kind == "name":
            new = note.name(name_word(part.text))
            new = new and cased_like(new, part.text)
        elif part.kind == "initial":
            new = note.initial(part.text)
        elif part.kind == "initials":
            new = "".join(map(note.initial, part.text))
        elif part.kind == "number":
            new = digits(part.text, note)
        if new is None:
            return None
        written.append(new)
    return "".join(written)


def given_names(mentions: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the roles of words that no list has, by where they stand in a note's mentions (text before, name).

    A word before the last one, or after the comma, is a given name; Mr or Mrs beside the name says whose.
    """
    roles: dict[str, str] = {}
    for before, text in mentions:
        unknown = [word for word in _given(parts(text)) if pools().role(word) is None]
        if unknown:
            title = _BEFORE.search(before[-_TITLE_REACH:]) or _INSIDE.match(text)
            role = "given" if title is None else "female" if title[1].lower() in kept.FEMALE_TITLES else "male"
            for word in unknown:
                if roles.get(word, "given") == "given":
                    roles[word] = role
    return roles


def _given(found: list[Part]) -> list[str]:
    """Return the plain words of a name that stand where given names do."""
    names = [index for index, part in enumerate(found) if part.kind == "name"]
    comma = next((index for index, part in enumerate(found) if part.kind == "kept" and "," in part.text), None)
    if comma is not None and any(index > comma for index in names):
        return [name_word(found[index].text) for index in names if index > comma]
    if comma is not None:
        names = [index for index in names if index < comma]
    last = names[-1] if names else 0
    while last > 1 and found[last - 1].text in _HYPHENS:  # both halves of a double surname are surnames
        last -= 2
    return [name_word(found[index].text) for index in names if index < last]
