"""Span operations that make corpora with different guidelines comparable (S4, F4.5).

S4 aligns i2b2 2014, N-GRID 2016 and UW with i2b2 2006, which annotates dates without their year and only
ages over 89. Both operations look at the words under a span, return new spans, and never widen one.
"""

import re

from scrubjay.documents.document import Document
from scrubjay.documents.span import Span

# Years as written in notes; the surrogate dates of i2b2 2014 reach far into the 22nd century.
_CENTURY = r"(?:1[5-9]|2[0-2])\d\d"
_DAY_OR_MONTH = r"\d{1,2}(?:st|nd|rd|th)?"
_UNITS = "one|two|three|four|five|six|seven|eight|nine"
_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty"
_WORD = r"[^\W\d_]{3,}\.?"  # a month name, abbreviated or not, in any language
_YEARS = [
    re.compile(pattern)
    for pattern in (
        rf"(?<!\d)({_CENTURY}(?:['’]?s\b)?)(?!\d)",  # 2019, 1990s
        rf"(?<!\d)({_CENTURY})(?=(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d))",  # 20190308
        rf"(?<!\d){_CENTURY}\s?[-/–]\s?((?:1[3-9]|[2-9]\d))(?!\d|[-/]\d)",  # 1998-99: the second year
        r"(?<![\d/.-])\d{1,2}\s?([/.-])\s?\d{1,2}\s?\1\s?(\d\d)(?!\d)",  # 3/8/19, 08.03.19, 3 - 8 - 19
        r"(['’]\d\d(?:s\b)?)(?!\d)",  # '98
        r"(?<!\d)(\d0['’]?s\b)",  # the 80s
        rf"{_WORD}[\s-]+{_DAY_OR_MONTH},?\s+(\d\d)(?!\d)",  # March 30, 98
        rf"{_DAY_OR_MONTH}[\s-]*{_WORD}[\s,-]*(\d\d)(?!\d)",  # 08-Mar-98, 8 March 98
        rf"{_WORD}[\s,-]*(3[2-9]|[4-9]\d)(?!\d)",  # Mar 98: no month has a 98th day
        r"(?<![\d/.-])\d{1,2}[/-](3[2-9]|[4-9]\d)(?![\d/-])",  # 12/86
        r"\A(3[2-9]|[4-9]\d)\Z",  # a bare 86 that was annotated as a date
        # twenty fourteen, twenty twenty-four, nineteen ninety-nine; not twenty three, nor years that may tell an age
        rf"(?i)\b((?:twenty[ -](?:{_TEENS}|(?:oh|o)[ -](?:{_UNITS})|(?:twenty|thirty)(?:[ -](?:{_UNITS}))?)|"
        rf"nineteen[ -](?:fifty|sixty|seventy|eighty|ninety)(?:[ -](?:{_UNITS}))?|"
        rf"two thousand(?:(?: and)? (?:{_UNITS}|{_TEENS}))?))\b(?! hundred)",
    )
]
_NO_DATE = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")  # four numbers: an address of the internet
_CONNECTING = re.compile(
    r"(?:[^\w']|\b(?:of|in|the|year|and|or|to|through|thru|until|till|de|del|en|año|y|e|o|al|hasta)\b)+",
    re.IGNORECASE,
)


def parts_without_year(date: str) -> list[tuple[int, int]]:
    """Return the stretches of a written date that are not its year, without the signs that joined them.

    >>> date = "March 30, 2024"
    >>> [date[start:end] for start, end in parts_without_year(date)]
    ['March 30']
    >>> parts_without_year("2024")
    []
    >>> parts_without_year("10.44.18.203")  # an address that somebody took for a date
    [(0, 12)]
    """
    years = sorted({match.span(match.lastindex or 0) for pattern in _YEARS for match in pattern.finditer(date)})
    if not years or _NO_DATE.fullmatch(date):
        return [(0, len(date))]
    parts, position = [], 0
    for start, end in [*years, (len(date), len(date))]:
        if start > position:
            parts.append(_trimmed(date, position, start, position > 0, start < len(date)))
        position = max(position, end)
    return [(start, end) for start, end in parts if any(sign.isalnum() for sign in date[start:end])]


def _trimmed(date: str, start: int, end: int, after_year: bool, before_year: bool) -> tuple[int, int]:
    """Return the stretch without the commas, slashes and small words beside a removed year."""
    if after_year and (match := _CONNECTING.match(date, start, end)):
        start = match.end()
    if before_year:
        for match in _CONNECTING.finditer(date, start, end):
            if match.end() == end:
                end = match.start()
    return start, end


def without_years(document: Document, label: str = "DATE") -> Document:
    """Return the document with the years taken out of its dates (F4.5).

    A date that is nothing but a year loses its span; one with the year in the middle becomes two spans.
    """
    spans: list[Span] = []
    for span in document.spans:
        if span.label != label:
            spans.append(span)
            continue
        for start, end in parts_without_year(document.text_of(span)):
            spans.append(Span(span.start + start, span.start + end, label, span.score, span.source))
    return document.with_spans(spans)


_UNDER_90 = re.compile(rf"\b(?:{_UNITS}|{_TEENS}|{_TENS})\b", re.IGNORECASE)
_OVER_89 = re.compile(r"\b(?:ninet(?:y|ies)|nonagenarian|centenarian|hundred)", re.IGNORECASE)
# A lone m or M may as well be "male": such an age stays.
_MORE_THAN = re.compile(r"(?:[>≥]=?|\b(?:over|above|older than|more than|at least))\s*\Z", re.IGNORECASE)
_OR_MORE = re.compile(r"\s*(?:\+|(?:or|and)\s+(?:older|over|above|more|up)\b)", re.IGNORECASE)
_SHORT_UNIT = re.compile(
    r"\s*-?\s*(?:d|w|days?|wks?|weeks?|mos?|mths?|months?|hours?|hrs?|días?|semanas?|mes(?:es)?)\b",
    re.IGNORECASE,
)


def over_89(age: str) -> bool | None:
    """Tell whether a written age is over 89 years; None when no number can be read.

    >>> [over_89(age) for age in ("93", "89", "in her 90s", "95 days", "ninety-two", "elderly")]
    [True, False, True, False, True, None]
    """
    numbers = list(re.finditer(r"(?<!\d)\d{1,3}(?!\d)", age))
    if numbers:
        return any(_over_89(age, number) for number in numbers)
    if _OVER_89.search(age):
        return True
    return False if _UNDER_90.search(age) else None


def _over_89(age: str, number: re.Match[str]) -> bool:
    if _SHORT_UNIT.match(age, number.end()):
        return False
    more = _OR_MORE.match(age, number.end()) or _MORE_THAN.search(age, 0, number.start())
    return int(number.group()) > (88 if more else 89)


def only_ages_over_89(document: Document, label: str = "AGE") -> Document:
    """Return the document without the spans of ages up to 89 (F4.5).

    An age whose number cannot be read keeps its span: nobody has shown that it may be told.
    """
    return document.with_spans(
        span for span in document.spans if span.label != label or over_89(document.text_of(span)) is not False
    )
