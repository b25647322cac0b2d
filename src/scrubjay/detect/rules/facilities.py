"""Hospitals, clinics and practices, employers, schools and other organisations: by the word they end in."""

import re
from collections.abc import Iterator

from scrubjay.detect.lexicon import COMMON, NAME, WORD
from scrubjay.detect.rules.cues import COMPANY, FACILITY, FUNCTION, KIN
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found

REASONS = {
    "hospital.head": "capitalised words up to a word such as Hospital, Clinic or Medical Center",
    "hospital.of": "a hospital, clinic or university with its name behind it",
    "hospital.known": "a hospital known by its initials or short name",
    "hospital.lower": "a name before a word such as rehab or hospital, in a note without capitals",
    "organization.head": "capitalised words up to a word such as School, Company or Church",
    "organization.cue": "a name after works at, employed by or attends",
    "organization.insurer": "a health insurer",
}

# Every word here may stand in the name of a place, but makes no name by itself.
_GENERIC = frozenset(
    "the a an of and for at in to & general community regional county city state university medical health care center centre hospital clinic "
    "clinics emergency department family practice internal medicine pediatrics pediatric primary urgent nursing home "
    "skilled rehab rehabilitation facility outpatient inpatient surgery surgical imaging radiology diagnostic laboratory laboratories labs lab dental "
    "dentistry orthopedics orthopedic orthopaedic cardiology oncology dermatology ophthalmology urology neurology psychiatry psychology "
    "behavioral mental services service program unit ward floor group associates physicians specialists partners institute heart cancer eye "
    "women's children's womens childrens women children women's men's pain wound sleep spine hand foot vascular renal dialysis kidney infusion breast "
    "travel student school high elementary middle public local area our your this that her his their my post acute long term assisted living memory hospice "
    "pharmacy specialty wellness therapy physical occupational speech birth recovery retirement day treatment intensive coronary trauma level stroke "
    "same main office building campus network system systems referral transplant burn icu ed er or pre operative perioperative anesthesia "
    "pathology blood bank nutrition diabetes endocrine endocrinology gastroenterology gi ob gyn obstetrics gynecology maternity newborn nephrology "
    "pulmonary critical infectious disease rheumatology allergy immunology ent otolaryngology podiatry ems ambulance fire police "
    "employee company co insurance bank store church market restaurant factory plant club team league association "
    "daycare preschool union library museum college academy district correctional jail prison sheriff agency bureau council "
    "outside another other referring admitting receiving home-health homecare walk-in walk telehealth telephone nurse new veterans "
    "discharge clinical history social note notes report summary record center's group's integrated alternative complementary adult "
    "geriatric geriatrics express first aid rapid response interventional nuclear advanced comprehensive plan goals safety risk education medication "
    "medications mobility assessment occupational-therapy neuro ortho cardiac chest heart-failure weight bariatric surgery counseling "
    "early intervention child protective adult-protective head start boys girls girl boy step-down observation med surg meds heart's "
    "in-home on-call float shift night day evening weekend charge case management utilization review quality patient patients access "
    "medicaid medicare states united american national international federal birthing water waiting exam examination procedure "
    "retina genetics catheterization prehospital counseling consultation memorial general infusion retinal glaucoma thyroid fetal gastro "
    "lodge village gardens living manor urgent's doctor doctors nurses staff dept prior current previous pt ot slp bed room home's".split()
)
_KNOWN = re.compile(
    r"\b(?:mgh|bwh|bidmc|ucsf|ucla|upmc|nyu|mskcc|mayo clinic|mayo|minuteclinic|quest diagnostics|labcorp|planned parenthood|cleveland clinic|johns hopkins|hopkins|mass general|massachusetts general|"
    r"cedars-?sinai|mount sinai|mt\.? sinai|kaiser(?: permanente)?|kaiser|md anderson|(?:at|from|to) (?:stanford|duke|emory|vanderbilt)|dana-?farber|geisinger|intermountain|sutter health|"
    r"providence health|mercy health|ascension health|shriners|childrens mercy|bellevue|walter reed|brigham(?: and women['’]s)?|beth israel(?: deaconess)?|"
    r"northwestern memorial|baylor|barnes-?jewish|nationwide children['’]s|the va|va hospital|va medical center|uab|ohsu|uams)\b"
)
_INSURERS = re.compile(
    r"\b(?:blue ?cross(?: (?:and )?blue ?shield)?|bcbs\w{0,4}|aetna|cigna|humana|united ?health(?:care)?|uhc|anthem|wellpoint|centene|molina(?: healthcare)?|tricare|"
    r"kaiser permanente|highmark|healthnet|wellcare|oscar health|carefirst|premera|regence)\b"
)
_WORKS = re.compile(
    r"\b(?:works?|worked|working|employed|employment|job|shifts?|retired|laid off|fired|student|attends|attending|enrolled|studies|teaches|taught|graduated|manager|driver|"
    r"cook|clerk|cashier|teacher|nurse|engineer|supervisor|employee|intern|volunteers?|owner|foreman|server|waitress|bartender|janitor|welder|mechanic|accountant|"
    r"principal|professor|custodian|worker|operator|technician|assistant|machinist|librarian|barista|grade|grader|junior|senior|freshman|sophomore|parishioner|member|belongs|pastor|coach|owns)"
    r"[ ](?:[a-z-]{1,14}[ ]){0,5}(?:at|for|by|from|of)[ ](?:the[ ])?\Z"
)
_BEHIND = re.compile(r"[ ]of[ ](?:the[ ])?|[ ]")
_JOIN = frozenset((" ", "  ", " & ", "-", ". ", "/", "'s ", "’s ", "' ", "’ "))
# Heads that are facilities by themselves when a name stands before them; other words of the cue list only join.
_HOSPITAL_HEADS = frozenset(
    "hospital hospitals clinic clinics center centre infirmary hospice sanatorium rehab rehabilitation healthcare health practice "
    "pediatrics associates manor institute imaging dialysis dental dentistry orthopedics orthopaedics cardiology oncology dermatology "
    "ophthalmology urology living hosp ctr laboratory laboratories labs specialists physicians wellness psychiatry asylum lodge village gardens "
    "obstetrics gynecology neurology gastroenterology optometry ambulance ems midwifery counseling home homecare eldercare group partners care "
    "general memorial methodist presbyterian baptist lutheran children's children pavilion vamc ihs lab alf va program sanitarium surgicenter polyclinic kids "
    "therapy endocrinology nephrology podiatry rheumatology radiology medicine nursing recovery shelter snf".split()
)
_WEAK_HEADS = frozenset("group partners home care therapy medicine nursing health lodge village gardens recovery radiology living institute center centre practice labs".split())


def find(page: Page) -> Iterator[Found]:
    """Yield the facilities and organisations of a page."""
    lower = page.lower
    for i in page.cued(FACILITY | COMPANY):
        yield from _by_head(page, i)
    for match in _KNOWN.finditer(lower):
        if page.text[match.start()].isupper() or page.letters == "lower":
            yield Found(*match.span(), "HOSPITAL", 0.8, "hospital.known")
    for match in _INSURERS.finditer(lower):
        yield Found(*match.span(), "ORGANIZATION", 0.85, "organization.insurer")
    yield from _employers(page)


def _by_head(page: Page, i: int) -> Iterator[Found]:
    """Yield the name that ends in the head word `i`, and one that goes on behind it."""
    word, bits = page.words[i], page.flags
    head = bits[i]
    if i + 1 < len(page) and page.gap(i) in (" ", " & ", " and ", "-") and page.capital(i + 1) and bits[i + 1] & (FACILITY | COMPANY) and page.speaking(i) == page.speaking(i + 1):
        return  # the name goes on: its last head word will find it
    if not page.capital(i):
        if page.letters == "lower":
            yield from _lower(page, i)
        elif word in ("clinic", "hospital") and i and page.speaking(i - 1) and not bits[i - 1] & (WORD | FUNCTION) and not page.first(i - 1) and page.gap(i - 1) == " ":
            first = _back_caps(page, i)
            yield Found(page.starts[first], page.ends[i - 1], "HOSPITAL", 0.55, "hospital.head")
        return
    first = _back_caps(page, i)
    own = [j for j in range(first, i) if not _generic(page, j)]
    last = i
    if word in ("hospital", "clinic", "university", "college", "center", "institute", "church", "bank", "school", "health", "care") and (more := _behind(page, i)):
        last = more
        own += [j for j in range(i + 1, last + 1) if not _generic(page, j)]
    if not own:
        return
    while first < i and (page.words[first] in ("the", "of", "and", "at", "in", "for") or bits[first] & KIN):
        first += 1
    hospital = bool(head & FACILITY) and word in _HOSPITAL_HEADS or any(page.words[j] in ("hospital", "medical", "clinic", "hospice") for j in range(first, last + 1))
    caps = page.caps_line(i)
    strong = any(page.words[j] in _STRONG for j in range(first, last + 1)) or (word == "center" and "medical" in page.words[first:i])
    if caps and all(bits[j] & WORD for j in own) and not strong:
        return
    if word in _LAST_WORDS and (page.first(first) and not own[0] == first or all(bits[j] & COMMON and not bits[j] & NAME for j in own) and page.first(first)):
        return
    if word in _WEAK_HEADS and not caps and all(bits[j] & COMMON for j in own) and page.first(first) and last - first < 2:
        return
    if head & COMPANY and not hospital and last == i and first == i - 1 and bits[first] & COMMON and page.first(first):
        return
    yield Found(page.starts[first], page.ends[last], "HOSPITAL" if hospital else "ORGANIZATION", 0.85 if not caps else 0.75, "hospital.head" if hospital else "organization.head")


_ENDINGS = re.compile(r"(?:ology|iatry|etics|graphy|ization|ectomy|itis|osis|therapy|ological|iatric|scopy|metry|ostics|plasty|surgery)\Z")
_STRONG = frozenset("hospital clinic hospice manor infirmary".split())
# Words a hospital's name may end in ("Oakmont General"), though they mean other things as well.
_LAST_WORDS = frozenset("general memorial methodist presbyterian baptist lutheran children's children lab va program kids".split())


def _generic(page: Page, i: int) -> bool:
    """Tell whether a word of a facility's name is one that every hospital uses."""
    word = page.words[i]
    return word in _GENERIC or word.isdigit() or bool(_ENDINGS.search(word))


def _back_caps(page: Page, i: int) -> int:
    """Return the first of the words that lead up to `i` as a name does: capitals, joined by of, and, &."""
    first = i
    caps = page.caps_line(i)
    while first and i - first < 7:
        previous = first - 1
        gap = page.gap(previous).lower()
        if gap not in _JOIN or (gap == ". " and page.words[previous] not in ("st", "mt", "ft", "dr", "univ")):
            break
        joins = page.words[previous] in ("of", "and", "for", "the", "at") and not page.capital(previous)
        if joins:
            if previous and page.capital(previous - 1) and page.gap(previous - 1) == " " and page.words[previous] in ("of", "and", "for"):
                first = previous
                continue
            break
        if not page.capital(previous):
            break
        if caps and page.flags[previous] & FUNCTION and page.words[previous] not in _GENERIC:
            break
        if not caps and page.flags[previous] & FUNCTION and page.words[previous] not in _GENERIC and page.first(previous):
            break
        first = previous
    while first < i and page.words[first] in ("of", "and", "for", "the", "at"):
        first += 1
    return first


def _behind(page: Page, i: int) -> int | None:
    """Return the last word of a name that stands behind its head: Hospital of X, University of X, Hospital São Gil."""
    j = i + 1
    if j >= len(page) or page.gap(i) != " ":
        return None
    if page.words[j] == "of":
        j += 1
        if j < len(page) and page.words[j] == "the":
            j += 1
    elif page.flags[j] & (WORD | FUNCTION) or page.words[i] in ("health", "care", "center", "school"):
        return None
    last = None
    while j < len(page) and page.speaking(j) and not page.flags[j] & FUNCTION and (last is None or page.gap(j - 1) in (" ", "-")):
        last = j
        j += 1
    return last


def _lower(page: Page, i: int) -> Iterator[Found]:
    """Yield a facility of a note without capitals: up to two words of no list, or any after a preposition."""
    if page.words[i] not in ("hospital", "clinic", "rehab", "nursing", "hospice", "imaging", "manor", "practice", "pharmacy", "dialysis", "center", "freight", "school", "church", "health", "elementary", "living", "general", "memorial", "methodist", "care", "pediatrics", "unit"):
        return
    if page.words[i] in ("general", "memorial", "methodist", "care", "health", "unit", "practice", "center") and i + 1 < len(page) and page.gap(i) == " " and page.flags[i + 1] & FACILITY:
        return
    first = i
    while first and i - first < 4 and page.gap(first - 1) in (" ", " & ", "-") and not page.flags[first - 1] & FUNCTION:
        first -= 1
    own = [j for j in range(first, i) if page.words[j] not in _GENERIC]
    if any(not page.flags[j] & WORD for j in own) or (len(own) >= 2 and (not first or page.words[first - 1] in ("at", "to", "from", "vs") or page.gap(first - 1).strip(" ") == "-" or len(page.gap(first - 1)) > 2)):
        while page.words[first] in _GENERIC:
            first += 1
        label = "HOSPITAL" if page.flags[i] & FACILITY else "ORGANIZATION"
        yield Found(page.starts[first], page.ends[i], label, 0.6, "hospital.lower")


def _employers(page: Page) -> Iterator[Found]:
    for i, word in enumerate(page.words):
        if word not in ("at", "for", "by", "of", "from") or i + 1 >= len(page):
            continue
        if not _WORKS.search(page.lower, max(0, page.starts[i] - 64), page.starts[i + 1]):
            continue
        j = i + 1
        if page.words[j] == "the" and j + 1 < len(page):
            j += 1 if not page.capital(j) else 0
        last = None
        k = j
        while k < len(page) and k - j < 6 and (page.speaking(k) or (last is not None and page.words[k] in ("of", "and", "the") and k + 1 < len(page) and page.speaking(k + 1))):
            if last is not None and page.gap(k - 1) not in _JOIN:
                break
            if page.speaking(k):
                last = k
            k += 1
        if last is not None and not (last == j and page.flags[j] & FUNCTION) and not (last == j and page.upper(j) and page.ends[j] - page.starts[j] < 4):
            yield Found(page.starts[j], page.ends[last], "ORGANIZATION", 0.75, "organization.cue")


FAMILY = Family("facilities", find, REASONS)
