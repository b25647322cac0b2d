"""Ages: the number, with its unit where it is attached. Which of them go is the policy's matter."""

import re
from collections.abc import Iterator

from scrubjay.detect.rules.cues import AGE
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found

REASONS = {
    "age.unit": "a number of years, months or days that somebody is old",
    "age.cue": "a number after a word for age",
    "age.sex": "a number with a sex behind it, as headers and triage notes have it",
    "age.decade": "somebody is in a decade of life",
    "age.word": "a word that says how old somebody is",
    "age.beside": "a number right behind a relative's name",
    "age.spoken": "somebody is said to be that old",
    "age.name": "a number right behind somebody's name",
}

_UNIT = r"(?:y(?:ea)?rs?|months?|mos?|mths?|weeks?|wks?|days?)"
_OLD = re.compile(
    r"(?P<age>\d{1,3}(?!\d)(?:\.\d|[ ]?[-–/][ ]?\d\d?|[ ]1/2|½)?)"
    rf"(?:(?P<tight>(?:y/?o[mf]?|yr|y)\b(?!/)|mo(?=[ ](?:old|girl|boy|male|female|infant|[mf]\b))|"
    rf"-?y[./]?o\.?(?=\W))|[ -]{{0,2}}(?:{_UNIT}[ -]{{0,2}}(?:old|of age)|"
    r"y[./]?[ ]?o\b\.?|yom|yof)\b)"
)
_OLDEST = 122
_BEFORE_UNIT = frozenset(" -–./½")
_YEARS = re.compile(r"(?P<age>\d{1,3})[ ](?:years?|yrs?)\b(?=[ ](?:and \d|male|female|man|woman|white|black))")
_CUE = re.compile(
    r"(?:age/sex|age at \w{4,12}|aged?|ages|turned|turns|turning|died at|dies at|deceased at|dead at|"
    r"passed (?:away )?at|onset at|youngest|oldest)[ \t]{0,2}(?:of|is|:|=|,|-)?[ \t]{0,4}(?:age[ ]|nearly[ ]|"
    r"almost[ ]|about[ ])?(?P<age>\d(?<![\w.]\d){0,1}\d?\d?)(?![\d/:%]|\.\d|[ ]?(?:mg|ml|units|percent|am\b|pm\b|"
    r"hours|hrs|weeks? (?:ga|gest)))(?P<unit>y(?:rs?|/?o)?\b)?"
)
_SEX = re.compile(
    r"(?P<age>\d{1,3})(?P<tight>y)?[ ]?(?:/[ ]?)?(?:m|f|male|female|man|woman|gentleman|lady|boy|girl)\b(?![/.]\w|"
    r"[ ]?(?:tube|wave))"
)
_WARM = re.compile(r"\bt(?:emp(?:erature)?|max)?[ :(]{1,3}(?:of |is )?\Z").search  # temp 94F
_DECADE = re.compile(r"(?:\d0['’]?s|teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)\b")
_IN_DECADE = re.compile(r"\b(?:in (?:his|her|their|the|my)|early|mid|late)[ -]\Z")
_WORD = re.compile(
    r"(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](?:one|two|three|four|five|six|seven|eight|"
    r"nine))?|one hundred(?: and)?(?:[ -](?:one|two|three|four|five))?|nonagenarian|centenarian|octogenarian|"
    r"septuagenarian)(?=[ -]{1,2}(?:years?|yrs?)[ -]{1,2}(?:old|of age)|(?<=arian))"
)
_AGES = frozenset(("age", "aged"))
_AGE_WORD = re.compile(
    r"aged?[ :]{1,3}(?:is[ ])?(?P<age>(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](?:one|two|"
    r"three|four|five|six|seven|eight|nine))?|one hundred(?:[ ](?:and[ ])?(?:one|two|three|four|five))?)\b"
)
# Breast cancer at 58; DOB 12/01/1968 (55 Y); M  27
_SICK = frozenset("ca cancer dx diagnosed menarche menopause mi cva stroke dementia diabetes died dm chd cad".split())
_SICK_AT = re.compile(
    r"\w+[ ](?:dx[ ])?at[ ](?:age[ ])?(?P<age>\d\d)(?![\d/:%]|\.\d|[ ]?(?:am|pm|weeks|wks|mg|units|hours|hrs)\b)"
)
_BIRTH = frozenset("dob born birth yob".split())
_BORN = re.compile(r"\w+[^\n()]{4,24}?[ ](?:\(|/[ ])(?P<age>\d{1,3})(?=[ ]?\)|[ ]?y|[ ]{2}|[ ]?\n)")
_SEXES = frozenset("m f male female".split())
_SEX_FIRST = re.compile(r"\w+(?:[ ]{1,4}|[ ]?/[ ]?)(?P<age>\d\d?|1[01]\d)(?=[ ]{2}|[ ]?y|[ ]?\n)")
# After a name or kin word: "Adaeze, 31," "son Liam (12)"; numbers that measure something follow other words.
_APPOSED = re.compile(r",[ ](?P<a>\d\d?)(?=,[ ]|[.;]\s|\))|\((?P<b>\d\d?)(?:[ ]?(?:y/?o?|yrs?|years))?\)")
# "She is 37, a cellist", "the patient was 91": after a person and a verb, where no unit follows.
_IS = re.compile(
    r"(?:is|was|turn(?:s|ed|ing)?|am|be|being|almost|nearly|already)[ ](?:not[ ])?(?P<age>\d\d|1[01]\d)"
    r"(?=[,.;)!]|[ ](?:and|when|with|but)\b|\s*$)(?![.,]\d)",
    re.MULTILINE,
)
_PERSON_BEFORE = re.compile(
    r"\b(?:he|she|pt|patient|client|resident|who|i|(?:mr|mrs|ms|miss)\.? [\w'’-]+|mother|father|mom|dad|wife|husband|"
    r"grand(?:mother|father|ma|pa)|aunt|uncle|sister|brother|son|daughter|partner|spouse)[ ]\Z"
)
_VERBS = frozenset("is was turn turns turned turning am be being almost nearly already".split())
_DECADE_WORDS = frozenset(
    "20s 30s 40s 50s 60s 70s 80s 90s 20 30 40 50 60 70 80 90 teens twenties thirties forties fifties sixties "
    "seventies eighties nineties".split()
)
_NUMBER_WORDS = frozenset(
    "one nonagenarian centenarian octogenarian septuagenarian".split()
    + [
        f"{ten}{unit}"
        for ten in "twenty thirty forty fifty sixty seventy eighty ninety".split()
        for unit in ("", *"-one -two -three -four -five -six -seven -eight -nine".split(), "-year", "-year-old")
    ]
    + [
        f"{ten}-{unit}-year-old"
        for ten in "twenty thirty forty fifty sixty seventy eighty ninety".split()
        for unit in "one two three four five six seven eight nine".split()
    ]
)
_KIN_BEFORE = re.compile(
    r"\b(?:mother|father|mom|dad|wife|husband|spouse|partner|son|sons|daughter|daughters|brother|sister|child|"
    r"children|kids?|boyfriend|girlfriend|grand\w{3,8}|twins?|siblings?|nephew|niece)\b[^.\n;:()]{0,30}\Z"
)


def find(page: Page) -> Iterator[Found]:
    """Yield the ages of a page."""
    lower = page.lower
    for i in page.numbers:
        start = page.starts[i]
        if not lower[start].isdigit() or (start and lower[start - 1] in ".,/$#:+-"):
            continue
        if page.words[i].isdigit() and (page.ends[i] - start > 3 or page.gaps[i][:1] not in _BEFORE_UNIT):
            continue
        if old := _OLD.match(lower, start):
            yield Found(start, old.end("tight") if old["tight"] else old.end("age"), "AGE", 0.97, "age.unit")
        elif sexed := _SEX.match(lower, start):
            warm = sexed.group().endswith("f") and _WARM(lower[max(0, start - 12) : start])
            if lower[start] != "0" and int(sexed["age"]) <= _OLDEST and not warm:
                yield Found(start, sexed.end("tight") if sexed["tight"] else sexed.end("age"), "AGE", 0.8, "age.sex")
        elif years := _YEARS.match(lower, start):
            yield Found(*years.span("age"), "AGE", 0.8, "age.unit")
    for i in page.cued(AGE):
        cued = _CUE.match(lower, page.starts[i])
        if cued is None:
            continue
        yield Found(cued.start("age"), cued.end("unit") if cued["unit"] else cued.end("age"), "AGE", 0.9, "age.cue")
    for _, match in page.matches(_DECADE, _DECADE_WORDS):
        if _IN_DECADE.search(lower[max(0, match.start() - 12) : match.start()]):
            yield Found(*match.span(), "AGE", 0.8, "age.decade")
    for _, match in page.matches(_WORD, _NUMBER_WORDS):
        yield Found(*match.span(), "AGE", 0.9, "age.word")
    for _, match in page.matches(_AGE_WORD, _AGES):
        yield Found(*match.span("age"), "AGE", 0.9, "age.cue")
    for _, match in page.matches(_SICK_AT, _SICK):
        yield Found(*match.span("age"), "AGE", 0.7, "age.cue")
    for _, match in page.matches(_BORN, _BIRTH):
        yield Found(*match.span("age"), "AGE", 0.7, "age.cue")
    for i, match in page.matches(_SEX_FIRST, _SEXES):
        if i and page.gaps[i - 1].startswith(("  ", ", ", " (")):
            yield Found(*match.span("age"), "AGE", 0.7, "age.sex")
    for match in _APPOSED.finditer(lower) if page.numbers else ():
        if _KIN_BEFORE.search(lower[max(0, match.start() - 40) : match.start()]):
            yield Found(*match.span(match.lastgroup or 0), "AGE", 0.7, "age.beside")
    for i in page.where(_VERBS):
        said = _IS.match(lower, page.starts[i])
        if said and _PERSON_BEFORE.search(lower[max(0, page.starts[i] - 24) : page.starts[i]]):
            yield Found(*said.span("age"), "AGE", 0.6, "age.spoken")


# Behind a name: "Ann Wells, 59", "Hunter (8)", "ingrid halvorsen  91".
_BEHIND = re.compile(
    r"(?:(?:,[ ]|[ ]\(|[ ]{2,4}|\)?[ ]{1,3}[-–|][ ])(?P<age>\d\d?|1[01]\d)(?=[),;.:]|[ ]{2}|[ ]?[mf]\b)(?![.,:/-]\d)|"
    r"[ ](?P<beside>\d\d?)(?=[ ](?:and|&|\(|w/)|,[ ]|[ ]{2}))"
)


def behind_names(page: Page, names: list[Found]) -> Iterator[Found]:
    """Yield the ages that stand right behind names."""
    for name in names:
        if match := _BEHIND.match(page.lower, name.end):
            yield Found(*match.span(match.lastgroup or 0), "AGE", 0.7, "age.name")


FAMILY = Family("ages", find, REASONS)
