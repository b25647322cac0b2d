"""Names of people without a cue: those of the lists, and capitalised words that no list knows."""

import re
from collections.abc import Iterator

from scrubjay.detect.lexicon import (
    CITY,
    COMMON,
    COUNTRY,
    DRUG,
    FREQUENT_GIVEN,
    FREQUENT_SURNAME,
    GIVEN,
    MEDICAL,
    NAME,
    RARER,
    STATE,
    SURNAME,
    WORD,
)
from scrubjay.detect.rules.cues import (
    COMPANY,
    CREDENTIAL,
    DOCTOR_TITLE,
    FACILITY,
    FUNCTION,
    GRAMMAR,
    HOLIDAY,
    KIN,
    LANDMARK,
    MONTH,
    PARTICLE,
    PERSON_TITLE,
    STREET_TYPE,
    WEEKDAY,
    flags,
)
from scrubjay.detect.rules.lookalikes import is_thing
from scrubjay.detect.rules.name_shape import found_name, is_initial, is_month, name_from, named
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found

REASONS = {
    "name.full": "a given name and a surname side by side",
    "name.surname-first": "a surname, a comma and a given name",
    "name.initial": "an initial and a surname",
    "name.given": "a given name of the lists, written as a name",
    "name.surname": "a surname of the lists, written as a name",
    "name.unknown": "a capitalised word of no list inside a sentence",
}
_CALENDAR = MONTH | WEEKDAY | HOLIDAY
_PLACES = FACILITY | COMPANY | LANDMARK | STREET_TYPE
# What people do: a name before such a word is a person's.
_ACTS = re.compile(
    r"(?:['’]s)?[ ](?:is|was|has|had|will|reports?|states?|says|said|denies|describes|came|went|asked|asks|wants|"
    r"feels|called|calls|reported|stated|agreed|agrees|visited|visits|lives|helps|drove|takes|took|tolerated|"
    r"presents|presented|notes|noted|verbalized|and (?:i|his|her)|woke|wakes|does|did|can|could|started|stopped|"
    r"continues|remains|appears|returned|needs|also|then|who|tells|told|believes|thinks|gave|gets|got|made|makes|"
    r"plans|works|worked|walks|walked|slept|ate|seems|became|endorses|admits|recalls|remembers|knows|understands|"
    r"would|should|may|might|must|at bedside|to (?:call|see|follow|bring|pick))\b"
)
_SIDES = frozenset("lrjhg")  # left, right, joules, hours, grams
_ITEMS = frozenset("abcdefgh")
# Endings of operations, diseases, tests and drugs.
_MEDICAL = re.compile(
    r"(?:plasty|ectomy|otomy|ostomy|itis|osis|emia|uria|pathy|algia|graphy|gram|scopy|therapy|ology|centesis|desis|"
    r"pexy|cillin|azole|pril|sartan|olol|statin|mab|tinib|mycin|cycline|oxacin|parin|gliptin|gliflozin|glutide|"
    r"setron|prazole|dipine|zepam|zolam|barbital|caine|terol|sone|lone|profen)s?\Z"
).search
# Capitals inside a word are of brands and abbreviations (TempBond, PVCs), but for McKay, O'Dell and double names.
_CAMEL = re.compile(r"(?<!Mc)(?<!Mac)(?<!De)(?<!Di)(?<!La)(?<!Le)(?<!Van)(?<!['’-])(?<!^)[A-Z]|^Rec'd|^Rx")
# What stands behind products and doses, not behind people.
_PRODUCT = re.compile(
    r"[®™]|[ -]?\d|[ ](?:mg|mcg|ml|gel|cream|tablets?|patch|spray|pump|device|score|scale|test|sign|study|trial)\b"
)


def find(page: Page) -> Iterator[Found]:
    """Yield names by lists and shape."""
    reach = -1
    for i in page.proper:
        if i <= reach:
            continue
        flag = page.flags[i]
        if page.ends[i] - page.starts[i] == 1:
            found = _initial(page, i) if is_initial(page, i) else None
        elif flag & NAME:
            found = _full(page, i) or _single(page, i) or _double(page, i)
        else:
            found = _unknown(page, i) if flag == 0 else None
        if found:
            reach, one = found
            yield one


def _found(page: Page, first: int, last: int, score: float, rule: str) -> tuple[int, Found]:
    return last, found_name(page, first, last, "PATIENT", score, rule)


def _full(page: Page, i: int) -> tuple[int, Found] | None:
    """Return a name of two words or more that starts here."""
    flag = page.flags[i]
    if (flag & _CALENDAR and not flag & GIVEN) or _leads(page, i):
        return None
    if flag & FUNCTION:
        # Will Pomeroy: only where the next word can be nothing but a surname.
        after = page.flags[i + 1] if i + 1 < page.size and page.gaps[i] == " " else 0
        sure = flag & FREQUENT_GIVEN and page.speaking[i] and not page.first(i) and after & FREQUENT_SURNAME
        return _found(page, i, i + 1, 0.75, "name.full") if sure and page.speaking[i + 1] else None
    last = name_from(page, i, strong=False, comma=True)
    if last is None or last == i:
        last = _plain_pair(page, i)
        return _found(page, i, last, 0.6, "name.full") if last is not None else None
    words = named(page, i, last)
    if len(words) < 2:
        return None
    one, two = page.flags[words[0]], page.flags[words[-1]]
    if (
        two & HOLIDAY
        or (two & _CALENDAR and not two & FREQUENT_SURNAME)
        or (two & (_CALENDAR | _PLACES) and two & COMMON)
        or is_thing(page, words[-1])
        or is_thing(page, words[0])
    ):
        return None
    if "," in page.text[page.starts[i] : page.ends[last]]:
        return _surname_first(page, i, last, one, two)
    if page.speaking[i]:
        if page.upper(words[0]) != page.upper(words[-1]):
            return None
        if one & GIVEN and (not one & COMMON or (two & NAME and not two & COMMON) or _both_frequent(page, words)):
            if two & (STATE | COUNTRY) and not two & FREQUENT_SURNAME:
                return None
            return _found(page, i, last, 0.9 if two & SURNAME else 0.75, "name.full")
        if not one & (WORD | CITY) and two & NAME and not two & WORD:
            return _found(page, i, last, 0.7, "name.full")
        return None
    if one & GIVEN and not one & WORD and two & NAME and not two & WORD and not (one & CITY and two & CITY):
        return _found(page, i, last, 0.7, "name.full")
    return None


def _leads(page: Page, i: int) -> bool:
    """Tell whether a word is what somebody is, not who, though somebody may be called so: Son Mike, Pastor Len."""
    leads = page.flags[i] & KIN or (
        page.flags[i] & (PERSON_TITLE | DOCTOR_TITLE) and not page.flags[i] & FREQUENT_GIVEN
    )
    if not leads or i + 1 >= page.size or page.gaps[i] != " ":
        return False
    return bool(page.capital[i + 1] and page.flags[i + 1] & GIVEN)


def _both_frequent(page: Page, words: list[int]) -> bool:
    """Tell whether two words that are also everyday words are a frequent name: John Smith, Mark Hill."""
    one, two = page.flags[words[0]], page.flags[words[-1]]
    return bool(one & FREQUENT_GIVEN and two & FREQUENT_SURNAME) and not two & (FUNCTION | _PLACES | CREDENTIAL)


def _surname_first(page: Page, i: int, last: int, one: int, two: int) -> tuple[int, Found] | None:
    if not (one & SURNAME and two & GIVEN) or one & COMMON or two & WORD or page.upper(i) != page.upper(last):
        return None
    if one & CITY and not (page.first(i) and one & FREQUENT_SURNAME):
        return None
    return _found(page, i, last, 0.8 if page.speaking[i] else 0.7, "name.surname-first")


def _plain_pair(page: Page, i: int) -> int | None:
    """Return the second word of a name in a line without capitals, where one of both is also a word: dale whitman."""
    j = i + 1
    if page.speaking[i] or j >= page.size or page.gaps[i] != " " or page.flags[j] & (FUNCTION | _CALENDAR):
        return None
    one, two = page.flags[i], page.flags[j]
    if one & FREQUENT_GIVEN and two & SURNAME and not two & WORD:
        return j
    if (
        one & GIVEN
        and not one & WORD
        and two & FREQUENT_SURNAME
        and not two & (_PLACES | CREDENTIAL | DRUG | MEDICAL)
    ):
        return j
    return None


def _initial(page: Page, i: int) -> tuple[int, Found] | None:
    """Return J. Sorensen, or F.J. Wells."""
    if page.text[page.ends[i] : page.ends[i] + 1] != "." or page.words[i] in ("i", "v", "x"):
        return None
    if "V.A.C." in page.text[max(0, page.starts[i] - 4) : page.starts[i] + 4]:
        return None  # V.A.C. Ulta
    last = name_from(page, i, strong=False)
    if last is None or last == i:
        return None
    word = next(j for j in range(i, last + 1) if not is_initial(page, j))
    flag = page.flags[word]
    if is_thing(page, word) or (flag & COMMON and not flag & FREQUENT_SURNAME):
        return None
    measured = i and (page.gaps[i - 1] == "% " or (page.words[i - 1].isdigit() and page.words[i] in _SIDES))
    if measured and not flag & SURNAME:
        return None  # a side or a unit: shocked at 360 J. Amio given
    if page.first(i) and page.words[i] in _ITEMS and flag & (COMMON | RARER | MEDICAL):
        return None  # A. Colon, right
    if not page.speaking[word] and (not flag & SURNAME or flag & WORD):
        return None
    if page.upper(word) and not page.caps_line(word) and not flag & SURNAME:
        return None
    return _found(page, i, last, 0.85 if flag & SURNAME else 0.7, "name.initial")


def _single(page: Page, i: int) -> tuple[int, Found] | None:
    """Return one name that stands alone, if its capital means something."""
    flag = page.flags[i]
    if (
        flag & (FUNCTION | _CALENDAR | CREDENTIAL | COMMON | DRUG | MEDICAL | _PLACES)
        or page.ends[i] - page.starts[i] < 3
    ):
        return None
    if is_thing(page, i) or _names_a_place(page, i) or flag & PARTICLE:
        return None
    place = flag & (CITY | STATE | COUNTRY)
    if not page.speaking[i]:
        wanted = SURNAME if "-" in page.words[i] else FREQUENT_GIVEN  # vasquez-lindqvist
        sure = flag & wanted and not flag & WORD and not place
        return _found(page, i, i, 0.55, "name.given") if sure else None
    if (page.upper(i) and page.ends[i] - page.starts[i] < 5) or (flag & WORD and not flag & FREQUENT_GIVEN):
        return None
    acts = bool(_ACTS.match(page.lower, page.ends[i]))
    plain_start = page.first(i) and not acts
    if flag & GIVEN:
        score = 0.45 if place and not flag & FREQUENT_GIVEN else 0.8 if flag & FREQUENT_GIVEN else 0.6
        return _found(page, i, i, score - 0.1 * plain_start, "name.given")
    score = 0.55 if place else 0.65 if flag & FREQUENT_SURNAME else 0.5
    return _found(page, i, i, score + 0.1 * acts - 0.2 * plain_start, "name.surname")


def _double(page: Page, i: int) -> tuple[int, Found] | None:
    """Return a surname of two that are words as well: Lewis-Carter."""
    halves = page.words[i].split("-")
    if len(halves) != 2 or not page.speaking[i] or is_thing(page, i):
        return None
    known = flags()
    frequent = all(known.get(half, 0) & FREQUENT_SURNAME for half in halves)
    capital = page.text[page.starts[i] + len(halves[0]) + 1].isupper()
    return _found(page, i, i, 0.7, "name.surname") if frequent and capital and not page.upper(i) else None


def _names_a_place(page: Page, i: int) -> bool:
    """Tell whether the next word makes a street, hospital or firm of this one."""
    if i + 1 >= page.size or page.gaps[i] not in (" ", "-") or not page.capital[i + 1]:
        return False
    return bool(page.flags[i + 1] & _PLACES)


def _unknown(page: Page, i: int) -> tuple[int, Found] | None:
    """Return capitalised words that no list has; most are names, towns or brands."""
    if (
        page.ends[i] - page.starts[i] < 4
        or not page.words[i].replace("-", "").replace("'", "").isalpha()
        or not page.speaking[i]
    ):
        return None
    if page.first(i) or page.upper(i) or is_thing(page, i) or _names_a_place(page, i) or _MEDICAL(page.words[i]):
        return None
    if _PRODUCT.match(page.lower, page.ends[i]) or _CAMEL.search(page.text[page.starts[i] : page.ends[i]]):
        return None
    last = i
    while last + 1 < page.size and last - i < 2 and page.gaps[last] == " " and page.speaking[last + 1]:
        if page.flags[last + 1] & (GRAMMAR | _PLACES | COMMON) or page.upper(last + 1) or is_initial(page, last + 1):
            break
        if is_month(page, last + 1):
            break
        last += 1
    acts = _ACTS.match(page.lower, page.ends[last])
    return _found(page, i, last, 0.6 if acts or last > i else 0.5, "name.unknown")


FAMILY = Family("names", find, REASONS)
