"""How a name is read off a page: which words can follow each other in one."""

import re

from scrubjay.detect.lexicon import COMMON, FREQUENT_GIVEN, FREQUENT_SURNAME, GIVEN, NAME, SURNAME, WORD
from scrubjay.detect.rules.cues import CREDENTIAL, GRAMMAR, HEADING, KIN, MONTH, PARTICLE
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Found

FREQUENT = FREQUENT_GIVEN | FREQUENT_SURNAME
SUFFIXES = frozenset("jr sr ii iii iv".split())
_DOTTED = re.compile(r"[A-Z][a-z]{0,4}\.[ ]?[A-Z]\b")
_NICKNAME = re.compile(r' ["“(‘\'](?P<name>[^\W\d_]{2,14})["”)’\'] ')
_MOST = 5  # names
_WORDS = 10  # names, initials and particles


def is_initial(page: Page, i: int) -> bool:
    """Tell whether a word is one letter that may stand for a name."""
    start = page.starts[i]
    if page.ends[i] - start != 1 or not page.words[i].isalpha() or (start and page.text[start - 1] in "/-&+"):
        return False
    return bool(page.capital[i] or page.small[i])


def fits(page: Page, i: int, strong: bool, first: bool) -> bool:
    """Tell whether a word can be part of a name.

    After a strong cue any capitalised word can; without capitals the lists must know it as a name, or no list may
    know it as a word.
    """
    bits, word = page.flags[i], page.words[i]
    if page.ends[i] - page.starts[i] < 2 or not word.replace("'", "").replace("-", "").isalpha():
        return False
    if bits & GRAMMAR:
        return bool(strong and first and page.speaking[i] and bits & FREQUENT)
    if bits & HEADING:
        return bool(strong and bits & FREQUENT and (page.speaking[i] or (first and not page.mixed(i))))
    if page.speaking[i]:
        size = page.ends[i] - page.starts[i]
        if page.upper(i) and (bits & CREDENTIAL or (not bits & NAME and size < 5)):
            return False
        if not first and bits & CREDENTIAL and not bits & NAME:
            return False  # R. Tabor PharmD
        if (
            page.upper(i)
            and not first
            and not page.upper(i - 1)
            and ((size < 4 and not bits & FREQUENT) or (size < 6 and not bits & NAME))
        ):
            return False  # nephew Harlan HCPOA; but Anna LEE
        if strong and first:
            return not bits & WORD or bool(bits & NAME) or not bits & COMMON
        return not bits & WORD or bool(bits & NAME)
    if not (page.capital[i] or page.small[i]) or bits & KIN or (bits & CREDENTIAL and not first):
        return False
    if strong and (first or not bits & COMMON or bits & FREQUENT):
        return not bits & WORD or bool(bits & NAME)
    return not bits & WORD or (not first and bool(bits & FREQUENT) and not bits & COMMON)


def name_from(page: Page, i: int, strong: bool, comma: bool = False) -> int | None:
    """Return the last word of the name that starts at word `i`, or None if none does.

    Reads given names, nicknames in quotes, initials, particles and suffixes; with `comma`, also SURNAME, GIVEN.
    """
    last, count, j, after_comma = None, 0, i, False
    while j < page.size and count < _MOST and j - i < _WORDS:
        if j > i:
            gap = page.gaps[j - 1]
            if gap in (", ", ",", " , ") and comma and not after_comma and 1 <= count <= 2 and last == j - 1:
                if not _may_follow_comma(page, j):
                    break
                after_comma = True
            elif (match := _NICKNAME.match(page.text, page.ends[j - 1])) and j + 1 < page.size and count:
                if fits(page, j + 1, strong, False) and match.end() == page.starts[j + 1]:
                    last = j = j + 1
                    j += 1
                    count += 1
                    continue
                break
            elif gap not in (" ", "  ") and not (gap in (". ", ".") and _shortened(page, j - 1)):
                break
            elif gap == "  " and page.ends[j] - page.starts[j] == 1:
                break  # a column: NAME  M
            elif is_month(page, j):
                break
        if is_initial(page, j):
            if not count and not (j + 1 < page.size and page.gaps[j] in (". ", ".", " ")):
                break
            if count and _ends_name(page, j, after_comma):
                last = j
        elif fits(page, j, strong, count == 0) or (after_comma and last == j - 1 and page.flags[j] & FREQUENT_GIVEN):
            last, count = j, count + 1
        elif page.words[j] in SUFFIXES and count:
            last = j
        elif not _leads_on(page, j, strong, count == 0):
            break
        j += 1
    return last if count else None


def is_month(page: Page, i: int) -> bool:
    """Tell whether a word is a month before a day or year: June 5. June herself has no number behind her."""
    return (
        bool(page.flags[i] & MONTH) and i + 1 < page.size and page.gaps[i] == " " and page.words[i + 1][0].isdigit()
    )


def _leads_on(page: Page, j: int, strong: bool, first: bool) -> bool:
    """Tell whether a particle, or two, lead on to a name: van der Berg, de la Cruz."""
    for k in range(j, min(j + 3, page.size - 1)):
        if not page.flags[k] & PARTICLE or page.gaps[k] not in (" ", ". "):
            return False
        if fits(page, k + 1, strong, first):
            return True
    return False


def _may_follow_comma(page: Page, j: int) -> bool:
    """Tell whether a word after SURNAME, can be the given name and is no credential."""
    if _DOTTED.match(page.text, page.starts[j]) or (page.upper(j) and not page.upper(j - 1)):
        return False
    if page.flags[j] & CREDENTIAL and (page.upper(j) or page.small[j] or not page.flags[j] & NAME):
        return False
    return fits(page, j, True, True) or (is_initial(page, j) and page.gaps[j][:1] in (".", " ", "\n", ""))


def _shortened(page: Page, j: int) -> bool:
    """Tell whether a point behind word `j` belongs to it: an initial, St., Jr."""
    return is_initial(page, j) or page.words[j] in ("st", "jr", "sr") or bool(page.flags[j] & PARTICLE)


def _ends_name(page: Page, j: int, after_comma: bool) -> bool:
    """Tell whether an initial behind a name belongs to it."""
    if page.gaps[j][:1] == ".":
        return True
    if page.small[j]:
        return False
    return after_comma or (j + 1 < page.size and page.gaps[j] == " " and fits(page, j + 1, False, False))


def name_before(page: Page, i: int) -> int | None:
    """Return the first word of the name that ends just before word `i` (a credential), or None."""
    first, count, j = None, 0, i - 1
    while j >= 0 and i - j <= _MOST:
        if j < i - 1:
            gap = page.gaps[j]
            if gap in (", ", ",") and first == j + 1 and count == 1 and _opens(page, j) and fits(page, j, True, True):
                return j  # WELLS, ANNA MD
            if gap == "  " and not (page.speaking[j] and page.flags[j] & NAME):
                break
            if gap not in (" ", "  ") and not (gap in (". ", ".") and (is_initial(page, j) or page.words[j] == "st")):
                break
        if is_initial(page, j):
            if count:
                first = j
            elif j != i - 1:
                break
        elif fits(page, j, count < 2, not count) and not (page.first(j) and page.plain_word(j)):
            first, count = j, count + 1
        elif count == 1 and page.speaking[j] and page.first(j) and not page.flags[j] & (COMMON | GRAMMAR | HEADING):
            return j  # Temperance Voss: a rarer word that opens the line
        elif not (page.words[j] in SUFFIXES and not count):
            if not (page.flags[j] & PARTICLE and count and not page.flags[j] & (GRAMMAR | WORD)):
                break
            first = j
        j -= 1
    return first if count else None


def _opens(page: Page, i: int) -> bool:
    """Tell whether a word opens a line or field."""
    before = page.text[max(0, page.starts[i] - 3) : page.starts[i]]
    return not before or before[-1] in "\n\t:" or before.endswith((": ", "  ", "\n ", "- "))


def known_name(page: Page, i: int) -> bool:
    """Tell whether the lists know a word as a name and as nothing else."""
    return bool(page.flags[i] & NAME) and not page.flags[i] & WORD


def unknown_word(page: Page, i: int) -> bool:
    """Tell whether no list knows a word, and it is written as a name is."""
    return bool(page.speaking[i]) and not page.flags[i] & WORD and not page.upper(i)


def named(page: Page, first: int, last: int) -> list[int]:
    """Return the words of a name that are more than an initial or suffix."""
    return [j for j in range(first, last + 1) if not is_initial(page, j) and page.words[j] not in SUFFIXES]


def evidence(page: Page, first: int, last: int) -> float:
    """Return a score for a name by what the lists say about its words."""
    best = 0.5
    for j in range(first, last + 1):
        bits = page.flags[j]
        if bits & FREQUENT and not bits & COMMON:
            best = max(best, 0.9)
        elif bits & (GIVEN | SURNAME) and not bits & WORD:
            best = max(best, 0.8)
        elif not bits & WORD:
            best = max(best, 0.7)
        elif bits & NAME:
            best = max(best, 0.65)
    return best


def found_name(page: Page, first: int, last: int, label: str, score: float, rule: str) -> Found:
    """Return a name from word `first` to word `last`, with the point of a final initial."""
    end = page.ends[last]
    if is_initial(page, last) and page.text[end : end + 1] == ".":
        end += 1
    return Found(page.starts[first], end, label, score, rule)
