"""The words surrogates are made of, and what a real name says about itself: given name or surname, woman or man.

They come from the frequency lists of `detect`. Everyday words, drugs and medical words are left out, so that no
surrogate reads as a word: a Dr. Brown may be a colour, a Dr. Kowalski may not.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from scrubjay.detect.lexicon import states, words
from scrubjay.documents.identity import without_apostrophes
from scrubjay.replace.surrogates.kept import NO_NAMES

GIVEN_NAMES = 2000
SURNAMES = 8000
TOWNS = 3000
_RANKED = 40_000  # surnames; what comes after is hardly known to be one
_NOWHERE = 1 << 30
_ENOUGH = 25  # names of each role that a letter must have to be an initial of surrogates


@dataclass(frozen=True, slots=True, repr=False)
class Pools:
    """Lists by role and initial; the roles are female, male, surname and town."""

    ranks: Mapping[str, Mapping[str, int]]  # role -> every name of the list -> its place, 0 the most frequent
    choices: Mapping[str, Mapping[str, tuple[str, ...]]]  # role -> initial -> words a surrogate may be
    letters: str  # initials with enough names in every role
    towns: frozenset[str]
    common: frozenset[str]

    def role(self, word: str) -> str | None:
        """Return female, male or surname, whichever list has the word higher; None if no list has it."""
        female, male = self.ranks["female"].get(word, _NOWHERE), self.ranks["male"].get(word, _NOWHERE)
        surname = self.ranks["surname"].get(word, _NOWHERE)
        if female == male == surname:
            return None
        if surname <= female and surname <= male:
            return "surname"
        return "female" if female <= male else "male"


@cache
def pools() -> Pools:
    """Return the pools, built when first asked for and once."""
    common = frozenset(words("common"))
    lists = {"female": words("given_female"), "male": words("given_male"), "surname": words("surnames")[:_RANKED]}
    ranks = {role: _ranks(names) for role, names in lists.items()}
    sizes = {"female": GIVEN_NAMES, "male": GIVEN_NAMES, "surname": SURNAMES, "town": TOWNS}
    lists["town"] = tuple(place for place in words("cities_us") if " " not in place)
    # Of the long lists of other words, only what could be met among the names is kept.
    met: set[str] = set().union(*(names[: 2 * sizes[role]] for role, names in lists.items()))
    others = NO_NAMES.union(*(met.intersection(words(name)) for name in ("rarer", "drugs", "medical", "eponyms")))
    rough = Pools(ranks, {}, "", frozenset(), common)
    kept: dict[str, list[str]] = {role: [] for role in lists}
    for role, names in lists.items():
        for name in names[: 2 * sizes[role]]:
            if len(kept[role]) == sizes[role]:
                break
            writable = 4 <= len(name) <= 12 and name.isascii() and name.isalpha()
            if writable and name not in common and name not in others and role in ("town", rough.role(name)):
                kept[role].append(name)
    choices = {role: _by_initial(names) for role, names in kept.items()}
    letters = [
        letter
        for letter in "abcdefghijklmnopqrstuvwxyz"
        if all(len(found.get(letter, ())) >= _ENOUGH for found in choices.values())
    ]
    return Pools(ranks, choices, "".join(letters), frozenset(kept["town"]), common)


def _ranks(names: Sequence[str]) -> dict[str, int]:
    """Return the place of each name of a list; of several spellings, the best."""
    places: dict[str, int] = {}
    for place, name in enumerate(names):
        places.setdefault(without_apostrophes(name), place)
    return places


def _by_initial(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    initials: dict[str, list[str]] = {}
    for name in names:
        initials.setdefault(name[0], []).append(name)
    return {letter: tuple(found) for letter, found in initials.items()}


@cache
def cities() -> tuple[str, ...]:
    """Return the larger US cities with names of several words."""
    return tuple(city for city in words("cities_us")[:TOWNS] if " " in city and city.replace(" ", "").isalpha())


@cache
def countries() -> tuple[str, ...]:
    """Return the countries with names of one word."""
    return tuple(country for country in words("countries") if country.isalpha())


@cache
def professions() -> tuple[str, ...]:
    """Return the professions without signs in their names."""
    return tuple(profession for profession in words("professions") if profession.replace(" ", "").isalpha())


@cache
def pool() -> frozenset[str]:
    """Return every word, as `lexicon.plain` writes it, that a surrogate may be made of."""
    names = (name for initials in pools().choices.values() for found in initials.values() for name in found)
    phrases = (*cities(), *countries(), *professions(), *states(), *(code.lower() for code in states().values()))
    return frozenset(names).union(*(phrase.split() for phrase in phrases))
