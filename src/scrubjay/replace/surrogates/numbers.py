"""Stand-ins for identifiers: letters become letters, digits digits, and every other sign stays where it is.

Numbers that others hand out are taken from ranges that nobody is given: 555-01xx for telephones, 9xx for social
security. The rest cannot be told from real ones, and is not meant to be.
"""

import re

from scrubjay.documents.identity import identity
from scrubjay.replace.surrogates.stand_ins import StandIns

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_TELEPHONE = re.compile(r"\d(?:[\s().\-/–‑+]{0,4}\d)*")
_WORDS = re.compile(r"[^\W\d_]+")
# Words beside a telephone number that are not a part of it, as letters dialled (1-800-FLOWERS) are.
_TELEPHONE_WORDS = frozenset(
    "x ext extn extension phone ph tel telephone fax f pager pgr beeper bpr cell cellular mobile c home h work "
    "w office o or and at number no direct line page voicemail main p t".split()
)


def identifier(text: str, note: StandIns) -> str:
    """Return an identifier of the same shape that is not the original.

    One number has one stand-in, whatever label it was found under and whichever signs it was written with.
    """
    numbers = note.numbers("identifier", identity(text, "ID"))
    return _other_than(text, "".join(_sign(sign, next(numbers)) if sign.isalnum() else sign for sign in text))


def digits(text: str, note: StandIns, purpose: str = "digits") -> str:
    """Return another number with as many digits, with a leading zero only if there was one."""
    numbers = note.numbers(purpose, text)
    new = "".join(str(next(numbers) % 10) for _ in text)
    if text[0] == "0" and len(text) > 1:
        new = "0" + new[1:]
    elif new[0] == "0":
        new = str(1 + next(numbers) % 9) + new[1:]
    return _other_than(text, new)


def _sign(sign: str, number: int) -> str:
    if not sign.isalpha():
        return str(number % 10)
    letter = _LETTERS[number % 26]
    return letter.upper() if sign.isupper() else letter


def _other_than(text: str, new: str) -> str:
    """Return the new text, its last letter or digit changed if it happens to be the old one."""
    if new.lower() != text.lower():
        return new
    for place in range(len(new) - 1, -1, -1):
        sign = new[place]
        if sign.isdigit() and sign.isascii():
            # From 9 to 1: a single digit must not become a leading zero.
            return new[:place] + str(int(sign) % 9 + 1) + new[place + 1 :]
        if sign.isalpha():
            return new[:place] + _sign(sign, (_LETTERS.find(sign.lower()) + 1) % 26) + new[place + 1 :]
    return new


def social_security(text: str, note: StandIns) -> str:
    """Return a social security number with an area over 900, which was never issued."""
    new = identifier(text, note)
    places = [place for place, sign in enumerate(text) if sign.isdigit()]
    if len(places) == 9:
        new = new[: places[0]] + "9" + new[places[0] + 1 :]
    return _other_than(text, new)


def telephone(text: str, note: StandIns) -> str:
    """Return a telephone number of the same shape: another area, and 555-01xx, which belongs to nobody."""
    new = _TELEPHONE.sub(lambda match: _telephone(match.group(), note), text)
    new = _WORDS.sub(
        lambda match: match.group() if match.group().lower() in _TELEPHONE_WORDS else identifier(match.group(), note),
        new,
    )
    return _other_than(text, new)


def _telephone(text: str, note: StandIns) -> str:
    old = "".join(sign for sign in text if sign.isdigit())
    if not 7 <= len(old) <= 15:
        return _in_place_of(text, digits(old, note, "telephone"))
    numbers = note.numbers("telephone", old)
    last = f"55501{next(numbers) % 100:02d}"
    area, country = old[-10:-7], old[:-10]
    if area:
        # Two different digits at the end: 911 and its like are no areas.
        first, second, third = next(numbers) % 8, next(numbers) % 10, next(numbers) % 9
        new = f"{first + 2}{second}{(second + 1 + third) % 10}"[: len(area)]
        area = new if new != area else str((first + 1) % 8 + 2) + new[1:]
    if country.strip("01"):
        country = digits(country, note, "telephone")
    return _in_place_of(text, country + area + last)


def _in_place_of(text: str, new: str) -> str:
    """Return a text with its digits replaced, one by one."""
    following = iter(new)
    return "".join(next(following) if sign.isdigit() else sign for sign in text)
