"""Numbers that name somebody or something of theirs: by the word before them, or by their shape."""

import re
from collections.abc import Iterator

from scrubjay.detect.lexicon import WORD
from scrubjay.detect.rules.cues import IDENTIFIER, flags
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found

REASONS = {
    "id.cue": "a number after a word that such numbers follow",
    "id.ssn": "nine figures grouped three, two, four",
    "id.vin": "seventeen letters and figures, as vehicles have",
    "id.mixed": "letters and five or more figures, which no measurement has",
    "id.long": "seven figures or more that measure nothing",
    "id.cell": "six figures or more that fill a field of a header or table",
    "id.npi": "a number after DEA or NPI",
    "id.plate": "a number after a word for a licence plate",
}

# A value: letters and figures in one to four pieces, at least one figure in all.
_PIECE = r"[a-z]{0,4}\d[a-z0-9]{0,30}|[a-z]{1,5}(?=[-*/. ]\d)|[A-Z]{1,3}\b"
_VALUE = re.compile(r"[a-z0-9*]{1,30}(?:[-/.*_:][a-z0-9*]{1,20}){0,6}", re.IGNORECASE)
_SPACED = re.compile(r"[ ](?:[A-Z]{0,4}\d[A-Z0-9-]{0,20}|[A-Z]\b)")
_LEAD = re.compile(
    r"\.?(?:[ ]?(?:numbers?|num|nos?|id|ids|identifier|code|rec|record|is|was|ending(?: in)?|ends in|card|tag|plate|serial|s/n|sn)\b\.?){0,3}(?:[ ]?\((?:[a-z ]{2,16})\))?[ \t]{0,3}(?:[:#=|]{1,2}|no\.|\.{3,40}[ ]?:?|-(?=[ ]))?[ \t]{0,12}#?[ ]?(?=\S)"
)
_DATE_OR_TIME = re.compile(r"\d{1,2}[/-]\d{1,2}(?:[/-]\d{2,4})?(?:[ ]\d{4}.*)?|\d{4}-\d\d-\d\d|\d{1,2}:\d\d")
_SIGNS = re.compile(r"\bs/n\b|\bm\.?r\.?[ ]?#")  # cues that are no words
_KINDS = {
    "MEDICALRECORD": "mrn mr mr# medrec emrn emr chart medical rec file hrn mpi empi hosp pid ehr",
    "ACCOUNT": "acct account fin csn har visit encounter enc guarantor invoice transaction",
    "HEALTHPLAN": "policy member subscriber group grp medicare medicaid mbi hicn hic beneficiary insurance plan health ins enrollee pcn bin "
    "claim",
    "LICENSE": "dea npi license licence lic dl driver driver's drivers certificate cert registration passport permit",
    "VEHICLE": "plate plates tag vin vehicle van truck bus",
    "DEVICE": "serial sn s/n ser device udi asset imei iccid generator pump implant lead monitor model lot",
    "SSN": "ssn ss social",
    "BIOID": "fingerprint biometric template iris retina voiceprint palm",
}
_KIND = {word: label for label, words in _KINDS.items() for word in words.split()}
# Words that also mean other things: a number must have five figures, or letters and figures, or a sign before it.
_WEAK = frozenset(
    "mr unit record case order group medical member visit social claim report run file study code plan health number num no id run ss "
    "reference ref lot session tag card device lead pump monitor model sample subject patient pt bed lic ser enc bin doc docs vehicle "
    "van truck bus implant generator hospital insurance driver license plate slide slides block tube protocol trial medicare medicaid reg rx "
    "prescription ticket incident palm template pin cert certificate auth pat room ins kit emr fin acc din contract master rec file job tail band bag transmitter rx".split()
)
_CODES = re.compile(
    r"\b(?:cpt|hcpcs|icd(?:-?\d{1,2})?(?:-cm)?|loinc|snomed(?:[ -]?ct)?|pmid|pmcid|nct|ndc|rxnorm|rxcui|cas|doi|isbn|drg|ms-drg|mesh|umls|cui|atc|omim|"
    r"dsm(?:-\d)?|clinicaltrials|protocol|rs|ensembl|version|ver|catalog|cat|ref|model|lot|hpv|covid|isbt)"
    r"(?:[ -]?(?:code|codes|number|no|id|trial|variant))?[ .:#=(-]{0,4}\Z"
)
_UNITS = re.compile(
    r"[ ]?(?:mg|mcg|µg|ug|ng|g\b|kg|ml|l\b|dl|cc|mmol|meq|iu|units?|u\b|u/|iu/|copies|cells|cfu|/|%|x10|x 10|k/|k\b|mm|cm|m\b|hz|khz|mhz|kcal|cal\b|"
    r"steps|platelets|wbc|rbc|per\b|mmhg|bpm|ms\b|sec|min\b|hours|days|years|dollars|usd|pg|fl|nmol|pmol|mosm|million|thousand|reads|ppm|log)"
)
_MEASURED = re.compile(
    r"\b(?:platelets?|plts?|wbc|rbc|count|ferritin|b?np|nt-?probnp|probnp|bnp|ck|cpk|ldh|hcg|b-?hcg|beta-?hcg|afp|cea|psa|ca|viral load|vl|titers?|copies|"
    r"dose|dosed?|heparin|penicillin|vitamin|level|tsh|troponin|lactate|d-?dimer|amylase|lipase|colonies|cfu|cells|ana|creatinine|glucose|"
    r"total|sum|cost|approximately|about|>|<|=|≥|≤|~|\$|crp|ige|igg|ast|alt|cmv|ebv|hiv|hbv|hcv|rna|dna|pcr|nystatin|bicillin|epoetin|epo|procrit|"
    r"lovenox|insulin|colistin|polymyxin|urokinase|streptokinase|interferon|calcitonin|retacrit|fragmin|load|volume|steps|calories|rate|value)\b[^\n.;]{0,12}\Z|[<>=≥≤~$][ ]?\Z"
)
_SSN = re.compile(r"\d(?<![\w.-].)\d\d[- ]\d\d[- ]\d{4}(?![\w-])|(?:xxx|\*{3}|###)[- ](?:xx|\*\*|##)[- ]\d{4}\b")
_VIN = re.compile(r"[a-hj-npr-z0-9](?<!\w.)[a-hj-npr-z0-9]{16}(?!\w)")
_MIXED = re.compile(r"[a-z0-9](?<![\w.@/#'-].)[a-z0-9]{0,8}(?:[-/.]?[a-z0-9]{1,12}){0,5}(?![\w@])")
_LONG = re.compile(r"\d(?<![\w.,$/:+#-].)\d{6,}(?:-\d{1,4})?(?!\w|[.,:/-]\d|%)")
_HASHED = re.compile(r"#[ ]?(?P<value>[a-z]{0,4}[- ]?\d(?:[a-z0-9-]{3,20}))(?!\w)")
# Six figures or more that fill a field of a header or table.
_CELL = re.compile(r"(?:\n|[ ]{3}|[|\t])[ ]{0,2}(?P<value>\d{6,12})(?=[ ]{0,2}(?:[ ]{2}|[|\t\n]|\Z))")
_GROUPED = re.compile(r"\d(?<![\w.,$/:+-].)\d{1,4}(?:-\d{2,5}){2,3}(?![\w-])")
_NOT_ID = re.compile(
    r"(?:nct\d{8}|pmc\d+|[a-tv-z]\d[0-9a-z](?:\.[0-9a-z]{1,4})?|cyp\d\w+|hla-\w+|covid-?19|sars-cov-?\d|h\dn\d|t\d[a-d]?n\d[a-d]?m\d|"
    r"[tlcs]\d{1,2}(?:[-/][tlcs]?\d{1,2})+|\d+(?:[-/.]\d+)*(?:mg|mcg|ml|g|kg|cm|mm|hz|units?|u|iu|meq|mmol|cc|l|lb|lbs|st|nd|rd|th|k|h|hr|hrs|min|am|pm|yo|y|f|m|wk|wks|d|mos?|"
    r"fr|ga|mmhg|bpm|t|kcal|pg|w|v|ma|gy|cgy|ml/hr|ml/h|x\d+)|q\d+(?:-\d+)?h|x\d+(?:-\d+)?|\d+[x]\d+(?:x\d+)?|[a-z]+-?\d{1,4}|\d{1,4}-?[a-z]+|[a-z]+\d{1,4}[a-z]+|"
    r"rs\d+|[cp]\.[a-z]?\d+\w+|il-?\d+|cd\d+|ca[ -]?\d+(?:[-.]\d)?|\d{1,3}(?:,\d{3})+|v\d+(?:\.\d+)+)"
)
_COMPOUND_MARK = re.compile(r"(?:no|number|num|id|nr)\.?[ :#]", re.IGNORECASE)


def find(page: Page) -> Iterator[Found]:
    """Yield the identifying numbers of a page."""
    lower = page.lower
    for i in page.cued(IDENTIFIER):
        if found := _cued(page, i):
            yield found
    for match in _SIGNS.finditer(lower):
        if found := _read(page, "sn" if match.group() == "s/n" else "mr#", match.start(), match.end()):
            yield found
    for match in _SSN.finditer(lower):
        yield Found(*match.span(), "SSN", 0.9, "id.ssn")
    for match in _VIN.finditer(lower):
        if 3 <= sum(sign.isdigit() for sign in match.group()) <= 15:
            yield Found(*match.span(), "VEHICLE", 0.85, "id.vin")
    for i in page.numbers:
        if (match := _MIXED.match(lower, page.starts[i])) and (found := _mixed(page, match)):
            yield found
    for match in _LONG.finditer(lower):
        before = lower[max(0, match.start() - 40) : match.start()]
        if not _CODES.search(before) and not _MEASURED.search(before) and not _UNITS.match(lower, match.end()):
            yield Found(*match.span(), "IDNUM", 0.7, "id.long")
    for match in _CELL.finditer(lower):
        yield Found(*match.span("value"), "IDNUM", 0.55, "id.cell")
    for match in _GROUPED.finditer(lower):
        before = lower[max(0, match.start() - 30) : match.start()]
        written = match.group()
        if (
            len(written) >= 9
            and not _CODES.search(before)
            and not re.fullmatch(r"\d{4}-\d\d-\d\d|\d\d?-\d\d?-\d{2,4}|\d{1,2}-\d{2}-\d{2}", written)
        ):
            yield Found(*match.span(), "IDNUM", 0.7, "id.mixed")
    for match in _HASHED.finditer(lower) if "#" in lower else ():
        before = lower[max(0, match.start() - 24) : match.start()]
        if sum(s.isdigit() for s in match["value"]) >= 4 and not _CODES.search(before):
            yield Found(*match.span("value"), "IDNUM", 0.7, "id.cue")


def _cued(page: Page, i: int) -> Found | None:
    """Return the number that follows a word for one, if one does."""
    return _read(page, page.words[i], page.starts[i], page.ends[i])


def _read(page: Page, word: str, cue: int, behind: int) -> Found | None:
    """Return the number behind a cue that stands at `[cue, behind)`."""
    lower, text = page.lower, page.text
    if lower[behind : behind + 1] == "-":
        return None
    lead = _LEAD.match(lower, behind)
    if not lead:
        return None
    value = _VALUE.match(text, lead.end())
    if not value:
        return None
    start, end = value.span()
    written = value.group()
    figures = sum(sign.isdigit() for sign in written)
    spaced = 0
    while spaced < 3 and (more := _SPACED.match(text, end)) and (figures or written.isupper()):
        after = more.end()
        if flags().get(more.group().strip().lower(), 0) & WORD and len(more.group()) > 2:
            break
        written += more.group()
        figures = sum(sign.isdigit() for sign in written)
        end, spaced = after, spaced + 1
    marked = bool(re.search(r"[:#]|\b(?:no|number|num|id)\b", lead.group()))
    if not figures or (end < len(lower) and lower[end] == "%"):
        return None
    while end > start and text[end - 1] in "-/.*_:":
        end -= 1
    if re.match(r"[/:.]\d|\d", lower[end : end + 2]):
        return None
    label = _KIND.get(word, "IDNUM")
    if (
        label == "HEALTHPLAN"
        and word in ("medicare", "medicaid", "insurance", "plan", "health", "ins", "group")
        and figures < 5
    ):
        return None
    if _DATE_OR_TIME.fullmatch(written) and word in _WEAK:
        return None  # "visit 11-02-22" is a day, "MRN 11-02-22" is not
    before = lower[max(0, cue - 12) : cue]
    if (
        _CODES.search(lower[max(0, start - 24) : start])
        and label not in ("DEVICE", "LICENSE", "HEALTHPLAN")
        and word not in ("case", "ref", "reference", "protocol")
    ):
        return None
    if word in ("lot", "model", "protocol", "trial", "study", "code", "version") and not marked and figures < 5:
        return None
    if word in _WEAK:
        letters = any(sign.isalpha() for sign in written)
        enough = (
            figures >= 5
            or (
                figures >= 3
                and letters
                and written.upper() == written
                and (marked or label in ("VEHICLE", "DEVICE", "LICENSE", "BIOID"))
            )
            or (marked and figures >= 4)
            or (label == "VEHICLE" and re.search(r"plate|tag", word) and len(written) >= 4)
        )
        if not enough or _UNITS.match(lower, end):
            return None
        if (
            word in ("report", "order", "run", "unit", "study", "case", "lead", "pump")
            and not marked
            and not letters
            and figures < 6
        ):
            return None
    elif figures < 3 and not (marked and figures >= 2):
        return None
    if word == "mr" and not re.match(r"[ ]?#|[ ]?(?:no|num)|:", lower[behind : behind + 4]) and not (
        text[cue:behind] == "MR" and figures >= 6
    ):
        return None
    if re.search(r"\bnct\Z|\bcpt[ ]\Z", before):
        return None
    # "Medical record", "medical license", "record number": the last word that names a kind decides.
    if word in (
        "record",
        "number",
        "num",
        "no",
        "id",
        "ids",
        "id#",
        "card",
        "code",
        "unit",
        "hospital",
        "patient",
        "pt",
        "health",
    ):
        back = re.findall(r"[a-z'/#]+", lower[max(0, cue - 28) : cue])[-3:]
        for earlier in reversed(back):
            if earlier in _KIND:
                label = _KIND[earlier]
                break
        else:
            label = "MEDICALRECORD" if word in ("record", "unit", "hospital", "patient", "pt") else label
    rule = "id.plate" if label == "VEHICLE" else "id.npi" if word in ("dea", "npi") else "id.cue"
    return Found(start, end, label, 0.95 if word not in _WEAK else 0.8, rule)


def _mixed(page: Page, match: re.Match[str]) -> Found | None:
    """Return a run of letters and figures that can only be a number of something."""
    written = match.group()
    figures = sum(sign.isdigit() for sign in written)
    letters = sum(sign.isalpha() for sign in written)
    if figures < 4 or not letters or letters > 8 or _NOT_ID.fullmatch(written):
        return None
    if figures < 5 and not (re.search(r"-", written) and page.text[match.start() : match.end()].isupper()):
        return None
    before = page.lower[max(0, match.start() - 30) : match.start()]
    if _CODES.search(before) or re.fullmatch(
        r"\d{1,2}[-/. ]?[a-z]{3,9}[-/. ]?\d{2,4}|\d+(?:\.\d+)?[a-z/]{1,8}|\d{1,2}/\d{1,2}/?[a-z]+", written
    ):
        return None
    if re.search(r"\d{4}-\d\d-\d\d", written):
        return None
    return Found(*match.span(), "IDNUM", 0.75, "id.mixed")


FAMILY = Family("identifiers", find, REASONS)
