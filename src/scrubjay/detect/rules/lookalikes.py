"""Names that medicine uses for things: Foley catheter, Parkinson's, Wells score. They are not people."""

from scrubjay.detect.lexicon import FREQUENT_GIVEN, FREQUENT_SURNAME
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.vocabulary import blocks

EPONYMS = blocks("eponyms")["eponyms"]
_ALWAYS = blocks("eponyms")["always"]
_THINGS = blocks("eponyms")["things"]
_POSSESSIVE = ("'s ", "’s ", "' ", "’ ")


def is_thing(page: Page, i: int) -> bool:
    """Tell whether a name at word `i` belongs to a medical term: known for it, or before a word such as sign."""
    word = page.words[i]
    eponym = word in EPONYMS or ("-" in word and word.split("-")[0] in EPONYMS)
    if eponym and (word in _ALWAYS or not page.flags[i] & FREQUENT_SURNAME):
        return True
    gap = page.gaps[i]
    if i + 1 < page.size and (gap in (" ", "-") or gap in _POSSESSIVE):
        # Jasper's test is a boy's, Allen's test is not: a given name in the possessive must be known for the thing.
        owned = gap in _POSSESSIVE and page.flags[i] & FREQUENT_GIVEN and not eponym
        if page.words[i + 1] in _THINGS and not page.capital[i + 1] and not owned:
            return True
        if eponym and not page.capital[i + 1] and page.letters == "mixed":
            return True
        if page.letters != "mixed" and page.words[i + 1] in _THINGS and not owned:
            return True
    return eponym and gap[:2] in ("'s", "’s")
