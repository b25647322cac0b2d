"""Streets, towns, states, countries, ZIP codes, and places with a name of their own."""

import re
from bisect import bisect_left
from collections.abc import Iterator

from scrubjay.detect.lexicon import CITY, COMMON, COUNTRY, DRUG, FREQUENT_GIVEN, MEDICAL, NAME, PLACE_START, STATE, WORD, places, plain, states, words
from scrubjay.detect.rules.cues import COMPANY, CREDENTIAL, FACILITY, FUNCTION, IN_PLACE, LANDMARK, STATE_CUE, STREET_TYPE
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found

REASONS = {
    "street.number": "a house number, a name and a kind of street",
    "street.name": "a name and a kind of street",
    "street.box": "a post box",
    "place.city-state": "a name before a state",
    "place.list": "a town or county of the lists, written as a name",
    "place.cue": "a name after words that a town follows (lives in, moved from)",
    "place.landmark": "a name with lake, park, bridge or county",
    "place.state": "a US state",
    "place.country": "a country",
    "place.zip": "five figures after a state, or after the word ZIP",
}

_CODES = frozenset(code.lower() for code in states().values())
_TYPES = (
    r"street|str|st|avenue|ave|av|road|rd|boulevard|blvd|lane|ln|drive|dr|court|ct|circle|cir|place|pl|terrace|ter|way|parkway|pkwy|"
    r"highway|hwy|square|sq|trail|trl|loop|alley|path|pike|turnpike|tpke|row|mews|crescent|close|steps|run|plaza|plz|route|"
    r"rte|broadway|expressway|crossing|xing|ridge|walk|point|commons|esplanade|bend|hollow|landing|cove|hill|view|glen|grove|heights|bypass|fork|extension|canyon|creek|lake|park"
)
_UNIT = (
    r"(?:,?[ ]{1,2}(?:\n[ ]{0,8})?(?:apt|apartment|suite|ste|unit|bldg|building|fl|floor|rm|room|lot|no|trlr|space|spc|po box|#)\.?[ ]?#?[ ]?[a-z]?-?\d{0,5}[a-z]?\b(?:,?[ ](?:floor|fl)[ ]\d{1,2})?"
    r"|,?[ ]#[ ]?\w{1,5}|,[ ]\d{1,2}(?:st|nd|rd|th)[ ]fl(?:oor)?)?"
)
_NAME = r"(?:(?:n|s|e|w|ne|nw|se|sw|north|south|east|west|old|county|state|us|fm|rural|st|mt)\.?[ ])?(?:[^\W\d_][\w'’.-]{0,20}|\d{1,3}(?:st|nd|rd|th))(?:[ ][^\W\d_][\w'’.-]{1,20}){0,3}"
_STREET = re.compile(
    rf"\d(?<![\w.,/:$#-].)\d{{0,5}}(?:-\d{{1,4}}|[ ]?1/2|[a-z])?[ ]{{1,2}}{_NAME}[ ](?:{_TYPES})\b\.?(?:[ ](?:n|s|e|w|ne|nw|se|sw|north|south|east|west)\b\.?)?{_UNIT}"
)
_NUMBERED = re.compile(
    rf"\d(?<![\w.,/:$#-].)\d{{0,5}}[ ](?:(?:n|s|e|w|north|south|east|west)\.?[ ])?(?:(?:state|county|us|rural|old|farm)[ ])?(?:route|rt|rte|highway|hwy|road|rd|cr|fm|sr|county road|avenue|camino|calle|via|paseo|avenida|rue)\.?[ ](?:[^\W\d_][\w'’-]{{2,20}}[ ]?){{0,3}}\d{{0,4}}[a-z]?\b{_UNIT}"
)
_BOX = re.compile(r"\bp\.?[ ]?o\.?[ ]?box[ ]#?\d{1,6}\b")
_ZIP_BEHIND = re.compile(r"\.?,?[ ]{1,3}(?P<zip>\d{5}(?:-\d{4})?)(?![\d-])")
_ZIP = re.compile(r"\bzip(?:[ ]?code)?[ :#]{0,4}(?P<zip>\d{5}(?:-\d{4})?)(?!\d)")
# Codes that are words, credentials or clinical shorthand when nothing says otherwise.
_WORDS = frozenset("IN OR ME HI OK PA MA MD AL ID DE PR AS MS MO CO LA CT MT VA".split())
_SHORT_STATES = re.compile(r",[ ](?P<state>Conn|Mass|Calif|Fla|Tenn|Wash|Ariz|Colo|Ill|Ind|Kan|Mich|Minn|Miss|Mont|Neb|Nev|Okla|Ore|Penn|Tex|Wis|Wyo|Ala|Ark|Del)\b\.?")
_AFTER_STREET = re.compile(r",?[ ]{0,2}\n?[ \t]{0,8}(?:(?P<city>[^\W\d_][\w'’.-]{1,20}(?:[ ][^\W\d_][\w'’.-]{1,20}){0,2}),?[ ]{1,2})?(?P<zip>\d{5}(?:-\d{4})?)(?!\d)")
_LIVES = re.compile(
    r"\b(?:lives?|living|lived|resides?|resided|residing|residence|born|raised|grew up|moved|moving|relocated|traveled|travelled|travels?|traveling|trip|flew|flying|"
    r"drove|drives|driving|vacation|staying|home|house|apartment|farm|cabin|hails|native|returned|visiting|back|family|"
    r"transferred|arrived|came|comes|immigrated|emigrated|worked|works|work|job|school|college|married|is|was|originally|clinic|hospital|ed|er|office|facility|shelter|camp|"
    r"son|daughter|sister|brother|mother|father|parents|wife|husband|aunt|uncle|niece|nephew|cousin|friend|practice|store|shop|church|live|stationed|based|located|jailed|incarcerated|retired)[ ]"
    r"(?:[a-z]{1,10}[ ]){0,3}(?:in|from|to|near|outside|outside of|around|of|at|for)[ ]\Z"
)
_FROM = re.compile(r"\b(?:in|from|near|outside|outside of|of|around|to)[ ]\Z")
_TOWN_STARTS = frozenset("old new north south east west upper lower high little big saint st fort port mount lake".split())
_NOT_TOWNS = frozenset("normal".split())
_COUNTRY_NOT = frozenset("jersey georgia jordan chad turkey guinea china mali niger".split())
_LANDMARK_STOP = frozenset("state national county city memorial of the and new old".split())
_COUNTRIES = frozenset(words("countries")) | {"usa", "england", "scotland", "wales", "u.s", "korea", "vietnam", "iran", "syria", "russia", "ivory coast", "south korea", "north korea", "bolivia", "venezuela", "tanzania", "czech republic", "taiwan", "laos", "palestine", "moldova", "burma", "brunei"}


def find(page: Page) -> Iterator[Found]:
    """Yield the places of a page."""
    yield from _streets(page)
    yield from _addresses(page)
    yield from _listed(page)
    yield from _cued(page)
    yield from _landmarks(page)


def _streets(page: Page) -> Iterator[Found]:
    lower, text = page.lower, page.text
    for match in _STREET.finditer(lower):
        inside = text[match.start() : match.end()]
        name = inside.split(" ", 1)[1]
        if not name[0].isupper() and not name[0].isdigit() and page.letters != "lower":
            continue
        if re.match(r"\d+[ ](?:mg|ml|mcg|year|yo|y/o|day|days|week|weeks|month|months|hours?|hrs?|min|minutes|times|tabs?|units?|lb|lbs|kg|cm|mm|am|pm|of|and|x|on|to|in|at|with|yr|yrs|beats|steps|feet|ft|miles|children|kids|siblings|drinks|beers)\b", inside.lower()):
            continue
        if page.letters != "mixed" and re.search(r"\b(?:of|and|with|for|in|on|to|was|is|at|by|from|the)\b", name.lower().split(" st")[0]) and not re.search(r"\bof the\b", name.lower()):
            continue
        if re.search(r"\b(?:Dr|DR|Court|Way|Point|Place|Close|Run|Steps|Walk)\b\.?$", inside) is None and name.split(" ")[-1].strip(".,").islower() and page.letters == "mixed":
            continue
        yield Found(*match.span(), "STREET", 0.93, "street.number")
    for match in _NUMBERED.finditer(lower):
        name = text[match.start() : match.end()].split(" ", 1)[1]
        if (name[0].isupper() or page.letters == "lower") and len(name) > 6:
            yield Found(match.start(), match.start() + len(text[match.start() : match.end()].rstrip()), "STREET", 0.85, "street.number")
    for match in _STREET.finditer(lower):
        if after := _AFTER_STREET.match(text, match.end()):
            yield Found(*after.span("zip"), "ZIP", 0.9, "place.zip")
            if after["city"] and after["city"][0].isupper() and after["city"].split(" ")[-1] not in states().values():
                yield Found(*after.span("city"), "CITY", 0.85, "place.cue")
    for match in _BOX.finditer(lower):
        yield Found(*match.span(), "STREET", 0.95, "street.box")
    for i in page.cued(STREET_TYPE):
        if i and page.speaking(i) and page.words[i] not in ("dr", "st", "ct", "pl", "place", "point", "way", "run", "close", "steps", "row", "walk", "path", "via", "ter", "ridge", "square", "court", "drive", "circle", "crossing", "camino", "calle", "paseo", "avenida", "trail", "loop", "av", "sq"):
            first = _back(page, i)
            if first < i and page.flags[first] & (FUNCTION) == 0:
                yield Found(page.starts[first], page.ends[i], "STREET", 0.75, "street.name")


def _back(page: Page, i: int, most: int = 3) -> int:
    """Return the first of the capitalised words that lead up to word `i` without a break."""
    first = i
    while first and i - first < most and page.speaking(first - 1) and page.gap(first - 1) in (" ", "  ", ". ", "-") and not page.flags[first - 1] & FUNCTION:
        if page.gap(first - 1) == ". " and page.words[first - 1] not in ("st", "mt", "ft"):
            break
        first -= 1
    return first


def _addresses(page: Page) -> Iterator[Found]:
    """Yield town, state and ZIP, starting from the state."""
    text, bits = page.text, page.flags
    for i in page.cued(STATE_CUE):
        last = _state_at(page, i)
        if last is None:
            continue
        start, end = page.starts[i], page.ends[last]
        code = last == i and end - start == 2
        zip_code = _ZIP_BEHIND.match(text, end)
        gap = page.gap(i - 1) if i else ""
        first = _town_before(page, i) if gap in (", ", " ", ",", ",  ", "  ") else None
        town = page.lower[page.starts[first] : page.ends[i - 1]] if first is not None else ""
        listed = town in places() or plain(town) in places()
        if code and not zip_code:
            # MD, PA, OR, IN: credentials and words, unless a town of the list stands before them.
            if not listed and (text[start:end] in _WORDS or text[start:end].islower() or "," not in gap):
                continue
            if "," not in gap and (page.caps_line(i) or text[start:end].islower()):
                continue
        if zip_code:
            yield Found(*zip_code.span("zip"), "ZIP", 0.98, "place.zip")
        if first is not None and ("," in gap or zip_code or listed) and (code or listed or "," in gap):
            known = listed or zip_code or not page.caps_line(i) or not any(bits[j] & WORD for j in range(first, i))
            if known and not (first == i - 1 and bits[first] & (FUNCTION | CREDENTIAL)):
                yield Found(page.starts[first], page.ends[i - 1], "CITY", 0.92, "place.city-state")
        if code or zip_code or "," in gap and first is not None:
            yield Found(start, end, "STATE", 0.95, "place.state")
    for match in _SHORT_STATES.finditer(text):
        yield Found(*match.span("state"), "STATE", 0.8, "place.state")
        i = bisect_left(page.ends, match.start())
        if i < len(page) and page.ends[i] == match.start() and page.speaking(i):
            yield Found(page.starts[_back(page, i)], page.ends[i], "CITY", 0.85, "place.city-state")
    for match in _ZIP.finditer(page.lower):
        yield Found(*match.span("zip"), "ZIP", 0.97, "place.zip")


def _state_at(page: Page, i: int) -> int | None:
    """Return the last word of the state that starts here: a code, a name, or a name of several words."""
    start, end = page.starts[i], page.ends[i]
    if end - start == 2 and page.words[i] in _CODES:
        if page.upper(i):
            return i
        return i if page.letters == "lower" and page.words[i].upper() not in _WORDS else None
    if not page.capital(i) and page.letters != "lower":
        return None
    name = page.words[i]
    found = i if name in states() else None
    for j in range(i + 1, min(i + 3, len(page))):
        name += " " + page.words[j]
        if name in states():
            found = j
    return found


def _town_before(page: Page, i: int) -> int | None:
    """Return the first word of the town that ends just before word `i`."""
    first = None
    j = i - 1
    while j >= 0 and i - j <= 4:
        if j < i - 1 and page.gap(j) not in (" ", ". ", "-") or (j < i - 1 and page.gap(j) == ". " and page.words[j] not in ("st", "mt", "ft")):
            break
        joins = page.words[j] in ("of", "de", "la", "du") and first is not None and not page.capital(j) and page.letters == "mixed"
        if joins and j and page.capital(j - 1):
            j -= 1
            continue
        if not page.words[j].replace("-", "").replace("'", "").isalpha():
            break
        if page.letters == "mixed" and not page.capital(j):
            break
        if (page.flags[j] & (FUNCTION | STREET_TYPE) or page.flags[j] & CREDENTIAL and page.upper(j)) and page.words[j] not in _TOWN_STARTS and page.words[j] not in ("point", "ridge", "square", "park", "place", "city", "crossing"):
            break
        if page.letters == "lower" and first is not None and page.lower[page.starts[first] : page.ends[i - 1]] in places() and page.lower[page.starts[j] : page.ends[i - 1]] not in places():
            break
        first = j
        j -= 1
    return first


def _listed(page: Page) -> Iterator[Found]:
    """Yield towns, states and countries of the lists; several words first."""
    bits, lower, known = page.flags, page.lower, places()
    wanted = CITY | PLACE_START | COUNTRY | STATE
    reach = -1
    for i, flag in enumerate(bits):
        if not flag & wanted or i <= reach:
            continue
        if not page.capital(i) and page.letters == "mixed":
            continue
        last, place = i, ""
        if flag & PLACE_START:
            name = page.words[i]
            for j in range(i + 1, min(i + 4, len(bits))):
                if page.gap(j - 1) not in (" ", ". ", "-", "  "):
                    break
                name += " " + page.words[j]
                if name in known and (page.capital(j) or page.letters == "lower"):
                    last, place = j, name
        if not place and flag & (CITY | COUNTRY | STATE):
            place = page.words[i]
        if not place:
            continue
        start, end = page.starts[i], page.ends[last]
        kind = "STATE" if place in states() else "COUNTRY" if place in _COUNTRIES else "CITY"
        before = lower[max(0, start - 48) : start]
        speaking = page.speaking(i)
        if kind != "CITY" and place not in _COUNTRY_NOT:
            if speaking and not (last == i and bits[i] & COMMON) or page.letters == "lower" and _FROM.search(before) or page.caps_line(i):
                reach = last
                if place in ("washington", "virginia", "georgia", "carolina") and not _FROM.search(before) and not page.gap(i - 1).startswith(",") :
                    continue
                yield Found(start, end, kind, 0.9, "place.state" if kind == "STATE" else "place.country")
            continue
        single = last == i
        lived = bool(_LIVES.search(before))
        preposition = bool(_FROM.search(before))
        ambiguous = single and bits[i] & (WORD | NAME) and not lived
        if single and bits[i] & FUNCTION or place in _NOT_TOWNS:
            continue
        following = bits[last + 1] if last + 1 < len(bits) and page.gap(last) in (" ", "  ") else 0
        if not single:
            if speaking and not page.first(i) or lived or preposition:
                reach = last
                yield Found(start, end, "CITY", 0.85 if preposition else 0.7, "place.list")
            elif page.letters != "mixed" and preposition:
                yield Found(start, end, "CITY", 0.6, "place.list")
        elif lived and (speaking or not bits[i] & WORD):
            yield Found(start, end, "CITY", 0.85, "place.cue")
        elif preposition and speaking and not bits[i] & (COMMON | DRUG | MEDICAL) and not (following and page.capital(last + 1) and not following & FUNCTION):
            yield Found(start, end, "CITY", 0.75 if not ambiguous else 0.6, "place.list")
        elif preposition and page.letters == "lower" and not bits[i] & WORD and not bits[i] & FREQUENT_GIVEN:
            yield Found(start, end, "CITY", 0.6, "place.list")
        elif preposition and speaking and re.search(r"\b(?:in|from|near|outside)[ ]\Z", before) and not page.upper(i) and not following & (FACILITY | COMPANY):
            yield Found(start, end, "CITY", 0.6, "place.list")  # in Warren, in Mobile: the capital decides
        elif speaking and not page.upper(i) and not page.first(i) and not bits[i] & (COMMON | DRUG) and (page.text[start - 1] == "(" and page.text[end : end + 1] == ")" or lower[end : end + 7] == " police"):
            yield Found(start, end, "CITY", 0.65, "place.list")
        elif page.letters == "lower" and not bits[i] & WORD and lower[end : end + 7] == " police":
            yield Found(start, end, "CITY", 0.6, "place.list")
        elif speaking and not ambiguous and not page.first(i):
            yield Found(start, end, "CITY", 0.6, "place.list")


def _cued(page: Page) -> Iterator[Found]:
    """Yield names of no list after words that a town follows."""
    lower, bits = page.lower, page.flags
    for i in page.cued(IN_PLACE):
        j = i + 1
        if j >= len(page) or page.gap(i) != " " or page.words[i] not in ("in", "from", "near", "outside", "of", "to", "at", "around"):
            continue
        if not _LIVES.search(lower, max(0, page.starts[i] - 48), page.ends[i] + 1):
            continue
        last = j
        if page.speaking(j) and (not bits[j] & FUNCTION or page.words[j] in _TOWN_STARTS):
            while last + 1 < len(page) and last - j < 3 and page.gap(last) in (" ", "-", ". ") and page.speaking(last + 1) and not bits[last + 1] & FUNCTION:
                if page.gap(last) == ". " and page.words[last] not in ("st", "mt", "ft"):
                    break
                last += 1
            if last == j and (page.plain_word(j) and bits[j] & COMMON or page.upper(j)):
                continue
            if page.words[i] == "at":
                yield Found(page.starts[j], page.ends[last], "ORGANIZATION", 0.65, "place.cue")
                continue
            yield Found(page.starts[j], page.ends[last], "CITY", 0.75, "place.cue")
        elif page.letters != "mixed" and not bits[j] & (WORD | FUNCTION) and page.words[j].isalpha() and len(page.words[j]) > 3 and page.words[i] != "at":
            yield Found(page.starts[j], page.ends[j], "CITY", 0.6, "place.cue")


def _landmarks(page: Page) -> Iterator[Found]:
    bits = page.flags
    for i in page.cued(LANDMARK):
        if page.letters == "lower":
            yield from _lower_landmark(page, i)
        if not page.speaking(i):
            continue
        first = i
        if page.words[i] not in ("mt", "mount", "fort", "exit", "interstate"):
            first = _back(page, i)
        last = i
        if first == i and page.words[i] in ("lake", "mount", "mt", "fort", "camp", "interstate", "exit"):
            while last + 1 < len(page) and last - i < 2 and page.gap(last) in (" ", ". ", "-") and (page.speaking(last + 1) or page.words[i] in ("interstate", "exit") and page.words[last + 1].isdigit()) and not bits[last + 1] & FUNCTION:
                last += 1
        if first == last:
            continue
        own = [j for j in range(first, last + 1) if j != i and page.words[j] not in _LANDMARK_STOP]
        if not own or page.words[i] in ("reservation", "station", "pool", "camp", "exit", "tower", "homes", "heights", "summit", "peak", "cove", "ranch", "falls", "bay", "valley", "fort", "plaza", "point", "estates", "apartments", "towers", "pier", "park", "county") and all(bits[j] & COMMON and not bits[j] & NAME for j in own) and page.first(first):
            continue
        label = "CITY" if page.words[i] in ("heights", "falls", "bay", "valley", "fort", "mount", "mt", "island", "beach", "harbor") and not (page.words[i] == "island" and False) else "LOCATION-OTHER"
        yield Found(page.starts[first], page.ends[last], label, 0.7, "place.landmark")


def _lower_landmark(page: Page, i: int) -> Iterator[Found]:
    """Yield a landmark of a note without capitals: a word of no list before lake, bridge, park."""
    if page.words[i] in ("lake", "bridge", "river", "park", "beach", "mountain", "creek", "airport", "county", "causeway", "trail") and i:
        first = i
        while first and i - first < 3 and page.gap(first - 1) == " " and not page.flags[first - 1] & FUNCTION:
            first -= 1
        if any(not page.flags[j] & COMMON for j in range(first, i)):
            yield Found(page.starts[first], page.ends[i], "LOCATION-OTHER", 0.6, "place.landmark")


FAMILY = Family("places", find, REASONS)
