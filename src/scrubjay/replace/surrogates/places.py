"""Stand-ins for hospitals, organisations, streets, towns, states and countries: what kind of place it is stays."""

import re
from collections.abc import Callable, Sequence

from scrubjay.detect.lexicon import plain, states
from scrubjay.replace.surrogates import kept
from scrubjay.replace.surrogates.numbers import digits, identifier
from scrubjay.replace.surrogates.pools import cities, countries, pools
from scrubjay.replace.surrogates.stand_ins import StandIns
from scrubjay.replace.surrogates.words import Piece, cased_like, name_word, pieces

_ABBREVIATION = 5  # letters at most
_PARTS = re.compile(r"(\s{0,3}[,;/\n]\s{0,3}|\s{1,3}(?=\d)|(?<=\d)\s{1,3})")
_ORDINAL = re.compile(r"st|nd|rd|th", re.IGNORECASE)


def organisation(text: str, note: StandIns) -> str | None:
    """Return the stand-in for a hospital, department or firm: everyday words stay, names change.

    If all words are everyday words, the first that means something changes: Mercy Hospital, General Electric.
    """
    found = pieces(text)
    words = [plain(piece.text) for piece in found if piece.kind == "word"]
    named = any(not _everyday(word) for word in words)
    first = next((word for word in words if word not in kept.SMALL_WORDS), words[0] if words else "")

    def changes(word: str) -> bool:
        return not _everyday(word) if named else word == first

    return _rewritten(found, note, changes, _place_word)


def _everyday(word: str) -> bool:
    return word in pools().common or word in kept.PLACE_WORDS or word in kept.SMALL_WORDS


def _rewritten(
    found: Sequence[Piece],
    note: StandIns,
    changes: Callable[[str], bool],
    change: Callable[[str, StandIns], str | None],
) -> str | None:
    """Return the pieces with numbers and those words changed that are to change; None if words ran out."""
    written: list[str] = []
    for index, piece in enumerate(found):
        new: str | None = piece.text
        before = found[index - 1] if index else None
        if piece.kind == "number":
            new = digits(piece.text, note, "place")
        elif piece.kind == "word" and before and before.kind == "number":
            # 4B is a door, 5th a street of its number.
            new = _ordinal(piece.text, written[-1]) or identifier(piece.text, note)
        elif piece.kind == "word" and changes(plain(piece.text)):
            new = change(piece.text, note)
        if new is None:
            return None
        written.append(new)
    return "".join(written)


def _ordinal(text: str, number: str) -> str | None:
    if not _ORDINAL.fullmatch(text):
        return None
    teens = number[-2:-1] == "1"
    suffix = "th" if teens else {"1": "st", "2": "nd", "3": "rd"}.get(number[-1], "th")
    return suffix.upper() if text.isupper() else suffix


def _place_word(text: str, note: StandIns) -> str | None:
    """Return the stand-in for one word of a place: a town for a town, a name for a name, letters for letters."""
    word = name_word(text)
    if len(word) == 1:
        return note.initial(text)
    if word in pools().towns:
        new = note.word(word, "town")
    elif text.isupper() and len(text) <= _ABBREVIATION and pools().role(word) is None:
        return "".join(note.initial(letter) if letter.isalpha() else letter for letter in text)  # MGH
    else:
        new = note.name(word)
    return new and cased_like(new, text)


def street(text: str, note: StandIns) -> str | None:
    """Return the stand-in for a street address: other numbers and name; Street, North and Apt stay."""
    found = pieces(text)
    words = [plain(piece.text) for piece in found if piece.kind == "word"]
    stays = kept.STREET_WORDS | {"p", "o"} if "box" in words else kept.STREET_WORDS
    named = any(word not in stays for word in words)
    # Circle Drive, North Street: a street may be called like a kind of street or a direction.
    called = [word for word in words if word not in kept.STREET_FIXTURES and len(word) > 2]
    only = len(called) > 1 or not any(piece.kind == "number" for piece in found)
    first = (called or words or [""])[0] if only else ""
    return _rewritten(found, note, lambda w: w not in stays if named else w == first, _place_word)


def room(text: str, note: StandIns) -> str | None:
    """Return the stand-in for a room or bed: other digits and letters; Room, Bed and Floor stay."""
    found = pieces(text)
    told = any(piece.kind == "number" or (piece.kind == "word" and len(piece.text) == 1) for piece in found)
    known = kept.ROOM_WORDS | kept.PLACE_WORDS

    def changes(word: str) -> bool:
        return len(word) == 1 or not (told and (word in known or word in pools().common))

    return _rewritten(found, note, changes, identifier)


def city(text: str, note: StandIns) -> str | None:
    """Return another town; `Boston, MA 02114` stays a town, a state and a code."""
    written = []
    for index, part in enumerate(_PARTS.split(text)):
        new = part if index % 2 else _city(part, note)
        if new is None:
            return None
        written.append(new)
    return "".join(written)


def _city(text: str, note: StandIns) -> str | None:
    found = pieces(text.strip())
    words = [piece for piece in found if piece.kind == "word"]
    if not any(piece.kind != "signs" for piece in found):
        return text
    if not words or plain(text.strip()) in states() or text.strip() in states().values():
        return state(text, note)
    if any(piece.kind == "number" for piece in found):
        return street(text, note)
    if len(words) == len(found) == 1:
        new = note.word(name_word(words[0].text), "town")
    else:
        new = note.phrase(text, cities(), "city")
    return _in_place_of(text, new)


def _in_place_of(text: str, new: str | None) -> str | None:
    """Return a phrase in the case of a text and with the white space around it."""
    core = text.strip()
    start = text.index(core)
    return new and text[:start] + cased_like(new, core) + text[start + len(core) :]


def state(text: str, note: StandIns) -> str | None:
    """Return another state in the same form, code or name; digits beside it change as well."""
    found = pieces(text)
    if any(piece.kind == "number" for piece in found):
        return _rewritten(found, note, lambda word: True, state)
    core = plain(text.strip())
    names = {code.lower(): name for name, code in states().items()}
    # Both forms are chosen by the name, so that MA and Massachusetts agree.
    choices = [name for code, name in names.items() if not note.taken(code)]
    other = note.phrase(names.get(core, core), choices, "state") if choices else None
    return _in_place_of(text, states()[other].lower() if other and core in names else other)


def country(text: str, note: StandIns) -> str | None:
    """Return another country; an abbreviation, which no list has, becomes a name as well."""
    core = text.strip()
    new = note.phrase(core, countries(), "country")
    if new and len(core) <= 4 and core.isupper():
        return new.capitalize()
    return _in_place_of(text, new)
