"""Dates, in all the shapes clinicians write; `fractions.py` knows the fractions and scores that look like them."""

import re
from collections.abc import Iterator

from scrubjay.detect.rules.cues import HOLIDAY, MONTH, SEASON, WEEKDAY
from scrubjay.detect.rules.fractions import may_be_month_day, sure_month_day
from scrubjay.detect.rules.measures import has_unit, is_measured
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found

REASONS = {
    "date.full": "a day, month and year in figures",
    "date.iso": "year first, as in 2024-03-30",
    "date.run-together": "eight figures that read as year, month and day after a word for a date",
    "date.month-day": "month and day in figures, and nothing around it says fraction, score or pressure",
    "date.alike": "month and day with the sign that other dates of the note have, and of that time",
    "date.month-year": "month and year in figures",
    "date.month-name": "the name of a month with a day or a year",
    "date.month-alone": "the name of a month after a word that dates follow",
    "date.day": "a day of the month, as in on the 4th",
    "date.weekday": "a day of the week",
    "date.holiday": "a holiday is a date",
    "date.season": "a season of a year",
    "date.year": "a year after a word that years follow",
    "date.decade": "a year or decade with an apostrophe",
}

_ILL = re.compile(r"[ ](?:disease|tree (?:rash|pattern|distribution)|factor|heart)\b").match  # Christmas disease
_YEAR = r"(?:1[89]|20|21)\d\d"
_MONTH = r"(?:0?[1-9]|1[0-2])"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_ORDINAL = rf"{_DAY}(?:st|nd|rd|th)?"
_MONTHS = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)"
)
# The patterns start with a figure, so that a search skips everything else fast; what may not stand before that
# figure is said right behind it.
_ALONE = r"(?<![\w.,/$#].)"
_FIGURES = re.compile(
    rf"\d{_ALONE}\d?(?:(?P<full>(?P<sep>[/.-]|\s[/-]\s)\d{{1,2}}(?P=sep)(?:{_YEAR}|\d\d)(?![\w%/]|[.,-]\d))|"
    rf"(?P<year>[/-]{_YEAR}(?![\w%/]))|(?P<day>/{_DAY}(?![\w%/]|[.,]\d))|(?P<short>/[4-9]\d(?![\w%/]|[.,]\d))|"
    rf"(?P<dashed>-{_DAY}(?![\w%/-]|[.,]\d))|(?P<dotted>\.(?:[012]\d|3[01])(?![\w%/]|[.,-]\d))|(?P<name>(?P<sign>[-/.]){_MONTHS}\b(?:(?P=sign)(?:{_YEAR}|\d\d)(?!\d))?|"
    rf"{_MONTHS}(?:{_YEAR}|\d\d)(?!\d)))"
)
_ISO = re.compile(rf"[12](?<![\w./-].)\d{{3}}(?P<sep>[/.-]){_MONTH}(?P=sep){_DAY}(?!\d|[./-]\d)")
_EIGHT = re.compile(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")
_DAY_RANGE = re.compile(rf"[ ]?[-–&][ ]?(?P<day>{_DAY})(?![\w%/]|[.,:-]\d)")
_DASH_CUE = re.compile(r"\b(?:on|dated?|dos|admitted|since|seen|visit|recheck)[ :]{1,2}\Z")
_RANGED = re.compile(
    r"(?:\b(?:x|q|of|for|every|over|about|grade|stage|type|class|score|level|l|t|c|s)[ ]?|[=<>~+±])\Z"
).search
_SHORT_CUE = re.compile(r"\b(?:in|since|of|from|until|till|dated?)[ ]\Z")
_MONTH_FIRST = re.compile(
    rf"\b{_MONTHS}-{_MONTHS}[ ]{_YEAR}|\b{_MONTHS}-{_DAY}(?:-(?:{_YEAR}|\d\d))?(?![\w-])|\b{_MONTHS}[-/](?:{_YEAR}|"
    rf"['’]\d\d)(?!\d)"
)
_ON_THE = re.compile(
    r"\b(?:on|of|since|by|until|till|before|after|for|tomorrow|today|yesterday|(?:mon|tues|wednes|thurs|fri|satur|"
    r"sun)day)[ ]the[ ]\Z"
)
_COUNTED = re.compile(
    r"[ ](?:floor|rib|digit|toe|finger|metatarsal|metacarpal|cranial|nerve|intercostal|degree|day|visit|dose|cycle|"
    r"time|attempt|percentile|trimester|grade|ventricle|lumbar|thoracic|week|month|line|pass|try|tooth|molar|ray)"
)
_NUMERIC_CUE = re.compile(
    r"\b(?:date|dob|dos|admitted|discharged|on|born|collected|received|signed|exam|study|adm|visit)\b[^\n\w]{0,6}\Z"
)
_ORDINALS = frozenset("1st 2nd 3rd 21st 22nd 23rd 31st".split() + [f"{n}th" for n in range(4, 31)])
_INTEGERS = re.compile(r"\d+")
_VERSION = re.compile(r"\b(?:version|v|section|table|figure|fig|step|item)\.?[ ]?\Z")

_SPACE = r"[ \t\xa0]{0,2}(?:\n[ \t]{0,4})?"
_UNITS_AFTER = r"[ ]?(?:mg|mcg|ml|units?|times|tabs?|year|y/?o|%|days?|weeks?|hours?)\b"
_AFTER_MONTH = re.compile(
    r"(?!\.?[ \t]?\n[ \t]?\d{1,2}[.)][ ])"  # the next item of a list
    rf"\.?(?:[ \t\n-]{{1,3}}|(?<=\.))(?:the[ ])?(?:(?P<day>{_ORDINAL})(?![\d/%]|[.:]\d|"
    rf"{_UNITS_AFTER})(?:(?:[,.]?{_SPACE}(?:of[ ])?(?:{_YEAR}|['’]\d\d)|,[ ]?\d\d(?!{_UNITS_AFTER})|"
    rf"[-/]\d\d(?:\d\d)?)(?!\d))?|(?:of[ ]|in[ ])?(?P<year>{_YEAR}|['’]\d\d)(?!\d))"
)
_RANGE_END = re.compile(
    rf"[ ]?(?:-|–|to|and|or|&|,)[ ]?(?P<day>{_ORDINAL})(?![\da-z/:%]|\.\d|{_UNITS_AFTER}|"
    rf"[ ]?[a-z]?m\b)(?:,?[ ]{_YEAR})?"
)
_BEFORE_MONTH = re.compile(rf"(?<![\w./:-])(?P<day>{_ORDINAL})(?:[ ]{{1,2}})?(?:day[ ])?(?:of[ ])?\Z")
_YEAR_BEHIND = re.compile(
    rf"\.?(?:,?[ \t]{{1,2}})(?:of[ ])?(?:{_YEAR}|['’]\d\d|\d\d(?![\d/:]|{_UNITS_AFTER}))(?!\d)|\.?{_YEAR}(?!\d)"
)
_MONTH_CUE = re.compile(
    r"\b(?:in|since|of|until|till|by|last|this|next|early|mid|late|through|thru|during|from|to|before|after|and|"
    r"every|each|around|about|past|or|starting|beginning)[ -]{1,2}\Z"
)
_ONLY_MONTHS = frozenset("january february july september october november december".split())
_OTHER_MONTH = re.compile(rf"\b{_MONTHS}\.?(?:[ ](?:and|or|to)|,|[ ]?[-–/&])[ ]\Z")  # Sept and Nov
_TO_MONTH = re.compile(rf"\.?[ ]?[-–/][ ]?{_MONTHS}\b")
_SURE_MONTH_CUE = re.compile(
    r"\b(?:(?:week|month|end|beginning|middle|part) of|in|since|since about|until|till|by|last|this|past|next|early|"
    r"mid|late|during)[ -]\Z"
)

_BARE_YEAR = re.compile(r"[12](?<![\w.,/$#:+].)(?:(?<=1)9\d\d|(?<=2)0[0-3]\d)(?![\w%]|[.,:/]\d|-\d{1,3}(?!\d))")
_YEAR_CUE = re.compile(
    r"(?:\b(?:in|since|of|until|till|by|dob|yob|birth|year|around|circa|before|after|early|mid|late|from|dated|to|"
    r"through|and|born|class|about|last|during|summer|fall|winter|spring|autumn|quit|maybe|"
    r"approximately)[ ,.-]{1,2}(?:the[ ])?|[(~\"“]"
    rf"|{_YEAR}[ ]?[-–&][ ]?)\Z"
)
_NO_YEAR_AFTER = re.compile(
    r"[ ]?(?:ml|mg|mcg|cc|u\b|units?|k?cal|hours?|hrs?|h\b|steps|iu|meters|feet|ft|copies|g\b|am\b|pm\b|-\s?(?!19|"
    r"20)\d{4}|calorie|:)"
)
_OLD_YEAR = "1930"
_BORN = re.compile(r"\b(?:born|dob|yob|birth|b\.|year|since|in)[ :(,]{0,3}(?:in[ ]|on[ ])?\Z")
_TO_YEAR = re.compile(r"[ ]?[-–][ ]?(?:19|20)\d\d(?!\d)")
_YEAR_PLACE = re.compile(r"[a-z0-9),.:][ ,]{1,2}\Z")
_YEAR_END = re.compile(r"[,.;)\n]|[ ][(a-z–-]|-[12]|\Z")
_DOB = frozenset(("dob",))
_SPACED = re.compile(rf"dob[ :]{{1,4}}(?P<date>{_DAY}[ ]{_DAY}[ ]{_YEAR})\b")
_SCHOOL_YEAR = re.compile(r"20\d\d[-–/](?:20)?\d\d(?=[ ](?:school|academic)\b)")
_ROMAN = re.compile(rf"(?P<sep>[./-])(?<=\d.)(?:i{{1,3}}|i?v|vi{{1,3}}|i?x|xi{{1,2}})(?P=sep){_YEAR}\b")
_DAY_BEFORE = re.compile(rf"(?<![\w./-]){_DAY}\Z")
_SHORT_YEAR = re.compile(r"['’](?<![\w\d].)\d\d(?:s\b)?(?![\d'’]|\s?(?:ft|in)\b)").match
_DECADE = re.compile(r"[12](?:9|0)\d0s\b").match

_HOLIDAYS = re.compile(
    r"(?:christmas|xmas)(?:[ ](?:day|eve))?|thanksgiving(?:[ ]day)?|easter(?:[ ](?:sunday|monday))?|halloween|"
    r"hanukkah|chanukah|ramadan|diwali|passover|kwanzaa|eid(?:[ ]al-\w{3,5})?|juneteenth|valentine['’]?s(?:[ ]day)?|"
    r"(?:memorial|labou?r|columbus|independence|mlk|boxing|groundhog|veteran['’]?s['’]?|president['’]?s['’]?|"
    r"mother['’]?s['’]?|father['’]?s['’]?|martin luther king(?:[ ]jr\.?)?)[ ]day|st\.? patrick['’]?s(?:[ ]day)?|"
    r"(?:lunar[ ])?new year['’]?s?(?:[ ](?:day|eve))?|ash wednesday|good friday|palm sunday|cinco de mayo|mardi gras|"
    r"(?:fourth|4th) of july|super bowl sunday|rosh hashanah|yom kippur"
)
_SEASON_YEAR = re.compile(rf"(?:[ ]of|,|[ ]in)?[ ](?:{_YEAR}|['’]\d\d)(?!\d)")
_SHORT_DAYS = frozenset("mon tue tues wed weds thu thur thurs fri sat sun".split())
_DAY_LISTS = re.compile(
    r"(?:M/W/F|T/Th(?:/S(?:at)?)?|Tu/Th(?:/S(?:at)?)?|MWF|TTS|TTh|TuThS?|M-F|M–F|mwf|tts|t/th/s(?:at)?|m/w/f)\b"
)
_DAY_LIST_WORDS = frozenset("mwf tts tth tuth tuths m t tu m-f".split())
# "Sat 98%", "sun exposure", "sat up": no days.
_NO_DAY = re.compile(
    r"[.,:]?[ ]{0,2}(?:\d\d ?%|9\d\b|100\b|up\b|down\b|at bedside|in\b|on ra|exposure|damage|protect|screen|burn)"
)
_DAY_AFTER = re.compile(
    rf",?[ ]{{1,2}}(?:\d{{1,2}}[/:]|\d{{1,2}}[ ]{_MONTHS}\b|{_MONTHS}\b[ ]\d|clinic|morning|night|am\b|pm\b)"
)
_ONLY_DAYS = frozenset("tues wed weds thur thurs fri".split())
_SCORE = re.compile(r"[ ]\d{2,3}\b(?![/:])")
_DAY_CUE = re.compile(
    r"(?:\b(?:on|last|next|this|every|until|till|since|by|each|past|from|to|through|thru|and|or|due|before|q|offered|"
    r"for)[ ,]{1,2}|[(/>-])\Z"
)
_JOIN = re.compile(r",?[ ](?:the[ ]|of[ ])?|,[ ]?|/")


def find(page: Page) -> Iterator[Found]:
    """Yield the dates of a page; a weekday and the date beside it are one."""
    found = sorted((*_in_figures(page), *_in_words(page)))
    i = 0
    while i < len(found):
        one = found[i]
        while i + 1 < len(found) and one.rule == "date.weekday" and found[i + 1].rule != "date.weekday":
            if not _JOIN.fullmatch(page.lower, one.end, found[i + 1].start):
                break
            i += 1
            one = Found(one.start, found[i].end, "DATE", found[i].score, found[i].rule)
        yield one
        i += 1


def _in_figures(page: Page) -> Iterator[Found]:
    lower = page.lower
    yield from _figures(lower)
    for match in _ISO.finditer(lower):
        yield Found(*match.span(), "DATE", 0.98, "date.iso")
    for i in page.numbers:
        start, word = page.starts[i], page.words[i]
        if len(word) == 6 and word.isdigit() and re.search(r"\bdob[ :]{1,4}\Z", lower[max(0, start - 8) : start]):
            yield Found(start, page.ends[i], "DATE", 0.9, "date.run-together")
        elif len(word) == 8 and _EIGHT.fullmatch(word):
            if _NUMERIC_CUE.search(lower[max(0, start - 30) : start]):
                yield Found(start, page.ends[i], "DATE", 0.9, "date.run-together")
        elif not word[0].isdigit() and (first := _MONTH_FIRST.match(lower, start)):
            yield Found(*first.span(), "DATE", 0.95, "date.month-name")
        elif word[-1] == "s" and (decade := _DECADE(lower, start)):
            yield Found(*decade.span(), "DATE", 0.8, "date.decade")
        elif start and lower[start - 1] in "'’" and (short := _SHORT_YEAR(lower, start - 1)):
            yield Found(*short.span(), "DATE", 0.8, "date.decade")
    for i in page.where(_ORDINALS):
        start, end = page.starts[i], page.ends[i]
        if _ON_THE.search(lower[max(0, start - 16) : start]) and not _COUNTED.match(lower, end):
            yield Found(start, end, "DATE", 0.7, "date.day")
    for match in _BARE_YEAR.finditer(lower):
        before = lower[max(0, match.start() - 20) : match.start()]
        old = match.group() < _OLD_YEAR  # a time of day, if nothing says year
        if _TO_YEAR.match(lower, match.end()) or (_BORN if old else _YEAR_CUE).search(before):
            yield Found(*match.span(), "DATE", 0.85, "date.year")
        elif not old and _stands_as_year(lower, before, match.end()):
            yield Found(*match.span(), "DATE", 0.6, "date.year")
    for _, match in page.matches(_SPACED, _DOB):
        yield Found(*match.span("date"), "DATE", 0.95, "date.full")
    for match in _SCHOOL_YEAR.finditer(lower) if "school" in page.vocabulary else ():
        yield Found(*match.span(), "DATE", 0.9, "date.year")
    for match in _ROMAN.finditer(lower):  # 6.III.1951
        if day := _DAY_BEFORE.search(lower[max(0, match.start() - 4) : match.start()]):
            yield Found(match.start() - len(day.group()), match.end(), "DATE", 0.95, "date.full")


def _stands_as_year(lower: str, before: str, end: int) -> bool:
    """Tell whether four figures stand where years do, and no unit or time of day follows."""
    if _NO_YEAR_AFTER.match(lower, end) or before.endswith(("at ", "@ ", "-")):
        return False
    return bool(_YEAR_PLACE.search(before) and _YEAR_END.match(lower, end))


def _figures(lower: str) -> Iterator[Found]:
    """Yield dates that start with a day or month in figures.

    2/3, which is mostly no date, is one in a note with other days of February; 2-3 and 2.3 are in a note that writes
    its dates so, and has some of that time.
    """
    doubtful, months, signs = [], set(), set()
    for match in _FIGURES.finditer(lower):
        start, end = match.span()
        kind = next(name for name in ("full", "year", "day", "short", "dashed", "dotted", "name") if match[name])
        one, two = (int(part) for part in [*_INTEGERS.findall(match.group()), "0", "0"][:2])
        if not _parted(lower, start):
            continue
        if kind == "full" and 1 <= min(one, two) <= 12 and 1 <= max(one, two) <= 31:
            version = match["sep"] == "." and end - start <= 7 and _VERSION.search(lower[max(0, start - 9) : start])
            if not version and not (match["sep"] == "-" and has_unit(lower, end)):  # 10-20-30 mg
                months.add(one)
                signs.add(match["sep"])
                yield Found(start, end, "DATE", 0.98, "date.full")
        elif kind == "year" and 1 <= one <= 12:
            yield Found(start, end, "DATE", 0.95, "date.month-year")
        elif kind == "dashed" and 1 <= one <= 12 and _DASH_CUE.search(lower[max(0, start - 12) : start]):
            yield Found(start, end, "DATE", 0.7, "date.month-day")
        elif kind == "short" and 1 <= one <= 12 and _SHORT_CUE.search(lower[max(0, start - 9) : start]):
            yield Found(start, end, "DATE", 0.75, "date.month-year")  # in 12/86
        elif kind == "name":
            yield Found(start, end, "DATE", 0.95, "date.month-name")
        elif kind == "day" and (score := sure_month_day(lower, start, end)):
            months.add(one)
            yield Found(start, end, "DATE", score, "date.month-day")
            if tail := _DAY_RANGE.match(lower, end):  # 9/12-14
                yield Found(*tail.span("day"), "DATE", score, "date.month-day")
        elif kind == "day" and may_be_month_day(lower, start, end):
            doubtful.append((one, "", start, end))
        elif kind in ("dashed", "dotted") and 1 <= one <= 12 and 1 <= two <= 31:
            doubtful.append((one, match[kind][0], start, end))
    near = {(month + step - 1) % 12 + 1 for month in months for step in (-1, 0, 1)}
    for month, sign, start, end in doubtful:
        if sign:
            if month in near and sign in signs and not _has_measure(lower, start, end):
                yield Found(start, end, "DATE", 0.6, "date.alike")
        elif month in months:
            yield Found(start, end, "DATE", 0.6, "date.month-day")


def _has_measure(lower: str, start: int, end: int) -> bool:
    """Tell whether what could be a month and a day is a number or a range of something."""
    return has_unit(lower, end) or is_measured(lower, start) or bool(_RANGED(lower, max(0, start - 12), start))


def _parted(lower: str, start: int) -> bool:
    """Tell whether a date after a hyphen ends a range (4/25-5/3) and is no part of a longer number."""
    if not start or lower[start - 1] not in "-–":
        return True
    return bool(re.search(r"(?:\d{1,2}/\d{1,4}|[a-z ])[ ]?[-–]\Z", lower[max(0, start - 9) : start]))


def _in_words(page: Page) -> Iterator[Found]:
    for i in page.cued(MONTH | WEEKDAY | HOLIDAY | SEASON):
        bits = page.flags[i]
        if bits & MONTH:
            yield from _with_month(page, i)
        if bits & WEEKDAY:
            yield from _weekday(page, i)
        if (
            bits & HOLIDAY
            and (match := _HOLIDAYS.match(page.lower, page.starts[i]))
            and not _ILL(page.lower, match.end())
        ):
            yield Found(*match.span(), "DATE", 0.9, "date.holiday")
        if bits & SEASON and (match := _SEASON_YEAR.match(page.lower, page.ends[i])):
            yield Found(page.starts[i], match.end(), "DATE", 0.95, "date.season")
    for i in page.where(_DAY_LIST_WORDS):
        if match := _DAY_LISTS.match(page.text, page.starts[i]):
            yield Found(*match.span(), "DATE", 0.7, "date.weekday")


def _with_month(page: Page, i: int) -> Iterator[Found]:
    lower, start, end, month = page.lower, page.starts[i], page.ends[i], page.words[i]
    before = lower[max(0, start - 14) : start]
    if "-" in month:  # mid-May
        yield Found(start, end, "DATE", 0.85, "date.month-alone")
        return
    verb = month in ("may", "march", "mar", "dec") and not page.capital[i]  # may go, march in place, dec. appetite
    if (ahead := _BEFORE_MONTH.search(before)) and not (verb and page.mixed(i)):
        behind = _YEAR_BEHIND.match(lower, end)
        named = page.speaking[i] or re.search(r"(?:of|th|st|nd|rd)[ ]\Z", before)
        if month == "may" and not behind and not named:
            return
        first = start - len(before) + ahead.start("day")
        yield Found(first, behind.end() if behind else end, "DATE", 0.96, "date.month-name")
    elif match := _AFTER_MONTH.match(lower, end):
        dated = _SURE_MONTH_CUE.search(before) or before.endswith(" on ") or re.search(rf"{_YEAR}\Z", match.group())
        if verb and match["day"] and page.mixed(i) and not dated:
            return
        yield Found(start, match.end(), "DATE", 0.96, "date.month-name")
        if match["day"] and (tail := _RANGE_END.match(lower, match.end())):  # March 3-5
            yield Found(tail.start("day"), tail.end(), "DATE", 0.85, "date.month-name")
    elif _TO_MONTH.match(lower, end):  # Feb–Aug 2023
        yield Found(start, end, "DATE", 0.8, "date.month-name")
    elif page.capital[i] or page.small[i] or month in _ONLY_MONTHS:
        cued = _MONTH_CUE.search(before)
        bracketed = page.text[start - 1 : start] == "(" and page.text[end : end + 1] == ")"
        if month in ("may", "march", "mar", "dec") or len(month) < 4:
            # The short forms and the verbs need a word before them that only dates follow.
            sure = _SURE_MONTH_CUE.search(before) or _OTHER_MONTH.search(before)
            if not sure or (month in ("may", "march") and not page.capital[i]):
                return
        elif not cued and not bracketed and (month in ("april", "june", "august") or page.caps_line(i)):
            return
        yield Found(start, end, "DATE", 0.85 if cued else 0.7, "date.month-alone")


def _weekday(page: Page, i: int) -> Iterator[Found]:
    start, end, word, lower = page.starts[i], page.ends[i], page.words[i], page.lower
    score = 0.95
    if word in _SHORT_DAYS:
        score = 0.85
        written = page.capital[i] or page.small[i] or word in _ONLY_DAYS or _DAY_AFTER.match(lower, end)
        if not written or _NO_DAY.match(lower, end):
            return
        doubtful = word in ("sat", "sun") and (not page.speaking[i] or page.first(i))
        if doubtful and not _DAY_CUE.search(lower[max(0, start - 10) : start]) and not _DAY_AFTER.match(lower, end):
            return
        if page.upper(i) and (page.mixed(i) or _SCORE.match(lower, end)):
            return  # FRI 121, an index; SAT 98
    yield Found(start, end, "DATE", score, "date.weekday")


FAMILY = Family("dates", find, REASONS)
