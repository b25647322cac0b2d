"""Names of people that the lists know, without a cue: given name and surname, or a capitalised name in a sentence."""

import re
from collections.abc import Iterator

from scrubjay.detect.lexicon import (
    CITY, COMMON, COUNTRY, DRUG, FREQUENT_GIVEN, FREQUENT_SURNAME, GIVEN, MEDICAL, NAME, STATE, SURNAME, WORD,
)  # fmt: skip
from scrubjay.detect.rules.cues import COMPANY, CREDENTIAL, FACILITY, FUNCTION, HOLIDAY, LANDMARK, MONTH, STREET_TYPE, WEEKDAY
from scrubjay.detect.rules.lookalikes import is_thing
from scrubjay.detect.rules.name_shape import is_initial, name_from
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found

REASONS = {
    "name.full": "a given name and a surname of the lists side by side",
    "name.surname-first": "a surname, a comma and a given name",
    "name.initial": "an initial and a surname",
    "name.given": "a given name of the lists, written as a name",
    "name.surname": "a surname of the lists, written as a name",
    "name.unknown": "a capitalised word of no list inside a sentence",
}
_OTHER = MONTH | WEEKDAY | HOLIDAY | CREDENTIAL
_VERB = re.compile(
    r"(?:['’]s)?[ ](?:is|was|has|had|will|reports?|states?|says|said|denies|describes|came|went|asked|asks|wants|feels|called|calls|reported|stated|agreed|agrees|visited|visits|lives|helps|drove|"
    r"takes|took|tolerated|presents|presented|notes|noted|verbalized|and i|and his|and her|woke|wakes|does|did|can|could|started|stopped|continues|remains|appears|returned|needs|also|then|who|tells|told|believes|thinks|gave|gets|got|made|makes|plans|"
    r"works|worked|walks|walked|slept|ate|seems|became|endorses|admits|recalls|remembers|knows|understands|would|should|may|might|must|at bedside|to (?:call|see|follow|bring|pick))\b"
)


def find(page: Page) -> Iterator[Found]:
    """Yield names by lists and shape."""
    bits = page.flags
    reach = -1
    for i, flag in enumerate(bits):
        if i <= reach:
            continue
        if not flag & NAME:
            if flag == 0 and page.ends[i] - page.starts[i] > 3 and page.words[i].isalpha() and page.speaking(i):
                yield from _unknown(page, i)
            elif is_initial(page, i) and page.text[page.ends[i] : page.ends[i] + 2] in (". ", ".") or page.text[page.ends[i] : page.ends[i] + 1] == "." and page.ends[i] - page.starts[i] == 1:
                if found := _initial(page, i):
                    reach, span = found
                    yield span
            continue
        if is_initial(page, i):
            if page.text[page.ends[i] : page.ends[i] + 1] == "." and (found := _initial(page, i)):
                reach, span = found
                yield span
            continue
        if page.letters == "mixed" and not page.capital(i):
            continue
        if found := _full(page, i) or _single(page, i):
            reach, span = found
            yield span


def _found(page: Page, first: int, last: int, score: float, rule: str) -> tuple[int, Found]:
    end = page.ends[last]
    if is_initial(page, last) and page.text[end : end + 1] == ".":
        end += 1
    return last, Found(page.starts[first], end, "PATIENT", score, rule)


def _full(page: Page, i: int) -> tuple[int, Found] | None:
    """Return a name of two words or more that starts here."""
    flag = page.flags[i]
    if flag & _OTHER and not flag & GIVEN:
        return None
    if flag & FUNCTION:
        # Will Pomeroy: only where the next word can be nothing but a surname.
        after = page.flags[i + 1] if i + 1 < len(page) and page.gap(i) == " " else 0
        if flag & FREQUENT_GIVEN and page.speaking(i) and not page.first(i) and after & SURNAME and not after & WORD and page.speaking(i + 1):
            return _found(page, i, i + 1, 0.75, "name.full")
        return None
    last = name_from(page, i, strong=False, comma=True)
    if last is None or last == i:
        return None
    words = [j for j in range(i, last + 1) if not is_initial(page, j) and page.words[j] not in ("jr", "sr", "ii", "iii", "iv")]
    if len(words) < 2 or page.flags[words[-1]] & _OTHER and page.flags[words[-1]] & COMMON or page.flags[words[-1]] & HOLIDAY:
        return None
    one, two = page.flags[words[0]], page.flags[words[-1]]
    if two & (FACILITY | COMPANY | STREET_TYPE | LANDMARK) and two & COMMON or is_thing(page, words[-1]) or is_thing(page, words[0]):
        return None
    comma = "," in page.text[page.starts[i] : page.ends[last]]
    speaking = page.speaking(i)
    if comma:
        good = one & SURNAME and two & GIVEN and not one & COMMON and not two & WORD
        return _found(page, i, last, 0.8 if speaking else 0.7, "name.surname-first") if good and not one & CITY or good and page.first(i) and one & FREQUENT_SURNAME else None
    if speaking:
        if one & GIVEN and (not one & COMMON or two & NAME and not two & COMMON):
            if two & (STATE | COUNTRY) and not two & FREQUENT_SURNAME:
                return None
            return _found(page, i, last, 0.9 if two & SURNAME else 0.75, "name.full")
        if one & SURNAME and not one & (WORD | CITY) and two & NAME and not two & WORD:
            return _found(page, i, last, 0.7, "name.full")
        return None
    if one & GIVEN and not one & WORD and two & NAME and not two & WORD and not (one & CITY and two & CITY):
        return _found(page, i, last, 0.7, "name.full")
    return None


def _initial(page: Page, i: int) -> tuple[int, Found] | None:
    """Return J. Sorensen, or F.J. Wells."""
    last = name_from(page, i, strong=False)
    if last is None or last == i:
        return None
    word = next(j for j in range(i, last + 1) if not is_initial(page, j))
    flag = page.flags[word]
    if not page.speaking(word) and (not flag & SURNAME or flag & WORD) or is_thing(page, word) or page.upper(word) and not page.caps_line(word) and not flag & SURNAME:
        return None
    if flag & COMMON and not flag & FREQUENT_SURNAME:
        return None
    return _found(page, i, last, 0.85 if flag & SURNAME else 0.7, "name.initial")


def _single(page: Page, i: int) -> tuple[int, Found] | None:
    """Return one name that stands alone, if its capital means something."""
    flag = page.flags[i]
    if flag & (FUNCTION | _OTHER | COMMON | DRUG | MEDICAL) or page.ends[i] - page.starts[i] < 3 or is_thing(page, i):
        return None
    if flag & (FACILITY | COMPANY | LANDMARK | STREET_TYPE):
        return None
    if i + 1 < len(page) and page.gap(i) in (" ", "-") and page.capital(i + 1) and page.flags[i + 1] & (FACILITY | COMPANY | LANDMARK | STREET_TYPE):
        return None
    speaking = page.speaking(i)
    place = flag & (CITY | STATE | COUNTRY)
    if not speaking:
        sure = page.letters == "lower" or page.caps_line(i)
        if sure and flag & FREQUENT_GIVEN and not flag & WORD and not place:
            return _found(page, i, i, 0.55, "name.given")
        return None
    if page.upper(i) and page.ends[i] - page.starts[i] < 5:
        return None
    verb = bool(_VERB.match(page.lower, page.ends[i]))
    opens = page.first(i)
    if flag & WORD and not (flag & FREQUENT_GIVEN):
        return None
    if flag & GIVEN:
        if place and not flag & FREQUENT_GIVEN:
            return _found(page, i, i, 0.45, "name.given")
        score = 0.8 if flag & FREQUENT_GIVEN else 0.6
        return _found(page, i, i, score if not opens or verb else score - 0.25, "name.given")
    if place:
        return _found(page, i, i, 0.4, "name.surname")
    score = 0.65 if flag & FREQUENT_SURNAME else 0.45
    if verb:
        score += 0.1
    return _found(page, i, i, score if not opens else score - 0.2 + 0.15 * verb, "name.surname")


def _unknown(page: Page, i: int) -> Iterator[Found]:
    """Yield a capitalised word that no list has; most are names, brands or towns."""
    if page.first(i) or page.upper(i) or is_thing(page, i):
        return
    following = page.flags[i + 1] if i + 1 < len(page) and page.gap(i) == " " else 0
    if following & (FACILITY | COMPANY | LANDMARK | STREET_TYPE) and page.capital(i + 1):
        return
    score = 0.6 if _VERB.match(page.lower, page.ends[i]) else 0.4
    yield Found(page.starts[i], page.ends[i], "PATIENT", score, "name.unknown")


FAMILY = Family("people by list", find, REASONS)
