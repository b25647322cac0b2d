"""Towns, states and countries of the lists, names after words that a town follows, lakes, parks and bridges."""

import re
from collections.abc import Iterator

from scrubjay.detect.lexicon import (
    CITY,
    COMMON,
    COUNTRY,
    DRUG,
    FREQUENT_GIVEN,
    MEDICAL,
    NAME,
    PEOPLE,
    PLACE_START,
    PRODUCT,
    STATE,
    WORD,
    places,
    states,
    words,
)
from scrubjay.detect.rules.addresses import TOWN_STARTS
from scrubjay.detect.rules.cues import (
    COMPANY,
    CREDENTIAL,
    FACILITY,
    FUNCTION,
    GRAMMAR,
    IN_PLACE,
    LANDMARK,
    MONTH,
    WEEKDAY,
)
from scrubjay.detect.rules.lookalikes import is_thing
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found
from scrubjay.detect.rules.streets import capitals_before

REASONS = {
    "place.list": "a town or county of the lists, written as a name",
    "place.cue": "a name after words that a town follows (lives in, moved from)",
    "place.preposition": "capitalised words after in, from, near or at",
    "place.landmark": "a name with lake, park, bridge or county",
    "place.state-name": "a US state",
    "place.country": "a country",
}

_LIVES = re.compile(
    r"\b(?:lives?|living|lived|resid(?:es?|ed|ing|ence)|born|raised|grew up|mov(?:ed|ing)|relocated|travel(?:s|l?ed|"
    r"l?ing)?|trip|flew|flying|drove|drives|driving|vacation|stay(?:ing|s|ed)|home|house|apartment|farm|cabin|hails|"
    r"native|returned|visiting|back|family|transferred|arrived|came|comes|immigrated|emigrated|worked|works|work|job|"
    r"school|college|married|is|was|originally|clinic|hospital|ed|er|office|facility|shelter|camp|son|daughter|"
    r"sister|brother|mother|father|parents|wife|husband|aunt|uncle|niece|nephew|cousin|friend|practice|store|shop|"
    r"church|stationed|based|located|jailed|incarcerated|retired|place|dtr|people|folks|team|"
    r"site)[ ](?:[a-z]{1,10}[ ]){0,3}(?:in|from|to|near|outside|outside of|around|of|at|for)[ ]\Z"
)
_BEFORE_TOWN = tuple(f" {word} " for word in "in from to near outside of around at for".split())
_PREPOSITION = re.compile(r"\b(?:in|from|near|outside|outside of|of|around|to)[ ]\Z")
_SURE_PREPOSITION = re.compile(r"\b(?:in|from|near|outside|outside of|around)[ ]\Z")
_COUNTRIES = frozenset(words("countries")).union(
    "usa england scotland wales korea vietnam iran syria russia bolivia venezuela tanzania taiwan laos palestine "
    "moldova burma brunei".split(),
    ("south korea", "north korea", "ivory coast", "czech republic"),
)
# Countries and states that are names or words as well: a preposition must stand before them.
_DOUBTFUL = frozenset(
    "jersey georgia jordan chad turkey guinea china mali niger congo washington virginia carolina".split()
)
_CODES = frozenset(states().values())
_CODE_BEHIND = re.compile(r",[ ]([A-Z]{2})\b")
# What follows a name after "at" that is a word as well: admitted at Mercy on Monday.
_ENDS_THERE = re.compile(r"[.,;)\n]|[ ](?:on|in|with|for|by|and|last|where|who|from|to|showed|today|yesterday|\d)|\Z")
_SHARED = frozenset("state national county city memorial new old".split())  # words that landmarks share
_TOWN_LIKE = frozenset("heights falls bay valley fort mount mt island beach harbor springs".split())
_FEVER = re.compile(r"[ ](?:spotted|fever|disease|virus|syndrome|anemia)")  # Rocky Mountain spotted fever
_OPENING = frozenset("lake mount mt fort camp".split())  # Lake Wendimere: the name stands behind
_COMMON_ENDS = frozenset(
    "reservation station pool camp exit tower homes heights summit peak cove ranch falls bay valley fort plaza point "
    "estates apartments towers pier park county square gap ramp crossing delta springs ferry terminal depot "
    "gardens".split()
)
# Capitalised words after a preposition that are no places.
_NOT_PLACES = re.compile(
    r"(?:icu|ed|er|or|pacu|english|spanish|trendelenburg|fowler|epic|cerner|mychart|medicare|medicaid|social|"
    r"emergency|interventional|cardiology|neurology|surgery|radiology|oncology|internal|general|family|labor|"
    r"physical|speech|occupational|home|intensive|post|day|phase|stage|type|grade|room|bed|unit|level|table|figure|"
    r"god|jesus)\b"
)


def find(page: Page) -> Iterator[Found]:
    """Yield the places of a page."""
    yield from _listed(page)
    for i in page.cued(IN_PLACE):
        yield from _after_preposition(page, i)
    for i in page.cued(LANDMARK):
        yield from _landmark(page, i) if page.speaking[i] else _plain_landmark(page, i)


def _listed(page: Page) -> Iterator[Found]:
    """Yield towns, states and countries of the lists; several words first."""
    bits = page.flags
    wanted = CITY | PLACE_START | COUNTRY | STATE
    reach = -1
    for i in page.proper:
        if not bits[i] & wanted or i <= reach:
            continue
        last, place = _longest(page, i)
        if not place:
            continue
        before = page.lower[max(0, page.starts[i] - 48) : page.starts[i]]
        kind = "STATE" if place in states() else "COUNTRY" if place in _COUNTRIES else "CITY"
        found = _town(page, i, last, before) if kind == "CITY" else _larger(page, i, last, place, kind, before)
        if found:
            reach = last
            yield found


def _longest(page: Page, i: int) -> tuple[int, str]:
    """Return the last word and the name of the longest place that starts here."""
    last, place, name = i, "", page.words[i]
    if page.flags[i] & PLACE_START:
        for j in range(i + 1, min(i + 4, page.size)):
            if page.gaps[j - 1] not in (" ", ". ", "-", "  "):
                break
            name += " " + page.words[j]
            if name in places() and (page.capital[j] or page.small[j]):
                last, place = j, name
    if not place and page.flags[i] & (CITY | COUNTRY | STATE):
        place = page.words[i]
    return last, place


def _larger(page: Page, i: int, last: int, place: str, kind: str, before: str) -> Found | None:
    """Return a state or country, if it is meant."""
    preposition = bool(_PREPOSITION.search(before))
    if place in _DOUBTFUL and not preposition and not (i and page.gaps[i - 1].startswith(",")):
        return None
    if is_thing(page, i) or (last == i and page.flags[i] & COMMON and not preposition):
        return None
    if page.small[i] and not preposition:
        return None
    if kind == "STATE" and (code := _CODE_BEHIND.match(page.text, page.ends[last])) and code[1] in _CODES:
        return None  # New York, NY: the town
    rule = "place.state-name" if kind == "STATE" else "place.country"
    return Found(page.starts[i], page.ends[last], kind, 0.9, rule)


def _town(page: Page, i: int, last: int, before: str) -> Found | None:
    """Return a town of the lists, if it is meant: many are names and words as well."""
    flag, start, end = page.flags[i], page.starts[i], page.ends[last]
    preposition = bool(_PREPOSITION.search(before))
    lives = before.endswith(_BEFORE_TOWN) and bool(_LIVES.search(before))
    speaking = page.speaking[i]
    if last > i:
        rare = any(not page.flags[j] & COMMON for j in range(i, last + 1))
        if lives or preposition or (speaking and not page.first(i)) or (not speaking and rare):
            return Found(start, end, "CITY", 0.85 if preposition else 0.65, "place.list")
        return None
    if flag & (FUNCTION | CREDENTIAL) or (flag & PEOPLE and not lives) or is_thing(page, i):
        return None
    if lives and (speaking or not flag & WORD):
        return Found(start, end, "CITY", 0.85, "place.cue")
    following = page.flags[i + 1] if i + 1 < page.size and page.gaps[i] in (" ", "  ") else 0
    if not speaking:
        plain = not flag & WORD and not flag & FREQUENT_GIVEN
        near = preposition or page.lower[end : end + 7] == " police"
        return Found(start, end, "CITY", 0.6, "place.list") if plain and near else None
    named = following and page.capital[i + 1] and not following & FUNCTION
    if page.upper(i) or (named and following & (FACILITY | COMPANY)):
        return None
    if preposition and not named and (_SURE_PREPOSITION.search(before) or not flag & (COMMON | DRUG | MEDICAL)):
        return Found(start, end, "CITY", 0.7, "place.list")  # in Warren, in Mobile: the capital decides
    closed = page.text[start - 1 : start] == "(" and page.text[end : end + 1] in "),"
    if (
        before.endswith(", ")
        and page.text[end : end + 1] in ".,);\n"
        and not flag & COMMON
        and not flag & FREQUENT_GIVEN
    ):
        return Found(start, end, "CITY", 0.55, "place.list")  # Dr. Pell, Hurley.
    if (closed and not flag & (COMMON | DRUG)) or (not page.first(i) and not flag & (WORD | NAME)):
        return Found(start, end, "CITY", 0.6, "place.list")
    return None


def _after_preposition(page: Page, i: int) -> Iterator[Found]:
    """Yield names of no list after words that a town follows."""
    j = i + 1
    word = page.words[i]
    if (
        j >= page.size
        or page.gaps[i] != " "
        or word not in ("in", "from", "near", "outside", "of", "to", "at", "around")
    ):
        return
    bits = page.flags[j]
    lives = bool(_LIVES.search(page.lower, max(0, page.starts[i] - 48), page.ends[i] + 1))
    if not page.speaking[j]:
        unknown = not bits & (WORD | FUNCTION | NAME) and page.words[j].isalpha()
        long = len(page.words[j]) > (3 if lives else 4 if word == "at" else 5)
        if not page.mixed(j) and unknown and long and word not in ("of", "to"):
            label = "HOSPITAL" if word == "at" and not lives else "CITY"
            yield Found(page.starts[j], page.ends[j], label, 0.55, "place.cue")
        return
    if (bits & FUNCTION and page.words[j] not in TOWN_STARTS) or _NOT_PLACES.match(page.lower, page.starts[j]):
        return
    last = j
    while last + 1 < page.size and last - j < 4 and page.speaking[last + 1]:
        gap = page.gaps[last]
        if page.flags[last + 1] & (GRAMMAR | MONTH | WEEKDAY):
            break
        if gap not in (" ", "-", " & ") and not (gap == ". " and page.words[last] in ("st", "mt", "ft")):
            break
        last += 1
    while last > j and (page.flags[last] & CREDENTIAL or page.upper(last)):
        last -= 1
    own = [k for k in range(j, last + 1) if not page.flags[k] & (DRUG | MEDICAL | FUNCTION)]
    if not own or all(page.upper(k) for k in range(j, last + 1)):
        return
    if last == j and (bits & WORD or is_thing(page, j)) and not (lives and not bits & COMMON):
        if (
            word == "at"
            and not bits & (DRUG | MEDICAL | MONTH | WEEKDAY)
            and _ENDS_THERE.match(page.lower, page.ends[j])
        ):
            yield Found(page.starts[j], page.ends[j], "HOSPITAL", 0.5, "place.preposition")  # admitted at Mercy
        return
    if last == j and (bits & (COUNTRY | STATE | DRUG | PRODUCT) or (word in ("of", "to") and not lives)):
        return  # countries and states have a rule of their own
    label = "HOSPITAL" if word in ("at", "to", "of") and not lives else "CITY"
    score = 0.75 if lives else 0.6 if last > j or word != "of" else 0.5
    yield Found(page.starts[j], page.ends[last], label, score, "place.cue" if lives else "place.preposition")


def _landmark(page: Page, i: int) -> Iterator[Found]:
    """Yield Duck Lake, Lake Wendimere, Coggeshall Street Bridge."""
    word, bits = page.words[i], page.flags
    first = capitals_before(page, i) if word not in ("mt", "mount", "fort", "interstate") else i
    last = i
    if first == i and word in _OPENING:
        while last + 1 < page.size and last - i < 2 and page.speaking[last + 1] and not bits[last + 1] & FUNCTION:
            if page.gaps[last] not in (" ", "-") and not (page.gaps[last] == ". " and last == i and word == "mt"):
                break
            last += 1
    while last + 1 < page.size and page.gaps[last] == " " and page.speaking[last + 1] and bits[last + 1] & LANDMARK:
        last += 1  # Duck Lake State Park goes on
    own = [j for j in range(first, last + 1) if j != i and page.words[j] not in _SHARED and not bits[j] & LANDMARK]
    name = page.lower[page.starts[first] : page.ends[last]]
    if first == last or not own or name in states() or _FEVER.match(page.lower, page.ends[last]):
        return
    if word in _COMMON_ENDS and all(bits[j] & COMMON and not bits[j] & NAME for j in own) and page.first(first):
        return
    label = "CITY" if word in _TOWN_LIKE else "LOCATION-OTHER"
    yield Found(page.starts[first], page.ends[last], label, 0.7, "place.landmark")


def _plain_landmark(page: Page, i: int) -> Iterator[Found]:
    """Yield a landmark of a line without capitals: a word of no list beside lake, bridge, park."""
    if page.mixed(i) or page.words[i] in _COMMON_ENDS - {"park", "county", "falls", "springs"}:
        return
    first = last = i
    while first and i - first < 3 and page.gaps[first - 1] == " " and not page.flags[first - 1] & FUNCTION:
        first -= 1
    if (
        first == i
        and page.words[i] in _OPENING
        and i + 1 < page.size
        and page.gaps[i] == " "
        and not page.flags[i + 1] & WORD
    ):
        last = i + 1
    if any(not page.flags[j] & COMMON for j in range(first, last + 1) if j != i):
        yield Found(page.starts[first], page.ends[last], "LOCATION-OTHER", 0.6, "place.landmark")


FAMILY = Family("towns", find, REASONS)
