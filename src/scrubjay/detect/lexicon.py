"""The word lists, and what they say about a word: one look-up gives all of it.

The lists come from libraries that keep them; `lists/README.md` says which, and `make lists` writes them anew.
"""

import csv
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib import resources

# What a word may be, as bits of one number.
COMMON = 1 << 0  # an everyday English word
RARER = 1 << 1  # any other English word
FEMALE = 1 << 2  # a given name of women
MALE = 1 << 3
SURNAME = 1 << 4
DRUG = 1 << 5
MEDICAL = 1 << 6  # a word of ICD-10-CM that is no everyday word
EPONYM = 1 << 7  # a person's name that medicine uses for a thing
CITY = 1 << 8  # a place of one word
FREQUENT_SURNAME = 1 << 9
FREQUENT_GIVEN = 1 << 10
PLACE_START = 1 << 11  # the first word of a place of several words
COUNTRY = 1 << 12
STATE = 1 << 13
PRODUCT = 1 << 14  # a brand, a newer drug or an organism
NAMESAKE = 1 << 15  # a name that medicine uses, often somebody's as well
PEOPLE = 1 << 16  # a people, language or faith
ACRONYM = 1 << 17

GIVEN = FEMALE | MALE
NAME = GIVEN | SURNAME
WORD = COMMON | RARER | DRUG | MEDICAL
FIRST_CUE = 1 << 18  # bits from here on say that a rule looks at this word; `rules/cues.py` deals them out

_LISTS = {
    "common": COMMON,
    "rarer": RARER,
    "given_female": FEMALE,
    "given_male": MALE,
    "surnames": SURNAME,
    "drugs": DRUG,
    "medical": MEDICAL,
    "eponyms": EPONYM,
    "products": PRODUCT,
    "organisms": PRODUCT,
    "namesakes": NAMESAKE,
    "peoples": PEOPLE,
    "acronyms": ACRONYM,
}
_PHRASES = frozenset(("products", "organisms", "namesakes", "peoples", "acronyms"))  # hold more than single words
_FREQUENT = {"given_female": (1500, FREQUENT_GIVEN), "given_male": (800, FREQUENT_GIVEN)}
_FREQUENT["surnames"] = (12_000, FREQUENT_SURNAME)
_LATIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ı": "i"})


@cache
def words(name: str) -> tuple[str, ...]:
    """Return a list by name, in its order: most frequent first where the source knew.

    >>> words("surnames")[:2]
    ('smith', 'johnson')
    """
    text = resources.files("scrubjay.detect").joinpath("lists", f"{name}.txt").read_text(encoding="utf-8")
    return tuple(text.split("\n")[:-1])


@cache
def states() -> dict[str, str]:
    """Return the US states and territories: name in lower case -> postal code."""
    file = resources.files("scrubjay.detect").joinpath("lists", "states_us.csv")
    return {name.lower(): code for name, code in csv.reader(file.read_text(encoding="utf-8").splitlines())}


def plain(word: str) -> str:
    """Return a word as the lists write it: lower case, accents taken off.

    >>> plain("Siobhán"), plain("O’Connell")
    ('siobhan', "o'connell")
    """
    word = word.lower()
    if word.isascii():
        return word
    folded = unicodedata.normalize("NFD", word.replace("’", "'").translate(_LATIN))
    return "".join(sign for sign in folded if not unicodedata.combining(sign))


@cache
def lexicon() -> dict[str, int]:
    """Return what the lists say about every word they hold, as bits."""
    flags: dict[str, int] = {}
    known = flags.get

    def mark(names: Iterable[str], bit: int) -> None:
        for name in names:
            flags[name] = known(name, 0) | bit

    for name, bit in _LISTS.items():
        mark((word for word in words(name) if " " not in word) if name in _PHRASES else words(name), bit)
    for name, (count, bit) in _FREQUENT.items():
        mark(words(name)[:count], bit)
    mark((place for place in places() if " " not in place), CITY)
    mark((place.split(" ", 1)[0] for place in places() if " " in place), PLACE_START)
    mark((country for country in words("countries") if " " not in country), COUNTRY)
    mark((state for state in states() if " " not in state), STATE)
    return flags


@cache
def places() -> frozenset[str]:
    """Return towns, counties, states and countries, as `plain` writes them."""
    names = ("cities_us", "cities_world", "counties_us", "countries")
    return frozenset(place for name in names for place in words(name)).union(states())
