"""Names in fields (Patient: WELLS, ANNA), at the head of a note, and in the salutation and close of a letter."""

import re
from bisect import bisect_left
from collections.abc import Iterator

from scrubjay.detect.lexicon import COMMON, NAME, SURNAME, WORD
from scrubjay.detect.rules.cues import CREDENTIAL, FIELD, FUNCTION, KIN, ROLE, SHORT_TITLES
from scrubjay.detect.rules.lookalikes import is_thing
from scrubjay.detect.rules.name_shape import FREQUENT, evidence, found_name, is_initial, known_name, name_from
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found
from scrubjay.detect.rules.titles import reads_as_name

REASONS = {
    "name.field": "a name in a field such as Patient:, Attending: or Signed by:",
    "name.header": "a name that opens a line, before an age, a date of birth or a number",
    "name.salutation": "a name after Dear, or where a letter is signed",
}

_PATIENTS = frozenset(
    "patient pt name client resident res guardian contact caller re surrogate proxy hcp poa hcpoa dpoa mdpoa mother "
    "father spouse guarantor subscriber insured policyholder informant historian relationship kin first last middle "
    "member donor inmate examinee student infant baby child newborn neonate caregiver driver recipient teacher "
    "employer witness notified emergency".split()
)
_SURE = frozenset("name patient pt client re resident res".split())
# Words that announce a name without a colon, too.
_BARE = frozenset("dear patient pt client resident attending pcp surgeon scribe baby".split())
# Anesthesia: General, Lori Petska
_BEFORE_NAMES = frozenset(
    "general local spinal epidural regional mac monitored sedation moderate conscious topical none geta tiva".split()
)
_CLOSES = frozenset("sincerely regards respectfully thanks signed".split())
_COLON = re.compile(
    r"(?:\(s\)|[ ]?\([^)\n:]{1,30}\)|/[ ]?[a-z]{1,12}|[ ](?:name|by|md|of record|on call|is))?"
    r"(?:[ \t]{0,20}[:=|]|[ ]?\.{3,40}[ ]?:?)[ \t]{0,30}(?:\n[ \t]{0,8})?[(*_]{0,2}",
    re.IGNORECASE,
)
_COLUMNS = re.compile(r"[ ][-–][ ]|[ \t]{2,30}|\t")
_CLOSE = re.compile(r"[,:]?[ ]?\n{1,4}[ \t]{0,8}")
_LINE = re.compile(r"(?:\A|\n)[ \t]{0,8}")
_ABOUT = re.compile(
    r"\.?(?:[ ]{0,3}(?:\||//)[ ]|(?:[ ]{1,20}|[ ]?,[ ]|[ ]?[-/(][ ]?)(?:\d{1,3}[ ]?-?(?:[mf]\b|y|yo|male|female|yr)|"
    r"dob|mrn|mr#|#|id\b|age\b|\(?[mf]\)?[ ]{1,3}\d|\d{3}-\d\d-\d{4}|acct|born|g\dp\d|\d{1,3}[ ]{1,6}#|rm\b|room\b))"
)


def find(page: Page) -> Iterator[Found]:
    """Yield names in fields, headers and letters."""
    for i in page.cued(FIELD | ROLE | KIN):
        yield from _field(page, i)
    for match in _LINE.finditer(page.lower):
        j = bisect_left(page.starts, match.end())
        if (
            j < page.size
            and page.starts[j] == match.end()
            and not page.flags[j] & FUNCTION
            and not page.plain_word(j)
        ):
            last = name_from(page, j, strong=True, comma=True)
            if (
                last is not None
                and last > j
                and _ABOUT.match(page.lower, page.ends[last])
                and not page.flags[j] & FUNCTION
            ) and any(not page.flags[k] & WORD or known_name(page, k) for k in range(j, last + 1)):
                yield found_name(page, j, last, "PATIENT", 0.8, "name.header")


def _field(page: Page, i: int) -> Iterator[Found]:
    word, j = page.words[i], i + 1
    if j >= page.size:
        return
    colon = _COLON.match(page.text, page.ends[i])
    gap = page.gaps[i]
    if word == "name" and gap == " " and _surname_first(page, j):
        yield found_name(page, j, j + 1, "PATIENT", 0.85, "name.field")
        return
    if colon:
        j = bisect_left(page.starts, colon.end(), j)
        if j >= page.size or page.starts[j] != colon.end():
            return
    elif word in _CLOSES and _CLOSE.fullmatch(gap):
        pass
    elif not (word in _BARE and gap in (" ", "  ", ". ")) and not (
        _COLUMNS.fullmatch(gap) and page.flags[i] & FIELD and page.first(i)
    ):
        return
    while colon and page.words[j] in _BEFORE_NAMES and word.startswith(("anesth", "anaesth")):
        j += 1
        if j >= page.size or "\n" in page.gaps[j - 1]:
            return
    if page.words[j] in SHORT_TITLES:
        return  # the title finds it
    strong = bool(colon) and bool(page.flags[i] & FIELD)
    last = name_from(page, j, strong=strong or word in _CLOSES, comma=True)
    if last is None or not _is_name(page, word, j, last, bool(colon)):
        return
    label = "PATIENT" if word in _PATIENTS or page.flags[i] & KIN else "DOCTOR"
    rule = "name.salutation" if word in _CLOSES or word == "dear" else "name.field"
    least = 0.92 if colon and word in _SURE else 0.8 if colon else 0.6
    yield found_name(page, j, last, label, max(least, evidence(page, j, last)), rule)
    if colon:
        yield from _more(page, last, label)


def _surname_first(page: Page, j: int) -> bool:
    """Tell whether two capitalised words with a comma stand here: Grant, Will."""
    return j + 1 < page.size and page.gaps[j] == ", " and bool(page.speaking[j] and page.speaking[j + 1])


def _is_name(page: Page, word: str, j: int, last: int, colon: bool) -> bool:
    """Tell whether the value of a field is a name: many fields hold other things as well."""
    bits, speaking = page.flags, page.speaking[j]
    sure = colon and word in _SURE
    if (is_thing(page, j) and last == j) or (sure and not speaking and last == j and bits[j] & COMMON):
        return False
    if not speaking and not colon and not any(known_name(page, k) for k in range(j, last + 1)):
        return False
    if sure or reads_as_name(page, j, last):
        return True
    all_names = all(
        is_initial(page, k) or (bits[k] & NAME and (not bits[k] & COMMON or bits[k] & FREQUENT))
        for k in range(j, last + 1)
    )
    if speaking:
        # Asst: Destiny; CNM on call: Temperance Whitlock
        return colon and not page.upper(j) and (all_names or (last > j and bool(bits[last] & SURNAME)))
    return any(known_name(page, k) or not bits[k] & WORD for k in range(j, last + 1)) or (last > j and all_names)


def _more(page: Page, last: int, label: str) -> Iterator[Found]:
    """Yield the others of a list in a field: cc: Wells, Ortiz / Park."""
    for _ in range(4):
        if (
            last + 1 >= page.size
            or page.gaps[last] not in (", ", "; ", " / ", "/", " & ")
            or page.flags[last + 1] & CREDENTIAL
        ):
            return
        more = name_from(page, last + 1, strong=False)
        if more is None or not reads_as_name(page, last + 1, more):
            return
        yield found_name(page, last + 1, more, label, 0.7, "name.field")
        last = more


FAMILY = Family("fields", find, REASONS)
