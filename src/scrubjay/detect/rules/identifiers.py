"""Numbers of people and their things, by the word before them: MRN, account, policy, licence, serial number."""

import re
from collections.abc import Iterator

from scrubjay.detect.lexicon import WORD
from scrubjay.detect.rules.cues import IDENTIFIER, flags
from scrubjay.detect.rules.measures import figures, has_unit, is_code
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.products import LOTS, announced, is_lot_of_drug
from scrubjay.detect.rules.rule import Family, Found
from scrubjay.detect.rules.vocabulary import blocks

REASONS = {
    "id.cue": "a number after a word that such numbers follow",
    "id.plate": "a number after a word for a licence plate or vehicle",
    "id.npi": "a number after DEA or NPI",
}

_BLOCKS = blocks("identifiers")
_WEAK, _NEUTRAL = _BLOCKS["weak"], _BLOCKS["neutral"]
_KIND = {w: kind.upper() for kind, words in _BLOCKS.items() if kind not in ("weak", "neutral") for w in words}
_VALUE = re.compile(r"[a-z0-9*]{1,30}(?:[-/.*_:][a-z0-9*]{1,20}){0,6}", re.IGNORECASE)
_NEXT_PIECE = re.compile(r"[ ](?:[A-Z]{0,4}\d[A-Z0-9-]{0,20}|[A-Z]\b)")
_NEXT_FIGURES = re.compile(r"[ ]\d{2,6}(?![\w/.:%]|-\d)")
# Between the word and its number: "number", "no.", "is", "ending in", a colon, dots or columns.
_LEAD = re.compile(
    r"\.?(?:[ ]?last (?:4|four)\b)?(?:[ ]?(?:numbers?|num|nos?|id|ids|identifier|code|rec|record|is|was|"
    r"ending(?: in)?|ends in|card|tag|plate|serial|s/n|sn)\b\.?){0,3}(?:[ ]?\((?:[a-z ]{2,16})\))?[ \t]{0,3}"
    r"(?:[:#=|]{1,2}|no\.|\.{3,40}[ ]?:?|"
    r"-(?=[ ]))?[ \t]{0,12}#?[ ]?(?=\S)"
)
_MARK = re.compile(r"[:#|]|\b(?:no|number|num|id)\b")
_DATE_OR_TIME = re.compile(r"\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?(?:[ ]\d{4}.*)?|\d{4}-\d\d-\d\d|\d{1,2}:\d\d")
_TRIAL = re.compile(r"(?:NCT|ISRCTN)\d{8}", re.IGNORECASE)  # registries of trials
_VARIANT = re.compile(r"[A-Z]\d{2,4}[A-Z]")  # no C797S
_VALUE_OF = re.compile(r"\d{1,3}\.\d{1,2}")
_VISITS = frozenset("visit encounter enc".split())  # a date may stand behind them
_SIGNS = re.compile(r"\bs/n\b|\bm\.?r\.?[ ]?#")  # cues that are no words
_PLAN_WORDS = frozenset("medicare medicaid insurance plan health ins group".split())
_STUDY_WORDS = frozenset("lot protocol trial study code version".split())
_TASK_WORDS = frozenset("report order run unit study case lead pump".split())
_OWN_KIND = frozenset("DEVICE LICENSE HEALTHPLAN".split())  # their words never announce a classification's code
_RECORDS = frozenset("record unit hospital patient pt".split())
_THINGS = frozenset("VEHICLE DEVICE LICENSE BIOID".split())


def find(page: Page) -> Iterator[Found]:
    """Yield the numbers that a word announces."""
    for i in page.cued(IDENTIFIER):
        if found := _read(page, page.words[i], page.starts[i], page.ends[i]):
            yield found
    for match in _SIGNS.finditer(page.lower) if "/n" in page.lower or "#" in page.lower else ():
        if found := _read(page, "sn" if match.group() == "s/n" else "mr#", *match.span()):
            yield found


def _read(page: Page, word: str, cue: int, behind: int) -> Found | None:
    """Return the number behind a word that stands at `[cue, behind)`, if one does and it is an identifier."""
    lead = _LEAD.match(page.lower, behind)
    value = _VALUE.match(page.text, lead.end()) if lead else None
    if lead is None or value is None or page.lower[behind : behind + 1] == "-":
        return None
    start, end = value.start(), _value_end(page.text, *value.span())
    written = page.text[start:end]
    marked = bool(_MARK.search(lead.group())) or word in ("no", "number", "num", "id", "id#")
    if not figures(value.group()) and flags().get(value.group().lower(), 0) & IDENTIFIER:
        return None  # "Hospital. MRN 445120": the number has a word of its own
    if not figures(written) or re.match(r"%|[/:.]\d|\d", page.lower[end : end + 2]):
        return None
    label = _kind_before(page.lower, cue, word) if word in _NEUTRAL else _KIND.get(word, "IDNUM")
    sure = word not in _WEAK or (word in _NEUTRAL and label != "IDNUM")
    if (_DATE_OR_TIME.fullmatch(written) and (not sure or word in _VISITS)) or _TRIAL.fullmatch(written):
        return None  # "visit 11-02-22" is a day, "MRN 11-02-22" is not
    if (word == "no" and _VARIANT.fullmatch(written)) or (word == "booking" and _VALUE_OF.fullmatch(written)):
        return None
    if not _enough(word, label, written, marked) or (word in _WEAK and has_unit(page.lower, end)):
        return None
    if is_code(page.lower, start) and label not in _OWN_KIND and word not in ("case", "reference", "ref", "protocol"):
        return None
    if announced(page.lower, start) in LOTS and is_lot_of_drug(page.text, start):
        return None
    mister = word == "mr" and not re.match(r"[ ]?#|[ ]?(?:no|num)|:", page.lower[behind : behind + 4])
    if mister and (page.text[cue:behind] != "MR" or figures(written) < 6):
        return None
    rule = "id.plate" if label == "VEHICLE" else "id.npi" if word in ("dea", "npi") else "id.cue"
    return Found(start, end, label, 0.8 if word in _WEAK and label != "VEHICLE" else 0.95, rule)


def _value_end(text: str, start: int, end: int) -> int:
    """Return where a number ends that may have up to four pieces: PKR 7720418G, 02 77 41 90."""
    for _ in range(3):
        more = _NEXT_PIECE.match(text, end) if figures(text[start:end]) or text[start:end].isupper() else None
        if (
            more is None
            and text[start:end].islower()
            and end - start < 5
            and not flags().get(text[start:end], 0) & WORD
        ):
            more = _NEXT_FIGURES.match(text, end)  # id zcs 550 118 204, in a note without capitals
        if not more:
            break
        if len(more.group()) > 2 and flags().get(more.group().strip().lower(), 0) & WORD:
            break
        end = more.end()
    while end > start and text[end - 1] in "-/.*_:":
        end -= 1
    return end


def _enough(word: str, label: str, written: str, marked: bool) -> bool:
    """Tell whether a number is long or marked enough to be one of these, given how telling the word is."""
    count, letters = figures(written), any(sign.isalpha() for sign in written)
    if word in _PLAN_WORDS and count < 5:
        return False
    if word in _STUDY_WORDS and not marked and count < 5:
        return False
    if word not in _WEAK:
        return count >= 3 or (marked and count >= 2)
    if word in _TASK_WORDS and not marked and not letters and count < 5:
        return False
    if (
        count >= 5
        or (marked and count >= 4)
        or (label == "VEHICLE" and word in ("plate", "plates", "tag") and len(written) > 3)
    ):
        return True
    return count >= 3 and letters and written.upper() == written and (marked or label in _THINGS)


def _kind_before(lower: str, cue: int, word: str) -> str:
    """Return the kind of a number whose own word is neutral: medical record, policy number, patient ID."""
    for earlier in reversed(re.findall(r"[a-z'/#]+", lower[max(0, cue - 28) : cue])[-3:]):
        if earlier in _KIND:
            return _KIND[earlier]
        if earlier in _RECORDS:
            return "MEDICALRECORD"
    if word == "health":
        return "HEALTHPLAN"
    return "MEDICALRECORD" if word in _RECORDS else "IDNUM"


FAMILY = Family("identifiers", find, REASONS)
