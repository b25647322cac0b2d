"""Names of relatives and friends, what somebody is called, and people a sentence mentions: seen by, spoke with."""

import re
from bisect import bisect_left
from collections.abc import Iterator

from scrubjay.detect.lexicon import COMMON, COUNTRY, FREQUENT_GIVEN, GIVEN, WORD
from scrubjay.detect.rules.cues import COMPANY, FACILITY, FUNCTION, KIN, ROLE, SHORT_TITLES
from scrubjay.detect.rules.lookalikes import is_thing
from scrubjay.detect.rules.name_shape import FREQUENT, evidence, fits, found_name, known_name, name_from, named
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found
from scrubjay.detect.rules.titles import reads_as_name

REASONS = {
    "name.kin": "a name beside a relative or friend",
    "name.called": "what somebody is called: named, goes by, prefers",
    "name.mention": "a name after words that people follow: seen by, discussed with, paged",
    "name.phone": "a name before a telephone number",
}

# Between a name and the relative it belongs to: "Naomi, her daughter", "Will (husband)".
_REVERSE = re.compile(
    r"(?:,|[ ]\(|[ ]-)[ ]?(?:is[ ])?(?:his|her|their|the|patient['’]s|pt['’]s|my|a|an|our)?[ ]?(?:[a-z-]{3,12}[ ])?\Z"
)
_PEOPLE = re.compile(
    r"(?:seen|signed|dictat(?:ed|ing)|reviewed|evaluated|examined|performed|referred|followed|prepared|assisted|"
    r"accompanied|brought(?: in)?|obtained|provided|authored|written|transcribed|verified|given|approved|completed|"
    r"interpreted|read|ordered|administered|collected|drawn|placed|co-?signed|attested|staffed|managed|treated|"
    r"witnessed|called|paged|raised|reported|entered|charted|taken|recorded|relieved|consented|cleared|removed|done|"
    r"supervised|scheduled|discuss(?:ed|ion)|spoken?|speak|talked|met|meeting|conferred|d/w|dw|consulted|"
    r"conversation|live[sd]?|living|resides|stay(?:s|ing|ed)|here|visit|appointment|appt|f/u|follow[- ]up|therapy|"
    r"sessions?|counseling|works?|working|arrived|came|presents?|along|together|presented|call|report|message|msg|"
    r"note|letter|hand-?off|care|transferred|relationship|married|phone|thanks?|endorsed|covering|contact|split|"
    r"divorced|separated|shared|week(?:ly)?|twice|updated?|staff|speech|pt|ot|seeing|patient|son|daughter|wife|widow|"
    r"time-out|clamped|mtg|listed|faxed|attn|copy|routed|per|cut)[ ](?:over the phone |by phone |in person |daily |"
    r"today |again |back |out |all )?(?:by|with|w/|to|from|per|of)?[ ]?(?:his |her |their |the |both )?\Z"
)
_CALLED = re.compile(
    r"(?:named|goes by|go by|prefers|aka|a\.k\.a\.|known as|nicknamed?|preferred name|likes to be called|"
    r"calling out for|calls (?:for|me)|asking for|née|nee|answers to|"
    r"maiden name)\b[ :]{0,3}(?:to be called[ ])?[\"“'‘(]{0,2}"
)
_CALLS = frozenset(
    "named goes go prefers aka a known nickname nicknamed preferred likes calling calls asking née nee answers "
    "maiden".split()
)
_PHONE = re.compile(r"[(\d](?<![\w-].)\d{2,3}\)?[ .-]{0,2}\d{3}[ .-]\d{4}")
_BEFORE_PHONE = re.compile(r"(?:,? (?:at|on|cell|ph|phone|tel)\.?)?:?[ ]\Z")


def find(page: Page) -> Iterator[Found]:
    """Yield relatives, nicknames and mentioned people."""
    for i in page.cued(KIN | ROLE):
        if page.flags[i] & KIN:
            yield from _relative(page, i)
            if match := _REVERSE.search(page.lower[max(0, page.starts[i] - 30) : page.starts[i]]):
                yield from _before(page, page.starts[i] - len(match.group()))
        if page.flags[i] & ROLE:
            yield from _mentioned(page, i)
    for _, match in page.matches(_CALLED, _CALLS):
        j = bisect_left(page.starts, match.end())
        if j < page.size and page.starts[j] == match.end() and _can_be_called(page, j):
            last = name_from(page, j, strong=True)
            if last is not None:
                yield found_name(page, j, last, "PATIENT", 0.75, "name.called")
    for match in _PHONE.finditer(page.lower) if page.numbers else ():
        lead = _BEFORE_PHONE.search(page.lower[max(0, match.start() - 10) : match.start()])
        if not lead:
            continue
        j = bisect_left(page.ends, match.start() - len(lead.group()))
        named = j < page.size and page.ends[j] == match.start() - len(lead.group()) and page.speaking[j]
        if named and page.flags[j] & GIVEN and not page.flags[j] & FUNCTION and not page.upper(j):
            yield found_name(page, j, j, "PATIENT", 0.65, "name.phone")


def _can_be_called(page: Page, j: int) -> bool:
    if page.flags[j] & FUNCTION:
        return False
    return (page.capital[j] and (not page.flags[j] & COMMON or bool(page.flags[j] & GIVEN))) or known_name(page, j)


def _relative(page: Page, i: int) -> Iterator[Found]:
    j, gap = i + 1, page.gaps[i]
    if j < page.size and page.words[j] in ("is", "named", "name", "called") and gap == " ":
        gap, j = page.gaps[j], j + 1
    if j >= page.size or gap not in (" ", ", ", " (", ": ", ' "', " - ", "/", " “"):
        return
    for _ in range(4):
        last = name_from(page, j, strong=True)
        tight = gap == " "
        if (
            last is None
            and tight
            and page.speaking[j]
            and not page.upper(j)
            and not page.flags[j] & (FUNCTION | FACILITY | COMPANY | KIN)
        ):
            last = j  # friend Saffron: the capital decides
        closed = (
            gap == " (" and last == j and page.flags[j] & GIVEN and page.text[page.ends[j] : page.ends[j] + 1] == ")"
        )
        if last is None or is_thing(page, j) or not (closed or _given(page, j, tight)):
            return
        while last > j and page.plain_word(last):
            last -= 1
        known = page.speaking[j] and page.flags[j] & FREQUENT_GIVEN  # her husband Will, not "husband will"
        yield found_name(page, j, last, "PATIENT", max(0.9 if known else 0.75, evidence(page, j, last)), "name.kin")
        # sons Liam and Noah; daughters Ana (12), Eva and Mia
        joined = re.match(r"(?: \(\d{1,2}\))?(?:,? and |, | & )", page.text[page.ends[last] : page.ends[last] + 14])
        if not joined:
            return
        j = bisect_left(page.starts, page.ends[last] + joined.end())
        gap = " "
        if j >= page.size or page.flags[j] & (FUNCTION | KIN) or not (page.speaking[j] or known_name(page, j)):
            return


def _given(page: Page, j: int, tight: bool) -> bool:
    """Tell whether a word beside a relative is what they are called."""
    bits = page.flags[j]
    if page.words[j] in SHORT_TITLES:
        return False
    if bits & FUNCTION and not (page.speaking[j] and bits & FREQUENT_GIVEN and tight):
        return False
    if page.speaking[j]:
        return (tight or not bits & COMMON or bool(bits & GIVEN)) and not page.upper(j)
    if not page.small[j] and not page.caps_line(j):
        return False
    if bits & FREQUENT_GIVEN:
        return True
    return not bits & WORD and page.words[j].isalpha() and page.ends[j] - page.starts[j] > 2


def _mentioned(page: Page, i: int) -> Iterator[Found]:
    j = i + 1
    if j >= page.size or page.gaps[i] not in (" ", "/", ": ", "  ", "/ "):
        return
    speaking = page.speaking[j]
    if not speaking and page.mixed(j) and not page.caps_line(j):
        return
    last = name_from(page, j, strong=False)
    if last is None or is_thing(page, j) or page.flags[j] & COUNTRY:
        return
    words = named(page, j, last)
    if not words:
        return
    listed = any(known_name(page, k) for k in words)
    people = bool(_PEOPLE.search(page.lower, max(0, page.starts[i] - 28), page.starts[j]))
    if not speaking:
        if not (people and known_name(page, words[0])) or page.words[j] == "a":
            return
    elif not listed and not (
        people and (len(words) > 1 or (not page.flags[words[0]] & WORD and not page.upper(words[0])))
    ):
        if not (people and page.flags[words[0]] & FREQUENT and not page.upper(words[0])):
            return
    elif not people and page.words[i] in ("from", "via", "with", "w") and not page.flags[j] & GIVEN:
        return
    yield found_name(page, j, last, "DOCTOR", 0.8 if listed and people else 0.65 if listed else 0.55, "name.mention")
    if people and speaking and last + 1 < page.size and page.gaps[last] in (" / ", "/", " & "):
        more = name_from(page, last + 1, strong=False)
        if more is not None and reads_as_name(page, last + 1, more):
            yield found_name(page, last + 1, more, "DOCTOR", 0.6, "name.mention")


def _before(page: Page, position: int) -> Iterator[Found]:
    """Yield a name that stands before a relative: "Naomi, her daughter"."""
    j = bisect_left(page.ends, position)
    if j >= page.size or page.ends[j] != position or page.flags[j] & (FUNCTION | KIN):
        return
    if not page.speaking[j]:
        if not page.mixed(j) and not page.flags[j] & WORD and page.words[j].isalpha() and len(page.words[j]) > 2:
            yield found_name(page, j, j, "PATIENT", 0.6, "name.kin")
        return
    if page.plain_word(j):
        return
    first = j
    while first and page.gaps[first - 1] == " " and page.speaking[first - 1] and fits(page, first - 1, False, False):
        first -= 1
    if reads_as_name(page, first, j):
        yield found_name(page, first, j, "PATIENT", 0.75, "name.kin")


FAMILY = Family("relatives", find, REASONS)
