"""Streets: a house number, a name and a kind of street; highways, post boxes, and streets without a number."""

import re
from bisect import bisect_left
from collections.abc import Iterator

from scrubjay.detect.lexicon import WORD, states
from scrubjay.detect.rules.cues import FUNCTION, STREET_TYPE
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found

REASONS = {
    "street.number": "a house number, a name and a kind of street",
    "street.road": "a numbered highway, route or country road",
    "street.name": "a name and a kind of street",
    "street.box": "a post box",
    "street.town": "a town or ZIP code behind a street",
}

_TYPES = (
    r"street|str|st|avenue|ave|av|road|rd|boulevard|blvd|lane|ln|drive|dr|court|ct|circle|cir|place|pl|terrace|ter|"
    r"way|parkway|pkwy|highway|hwy|square|sq|trail|trl|loop|alley|path|pike|turnpike|tpke|row|mews|crescent|close|"
    r"steps|run|plaza|plz|route|rte|broadway|expressway|crossing|xing|ridge|walk|point|commons|esplanade|bend|hollow|"
    r"landing|cove|hill|view|glen|grove|heights|bypass|fork|extension|canyon|creek|lake|park"
)
_SIDES = frozenset("n s e w ne nw se sw north south east west".split())
_SIDE = rf"(?:{'|'.join(sorted(_SIDES))})\b\.?"
_UNIT = (
    r"(?:,?[ ]{1,2}(?:\n[ ]{0,8})?(?:apt|apartment|suite|ste|unit|bldg|building|fl|floor|rm|room|lot|trlr|space|spc|"
    r"gate|#)\.?[ ]?#?[ ]?(?:[a-z]?-?\d{1,5}[a-z]?|[a-z])\b(?:,?[ ](?:floor|fl)[ ]\d{1,2})?|,?[ ]#[ ]?\w{1,5}|"
    r",[ ]\d{1,2}(?:st|nd|rd|th)[ ]fl(?:oor)?)?"
)
_NAME = (
    rf"(?:(?:{_SIDE}|old|county|state|us|fm|rural|st|mt)\.?[ ])?(?:[^\W\d_][\w'’.-]{{0,20}}|\d{{1,3}}(?:st|nd|rd|th))"
    r"(?:[ ][^\W\d_][\w'’.-]{1,20}){0,3}"
)
_NUMBER = r"\d(?<![\w.,/:$#-].)\d{0,5}"
_HOUSE_NUMBER = re.compile(rf"{_NUMBER}(?:-\d{{1,4}}|[ ]?1/2|[a-zA-Z])?[ ]{{1,2}}(?=\w)")
_STREET = re.compile(
    rf"{_NUMBER}(?:-\d{{1,4}}|[ ]?1/2|[a-z])?[ ]{{1,2}}{_NAME}[ ](?:{_TYPES})\b\.?(?:[ ]{_SIDE})?{_UNIT}"
)
_NO_TYPE = re.compile(
    rf"{_NUMBER}[ ]{_SIDE}[ ][^\W\d_]{{3,20}}(?:[ ][^\W\d_]{{3,20}})?(?:[ ]#\d{{1,4}}\b|(?=[.,;\n)]))"
)
_SPANISH = re.compile(
    rf"{_NUMBER}[ ](?:{_SIDE}[ ])?(?:camino|calle|via|paseo|avenida|rue|county road|state route|"
    rf"rural route)[ ](?:[^\W\d_][\w'’-]{{1,20}}[ ]?){{0,3}}\d{{0,4}}\b{_UNIT}"
)
_ROAD = re.compile(
    r"\b(?:\d{1,5}[ ])?(?:(?:us|state|county|old)[ ])?(?:hwy|highway|route|rte|interstate|"
    r"county road)[ ]\d{1,4}[a-z]?\b|\b(?:rr|rt|route)[ ]\d{1,3}[ ,]{1,2}box[ ]\d{1,5}\b"
)
_ROADS = frozenset("hwy highway route rte rt interstate county rr".split())
_INTERSTATE = re.compile(r"i-(?!12[345]\b|131\b)\d{1,3}\b").match  # I-131 is iodine
_ORDINAL = re.compile(r"\d{1,3}(?:st|nd|rd|th)[ ](?:st|street|ave|avenue|road|rd|blvd)\b")
_ORDINALS = frozenset(
    f"{n}{'th' if 10 < n % 100 < 14 else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}" for n in range(1, 1000)
)
_BOX = re.compile(r"\bp\.?[ ]?o\.?[ ]?box[ ]#?\d{1,6}\b")
_MEASURE = re.compile(
    r"\d+[ ](?:mg|ml|mcg|year|yo|y/o|days?|weeks?|months?|hours?|hrs?|min|minutes|times|tabs?|units?|lbs?|kg|cm|mm|"
    r"am|pm|of|and|x|on|to|in|at|with|yrs?|beats|steps|feet|ft|miles|children|kids|siblings|drinks|beers|bid|tid|qd|"
    r"daily|per|cr|since|for|by|was|is|the|he|she|if|but|then|as|from|after|before|when|seen|point|degrees)\b"
)
_SENTENCE = re.compile(r"(?<!\b(?:st|mt|ft|dr|jr|sr))(?<!\b[a-z])(?<!\b[ns][ew])\.[ ]")  # ends inside: no street
_JOINING = re.compile(r"\b(?:of|and|with|for|in|on|to|was|is|at|by|from|the|per|since)\b")
_BEHIND = re.compile(
    r",?[ ]{0,2}\n?[ \t]{0,8}(?:(?P<city>[^\W\d_][\w'’.-]{1,20}(?:[ ][^\W\d_][\w'’.-]{1,20}){0,2}),?[ ]{1,2})?"
    r"(?P<zip>\d{5}(?:-\d{4})?)(?!\d)"
)
_TOWN = re.compile(r",[ ](?P<city>[^\W\d_][\w'’-]{2,20}(?:[ ][^\W\d_][\w'’-]{2,20}){0,2})(?=[.;\n)]|[ ]\(|\Z)")
# Kinds of street that are everyday words as well; without a number they say nothing.
_EVERYDAY = frozenset(
    "dr st ct pl place point way run close steps row walk path via ter ridge square court drive circle crossing "
    "camino calle paseo avenida trail loop av sq".split()
)


_SHORT = frozenset("st ct pl av".split())
# Kinds of street that notes in small letters mean otherwise.
_CLINICAL = frozenset("bypass point extension bend view path steps run walk close".split())
_NEAR = frozenset("on at near off along".split())


def find(page: Page) -> Iterator[Found]:
    """Yield the streets of a page, and the town or ZIP code right behind one."""
    lower, text = page.lower, page.text
    for i in page.numbers:
        number = _HOUSE_NUMBER.match(text, page.starts[i]) if page.gaps[i] in (" ", "  ") else None
        if not number or not (page.small[i] or text[number.end()].isupper() or text[number.end()].isdigit()):
            continue
        for pattern in (_STREET, _NO_TYPE, _SPANISH):
            match = pattern.match(lower, number.start())
            if match and _is_street(page, i, *match.span()):
                end = match.start() + len(match.group().rstrip(" ,."))
                yield Found(match.start(), end, "STREET", 0.93, "street.number")
                yield from _behind(text, match.end())
                break
    for match in _BOX.finditer(lower) if "box" in page.vocabulary else ():
        yield Found(*match.span(), "STREET", 0.95, "street.box")
    for match in _ROAD.finditer(lower) if page.has(_ROADS) else ():
        at = text[match.start()]
        if at.isupper() or at.isdigit() or page.small[bisect_left(page.starts, match.start())]:
            yield Found(*match.span(), "STREET", 0.7, "street.road")
    for i in page.numbers:
        if (
            page.words[i].startswith("i-")
            and _INTERSTATE(lower, page.starts[i])
            and (page.capital[i] or page.small[i])
        ):
            yield Found(page.starts[i], page.ends[i], "STREET", 0.7, "street.road")
    for i in page.where(_ORDINALS):
        if not (match := _ORDINAL.match(lower, page.starts[i])):
            continue
        if page.capital[i + 1] or page.small[i]:  # W 42nd Street
            first = i - 1 if i and page.words[i - 1] in _SIDES and page.gaps[i - 1] in (" ", ". ") else i
            yield Found(page.starts[first], match.end(), "STREET", 0.7, "street.name")
    for i in page.cued(STREET_TYPE):
        if i and page.caps_line(i) and page.words[i] in ("road", "street", "avenue", "highway", "boulevard", "lane"):
            if not page.flags[i - 1] & WORD and page.gaps[i - 1] == " " and page.words[i - 1].isalpha():
                yield Found(page.starts[i - 1], page.ends[i], "STREET", 0.6, "street.name")
        elif i and page.speaking[i] and not page.upper(i):
            first = capitals_before(page, i)
            everyday = page.words[i] in _EVERYDAY and not (page.words[i] in _SHORT and _on(page, first, i))
            if first < i and not page.flags[first] & FUNCTION and not everyday:
                yield Found(page.starts[first], page.ends[i], "STREET", 0.75, "street.name")


def _on(page: Page, first: int, i: int) -> bool:
    """Tell whether words such as Elm St stand after on, at or near, and are no start of St Mary."""
    return (
        bool(first) and page.words[first - 1] in _NEAR and not (page.gaps[i] in (" ", ". ") and page.capital[i + 1])
    )


def _is_street(page: Page, i: int, start: int, end: int) -> bool:
    """Tell whether a number and words are an address: written as a name, and measuring nothing."""
    inside = page.text[start:end]
    name = inside.split(" ", 1)[1].lstrip()
    if _MEASURE.match(inside.lower()) or _SENTENCE.search(name.lower()[:-1]):
        return False
    if page.small[i]:
        return not _JOINING.search(name) and page.words[bisect_left(page.starts, end) - 1] not in _CLINICAL
    if not (name[0].isupper() or name[0].isdigit()):
        return False
    words = [word for word in name.replace(",", " ").split() if word[0].isalpha()]
    if page.caps_line_at(start):
        return not _JOINING.search(name.lower())
    return all(word[0].isupper() or word in ("of", "the", "de", "la", "del") for word in words[:4])


def _behind(text: str, end: int) -> Iterator[Found]:
    """Yield the ZIP code or town that follows a street."""
    if match := _BEHIND.match(text, end):
        yield Found(*match.span("zip"), "ZIP", 0.9, "street.town")
    else:
        match = _TOWN.match(text, end)
    if (
        match
        and match["city"]
        and match["city"][0].isupper()
        and match["city"].split(" ")[-1] not in states().values()
    ):
        yield Found(*match.span("city"), "CITY", 0.8, "street.town")


def capitals_before(page: Page, i: int, most: int = 3) -> int:
    """Return the first of the capitalised words that lead up to word `i` without a break."""
    first = i
    while first and i - first < most and page.speaking[first - 1] and not page.flags[first - 1] & FUNCTION:
        gap = page.gaps[first - 1]
        if gap not in (" ", "  ", "-") and not (gap == ". " and page.words[first - 1] in ("st", "mt", "ft", "gen")):
            break
        first -= 1
    return first


FAMILY = Family("streets", find, REASONS)
