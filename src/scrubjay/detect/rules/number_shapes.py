"""Numbers of people and their things by their shape alone, where no word announces them."""

import re
from collections.abc import Iterator

from scrubjay.detect.rules.measures import figures, has_unit, is_code, is_measured, is_term
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found

REASONS = {
    "id.ssn": "nine figures grouped three, two, four",
    "id.vin": "seventeen letters and figures, as vehicles have",
    "id.mixed": "letters and five or more figures, which no measurement has",
    "id.grouped": "three or more groups of figures that are no date",
    "id.long": "seven figures or more that measure nothing",
    "id.cell": "six figures or more that fill a field of a header or table",
    "id.hash": "a number sign before four figures or more",
}

_SSN = re.compile(r"\d{3}-\d\d-\d{4}")
_SPACED_SSN = re.compile(r"\d{3}[ ]\d\d[ ]\d{4}(?![\w-])")
_HIDDEN_SSN = re.compile(r"(?:xxx|\*{3}|###)[- ](?:xx|\*\*|##)[- ]\d{4}\b")
_VIN = re.compile(r"[a-hj-npr-z0-9]{17}")
_MIXED = re.compile(r"[a-z0-9]{1,24}(?:[-/.][a-z0-9]{1,12}){0,5}(?![\w@])")
_LONG = re.compile(r"\d{7,}(?:-\d{1,4})?")
_GROUPED = re.compile(r"\d{2,5}(?:-\d{2,9}){2,3}")
_DATE = re.compile(r"\d{4}-\d\d-\d\d|\d\d?-\d\d?-\d{2,4}")
_GOES_ON = re.compile(r"[.,:/]\d|%")
_CELL_START = re.compile(r"(?:\n|[ ]{3}|[|\t][ ]{0,2})\Z")
_CELL_END = re.compile(r"[ ]{0,2}(?:[ ]{2}|[|\t\n]|\Z)")
_HASH = re.compile(r"#[ ]?(?P<value>[a-z]{0,4}[- ]?\d[a-z0-9-]{3,20}(?:[ ]\d{3,6}){0,2})(?!\w)")
_BROKEN = re.compile(r"#[ ]?[a-z]{2,4}[ ](?:19|20)\d\d").fullmatch  # #NOF 2021: a fracture, and its year


def find(page: Page) -> Iterator[Found]:
    """Yield the numbers whose shape gives them away."""
    lower = page.lower
    for i in page.numbers:
        start, end = page.starts[i], page.ends[i]
        if start and lower[start - 1] in ".,$/:+#-@'_":
            continue
        word = page.words[i]
        if word.replace("-", "").isdigit():
            yield from _figures_alone(page, start, end)
        elif end - start == 17 and _VIN.fullmatch(word) and 3 <= figures(word) <= 15:
            yield Found(start, end, "VEHICLE", 0.85, "id.vin")
        elif (mixed := _MIXED.match(lower, start)) and _is_number(page, start, mixed.end()):
            yield Found(start, mixed.end(), "IDNUM", 0.75, "id.mixed")
    for match in _HIDDEN_SSN.finditer(lower) if "xx" in lower or "**" in lower or "##" in lower else ():
        yield Found(*match.span(), "SSN", 0.9, "id.ssn")
    for match in _HASH.finditer(lower) if "#" in lower else ():
        if figures(match["value"]) >= 4 and not is_code(lower, match.start()) and not _BROKEN(match.group()):
            yield Found(*match.span("value"), "IDNUM", 0.7, "id.hash")


def _figures_alone(page: Page, start: int, end: int) -> Iterator[Found]:
    """Yield figures, with hyphens between them or not, that can only be a number of somebody."""
    lower, written = page.lower, page.lower[start:end]
    if _SSN.fullmatch(written):
        yield Found(start, end, "SSN", 0.9, "id.ssn")
    elif end - start == 3 and (spaced := _SPACED_SSN.match(lower, start)):
        yield Found(*spaced.span(), "SSN", 0.9, "id.ssn")
    elif end - start < 6 or _GOES_ON.match(lower, end):
        return
    elif _LONG.fullmatch(written) and not (
        is_code(lower, start) or is_measured(lower, start) or has_unit(lower, end)
    ):
        yield Found(start, end, "IDNUM", 0.7, "id.long")
    elif (
        _GROUPED.fullmatch(written)
        and end - start >= 9
        and not is_code(lower, start)
        and not _DATE.fullmatch(written)
    ):
        yield Found(start, end, "IDNUM", 0.7, "id.grouped")
    elif written.isdigit() and end - start <= 12 and _fills_cell(lower, start, end):
        yield Found(start, end, "IDNUM", 0.55, "id.cell")


def _fills_cell(lower: str, start: int, end: int) -> bool:
    """Tell whether a number is all that a field of a header or table holds."""
    return bool(_CELL_END.match(lower, end) and _CELL_START.search(lower[max(0, start - 3) : start]))


def _is_number(page: Page, start: int, end: int) -> bool:
    """Tell whether a run of letters and figures can only be a number of something."""
    written = page.lower[start:end]
    count, letters = figures(written), sum(sign.isalpha() for sign in written)
    if count < 4 or not 1 <= letters <= 8 or is_term(written) or is_code(page.lower, start):
        return False
    if re.search(r"\d{4}-\d\d-\d\d", written):
        return False
    return count >= 5 or ("-" in written and page.text[start:end].isupper())


FAMILY = Family("number shapes", find, REASONS)
