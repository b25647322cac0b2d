"""Telephone, fax and pager numbers, e-mail, web and network addresses."""

import re
from collections.abc import Iterator

from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found

REASONS = {
    "phone.ten": "ten figures grouped as telephone numbers are",
    "phone.seven": "seven figures grouped three and four",
    "phone.international": "a plus sign and a country's code",
    "phone.cue": "a number after a word for a telephone, pager or extension",
    "fax.cue": "a telephone number after the word fax",
    "email": "a name, an at sign and a domain",
    "url": "a web address",
    "ip": "a network address",
}

_EXTENSION = r"(?:[ ,;]{0,3}(?:x|ext\.?|extension)[ .:]{0,2}\d{1,6}(?!\d))?"
_EDGE = r"(?!\w|[-/.]\d)"
_TEN = re.compile(
    rf"[(\d+](?<![\w.$#-].)(?:(?<=\+)1[ .-]?|(?<=1)[ .-])?"
    rf"(?:\(?(?:(?<=\()[2-9]|(?<=[2-9])|[2-9])\d\d\)?[ ]{{0,2}}[-./–]?[ ]{{0,2}}\d{{3}}[ ]?[-.–/ ][ "
    rf"]?\d{{4}}){_EXTENSION}{_EDGE}"
)
_SEVEN = re.compile(rf"[2-9](?<![\w.$#/-].)(?<![\w][-/ ]\d)?\d\d[-.]\d{{4}}{_EXTENSION}{_EDGE}")
_INTERNATIONAL = re.compile(r"(?:\+(?<!\w.)|0(?<![\w.-].)11[ -])\d{1,3}(?:[ .-]?\(?\d{1,5}\)?){2,6}(?!\d)")
_NUMBER = re.compile(
    r"[(+\d](?<![\w.,$-].)(?:(?<=\d)|\d)(?:[ .()/*-]{0,2}\d){3,14}"
    r"(?!\w|[/:%.]\d|[ ]?(?:mg|ml|am|pm|hours|days|weeks|minutes|mcg|units|patients|years|mm|cm|kg|lbs?)\b)"
)
_CUE = re.compile(
    r"\b(?P<cue>phone|ph|tel|telephone|cell|cellphone|mobile|home|work|office|callback|call back|cb|reached at|"
    r"call|contact|pager|pgr|beeper|"
    r"paged?|pgr?|bpr|p|c|h|w|ext|extension|x|text|fax|f|facsimile|vm|voicemail|direct|line|desk|hotline|"
    r"spectralink|vocera|ascom|portable|landline|number|#)"
    r"(?:[ ]?(?:no|number|num|line|desk|phone|at|is|on|id)){0,3}[ \t]{0,3}[.:#=)(-]{0,3}[ \t]{0,5}\Z"
)
_SURE_CUE = re.compile(
    r"(?:phone|ph|tel|telephone|cell\w*|mobile|callback|call back|cb|pager|pgr|beeper|ext|extension|fax|facsimile|"
    r"bpr|spectralink|vocera|ascom|voicemail|hotline|landline)\b"
)
_FAX = re.compile(r"\b(?:fax|f|facsimile)(?:ed)?(?:[ ](?:no|number|num|line|is|to|at|#)){0,2}[ .:#=(]{0,6}\Z")
_X = re.compile(
    r"\b(?P<number>x[ ]?\d-?\d{3,4})\b(?![ ]?(?:mg|ml|days))|\bdesk[ :]{1,2}(?P<desk>\d-\d{4})\b|\b(?:ext\.?|"
    r"extension)[ :#]{0,2}(?P<ext>\d{2,6})\b"
)
_EMAIL = re.compile(r"@(?<=[\w.%+'-]@)[a-z0-9](?:[a-z0-9.-]{0,200}[a-z0-9])?\.[a-z]{2,24}\b", re.IGNORECASE)
_LOCAL = re.compile(r"[\w.%+'-]{1,64}\Z")
_URL = re.compile(
    r"(?:h(?:xx|tt)ps?(?=:)://|www(?=\.)\.)[^\s<>\"'\])]{2,500}"
    r"|\.(?:com|org|net|edu|gov|mil|info|health|io|care|us|clinic|app|example|local|"
    r"co\.uk)\b(?:/[^\s<>\"'\])]{0,300})?"
)
_HOST = re.compile(r"(?:[a-z0-9-]{1,60}(?:\.[a-z0-9-]{1,60}){0,4})?\Z")
_IP = re.compile(r"\d(?<![\w.-].)\d{0,2}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\w]|\.\d)")
_IP6 = re.compile(r"[0-9a-f](?<![\w:.].)[0-9a-f]{0,3}(?::[0-9a-f]{0,4}){3,7}(?![\w:])")
_MAC = re.compile(r"[0-9a-f](?<![\w:-].)[0-9a-f](?:[:-][0-9a-f]{2}){5}(?![\w:-])")


def find(page: Page) -> Iterator[Found]:
    """Yield the contacts of a page."""
    lower = page.lower
    yield from _web(lower)
    for pattern, rule, score in (
        (_TEN, "phone.ten", 0.95),
        (_SEVEN, "phone.seven", 0.8),
        (_INTERNATIONAL, "phone.international", 0.9),
    ):
        for match in pattern.finditer(lower):
            start = match.start()
            if rule == "phone.international" and sum(sign.isdigit() for sign in match.group()) < 9:
                continue
            if rule == "phone.seven" and re.search(
                r"\b(?:mrn|mr#?|acct|account|id|case|order|serial|no|ndc|cpt|icd|lot)[ .:#]{0,3}\Z",
                lower[max(0, start - 10) : start],
            ):
                continue
            yield _phone(lower, start, match.end(), score, rule)
    for match in _NUMBER.finditer(lower):
        cue = _CUE.search(lower[max(0, match.start() - 40) : match.start()])
        if not cue:
            continue
        number = match.group()
        figures = sum(sign.isdigit() for sign in number)
        sure = bool(_SURE_CUE.match(cue["cue"]))
        if (
            sure
            and figures >= 4
            and not re.fullmatch(r"\d{1,2}[/-]\d{1,2}(?:[/-]\d{2,4})?|\d{1,2}[ ]?[./-][ ]?\d\d", number)
        ) or figures in (7, 10, 11):
            score = 0.9 if sure else 0.6
            yield _phone(lower, *match.span(), score, "phone.cue")
    for match in _X.finditer(lower):
        yield Found(*match.span(match.lastgroup or 0), "PHONE", 0.7, "phone.cue")


def _phone(lower: str, start: int, end: int, score: float, rule: str) -> Found:
    """Return a telephone or, after the word fax, a fax number."""
    if _FAX.search(lower, max(0, start - 24), start):
        return Found(start, end, "FAX", score, "fax.cue")
    return Found(start, end, "PHONE", score, rule)


def _web(lower: str) -> Iterator[Found]:
    mails = []
    for match in _EMAIL.finditer(lower):
        local = _LOCAL.search(lower, max(0, match.start() - 64), match.start())
        start = local.start() if local else match.start()
        mails.append((start, match.end()))
        yield Found(start, match.end(), "EMAIL", 0.99, "email")
    for match in _URL.finditer(lower):
        start, end = match.span()
        if lower[start] == ".":
            start -= len(_HOST.search(lower[max(0, start - 120) : start]).group())  # type: ignore[union-attr]
        while end > start and lower[end - 1] in ".,;:!?)":
            end -= 1
        if lower[start] == "." or end - start < 5:
            continue
        if (start and lower[start - 1] in "@.\\") or any(s < end and start < e for s, e in mails):
            continue
        yield Found(start, end, "URL", 0.95, "url")
    for match in _IP.finditer(lower):
        parts = match.group().split(".")
        if all(int(part) < 256 for part in parts) and not re.search(
            r"\b(?:version|v|ver|firmware|software|section)\.?[ ]?\Z",
            lower[max(0, match.start() - 10) : match.start()],
        ):
            yield Found(*match.span(), "IPADDR", 0.95, "ip")
    for pattern in (_IP6, _MAC):
        for match in pattern.finditer(lower):
            written = match.group()
            if (pattern is _MAC or "::" in written or written.count(":") == 7) and any(s.isdigit() for s in written):
                yield Found(*match.span(), "IPADDR" if pattern is _IP6 else "DEVICE", 0.9, "ip")


FAMILY = Family("contacts", find, REASONS)
