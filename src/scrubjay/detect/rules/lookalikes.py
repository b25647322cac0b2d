"""Names that medicine uses for things: Foley catheter, Parkinson's, Wells score. They are not people."""

from functools import cache

from scrubjay.detect.lexicon import FREQUENT_GIVEN, FREQUENT_SURNAME, NAMESAKE, lexicon, places, words
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.vocabulary import blocks

EPONYMS = blocks("eponyms")["eponyms"]
_ALWAYS = blocks("eponyms")["always"]
THINGS = blocks("eponyms")["things"]
_THINGS_OF = blocks("eponyms")["things_of"]
_SPEAK = frozenset("speak speaks spoke speaking".split())
_SPOKEN = frozenset("interpreter interpreters speaking speaker translator language".split())
_ARTICLES = frozenset("a an the no indwelling french fr positive negative modified".split())
# What is said of signs, tests and devices, and seldom of people.
_STATES = frozenset(
    "positive negative pos neg present absent in draining removed placed out dc'd patent intact care output "
    "insertion inserted changed emptied discontinued normal abnormal".split()
)
_POSSESSIVE = ("'s ", "’s ", "' ", "’ ")


@cache
def pairs() -> frozenset[tuple[str, str]]:
    """Return the names of two words that medicine uses: Grey Turner, Jackson-Pratt."""
    return frozenset((one, two) for one, _, two in (name.partition(" ") for name in words("namesakes")) if two)


@cache
def _no_persons() -> frozenset[tuple[str, str]]:
    """Return those that are no town's, and that hardly anybody bears: Grey Turner."""
    known = lexicon().get
    return frozenset(
        (one, two)
        for one, two in pairs()
        if f"{one} {two}" not in places()
        and not (known(one, 0) & FREQUENT_GIVEN and known(two, 0) & FREQUENT_SURNAME)
    )


def _in_pair(page: Page, i: int) -> bool:
    found, known = page.words, _no_persons()
    return (i + 1 < page.size and page.gaps[i] in (" ", "-") and (found[i], found[i + 1]) in known) or (
        i > 0 and page.gaps[i - 1] in (" ", "-") and (found[i - 1], found[i]) in known
    )


def is_thing(page: Page, i: int) -> bool:
    """Tell whether a name at word `i` belongs to a medical term: known for it, or as the words around it say."""
    word = page.words[i]
    if _in_pair(page, i):
        return True
    if _is_eponym(word) and (word in _ALWAYS or not page.flags[i] & FREQUENT_SURNAME):
        return True
    return in_term(page, i)


def in_term(page: Page, i: int) -> bool:
    """Tell whether the words around a name say that it belongs to a medical term: Wilson's disease, a Foley."""
    gap = page.gaps[i]
    eponym = _may_be_eponym(page, i)
    before = page.words[i - 1] if i else ""
    if before in _SPEAK or (i > 1 and before == "of" and page.words[i - 2] in _THINGS_OF):
        return True  # speaks Navajo; pouch of Douglas
    if i > 1 and (
        (before == "p" and page.words[i - 2] == "s") or (before == "post" and page.words[i - 2] == "status")
    ):
        return True  # s/p Whipple
    if eponym and before in _ARTICLES and page.gaps[i - 1] == " ":
        return True
    if i + 1 >= page.size or (gap not in (" ", "-") and gap not in _POSSESSIVE):
        return eponym and gap[:2] in ("'s", "’s")
    after = page.words[i + 1]
    if after in _SPOKEN:
        return True
    # Jasper's test is a boy's, Allen's test is not: a given name in the possessive must be known for the thing.
    owned = gap in _POSSESSIVE and page.flags[i] & FREQUENT_GIVEN and not eponym
    if after in THINGS and not owned and not (page.capital[i + 1] and page.mixed(i)):
        return True
    said = after[0].isdigit() or (after in _STATES and not page.capital[i + 1])  # Gleason 7, Babinski negative
    return eponym and (gap in _POSSESSIVE or said)


def _is_eponym(word: str) -> bool:
    return word in EPONYMS or ("-" in word and word.split("-")[0] in EPONYMS)


def _may_be_eponym(page: Page, i: int) -> bool:
    """Tell whether medicine uses a name for anything; many such names are people's above all."""
    return bool(page.flags[i] & NAMESAKE) or _is_eponym(page.words[i])
