"""Names of people by what stands around them: titles, credentials, fields, roles, relatives."""

import re
from bisect import bisect_left
from collections.abc import Iterator

from scrubjay.detect.lexicon import COMMON, FREQUENT_GIVEN, GIVEN, NAME, WORD
from scrubjay.detect.rules.cues import CREDENTIAL, DOCTOR_TITLE, FIELD, FUNCTION, KIN, PERSON_TITLE, ROLE
from scrubjay.detect.rules.lookalikes import is_thing
from scrubjay.detect.rules.name_shape import evidence, fits, is_initial, known_name, name_before, name_from
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found

REASONS = {
    "name.title": "a name after Dr., Mr., Mrs. or another title",
    "name.role": "a name after a role such as nurse, attending or officer",
    "name.credential": "a name before MD, RN or another credential",
    "name.field": "a name in a field such as Patient:, Attending: or Signed by:",
    "name.cue": "a name after words that people follow: seen by, discussed with, paged",
    "name.kin": "a name beside a relative or friend",
    "name.called": "what somebody is called: named, goes by, prefers",
    "name.salutation": "a name after Dear or before a letter's end",
}

_SURE_TITLES = frozenset("dr drs mr mrs ms mx prof miss sra".split())
_SURE_CREDENTIALS = frozenset(
    "md rn lpn lvn np pa-c pac pharmd phd psyd dds dmd dpm crna cnm cnp fnp aprn arnp dnp msn bsn msw lcsw lmsw licsw lmft lpc lmhc rdn dpt otr ccc-slp "
    "rrt cma mph mbbs facc facs facp facog faap emt-p emt-b np-c fnp-c fnp-bc acnp agnp rph pgy1 pgy2 pgy3 pgy4 pgy5 pgy-1 pgy-2 pgy-3 pgy-4 pgy-5 cpnp whnp pmhnp "
    "pmhnp-bc np-bc cota pta cna bcba rdms cwocn ocn ccrn".split()
)
_PATIENT_FIELDS = frozenset(
    "patient pt name client resident guardian contact caller re surrogate proxy hcp poa hcpoa dpoa mother father spouse guarantor subscriber insured "
    "policyholder informant historian relationship kin first last middle member donor inmate examinee student infant baby child newborn neonate "
    "caregiver driver recipient teacher employer witness notified".split()
)
_COLON = re.compile(r"(?:\(s\)|[ ]?\([^)\n:]{1,30}\)|/[a-z]{1,12}|[ ]name|[ ]by|[ ]md|[ ]of record)?(?:[ \t]{0,20}[:=]|[ ]?\.{3,40}:?)[ \t]{0,30}(?:\n[ \t]{0,8})?(?:[(\"“*_]{0,2})", re.IGNORECASE)
_DOTTED = re.compile(r"\b(?:M\.[ ]?D|D\.[ ]?O|R\.[ ]?N|Ph\.[ ]?D|P\.A|N\.P|D\.D\.S|Pharm\.D|L\.P\.N|D\.P\.M)\b\.?")
_HEADER = re.compile(r"(?:\A|\n)[ \t]{0,8}")
_SEX_BEHIND = re.compile(
    r"\.?(?:[ ]{1,20}|,[ ]|[ ]?\|[ ]?|[ ]?[-/(][ ]?)(?:\d{1,3}[ ]?-?(?:[mf]\b|y|yo|male|female|yr)|dob|mrn|mr#|#|id\b|age|\(?[mf]\)?[ ]\d|\d{3}-\d\d-\d{4}|acct|born)"
)
_DASH = re.compile(r"[ ][-–][ ]|[ \t]{3,30}|\t")
_REVERSE_KIN = re.compile(
    r"(?:,|[ ]\(|[ ]-)[ ]?(?:is[ ])?(?:his|her|their|the|patient['’]s|pt['’]s|my|a|an|whose|our)?[ ]?(?:[a-z-]{3,12}[ ])?(?:mother|father|mom|dad|wife|husband|spouse|partner|son|daughter|"
    r"brother|sister|aunt|uncle|cousin|niece|nephew|grand\w{3,8}|friend|neighbor|roommate|girlfriend|boyfriend|caregiver|guardian|fianc[eé]e?|twin|owner|coworker|landlord|daughter-in-law|son-in-law|sponsor)\b"
)
_PEOPLE_VERB = re.compile(
    r"(?:seen|signed|dictated|dictating|reviewed|evaluated|examined|performed|referred|followed|prepared|assisted|accompanied|brought in|brought|obtained|provided|authored|written|transcribed|verified|given|"
    r"approved|completed|interpreted|read|ordered|administered|collected|drawn|placed|cosigned|co-signed|attested|staffed|managed|treated|witnessed|called|paged|raised|reported|entered|charted|taken|recorded|relieved|consented|cleared|removed|done|"
    r"supervised|scheduled|discussed|discussion|spoke|speak|spoken|talked|met|meeting|conferred|reviewed|case discussed|d/w|dw|consulted|conversation|lives|live|lived|living|resides|stays|staying|here|visit|appointment|appt|f/u|follow-up|follow up|"
    r"therapy|session|counseling|working|works|arrived|came|presents|along|together|presented|call|report|message|note|letter|handoff|hand-off|report given|care|transferred|relationship|married|phone|spoke|thank|thanks|endorsed|coverage|covering|contact|"
    r"split|divorced|separated|shared|sits|sit|week|weekly|biweekly|twice|update|updated|coordinated|close|staff|speech|pt|ot|sessions|seeing|patient of|son of|daughter of|wife of|widow of)[ ](?:over the phone |by phone |in person |daily |regularly |today |again |back |to |in |out )?(?:by|with|w/|to|from|per|of)?[ ]?(?:his |her |their |the |both )?\Z"
)
_CALLED = re.compile(r"\b(?:named|goes by|go by|prefers(?: to be called)?|a\.?k\.?a\.?|known as|nicknamed?|nick-named|preferred name|likes to be called|calls (?:him|her)self|calling out for|calls for|asking for|née|nee|answers to|formerly|maiden name)[ :]{1,3}[\"“'‘(]{0,2}\Z")
_DEAR = re.compile(r"\b(?:dear|hi|hello|sincerely|regards|thanks|thank you|respectfully(?: submitted)?|cordially|warmly|best|yours truly)[,:]?[ \n\t]{1,6}\Z")


def find(page: Page) -> Iterator[Found]:
    """Yield names that a cue announces."""
    for i in page.cued(DOCTOR_TITLE | PERSON_TITLE | CREDENTIAL | KIN | FIELD | ROLE):
        bits = page.flags[i]
        if bits & (DOCTOR_TITLE | PERSON_TITLE):
            yield from _titled(page, i)
        if bits & CREDENTIAL:
            yield from _credentialed(page, i)
        if bits & (FIELD | ROLE | KIN):
            yield from _field(page, i)
        if bits & KIN:
            yield from _relative(page, i)
        if bits & ROLE:
            yield from _cued(page, i)
    yield from _dotted(page)
    yield from _opening(page)
    yield from _reverse(page)
    yield from _called(page)


def _name(page: Page, first: int, last: int, label: str, score: float, rule: str) -> Found:
    end = page.ends[last]
    if is_initial(page, last) and page.text[end : end + 1] == ".":
        end += 1
    return Found(page.starts[first], end, label, score, rule)


def _titled(page: Page, i: int) -> Iterator[Found]:
    word, j = page.words[i], i + 1
    if j >= len(page) or page.gap(i) not in (" ", ". ", ".", "  ", ".  ", ": ", ".\n", "\n"):
        return
    sure = word in _SURE_TITLES
    if sure and word in ("ms", "miss", "mr") and not page.capital(i) and page.letters == "mixed":
        return
    if word == "ms" and page.upper(i) and not page.caps_line(i):
        return
    if sure and "\n" in page.gap(i) and page.gap(i)[0] != "." and not page.capital(i):
        return
    label = "DOCTOR" if page.flags[i] & DOCTOR_TITLE else "PATIENT"
    last = name_from(page, j, strong=sure)
    if last is None:
        return
    # CNA Young, OT Fern: an abbreviation in capitals announces a person better than a word does.
    short = page.upper(i) and not page.caps_line(i) and page.speaking(j) and page.flags[j] & NAME and not page.upper(j)
    if not sure and not short and not _weak(page, j, last):
        return
    if not sure and (page.gap(i) != " " or (not page.speaking(j) and not known_name(page, j))):
        return
    if not sure and page.words[i] in ("father", "sister", "chief", "president", "boss", "teacher", "intake") and not page.speaking(j) and page.letters == "mixed":
        return
    yield _name(page, j, last, label, 0.97 if sure else 0.75, "name.title" if sure else "name.role")
    # Drs. Wells and Ortiz; Mr. and Mrs. Wells
    while word == "drs" and last + 2 < len(page) and (page.words[last + 1] in ("and", "&") or page.gap(last) in (" & ", ", ", "/")):
        j = last + 2 if page.words[last + 1] == "and" else last + 1
        more = name_from(page, j, strong=True) if j < len(page) else None
        if more is None:
            break
        last = more
        yield _name(page, j, last, label, 0.95, "name.title")


def _weak(page: Page, first: int, last: int) -> bool:
    """Tell whether words without a sure cue read as a name: known to a list, or to none at all."""
    words = [j for j in range(first, last + 1) if not is_initial(page, j) and page.words[j] not in ("ii", "iii", "iv")]
    return bool(words) and not is_thing(page, words[0]) and any(
        page.flags[j] & NAME and not page.flags[j] & COMMON or (not page.flags[j] & WORD and page.speaking(j) and not page.upper(j)) for j in words
    )


def _credentialed(page: Page, i: int) -> Iterator[Found]:
    if not i:
        return
    gap, sure = page.gap(i - 1), page.words[i] in _SURE_CREDENTIALS
    if gap not in (", ", ",", " ", "  ", ". ", "., ", " , ", " (", ",  ", ",\n") or not (page.upper(i) or page.letters == "lower" or page.words[i] in ("pharmd", "phd", "psyd", "otr") or page.capital(i) and sure):
        return
    if page.flags[i - 1] & CREDENTIAL and (page.upper(i - 1) or page.letters == "lower") and (
        not page.flags[i - 1] & NAME or (i > 1 and "," in page.gap(i - 2))
    ):
        return
    if not sure and "," not in gap:
        return
    if page.words[i] in ("ma", "pa", "ct", "md", "ms", "do") and "," in gap and re.match(r"[ ]\d{5}", page.text[page.ends[i] : page.ends[i] + 6]):
        return  # a state with its ZIP
    first = name_before(page, i)
    if first is None:
        return
    last = i - 1
    caps = page.caps_line(first)
    if (gap == " " or caps or not sure) and not _weak(page, first, last) and not all(page.flags[j] & NAME or is_initial(page, j) for j in range(first, last + 1)):
        return
    if gap == " " and first == last and (page.first(first) or not page.speaking(first)) and not known_name(page, first):
        return
    if gap == ". " and not is_initial(page, last) and page.words[last] not in ("jr", "sr"):
        return
    yield _name(page, first, last, "DOCTOR", 0.95 if sure else 0.8, "name.credential")


def _dotted(page: Page) -> Iterator[Found]:
    """Yield names before a credential with points: Anna Wells, M.D."""
    for match in _DOTTED.finditer(page.text) if _has_dotted(page.text) else ():
        i = bisect_left(page.starts, match.start())
        if not i or page.gap(i - 1) not in (", ", " ", ",", "., "):
            continue
        first = name_before(page, i)
        if first is not None and (page.gap(i - 1) != " " or _weak(page, first, i - 1)):
            yield _name(page, first, i - 1, "DOCTOR", 0.95, "name.credential")


def _has_dotted(text: str) -> bool:
    return any(part in text for part in (".D", "D.", "R.N", ".O", "P.A", "N.P"))


def _opening(page: Page) -> Iterator[Found]:
    """Yield names that open a line before an age, a sex, a date of birth or a number."""
    for match in _HEADER.finditer(page.lower):
        j = bisect_left(page.starts, match.end())
        if j >= len(page) or page.starts[j] != match.end():
            continue
        last = name_from(page, j, strong=True, comma=True)
        if last is None or last == j or not _SEX_BEHIND.match(page.lower, page.ends[last]):
            continue
        if _weak(page, j, last) or any(known_name(page, k) or not page.flags[k] & WORD for k in range(j, last + 1)):
            yield _name(page, j, last, "PATIENT", 0.8, "name.field")


def _field(page: Page, i: int) -> Iterator[Found]:
    text, bits = page.text, page.flags
    j = i + 1
    if j >= len(page):
        return
    gap = page.gap(i)
    match = _COLON.match(text, page.ends[i])
    colon = bool(match)
    if match:
        while j < len(page) and page.starts[j] < match.end():
            j += 1
        if j >= len(page) or page.starts[j] != match.end():
            return
    elif page.words[i] in ("dear", "re", "patient", "pt", "name", "client", "resident", "attending", "pcp", "surgeon", "signed", "scribe", "svc") and (
        gap in (" ", "  ") or _DASH.fullmatch(gap)
    ):
        if page.words[i] in ("re", "name", "svc", "signed") and gap == " ":
            return
    elif page.words[i] in ("sincerely", "regards", "respectfully", "thanks", "signed") and re.fullmatch(r"[,:]?[ ]?\n{1,4}[ \t]{0,8}", gap):
        pass
    else:
        return
    if page.words[j] in ("dr", "mr", "mrs", "ms", "miss"):
        return  # the title finds it
    named = colon and (page.words[i] in ("name", "patient", "pt", "client", "dear", "resident") or not bits[i] & (ROLE | KIN))
    last = name_from(page, j, strong=named, comma=True)
    if last is None:
        return
    speaking = page.speaking(j)
    sure = page.words[i] in ("name", "patient", "pt", "client") and colon
    if not sure and not (_weak(page, j, last) or (speaking and colon and last > j and all(bits[k] & NAME or is_initial(page, k) for k in range(j, last + 1)))):
        return
    if not speaking and not sure and not any(known_name(page, k) or not bits[k] & WORD for k in range(j, last + 1)):
        return
    if not speaking and not colon and not any(known_name(page, k) for k in range(j, last + 1)):
        return
    if sure and not speaking and last == j and bits[j] & COMMON:
        return
    if is_thing(page, j) and last == j:
        return
    label = "PATIENT" if page.words[i] in _PATIENT_FIELDS or bits[i] & KIN else "DOCTOR"
    score = max(0.8 if colon else 0.6, evidence(page, j, last))
    yield _name(page, j, last, label, score, "name.salutation" if page.words[i] in ("dear", "sincerely", "regards") else "name.field")
    # A list of names: "cc: Wells, Ortiz", "Assistants: A. Wells, B. Ortiz"
    if colon and label == "DOCTOR":
        for _ in range(4):
            if last + 1 >= len(page) or page.gap(last) not in (", ", "; ", " / ", "/", " and ", " & ") or page.flags[last + 1] & CREDENTIAL:
                break
            more = name_from(page, last + 1, strong=False)
            if more is None or not _weak(page, last + 1, more):
                break
            yield _name(page, last + 1, more, label, 0.7, "name.field")
            last = more


def _relative(page: Page, i: int) -> Iterator[Found]:
    j = i + 1
    if j >= len(page):
        return
    gap = page.gap(i)
    if page.words[j] in ("is", "named", "name", "called") and gap == " ":
        gap, j = page.gap(j), j + 1
        if j >= len(page):
            return
    if page.words[j] in ("and", "or") or gap not in (" ", ", ", " (", ": ", ' "', " - ", "/", ", ", " “"):
        return
    for _ in range(4):
        last = name_from(page, j, strong=True)
        alone = gap == " (" and last == j and page.flags[j] & GIVEN and page.text[page.ends[j] : page.ends[j] + 1] == ")"
        if last is None or not (alone or _given(page, j, gap == " ")):
            return
        while last > j and page.plain_word(last):
            last -= 1
        yield _name(page, j, last, "PATIENT", max(0.75, evidence(page, j, last)), "name.kin")
        # sons Liam and Noah; daughters Ana, Eva and Mia
        j = last + 1
        if j < len(page) and page.gap(last) == ", " and page.capital(j):
            gap = " "
        elif j + 1 < len(page) and page.words[j] in ("and", "&") or page.gap(last) == " & ":
            j += 1 if page.words[j] == "and" else 0
        else:
            return
        if j >= len(page) or page.flags[j] & (FUNCTION | KIN) or not page.speaking(j):
            return


def _given(page: Page, j: int, tight: bool) -> bool:
    bits = page.flags[j]
    if bits & FUNCTION and not (page.speaking(j) and bits & FREQUENT_GIVEN and tight):
        return False
    if page.speaking(j):
        return (tight or not bits & COMMON or bool(bits & GIVEN)) and not page.upper(j)
    if page.caps_line(j) and page.letters != "lower":
        return bool(bits & GIVEN) and not bits & COMMON or not bits & WORD
    return page.letters == "lower" and not bits & WORD and page.words[j].isalpha()


def _cued(page: Page, i: int) -> Iterator[Found]:
    j = i + 1
    if j >= len(page) or page.gap(i) not in (" ", "/", ": ", "  ", "/ "):
        return
    speaking = page.speaking(j)
    if not speaking and not (page.letters != "mixed" or page.caps_line(j)):
        return
    last = name_from(page, j, strong=False)
    if last is None or is_thing(page, j):
        return
    named = [k for k in range(j, last + 1) if not is_initial(page, k)]
    listed = any(known_name(page, k) for k in named)
    person = _PEOPLE_VERB.search(page.lower, max(0, page.starts[i] - 28), page.starts[j])
    if not speaking:
        if not (listed and person) or not all(known_name(page, k) for k in named[:1]):
            return
    elif not listed and not (len(named) > 1 and person) and not (person and not page.flags[named[0]] & WORD and not page.upper(named[0])):
        return
    if not person and page.words[i] in ("from", "via", "with", "w") and not page.flags[j] & GIVEN:
        return
    yield _name(page, j, last, "DOCTOR", 0.8 if listed and person else 0.65 if listed else 0.55, "name.cue")


def _reverse(page: Page) -> Iterator[Found]:
    """Yield names that stand before a relative: "Naomi, her daughter"."""
    for match in _REVERSE_KIN.finditer(page.lower):
        j = _ending_at(page, match.start())
        if j is None or not page.speaking(j) or page.flags[j] & FUNCTION or page.plain_word(j):
            continue
        first = j
        while first and page.gap(first - 1) == " " and page.speaking(first - 1) and fits(page, first - 1, False, False):
            first -= 1
        if _weak(page, first, j):
            yield _name(page, first, j, "PATIENT", 0.75, "name.kin")


def _ending_at(page: Page, position: int) -> int | None:
    j = bisect_left(page.ends, position)
    return j if j < len(page.ends) and page.ends[j] == position else None


_CALLS = frozenset("named goes go prefers aka a known nickname nicknamed preferred likes calling calls asking née nee answers maiden".split())


def _called(page: Page) -> Iterator[Found]:
    if not page.has(_CALLS - {"a"}):
        return
    for match in re.finditer(r"\b(?:named|goes by|go by|prefers|aka|a\.k\.a\.|known as|nickname|nicknamed|preferred name|likes to be called|calling out for|calls for|asking for|née|nee|answers to|maiden name)\b[ :]{0,3}(?:to be called[ ])?[\"“'‘(]{0,2}", page.lower):
        j = bisect_left(page.starts, match.end())
        if j >= len(page) or page.starts[j] != match.end():
            continue
        if not page.capital(j) or page.flags[j] & FUNCTION or (page.flags[j] & COMMON and not page.flags[j] & GIVEN):
            continue
        last = name_from(page, j, strong=True)
        if last is not None:
            yield _name(page, j, last, "PATIENT", 0.75, "name.called")


FAMILY = Family("people by cue", find, REASONS)
