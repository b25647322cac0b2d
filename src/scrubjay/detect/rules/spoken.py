"""What is spelled out, in dictations above all: numbers figure by figure, names letter by letter, dates in words."""

import re
from collections.abc import Iterator
from itertools import pairwise

from scrubjay.detect.lexicon import ACRONYM, DRUG, MEDICAL, lexicon
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found

REASONS = {
    "spoken.number": "figures said one by one",
    "spoken.spelled": "a name spelled letter by letter",
    "spoken.date": "a day and a year in words",
}
_FIGURES = frozenset("zero oh one two three four five six seven eight nine".split())
_FIGURE = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)"
_MANY = re.compile(
    rf"\b(?:(?:double|triple)[ ])?{_FIGURE}(?:[ ,-]{{1,2}}(?:(?:double|triple)[ ])?{_FIGURE}){{4,19}}\b"
)
_SINGLE = re.compile(r"\d(?<!\w.)(?<!\d[ .-].)(?:[ -]\d(?!\d)){6,19}(?!\w|\.\d|[ -]\d)")
_LETTERS = re.compile(r"[a-z](?<![\w'’.-].)(?:[ -][a-z](?![\w'’])){3,19}(?!\w|[ -]\w\b)")
_ORDER = "abcdefghijklmnopqrstuvwxyz"
_SPELL = re.compile(r"\b(?:spell(?:ed|ing|s)?|that['’]?s|last name|first name|name is|as in)\b[^.\n]{0,30}\Z")
_CALL = re.compile(r"\b(?:phone|call|tel|telephone|cell|mobile|pager?|reached|ext)\b[^.\n]{0,30}\Z")
_FAX = re.compile(r"\bfax\b[^.\n]{0,25}\Z")
_ORDINALS = (
    r"(?:twenty[ -]|thirty[ -])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|tenth|eleventh|"
    r"twelfth|(?:thir|four|fif|six|seven|eigh|nine)teenth|twentieth|thirtieth"
)
_TENS = r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
_ONES = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen)"
)
_TEEN = rf"(?:{_TENS}(?:[ -]{_ONES})?|{_ONES}|oh[ -]{_ONES})"
_YEAR = rf"(?:(?:two thousand|nineteen|twenty)(?:[ -](?:and[ ])?(?:hundred[ ])?{_TEEN})?)"
_MONTHS = r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
_MONTH_WORDS = frozenset(_MONTHS.strip("(?:)").split("|"))
_DATE = re.compile(rf"{_MONTHS}[ ](?:the[ ])?(?:{_ORDINALS})(?:,?[ ](?:of[ ])?{_YEAR}\b)?(?![\w-])")
_BACKWARDS = re.compile(
    rf"(?:the[ ])?(?P<day>(?:{_ORDINALS})[ ](?:of[ ]{_MONTHS}(?:,?[ ]{_YEAR})?|{_MONTHS},?[ ]{_YEAR}))\b"
)
_DAY = re.compile(
    r"\b(?:on|by|until|till|through|since|before|(?:mon|tues|wednes|thurs|fri|satur|sun)day)[ ]"
    rf"(?P<day>the[ ](?:{_ORDINALS}))\b"
    r"(?![ ](?:of|time|day|dose|visit|rib|digit|toe|finger|floor|week|month|trimester|year|one|attempt)|-)"
)
_FEW = 3  # letters that may follow the alphabet's order: A B C is a list


def find(page: Page) -> Iterator[Found]:
    """Yield what is spelled out on a page."""
    lower = page.lower
    if page.has(_FIGURES):
        for match in _MANY.finditer(lower):
            yield _number(lower, *match.span())
    if page.numbers:
        for match in _SINGLE.finditer(lower):
            if not _counts(re.split("[ -]", match.group())):
                yield _number(lower, *match.span())
    for match in _LETTERS.finditer(lower):
        letters = re.split("[ -]", match.group())
        told = _SPELL.search(lower[max(0, match.start() - 60) : match.start()])
        if not _alphabetical(letters) and (told or not _abbreviates("".join(letters))):
            yield Found(*match.span(), "PATIENT", 0.85 if told else 0.55, "spoken.spelled")
    for match in _DAY.finditer(lower) if " the " in lower else ():
        yield Found(*match.span("day"), "DATE", 0.7, "spoken.date")
    if page.has(_MONTH_WORDS):
        for match in _DATE.finditer(lower):
            yield Found(*match.span(), "DATE", 0.9, "spoken.date")
        for match in _BACKWARDS.finditer(lower):
            yield Found(*match.span("day"), "DATE", 0.9, "spoken.date")


def _number(lower: str, start: int, end: int) -> Found:
    """Return a number said figure by figure: a telephone's, if what stands before says so."""
    before = lower[max(0, start - 60) : start]
    label = "FAX" if _FAX.search(before) else "PHONE" if _CALL.search(before) else "IDNUM"
    return Found(start, end, label, 0.85, "spoken.number")


def _counts(figures: list[str]) -> bool:
    """Tell whether figures only count up or down, as a scale does."""
    steps = {int(two) - int(one) for one, two in pairwise(figures)}
    return steps in ({1}, {-1}, {0})


def _abbreviates(word: str) -> bool:
    """Tell whether letters are a term's, with or without the article before it: h c t z, a b m p."""
    known = lexicon().get
    return bool((known(word, 0) | known(word.removeprefix("a"), 0)) & (ACRONYM | MEDICAL | DRUG))


def _alphabetical(letters: list[str]) -> bool:
    """Tell whether letters follow each other as in the alphabet: A B C D."""
    steps = [_ORDER.find(two) - _ORDER.find(one) for one, two in pairwise(letters)]
    return sum(step == 1 for step in steps) >= min(_FEW, len(steps)) or set(steps) == {0}


FAMILY = Family("spoken", find, REASONS)
