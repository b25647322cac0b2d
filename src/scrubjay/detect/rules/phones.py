"""Telephone, fax and pager numbers, with and without area code."""

import re
from collections.abc import Iterator

from scrubjay.detect.rules.measures import figures, is_code
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found

REASONS = {
    "phone.ten": "ten figures grouped as telephone numbers are",
    "phone.seven": "seven figures grouped three and four",
    "phone.international": "a plus sign or 011 and a country's code",
    "phone.cue": "a number after a word for a telephone or pager",
    "phone.extension": "an extension",
    "fax.cue": "a telephone number after the word fax",
}

# The patterns start with what telephone numbers start with, so that a search skips the rest fast; what may not stand
# before that sign is said right behind it.
_EXTENSION = r"(?:[ ,;]{0,3}(?:x|ext\.?|extension|poste)[ .:]{0,2}\d{2,6}(?!\d))?"
_EDGE = r"(?!\w|[-/.]\d)"
_TEN = re.compile(
    r"[(\d+](?<![\w.$#-].)(?:(?<=\+)1[ .-]?|(?<=1)[ .-])?\(?(?:(?<=\()[2-9]|(?<=[2-9])|[2-9])\d\d\)?[ ]{0,2}[-./–]?"
    rf"[ ]{{0,2}}\d{{3}}[ ]?[-.–/ ][ ]?\d{{4}}{_EXTENSION}{_EDGE}"
)
_ACID = re.compile(r"\d{1,2}\.\d{1,2}(?![\d.])").match  # pH 6.5-7.0
_TIME = re.compile(
    r"(?P<day>\d{1,2}[/-]\d{1,2}(?:[/-]\d{2,4})?[ ])?(?:[01]\d|2[0-3])[0-5]\d(?(day)|(?:[ ]\d{1,2}[/-]\d{1,2}"
    r"(?:[/-]\d{2,4})?)?)"
).fullmatch  # 0902, 7/16/24 0902, 0902 7-16-24
_CALLED = re.compile(r"\b(?:by|via)[ ](?:(?:his|her|their|the)[ ])?(?:tele)?phone[ ](?:at[ ]|on[ ])?\Z").search
_SEPARATED = re.compile(r"[()./–-]").search
_BRACKETED = re.compile(r"\(\d{3}\)[ ]?\d{7}(?!\d)")
_SEVEN = re.compile(rf"[2-9](?<![\w.$#/-].)\d\d[-.]\d{{4}}{_EXTENSION}{_EDGE}")
_INTERNATIONAL = re.compile(r"(?:\+(?<!\w.)|0(?<![\w.-].)11[ -])\d{1,3}(?:[ .-]?\(?\d{1,5}\)?){2,6}(?!\d)")
_NUMBER = re.compile(
    r"[(+\d](?<![\w.,$-].)(?:(?<=\d)|\d)(?:[ .()/*-]{0,2}\d){3,14}(?!\w|[/:%.]\d|[ ]?(?:mg|ml|am|pm|hours|days|weeks|"
    r"minutes|mcg|units|patients|years|mm|cm|kg|lbs?)\b)"
)
_SURE = (
    r"phone|ph|tel|telephone|cell|cellphone|mobile|callback|call back|cb|pager|pgr|beeper|ext|extension|fax|"
    r"facsimile|bpr|bleep|dect|poste|spectralink|vocera|ascom|voicemail|hotline|landline"
)
_CUE = re.compile(
    rf"\b(?:(?P<sure>{_SURE})|home|work|office|reached at|call|contact|paged?|pg|(?<!-)[pchwxf]|text|vm|direct|line|"
    rf"desk|"
    r"portable|number|#)(?:[ ]?(?:no|number|num|line|desk|phone|at|is|on|"
    r"id)){0,3}[ \t]{0,3}[.:#=)(-]{0,3}[ \t]{0,5}\Z"
)
_DATE = re.compile(r"\d{1,2}[/-]\d{1,2}(?:[/-]\d{2,4})?|\d{1,2}[ ]?[./-][ ]?\d\d|\d{1,3}[ ]\d{1,2}/\d{1,2}")
_FAX = re.compile(r"\b(?:fax|f|facsimile)(?:ed)?(?:[ ](?:no|number|num|line|is|to|at|#)){0,2}[ .:#=(]{0,6}\Z")
_NO_PHONE = re.compile(r"\b(?:mrn|mr#?|acct|account|id|case|order|serial|no|ndc|cpt|icd|lot)[ .:#]{0,3}\Z")
_EXT = re.compile(
    r"(?:ext\.?|extension)[ :]{0,2}(?P<ext>\d-?\d{1,5})\b(?![ ]?(?:[%°]|mins?\b|secs?\b|reps?\b|deg))|"
    r"desk[ :]{1,2}(?P<desk>\d-\d{4})\b"
)
_X = re.compile(r"x\d-?\d{3,4}\b(?![ ]?(?:mg|ml|days))|p(?P<pager>\d{4,5})\b")
_LONG = 3  # figures that need no word for calling before them
_TO_CALL = re.compile(r"\b(?:at|call|dial|desk|office|phone|reception|or)[ ,:]{1,2}\Z").search
_EXTENSION_WORDS = frozenset("ext extension desk".split())


def find(page: Page) -> Iterator[Found]:
    """Yield the telephone and fax numbers of a page."""
    if not page.numbers:
        return
    lower = page.lower
    for match in _TEN.finditer(lower):
        if "  " in match.group() and not _SEPARATED(match.group()):
            continue  # columns of a table
        yield _phone(lower, *match.span(), 0.95, "phone.ten")
    for match in _BRACKETED.finditer(lower):
        yield _phone(lower, *match.span(), 0.95, "phone.ten")
    for match in _SEVEN.finditer(lower):
        if not _NO_PHONE.search(lower[max(0, match.start() - 10) : match.start()]):
            yield _phone(lower, *match.span(), 0.8, "phone.seven")
    for match in _INTERNATIONAL.finditer(lower) if "+" in lower or "011" in lower else ():
        if figures(match.group()) >= 9:
            yield _phone(lower, *match.span(), 0.9, "phone.international")
    for match in _NUMBER.finditer(lower):
        cue = _CUE.search(lower[max(0, match.start() - 40) : match.start()])
        if not cue:
            continue
        if not cue["sure"] and is_code(lower, match.start()):
            continue  # catalog number 0009672
        count = figures(match.group())
        if _ACID(match.group()) and cue["sure"] == "ph":
            continue
        if _TIME(match.group()) and _CALLED(lower, max(0, match.start() - 24), match.start()):
            continue
        if (cue["sure"] and count >= 4 and not _DATE.fullmatch(match.group())) or count in (7, 10, 11):
            yield _phone(lower, *match.span(), 0.9 if cue["sure"] else 0.6, "phone.cue")
    yield from _extensions(page)


def _phone(lower: str, start: int, end: int, score: float, rule: str) -> Found:
    """Return a telephone or, after the word fax, a fax number."""
    if lower[start] == "(" and ")" not in lower[start:end]:  # (917-555-0143)
        start += 1
    if _FAX.search(lower[max(0, start - 24) : start]):
        return Found(start, end, "FAX", score, "fax.cue")
    return Found(start, end, "PHONE", score, rule)


def _extensions(page: Page) -> Iterator[Found]:
    """Yield ext. 4417, x5-8820, and p4471 for a pager."""
    for i in page.numbers:
        if page.words[i][0] in "xp" and (match := _X.fullmatch(page.lower, page.starts[i], page.ends[i])):
            yield Found(*match.span(match.lastgroup or 0), "PHONE", 0.7, "phone.extension")
    if page.has(_EXTENSION_WORDS):
        for i, word in enumerate(page.words):
            if word in _EXTENSION_WORDS and (match := _EXT.match(page.lower, page.starts[i])):
                before = page.lower[max(0, page.starts[i] - 24) : page.starts[i]]
                if "flex" in before or (len(match[match.lastgroup or 0]) < _LONG and not _TO_CALL(before)):
                    continue  # how far a joint bends
                yield Found(*match.span(match.lastgroup or 0), "PHONE", 0.7, "phone.extension")


FAMILY = Family("phones", find, REASONS)
