"""Hospitals, clinics and practices: by the word their name ends in, by a field, or because everybody knows them."""

import re
from bisect import bisect_left
from collections.abc import Iterator

from scrubjay.detect.lexicon import CITY, COMMON, NAME, SURNAME, WORD
from scrubjay.detect.rules.cues import (
    COMPANY,
    CREDENTIAL,
    FACILITY,
    FUNCTION,
    GRAMMAR,
    KIN,
    MONTH,
    SHORT_TITLES,
    WEEKDAY,
)
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found
from scrubjay.detect.rules.vocabulary import blocks

REASONS = {
    "hospital.head": "capitalised words up to a word such as Hospital, Clinic or Medical Center",
    "hospital.known": "a hospital known by its initials or short name",
    "hospital.saint": "a saint's name where hospitals stand",
    "hospital.field": "a name in a field such as Facility: or Site:",
    "hospital.header": "capitalised words at the head of a note that name no kind of note",
    "hospital.lower": "a name before a word such as rehab or hospital, in a note without capitals",
    "hospital.town": "the town behind a hospital's name",
    "organization.head": "capitalised words up to a word such as School, Company or Church",
}

_WORDS = blocks("facilities")
_GENERIC, _HEADS = _WORDS["generic"], _WORDS["heads"]
_WEAK_HEADS, _LAST_WORDS = _WORDS["weak_heads"], _WORDS["last_words"]
_MEDICAL_ENDINGS = re.compile(
    r"(?:ology|iatry|etics|graphy|ization|ectomy|itis|osis|therapy|ological|iatric|scopy|metry|ostics|plasty|"
    r"surgery)\Z"
)
_STRONG = frozenset("hospital clinic hospice manor infirmary rehab hosp".split())
_PLAIN_HEADS = frozenset(
    "hospital clinic rehab nursing hospice imaging manor practice pharmacy dialysis center health general memorial "
    "methodist care pediatrics regional".split()
)
_DEPARTMENTS = frozenset("department dept emergency ed er".split())
_JOIN = frozenset((" ", "  ", " & ", "-", ". ", "/", "'s ", "’s ", "' ", "’ "))
_JOINING = frozenset("of and for".split())
_SHORTENED = frozenset("st mt ft univ".split())  # the name goes on behind the point
_NAME_BEHIND = frozenset(
    "hospital clinic university college center institute church bank school health healthcare care".split()
)
_KNOWN = re.compile(
    r"(?:mgh|bwh|bidmc|ucsf|ucla|upmc|nyu|mskcc|mayo clinic|(?:(?<=at )|(?<=to )|(?<=from ))mayo|"
    r"minuteclinic|quest diagnostics|labcorp|"
    r"planned parenthood|cleveland clinic|johns hopkins|hopkins|mass general|massachusetts general|cedars-?sinai|"
    r"mount sinai|mt\.? sinai|kaiser(?: permanente)?|md anderson|dana-?farber|geisinger|intermountain|sutter health|"
    r"providence health|mercy health|ascension health|shriners|bellevue|walter reed|brigham(?: and women['’]s)?|"
    r"beth israel(?: deaconess)?|baylor|barnes-?jewish|(?<=the )va|va hospital|uab|ohsu|uams|metrohealth)\b"
)
_KNOWN_WORDS = frozenset(
    "mgh bwh bidmc ucsf ucla upmc nyu mskcc mayo minuteclinic quest labcorp planned cleveland johns hopkins mass "
    "massachusetts cedars-sinai cedars mount mt kaiser md dana-farber geisinger intermountain sutter providence "
    "mercy ascension shriners bellevue walter brigham beth baylor barnes-jewish va uab ohsu uams metrohealth".split()
)
_VALVE = re.compile(
    r"[ ](?:wort|protocol|medical|mechanical|mitral|aortic|valve|conduit|bileaflet|avr|mvr|icd|pacer|pacemaker|\d)"
)
_SAINT = re.compile(
    r"\b(?:St\.?|Saint|Sts\.) (?P<name>[A-Z][\w'’-]{2,20})(?:'s|’s)?(?: (?:Regional|Health|Medical))?"
)
_FIELD = re.compile(
    r"(?:(?P<sure>facility|site|where|hospital|practice|agency|hub|clinic|school)(?:[ ]?:[ ]{0,6}|[ ]{2,8})|"
    r"(?:location|pnc|snf|unit|pharmacy|lab|referral to|transfer(?:red)? to|transported (?:non-?emergent )?to|"
    r"sent (?:to|from)|dispo(?:sition)?|facility|site)(?:[ ]?:[ ]{0,6}|[ ]{2,8}|[ ](?=[a-z])))(?=[a-z])"
)
# A letterhead: what stands before a gap, a dash or the end of one of the first lines.
_HEAD = 200
_FEWEST_LINES = 3
_HEAD_PART = re.compile(
    r"(?:\A|\n|[ ]{3}|[ ]-{1,2}[ ])[ ]{0,40}(?P<name>[A-Z][\w'’&.-]*(?:[ ](?:&[ ])?[^\W_][\w'’-]*){1,6})(?=[ ]{2}|"
    r"[ ]-{1,2}[ ]|\n|[ ]\()"
)
_SMALL = frozenset("of the at on and for de la".split())
_KINDS_OF_NOTES = frozenset(
    "note notes report summary record visit consult consultation evaluation assessment letter plan log form progress "
    "follow-up check intake triage encounter exam eval conference discharge admission history physical operative day "
    "shift re dear subject".split()
)
_FIELD_WORDS = frozenset(
    "facility site hospital clinic practice location agency hub pnc snf unit pharmacy lab referral sent school where "
    "transfer transferred transported dispo disposition".split()
)
_TOWN_BEHIND = re.compile(
    r"(?:,|[ ][-–/]|[ ]\()[ ](?P<town>[A-Z][\w'’-]{2,20}(?:[ ][A-Z][\w'’-]{2,20}){0,2})(?=[ ]{2}|[.;)\n,]|\Z)"
)


def find(page: Page) -> Iterator[Found]:
    """Yield the facilities of a page, and organisations that end in a word of theirs."""
    for i in page.cued(FACILITY | COMPANY):
        for one in _by_head(page, i) if page.capital[i] else _small_head(page, i):
            yield one
            if match := _TOWN_BEHIND.match(page.text, one.end):
                town = match["town"].lower()
                if (
                    not any(word in _GENERIC or word in _HEADS for word in town.split())
                    and not match["town"].isupper()
                ):
                    yield Found(*match.span("town"), "CITY", 0.6, "hospital.town")
    for i, match in page.matches(_KNOWN, _KNOWN_WORDS):
        if page.capital[i] or page.small[i]:
            yield Found(*match.span(), "HOSPITAL", 0.8, "hospital.known")
    for match in _SAINT.finditer(page.text) if "St" in page.text or "Saint" in page.text else ():
        if not _VALVE.match(page.lower, match.end()):
            yield Found(*match.span(), "HOSPITAL", 0.6, "hospital.saint")
    yield from _in_fields(page)
    yield from header(page)


def generic(page: Page, i: int) -> bool:
    """Tell whether a word of a facility's name is one that every hospital uses."""
    word = page.words[i]
    return word in _GENERIC or word.isdigit() or bool(_MEDICAL_ENDINGS.search(word))


def _by_head(page: Page, i: int) -> Iterator[Found]:
    """Yield the name that ends in the head word `i`, and goes on behind it if it does."""
    word, bits = page.words[i], page.flags
    if _goes_on(page, i) or not (word in _HEADS or bits[i] & COMPANY):
        return  # its last head word will find it
    first, last = words_before(page, i), i
    own = [j for j in range(first, i) if not generic(page, j)]
    if word in _NAME_BEHIND and (more := _behind(page, i)):
        last = more
        own += [j for j in range(i + 1, last + 1) if not generic(page, j)]
    while first < i and (page.words[first] in ("the", "of", "and", "at", "in", "for") or bits[first] & KIN):
        first += 1
    if not own or (first == last and not bits[last] & NAME):
        return
    last = _without_department(page, first, last)
    inside = page.words[first : last + 1]
    hospital = (bits[i] & FACILITY and word in _HEADS) or any(
        w in ("hospital", "medical", "clinic", "hospice") for w in inside
    )
    caps = page.caps_line(i)
    everyday = all(bits[j] & COMMON for j in own)
    if (
        caps
        and all(bits[j] & WORD and not bits[j] & (SURNAME | CITY) for j in own)
        and not (_STRONG.intersection(inside) or {"medical", "center"} <= set(inside))
    ):
        return
    if page.first(first) and not caps and everyday:
        if word in _WEAK_HEADS and last - first < 2:
            return
        if word in _LAST_WORDS or (bits[i] & COMPANY and not hospital and last == i and first == i - 1):
            return
    rule = "hospital.head" if hospital else "organization.head"
    yield Found(
        page.starts[first], page.ends[last], "HOSPITAL" if hospital else "ORGANIZATION", 0.75 if caps else 0.85, rule
    )


def _without_department(page: Page, first: int, last: int) -> int:
    """Return the last word of a facility's name, without the department behind it: Mercy Hospital Emergency Room."""
    for j in range(first + 1, last + 1):
        if page.words[j] in _DEPARTMENTS and page.words[j - 1] in _HEADS:
            return j - 1
    return last


def _goes_on(page: Page, i: int) -> bool:
    """Tell whether the next word is a head as well: Medical Center, Rehab & Nursing."""
    if i + 1 >= page.size or page.gaps[i] not in (" ", " & ", "-") or not page.capital[i + 1]:
        return False
    return bool(page.flags[i + 1] & (FACILITY | COMPANY)) and page.speaking[i] == page.speaking[i + 1]


def words_before(page: Page, i: int) -> int:
    """Return the first of the words that lead up to `i` as a name does: capitals, joined by of, and, &."""
    first, caps = i, page.caps_line(i)
    while first and i - first < 7:
        previous = first - 1
        gap, word = page.gaps[previous].lower(), page.words[previous]
        if gap not in _JOIN or (gap == ". " and word not in _SHORTENED):
            break
        if not page.capital[previous]:
            if word in _JOINING and previous and page.capital[previous - 1] and page.gaps[previous - 1] == " ":
                first = previous
                continue
            break
        if page.flags[previous] & FUNCTION and word not in _GENERIC and (caps or page.first(previous)):
            break
        if caps and page.flags[previous] & GRAMMAR and word not in _JOINING:
            break
        first = previous
    while first < i and page.words[first] in ("of", "and", "for", "the", "at"):
        first += 1
    return first


def _behind(page: Page, i: int) -> int | None:
    """Return the last word of a name behind its head: Hospital of X, University of X, Hospital São Gil."""
    j = i + 1
    if j >= page.size or page.gaps[i] != " ":
        return None
    if page.words[j] in ("of", "for"):
        j += 1
        if j < page.size and page.words[j] == "the":
            j += 1
    elif page.flags[j] & (WORD | FUNCTION) or page.words[i] not in ("hospital", "clinic"):
        return None
    last = None
    while (
        j < page.size
        and page.speaking[j]
        and not page.flags[j] & GRAMMAR
        and (last is None or page.gaps[j - 1] in (" ", "-"))
    ):
        last = j
        j += 1
    return last


def _small_head(page: Page, i: int) -> Iterator[Found]:
    """Yield a facility whose head is written small: Bayview clinic, or any name in a note without capitals."""
    word = page.words[i]
    if page.mixed(i):
        unknown = i and page.speaking[i - 1] and not page.flags[i - 1] & (WORD | FUNCTION) and page.gaps[i - 1] == " "
        if word in ("clinic", "hospital") and unknown and not page.first(i - 1):
            yield Found(page.starts[words_before(page, i)], page.ends[i - 1], "HOSPITAL", 0.55, "hospital.head")
        return
    if word not in _PLAIN_HEADS or (i + 1 < page.size and page.gaps[i] == " " and page.flags[i + 1] & FACILITY):
        return
    first = i
    while (
        first and i - first < 4 and page.gaps[first - 1] in (" ", " & ", "-") and not page.flags[first - 1] & GRAMMAR
    ):
        first -= 1
    while first < i and (page.words[first] in _GENERIC or page.flags[first] & KIN):
        first += 1
    own = [j for j in range(first, i) if not generic(page, j)]
    apart = not first or len(page.gaps[first - 1]) > 1 or page.words[first - 1] in ("at", "to", "from", "vs", "the")
    unknown = any(not page.flags[j] & WORD for j in own)
    if own and (unknown or (apart and (len(own) > 1 or word in _STRONG))):
        label = "HOSPITAL" if page.flags[i] & FACILITY else "ORGANIZATION"
        yield Found(page.starts[first], page.ends[i], label, 0.6, "hospital.lower")


def _in_fields(page: Page) -> Iterator[Found]:
    """Yield the value of a field that names a place."""
    for _, match in page.matches(_FIELD, _FIELD_WORDS):
        j = bisect_left(page.starts, match.end())
        if j >= page.size or page.starts[j] != match.end() or not page.capital[j]:
            continue
        if page.words[j] in SHORT_TITLES or (page.upper(j) and page.flags[j] & CREDENTIAL):
            continue  # a person: referral to Dr. Petrakis
        last = _without_department(page, j, _name_end(page, j))
        if page.words[last] in _KINDS_OF_NOTES or any(map(str.isdigit, page.words[last])):
            continue
        own = [k for k in range(j, last + 1) if not generic(page, k) and not page.flags[k] & FUNCTION]
        sure = match["sure"] and last > j
        if own and (sure or (page.speaking[j] and not all(page.flags[k] & COMMON for k in own))):
            yield Found(page.starts[j], page.ends[last], "HOSPITAL", 0.65 if sure else 0.55, "hospital.field")


def _name_end(page: Page, j: int) -> int:
    """Return the last of the capitalised words from `j` on, joined by of, the, at, on, &."""
    last, k = j, j + 1
    while k < page.size and k - j < 7 and page.gaps[k - 1] in _JOIN:
        if page.gaps[k - 1] == ". " and page.words[k - 1] not in _SHORTENED:
            break
        if page.capital[k]:
            last = k
        elif page.words[k] not in ("of", "the", "at", "on", "and", "for"):
            break
        k += 1
    return last


def header(page: Page) -> Iterator[Found]:
    """Yield what the first lines of a note hold as letterheads do: capitalised words that name no kind of note."""
    if page.text.count("\n", 0, 10 * _HEAD) < _FEWEST_LINES:
        return  # a sentence, not a note
    for match in _HEAD_PART.finditer(page.text[:_HEAD]):
        first, last = bisect_left(page.starts, match.start("name")), bisect_left(page.ends, match.end("name"))
        if last < page.size and last > first and page.text.count("\n", 0, match.start("name")) < 2:
            last = _without_department(page, first, last)
            words = range(first, last + 1)
            own = [k for k in words if not generic(page, k) and not _small(page, k)]
            if (
                own
                and all(_letterhead(page, k) for k in words)
                and (page.speaking[first] or _in_capitals(page, words))
            ):
                yield Found(page.starts[first], page.ends[last], "HOSPITAL", 0.55, "hospital.header")


def _in_capitals(page: Page, words: range) -> bool:
    """Tell whether words in capitals are a letterhead: a facility's word, and one that is a name or of no list."""
    facility = any(page.words[k] in _HEADS for k in words)
    return facility and any(page.flags[k] & (NAME | CITY) or not page.flags[k] & WORD for k in words)


def _letterhead(page: Page, i: int) -> bool:
    """Tell whether a word can stand in a letterhead: capitalised or small, and of no kind of note or date."""
    word, bits = page.words[i], page.flags[i]
    if word in _KINDS_OF_NOTES or bits & (MONTH | WEEKDAY) or not word.replace("'", "").replace("-", "").isalpha():
        return False
    if _small(page, i):
        return True
    written = page.caps_line(i) or (page.speaking[i] and not page.upper(i))
    return bool(written) and (not bits & FUNCTION or word in _GENERIC)


def _small(page: Page, i: int) -> bool:
    return page.words[i] in _SMALL


FAMILY = Family("facilities", find, REASONS)
