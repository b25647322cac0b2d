"""Town, state and ZIP code, read from the state backwards: Muskegon, MI 49440."""

import re
from bisect import bisect_left
from collections.abc import Iterator

from scrubjay.detect.lexicon import WORD, places, plain, states
from scrubjay.detect.rules.cues import CREDENTIAL, FUNCTION, STATE_CUE, STREET_TYPE
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found
from scrubjay.detect.rules.streets import capitals_before

REASONS = {
    "place.city-state": "a name before a state",
    "place.state": "a US state",
    "place.zip": "five figures after a state, or after the word ZIP",
}

_CODES = frozenset(code.lower() for code in states().values())
# Codes that are words, credentials or clinical shorthand when nothing says otherwise.
_DOUBTFUL = frozenset("IN OR ME HI OK PA MA MD AL ID DE PR AS MS MO CO LA CT MT VA RI".split())
_ZIP_BEHIND = re.compile(r"\.?,?[ ]{1,3}(?P<zip>\d{5}(?:-\d{4})?)(?![\d-])")
_SCAN = re.compile(r"CT[ ]7\d{4}(?!\d)").match  # a scan and its code: Connecticut's begin with 0
_ZIP = re.compile(r"\bzip(?:[ ]?code)?[ :#]{0,4}(?P<zip>\d{5}(?:-\d{4})?)(?!\d)")
_TOWN_CUE = re.compile(
    r"(?:\b(?:in|from|of|near|at|to|outside)[ ]|,[ ]|[\n:(][ \t]{0,8}|\A[ \t]{0,8}|[ ]{2}|[-–/|*][ ])\Z"
)
_LICENCE = re.compile(r"[ ](?:medical[ ])?(?:lic|license|licence|plate|tag|dl|registration)\b", re.IGNORECASE)
_OLD_CODES = re.compile(
    r",[ ](?P<state>Conn|Mass|Calif|Fla|Tenn|Wash|Ariz|Colo|Ill|Ind|Kan|Mich|Minn|Miss|Mont|Nebr?|Nev|Okla|Ore|"
    r"Penn|Tex|Wis|Wyo|Ala|Ark|Del|Va|Ga|Ky|Md|Vt|N\.[HJYMCD]|S\.[CD]|R\.I|W\.Va|D\.C)\b\.?"
)
# Words that open the names of towns, though they are everyday words.
TOWN_STARTS = frozenset(
    "old new north south east west upper lower high little big saint st fort port mount lake".split()
)
_TOWN_ENDS = frozenset("point ridge square park place city crossing".split())


def find(page: Page) -> Iterator[Found]:
    """Yield the towns, states and ZIP codes of a page."""
    for i in page.cued(STATE_CUE):
        last = _state_at(page, i)
        if last is not None:
            yield from _around(page, i, last)
    for match in _OLD_CODES.finditer(page.text):
        yield Found(*match.span("state"), "STATE", 0.8, "place.state")
        i = bisect_left(page.ends, match.start())
        if i < page.size and page.ends[i] == match.start() and page.speaking[i]:
            yield Found(page.starts[capitals_before(page, i)], page.ends[i], "CITY", 0.85, "place.city-state")
    for match in _ZIP.finditer(page.lower) if "zip" in page.vocabulary else ():
        yield Found(*match.span("zip"), "ZIP", 0.97, "place.zip")


def _state_at(page: Page, i: int) -> int | None:
    """Return the last word of the state that starts here: a code, a name, or a name of several words."""
    if page.ends[i] - page.starts[i] == 2 and page.words[i] in _CODES:
        if page.upper(i):
            return i
        return i if page.small[i] and page.words[i].upper() not in _DOUBTFUL else None
    if not page.capital[i] and not page.small[i]:
        return None
    name = page.words[i]
    found = i if name in states() else None
    for j in range(i + 1, min(i + 3, page.size)):
        name += " " + page.words[j]
        if name in states():
            found = j
    return found


def _around(page: Page, i: int, last: int) -> Iterator[Found]:
    """Yield what stands around the state from word `i` to `last`."""
    start, end, gap = page.starts[i], page.ends[last], page.gaps[i - 1] if i else ""
    code = page.text[start:end] if last == i and end - start == 2 else ""
    zip_code = None if _SCAN(page.text, page.starts[i]) else _ZIP_BEHIND.match(page.text, end)
    first = town_before(page, i) if gap in (", ", " ", ",", ",  ", "  ") else None
    town = page.lower[page.starts[first] : page.ends[i - 1]] if first is not None else ""
    listed = town in places() or plain(town) in places()
    comma = "," in gap
    if code and not zip_code:
        if _LICENCE.match(page.text, end):
            yield Found(start, end, "STATE", 0.8, "place.state")
            return
        if not listed and (code in _DOUBTFUL or code.islower() or not comma):
            return
        if not comma and (page.caps_line(i) or code.islower()):
            return
        # H. Abernathy MD, Interpreter, ID: what stands before the town must be where towns stand.
        if (
            code in _DOUBTFUL
            and first is not None
            and not _TOWN_CUE.search(page.lower[max(0, page.starts[first] - 12) : page.starts[first]])
        ):
            return
    elif code == "ID" and not listed:
        return
    if zip_code:
        yield Found(*zip_code.span("zip"), "ZIP", 0.98, "place.zip")
    if first is not None and (comma or zip_code or listed):
        words = not page.caps_line(i) or not any(page.flags[j] & WORD for j in range(first, i))
        if (listed or zip_code or words) and not (first == i - 1 and page.flags[first] & (FUNCTION | CREDENTIAL)):
            yield Found(page.starts[first], page.ends[i - 1], "CITY", 0.92, "place.city-state")
    if code or zip_code or (comma and first is not None):
        yield Found(start, end, "STATE", 0.95, "place.state")


def town_before(page: Page, i: int) -> int | None:
    """Return the first word of the town that ends just before word `i`."""
    first, j = None, i - 1
    while j >= 0 and i - j <= 4:
        gap, word, bits = page.gaps[j], page.words[j], page.flags[j]
        if j < i - 1 and gap not in (" ", "-") and not (gap == ". " and word in ("st", "mt", "ft")):
            break
        if word in ("of", "de", "la", "du") and first is not None and j and page.mixed(j) and page.capital[j - 1]:
            j -= 1
            continue
        if not word.replace("-", "").replace("'", "").isalpha() or not (page.capital[j] or page.small[j]):
            break
        closed = bits & (FUNCTION | STREET_TYPE) or (bits & CREDENTIAL and page.upper(j))
        if closed and word not in TOWN_STARTS and word not in _TOWN_ENDS:
            break
        if page.small[j] and first is not None:
            here = page.lower[page.starts[first] : page.ends[i - 1]] in places()
            if here and page.lower[page.starts[j] : page.ends[i - 1]] not in places():
                break
        first = j
        j -= 1
    return first


FAMILY = Family("addresses", find, REASONS)
