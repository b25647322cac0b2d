"""Names after a title or role (Dr. Wells, CNA Young), and before a credential (Anna Wells, MD)."""

import re
from collections.abc import Iterator

from scrubjay.detect.lexicon import COMMON, NAME, WORD
from scrubjay.detect.rules.cues import CREDENTIAL, DOCTOR_TITLE, GRAMMAR, HEADING, PERSON_TITLE
from scrubjay.detect.rules.lookalikes import is_thing
from scrubjay.detect.rules.name_shape import (
    FREQUENT,
    found_name,
    is_initial,
    known_name,
    name_before,
    name_from,
    named,
    unknown_word,
)
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found

REASONS = {
    "name.title": "a name after Dr., Mr., Mrs. or another title",
    "name.role": "a name after a role such as nurse, attending or officer",
    "name.credential": "a name before MD, RN or another credential",
}

_SURE = frozenset("dr drs mr mrs ms mx prof miss sra smt shri sri".split())
# Credentials that are words, states or shorthand as well: a comma must stand before them.
_DOUBTFUL = frozenset(
    "do pa pt ot od dc ma bs ms ld ct rt mt med face lac lat face atc ccc ms3 ms4 mdiv face pcs scs".split()
)
_MIXED_CASE = frozenset("pharmd phd psyd otr".split())
_DOTTED = re.compile(
    r"(?:m\.[ ]?d|d\.[ ]?o|r\.[ ]?n|ph\.[ ]?d|psy\.[ ]?d|p\.a|n\.p|d\.d\.s|pharm\.d|l\.p\.n|d\.p\.m)\b"
).match
_DOTTED_STARTS = frozenset("m d r ph psy p n pharm l".split())
_ZIP = re.compile(r"[ ]\d{5}")
# Roles that are everyday words: without capitals they announce nobody.
_EVERYDAY = frozenset(
    "agent father sister brother elder chief president boss teacher intake baby driver passenger pt ot sw attending "
    "resident intern fellow doctor doc nurse md tech master sir principal colleague employer interpreter triage "
    "lactation".split()
)


def find(page: Page) -> Iterator[Found]:
    """Yield names that a title or credential announces."""
    for i in page.cued(DOCTOR_TITLE | PERSON_TITLE | CREDENTIAL):
        if page.flags[i] & (DOCTOR_TITLE | PERSON_TITLE):
            yield from _titled(page, i)
        if page.flags[i] & CREDENTIAL:
            yield from _credentialed(page, i)
    for i in page.where(_DOTTED_STARTS):
        if i and page.gaps[i - 1] in (", ", " ", ",", "., ") and _DOTTED(page.lower, page.starts[i]):
            first = name_before(page, i)
            if first is not None and (page.gaps[i - 1] != " " or reads_as_name(page, first, i - 1)):
                yield found_name(page, first, i - 1, "DOCTOR", 0.95, "name.credential")


def reads_as_name(page: Page, first: int, last: int) -> bool:
    """Tell whether words without a sure cue read as a name: known to a list, or to none at all."""
    words = named(page, first, last)
    return (
        bool(words)
        and not is_thing(page, words[0])
        and any((page.flags[j] & NAME and not page.flags[j] & COMMON) or unknown_word(page, j) for j in words)
    )


def _titled(page: Page, i: int) -> Iterator[Found]:
    word, j = page.words[i], i + 1
    gap = page.gaps[i]
    if j >= page.size or gap not in (" ", ". ", ".", "  ", ".  ", ": ", ".\n", "\n", " ("):
        return
    sure = word in _SURE
    if sure and (
        (not page.capital[i] and page.mixed(i) and word in ("ms", "miss", "mr"))
        or ("\n" in gap and not page.capital[i])
    ):
        return
    if word == "ms" and page.upper(i) and not page.caps_line(i):
        return  # multiple sclerosis
    last = name_from(page, j, strong=sure)
    if last is None and sure and page.capital[j] and is_initial(page, j) and page.gaps[j].startswith("."):
        last = j  # Dr. W.
    if last is None:
        return
    label = "DOCTOR" if page.flags[i] & DOCTOR_TITLE else "PATIENT"
    if sure:
        yield found_name(page, j, last, label, 0.97, "name.title")
        if word == "drs":
            yield from _others(page, last, label)
    elif _role_names(page, i, j, last):
        yield found_name(page, j, last, label, 0.75, "name.role")


def _role_names(page: Page, i: int, j: int, last: int) -> bool:
    """Tell whether a role announces a name; a role is also a word, so the name must look like one."""
    j = next((k for k in range(j, last + 1) if not is_initial(page, k)), j)
    closed = page.gaps[i] == " (" and page.text[page.ends[last] : page.ends[last] + 1] == ")"
    if (page.gaps[i] not in (" ", ". ") and not closed) or page.words[j] in ("ii", "iii") or is_thing(page, j):
        return False
    if not page.speaking[j]:
        if page.mixed(i) and page.words[i] in _EVERYDAY:
            return False
        frequent = (
            page.flags[j] & FREQUENT and not page.flags[j] & (HEADING | GRAMMAR) and page.words[i] not in _EVERYDAY
        )
        unknown = not page.flags[j] & WORD and (is_initial(page, j - 1) or bool(page.flags[i] & CREDENTIAL))
        return known_name(page, j) or bool(frequent) or (unknown and page.words[i] not in _EVERYDAY)
    if page.gaps[i] == ". " and page.words[i] not in ("lt", "ofc", "sgt", "capt", "rev", "fr", "atty", "tpr", "det"):
        return False
    # CNA Young, liaison Dawn: the capital of a frequent name decides.
    frequent = bool(page.flags[j] & FREQUENT) and not page.upper(j)
    return reads_as_name(page, j, last) or (frequent and (page.gaps[i] == ". " or not page.first(j)))


def _others(page: Page, last: int, label: str) -> Iterator[Found]:
    """Yield the others of Drs. Wells, Ortiz and Park."""
    while last + 2 < page.size and (page.words[last + 1] == "and" or page.gaps[last] in (" & ", ", ", "/")):
        j = last + 2 if page.words[last + 1] == "and" else last + 1
        more = name_from(page, j, strong=True)
        if more is None:
            return
        last = more
        yield found_name(page, j, last, label, 0.95, "name.title")


def _credentialed(page: Page, i: int) -> Iterator[Found]:
    gap, sure = page.gaps[i - 1] if i else "", page.words[i] not in _DOUBTFUL
    if gap not in (", ", ",", " ", "  ", ". ", "., ", ".,", " , ", " (", ",  ", ",\n"):
        return
    written = page.upper(i) or page.small[i] or page.words[i] in _MIXED_CASE or (page.capital[i] and sure)
    bracketed = gap == " (" and page.speaking[i - 1] and not page.flags[i - 1] & WORD
    if not written or (not sure and "," not in gap and not bracketed):
        return
    before = page.flags[i - 1]
    if (
        before & CREDENTIAL
        and (page.upper(i - 1) or page.small[i - 1] or page.words[i - 1] in _MIXED_CASE)
        and (not before & NAME or (i > 1 and "," in page.gaps[i - 2]))
    ):
        return  # MD, FACC: the first credential finds the name
    if "," in gap and _ZIP.match(page.text, page.ends[i]):
        return  # a state with its ZIP code
    if not sure and page.small[i] and not known_name(page, i - 1):
        return
    first, last = name_before(page, i), i - 1
    if first is None or (gap == ". " and not is_initial(page, last) and page.words[last] not in ("jr", "sr")):
        return
    words = named(page, first, last)
    if gap == " " or page.caps_line(first) or not sure:
        good = reads_as_name(page, first, last) or all(page.flags[j] & NAME for j in words)
        if not good and not (sure and not page.mixed(i) and any(not page.flags[j] & WORD for j in words)):
            return
    if (
        gap == " "
        and first == last
        and not known_name(page, first)
        and (
            page.first(first)
            or not (page.speaking[first] or (page.caps_line(first) and not page.flags[first] & WORD))
        )
    ):
        return
    sure = sure or ("," in gap and page.upper(i) and not page.caps_line(i))
    yield found_name(page, first, last, "DOCTOR", 0.95 if sure else 0.8, "name.credential")


FAMILY = Family("titles", find, REASONS)
