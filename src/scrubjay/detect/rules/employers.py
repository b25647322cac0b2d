"""Employers, schools and insurers: what stands after works at or attends, and names everybody knows."""

import re
from collections.abc import Iterator

from scrubjay.detect.rules.cues import FUNCTION
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found

REASONS = {
    "organization.cue": "a name after works at, employed by or attends",
    "organization.insurer": "a health insurer",
    "organization.sons": "a firm of somebody and sons",
    "organization.shop": "a chain that notes mention",
}

_INSURERS = re.compile(
    r"(?:blue ?cross(?: (?:and )?blue ?shield)?|bcbs\w{0,4}|aetna|cigna|humana|united ?health(?:care)?|uhc|anthem|"
    r"wellpoint|centene|molina(?: healthcare)?|tricare|kaiser permanente|highmark|healthnet|wellcare|oscar health|"
    r"carefirst|premera|regence)\b"
)
_INSURER_WORDS = frozenset(
    "blue bluecross bcbs aetna cigna humana united unitedhealthcare unitedhealth uhc anthem wellpoint centene molina "
    "tricare kaiser highmark healthnet wellcare oscar carefirst premera regence".split()
)
_SHOPS = re.compile(
    r"(?:walgreens|walmart|wal-mart|cvs|rite aid|costco|kroger|safeway|publix|target|amazon|fedex|ups|starbucks|"
    r"mcdonald['’]?s)\b"
)
_SHOP_WORDS = frozenset(
    "walgreens walmart wal-mart cvs rite costco kroger safeway publix amazon fedex ups starbucks mcdonald".split()
)
_WORKS = re.compile(
    r"\b(?:works?|worked|working|employed|employment|job|shifts?|retired|laid off|fired|student|attends|attending|"
    r"enrolled|studies|teaches|taught|graduated|manager|driver|cook|clerk|cashier|teacher|engineer|supervisor|"
    r"employee|volunteers?|owner|foreman|server|waitress|bartender|janitor|welder|mechanic|accountant|principal|"
    r"professor|custodian|worker|operator|technician|machinist|librarian|barista|grade|grader|junior|senior|freshman|"
    r"sophomore|parishioner|member|belongs|pastor|coach|owns|lineman|guard|captain|baker|packer|"
    r"maker)[ ](?:[a-z-]{1,14}[ ]){0,5}(?:at|for|by|from|of)[ ](?:the[ ])?\Z"
)
_SONS = re.compile(
    r"[a-z'’-]{3,20}[ ](?:&|and)[ ](?:sons|brothers|daughters|bros)\b(?:[ ](?:freight|trucking|plumbing|roofing|"
    r"farms?|construction|funeral home|bakery|co|inc|electric|auto|dairy|motors|hardware|lumber)\b)?"
)
_FAMILY_FIRMS = frozenset("sons brothers daughters bros".split())
_PREPOSITIONS = frozenset("at for by of from".split())
_JOIN = frozenset((" ", " & ", "-", "/", "'s ", "’s ", "' ", "’ "))


def find(page: Page) -> Iterator[Found]:
    """Yield the organisations of a page."""
    for words, pattern, rule in ((_INSURER_WORDS, _INSURERS, "insurer"), (_SHOP_WORDS, _SHOPS, "shop")):
        for i, match in page.matches(pattern, words):
            if page.capital[i] or page.small[i]:
                yield Found(*match.span(), "ORGANIZATION", 0.8, f"organization.{rule}")
    for match in _SONS.finditer(page.lower) if page.has(_FAMILY_FIRMS) else ():
        yield Found(*match.span(), "ORGANIZATION", 0.8, "organization.sons")
    for i, word in enumerate(page.words):
        if (
            word in _PREPOSITIONS
            and i + 1 < page.size
            and page.capital[i + (2 if page.words[i + 1] == "the" and i + 2 < page.size else 1)]
        ) and _WORKS.search(page.lower, max(0, page.starts[i] - 64), page.starts[i + 1]):
            yield from _named(page, i + 1)


def _named(page: Page, j: int) -> Iterator[Found]:
    """Yield the capitalised words from `j` on."""
    if page.words[j] == "the" and not page.capital[j]:
        j += 1
    if page.words[j] in ("dr", "mr", "mrs", "ms"):
        return
    last, k = None, j
    while k < page.size and k - j < 6:
        joins = (
            last is not None and page.words[k] in ("of", "and", "the") and k + 1 < page.size and page.speaking[k + 1]
        )
        if not (page.speaking[k] or joins) or (last is not None and page.gaps[k - 1] not in _JOIN):
            break
        last = k if page.speaking[k] else last
        k += 1
    if last is None or (
        last == j and (page.flags[j] & FUNCTION or (page.upper(j) and page.ends[j] - page.starts[j] < 3))
    ):
        return
    yield Found(page.starts[j], page.ends[last], "ORGANIZATION", 0.75, "organization.cue")


FAMILY = Family("employers", find, REASONS)
