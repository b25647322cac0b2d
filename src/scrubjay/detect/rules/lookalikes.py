"""Names that medicine uses for things: Foley catheter, Parkinson's, Wells score. They are not people."""

from scrubjay.detect.lexicon import FREQUENT_GIVEN, FREQUENT_SURNAME
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.vocabulary import blocks

EPONYMS = blocks("eponyms")["eponyms"]
_ALWAYS = blocks("eponyms")["always"]
_THINGS = blocks("eponyms")["things"]
_THINGS_OF = blocks("eponyms")["things_of"]
_SPEAK = frozenset("speak speaks spoke speaking".split())
_SPOKEN = frozenset("interpreter interpreters speaking speaker translator language".split())
_POSSESSIVE = ("'s ", "’s ", "' ", "’ ")


def is_thing(page: Page, i: int) -> bool:
    """Tell whether a name at word `i` belongs to a medical term: known for it, or before a word such as sign."""
    word = page.words[i]
    eponym = word in EPONYMS or ("-" in word and word.split("-")[0] in EPONYMS)
    if eponym and (word in _ALWAYS or not page.flags[i] & FREQUENT_SURNAME):
        return True
    gap = page.gaps[i]
    if i and (
        page.words[i - 1] in _SPEAK or (i > 1 and page.words[i - 1] == "of" and page.words[i - 2] in _THINGS_OF)
    ):
        return True  # speaks Navajo; pouch of Douglas
    if i + 1 < page.size and page.words[i + 1] in _SPOKEN and gap in (" ", "-"):
        return True
    if i + 1 < page.size and (gap in (" ", "-") or gap in _POSSESSIVE):
        # Jasper's test is a boy's, Allen's test is not: a given name in the possessive must be known for the thing.
        owned = gap in _POSSESSIVE and page.flags[i] & FREQUENT_GIVEN and not eponym
        if page.words[i + 1] in _THINGS and not page.capital[i + 1] and not owned:
            return True
        if eponym and not page.capital[i + 1] and page.mixed(i):
            return True
        if not page.mixed(i) and page.words[i + 1] in _THINGS and not owned:
            return True
    return eponym and gap[:2] in ("'s", "’s")
