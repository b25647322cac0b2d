"""How a name is read off a page: which words can follow each other in one."""

import re

from scrubjay.detect.lexicon import COMMON, FREQUENT_GIVEN, FREQUENT_SURNAME, GIVEN, NAME, SURNAME, WORD
from scrubjay.detect.rules.cues import CREDENTIAL, FUNCTION, KIN, PARTICLE
from scrubjay.detect.rules.page import Page

_DOTTED = re.compile(r"[A-Z][a-z]?\.[A-Z]\.")
_SUFFIXES = frozenset("jr sr ii iii iv".split())
_MOST = 5


def is_initial(page: Page, i: int) -> bool:
    """Tell whether a word is one letter that may stand for a name."""
    start = page.starts[i]
    if page.ends[i] - start != 1 or not page.words[i].isalpha() or (start and page.text[start - 1] in "/-&+"):
        return False
    return page.capital(i) or page.letters == "lower"


def fits(page: Page, i: int, strong: bool, first: bool) -> bool:
    """Tell whether a word can be part of a name. After a strong cue, any capitalised word can."""
    bits = page.flags[i]
    word = page.words[i]
    if page.ends[i] - page.starts[i] < 2 or not word.replace("'", "").replace("-", "").isalpha():
        return False
    if bits & KIN and not page.speaking(i):
        return False
    if bits & FUNCTION:
        return bool(strong and first and page.speaking(i) and bits & (FREQUENT_SURNAME | FREQUENT_GIVEN))
    if page.speaking(i):
        if page.upper(i) and (bits & CREDENTIAL or not bits & NAME and page.ends[i] - page.starts[i] < 5):
            return False
        if strong and first:
            return not bits & WORD or bool(bits & NAME) or not bits & COMMON
        return not bits & WORD or bool(bits & NAME)
    if page.letters == "mixed" and not page.capital(i):
        return False
    # No help from capitals: a list must know it as a name, or none as a word.
    if bits & CREDENTIAL and not first:
        return False
    if first:
        return bool(bits & NAME) or not bits & WORD if strong else not bits & WORD
    return not bits & (WORD) or bool(bits & (FREQUENT_GIVEN | FREQUENT_SURNAME)) and not bits & COMMON


def name_from(page: Page, i: int, strong: bool, comma: bool = False) -> int | None:
    """Return the last word of the name that starts at word `i`, or None if none does.

    Reads given names, initials, particles and suffixes; with `comma`, also SURNAME, GIVEN.
    """
    last, count, j, after_comma = None, 0, i, False
    while j < len(page) and count < _MOST:
        if j > i:
            gap = page.gap(j - 1)
            short = is_initial(page, j - 1) or page.words[j - 1] in ("st", "jr", "sr") or page.flags[j - 1] & PARTICLE
            if gap in (", ", ",", " , ") and comma and not after_comma and 1 <= count <= 2 and last == j - 1:
                if _DOTTED.match(page.text, page.starts[j]) or (page.upper(j) and not page.upper(j - 1)):
                    break  # a credential, with points or in capitals
                if page.flags[j] & CREDENTIAL and (page.upper(j) or page.letters == "lower" or not page.flags[j] & NAME):
                    break
                if not (fits(page, j, True, True) or (is_initial(page, j) and page.gap(j)[:1] in (".", " ", "\n", ""))):
                    break
                after_comma = True
            elif gap not in (" ", "  ") and not (gap in (". ", ".") and short):
                break
        if is_initial(page, j):
            if count and not (page.letters == "lower" and page.gap(j)[:1] != "."):
                if page.gap(j)[:1] == "." or (j + 1 < len(page) and page.gap(j) == " " and fits(page, j + 1, False, False)) or after_comma:
                    last = j
            elif not (j + 1 < len(page) and page.gap(j) in (". ", ".", " ")):
                break
        elif fits(page, j, strong, count == 0):
            last, count = j, count + 1
        elif page.words[j] in _SUFFIXES and count:
            last = j
        elif page.flags[j] & PARTICLE and j + 1 < len(page) and page.gap(j) in (" ", ". ") and fits(page, j + 1, strong, count == 0):
            pass
        else:
            break
        j += 1
    return last if count else None


def name_before(page: Page, i: int) -> int | None:
    """Return the first word of the name that ends just before word `i` (a credential), or None."""
    first, count, j = None, 0, i - 1
    while j >= 0 and i - j <= _MOST:
        if j < i - 1:
            gap = page.gap(j)
            if gap in (", ", ",") and first == j + 1 and count == 1 and _opens(page, j) and fits(page, j, True, True):
                return j  # WELLS, ANNA MD
            if gap not in (" ", "  ") and not (gap in (". ", ".") and (is_initial(page, j) or page.words[j] in ("st",))):
                break
        if is_initial(page, j):
            first = j if count or first is None and j == i - 1 else first
            if not count:
                break
        elif fits(page, j, not count, not count) and not (page.first(j) and page.flags[j] & COMMON and not page.flags[j] & NAME):
            first, count = j, count + 1
        elif page.words[j] in _SUFFIXES and not count:
            pass
        elif page.flags[j] & PARTICLE and count and not page.flags[j] & FUNCTION:
            first = j
        else:
            break
        j -= 1
    while first is not None and count and first < i - 1 and page.flags[first] & PARTICLE and page.flags[first] & WORD and not page.capital(first):
        first += 1
    return first if count else None


def _opens(page: Page, i: int) -> bool:
    """Tell whether a word opens a line or field."""
    before = page.text[max(0, page.starts[i] - 3) : page.starts[i]]
    return not before or before[-1] in "\n\t:" or before.endswith((": ", "  ", "\n ", "- "))


def known_name(page: Page, i: int) -> bool:
    """Tell whether the lists know a word as a name and as nothing else."""
    bits = page.flags[i]
    return bool(bits & NAME) and not bits & WORD


def evidence(page: Page, first: int, last: int) -> float:
    """Return a score for a name by what the lists say about its words."""
    best = 0.5
    for j in range(first, last + 1):
        bits = page.flags[j]
        if bits & (FREQUENT_GIVEN | FREQUENT_SURNAME) and not bits & COMMON:
            best = max(best, 0.9)
        elif bits & (GIVEN | SURNAME) and not bits & WORD:
            best = max(best, 0.8)
        elif not bits & WORD:
            best = max(best, 0.7)
        elif bits & NAME:
            best = max(best, 0.65)
    return best
