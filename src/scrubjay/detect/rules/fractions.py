"""Tells 3/28 from 5/5 strength, 120/80, 4/10 pain and 1/2 tab."""

import re
from collections.abc import Iterator

# What a fraction follows or precedes when it is a measurement, a score or a dose.
_MEASURES = re.compile(
    r"(?:\b(?:strength|power|motor|bp|b/p|pressure|reflex(?:es)?|dtrs?|pulses?|score|pain|apgars?|grade|vision|"
    r"acuity|va|v/a|[rl]e|vod|vos|bipap|cpap|ipap/epap|mmse|moca|phq-?9?|gad-?7?|gcs|nihss|rated?|rates|scale|severity|murmur|ratio|dose|x|schirmer|ln|ou|"
    r"od|os|[rlb]?[ul]e|upper|lower|extremit(?:y|ies)|(?:dorsi|plantar)?flex(?:ion|ors?)?|extension|extensors?|grip|"
    r"deltoids?|biceps|triceps|iliopsoas|quads?|quadriceps|hamstrings?|braden|morse|intensity|rpe|borg|kps|ecog|asa|"
    r"class|stage|type|i/o|i&o|fio2|half|scored|scoring|answered|correct|recall|nodes?|margins?|cores?|bilaterally|"
    r"bilateral|throughout|symmetric|rank|ns|saline|d5|dextrose|insulin|percocet|norco|vicodin|sinemet|augmentin|"
    r"bactrim|advair|symbicort|suboxone|entresto|levodopa|naloxone|humalog|novolog|humulin|novolin|hydrocodone|"
    r"oxycodone|acetaminophen|weakness|spasticity|ashworth|tone|mrc|muscle|mmt|abduction|adduction|rotation|eversion|"
    r"inversion|wrist|hip|knee|ankle|elbow|shoulder|fingers?|toes?|hand|foot|arm|leg|neck|plain|hct|lung|ef|tab|"
    r"about a|bims|monofilament|day|page|pg|gds|mdq|morisky|rai|tof|acuit(?:y|ies)|films?|bottles?|diary card|urges|"
    r"nph|glargine|clobazam|perio|cultures)\b[ :=(~-]{0,3}|(?<!-)[<>=≤≥+]\s?)\Z"
)
_MEASURED = re.compile(
    r"[ ]?(?:mg|mcg|ml|cm|mm|mmhg|strength|pain|tabs?|tablets?|ppd|packs?|weeks?|wks?|months?|murmur|systolic|"
    r"diastolic|in (?:all|both|the (?:left|right|upper|lower))|throughout|bilaterally|bilat|on (?:the )?(?:scale|"
    r"right|left)|scale|power|motor|pulses?|sem|reflexes|dtrs?|sites?|cores?|nodes?|lns?\b|days?\b|doses?|units?|"
    r"years?|cups?|inch|\"|x\d|positive|negative|correct|recall|b/l|[rlb]?[ul]e\b|[rl]\b|lb|kg|pints?|glasses|beers|"
    r"drinks|hours?|hrs?|criteria|items|points?|intensity|severity|grip|of the|way|strong|ns\b|normal saline|sbp|"
    r"intact|symmetric|equal|bottles?|films?|gnr|gpc|sets?|family|siblings|children|flex|ext\b|biceps|triceps|"
    r"deltoid|hip|knee|ankle|grip|quad|hamstring)"
)
_DATED = re.compile(
    r"(?:\b(?:on|since|dated?|admitted|adm|admit|seen|dos|doa|dob|d/c|discharged?|until|till|thru|through|from|"
    r"before|after|started|starting|stopped|began|last|next|due|by|of|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|"
    r"sat(?:ur)?|sun)(?:day)?|cxr|ct|mri|echo|ekg|ecg|labs?|b?cx|ucx|visit|appt|f/u|fu|surgery|lmp|edd|edc|as of|"
    r"exam|placed|removed|given|done|drawn|collected|received|signed|rtc|effective|exp|expires|scheduled|note|level|"
    r"missed|hd\s?#?\d+|pod\s?#?\d+|re-?check|follow-?up|between|week of|vaccine|tdap|flu|booster|ordered|filled|"
    r"refilled|called|phoned|arrived|arrival|transferred|addendum|clinic|funeral|trip|wedding)[ :,.(@~-]{0,3}|"
    r"\n[ \t]{0,8}|\A|\([ ]?|[;,] |-)\Z"
)
_SURE = re.compile(
    r"(?:\b(?:on|since|dated?|admitted|adm|admission|admit|discharged?|d/c'?d?|dc'?d|until|till|dos|seen|last seen|"
    r"(?:echo|cxr|ct|mri|us|xr|pet|eeg|ekg|egd|colonoscopy)(?:[ ][a-z]{2,10})?|labs|visit|due|by|b?cx|ucx|addendum|"
    r"clinic|phoned|called|booster given|surgery|procedure|lmp|edd|follow[- ]?up|f/u|week of|recheck|re-check|appt|"
    r"appointment|return|returned|collected|drawn|received|placed|removed|started|stopped|began|scheduled|effective|"
    r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?)[ ,:(]{1,3}|\b(?:from|between)[ ]|"
    r"\d/\d{1,2}[ ]?(?:to|and|-|–|thru|through|->)[ ]?)\Z"
)
# tds 5/7, in 3/12: days, weeks, months; PMA 31 3/7: the weeks and days of a pregnancy
_COURSE = re.compile(r"\b(?:in|od|bd|tds|qds|tid|bid|qid|nocte|(?:pma|cga|e?ga|gest(?:ation)?)[ :]{1,3}[234]\d)[ ]\Z")
_SCORES = re.compile(r"(?:from|between|to|and|-|–|thru|through|->)[ ]?\Z")
_AT_TIME = re.compile(r"[ ]?@[ ]?\d|[ ]at[ ]\d")
_LINE_START = re.compile(r"(?:\A|\n)[ \t]{0,8}\Z")
_ENTRY = re.compile(r"[ ]?(?::|-|\d\d:?\d\d\b|[ ]\()")
# What "of", "to" and the like before a fraction do not decide; the fraction itself must then look like a date.
_ANY = re.compile(r"\b(?:is|are|was|now|currently|only|at|to|down to|up to)[ ]\Z")
# Fractions that are mostly scores, strengths, halves and days of a course.
_USUAL = frozenset(
    [f"{n}/{d}" for d in (2, 3, 4, 5, 6, 7, 8, 10) for n in range(d + 1)]
    + [f"{n}/{n}" for n in range(1, 13)]
    + ["11/12"]
)


def sure_month_day(lower: str, start: int, end: int) -> float | None:
    """Return how sure it is that the fraction at `[start, end)` is a date, or None if it is none.

    >>> [sure_month_day(text, 5, len(text)) for text in ("seen 3/28", "pain 4/10", "grip 5/5")]
    [0.93, None, None]
    """
    one, two = (int(part) for part in lower[start:end].split("/"))
    if not one or not two or not (one <= 12 or (two <= 12 and one <= 31)):
        return None
    before, after = lower[max(0, start - 24) : start], lower[end : end + 16]
    if _MEASURED.match(after):
        return None
    if one > 12:  # the day first, as in Britain: 15/3; 14/7 and 18/12 are days and months, 24/7 is always
        if re.search(r"\bon[ ]\Z", before) and (one, two) != (24, 7):
            return 0.93
        return None if two in (7, 12) or _MEASURES.search(before) else 0.6
    if two in (7, 12) and _COURSE.search(before):
        return None
    if lower[start:end] in _USUAL:  # 02/05 with its noughts is a date
        if two in (5, 10) and _SCORES.search(before):
            return None  # from 8/10 to 2/10
        sure = _SURE.search(before) or _AT_TIME.match(after)
        return 0.85 if sure or (_LINE_START.search(before) and _ENTRY.match(after)) else None
    if _MEASURES.search(before) or (_ANY.search(before) and one > 9 and two > 28):
        return None
    return 0.93 if _DATED.search(before) else 0.8


def beside(lower: str, start: int, end: int) -> Iterator[str]:
    """Yield what stands beside two numbers: what measures, what dates are given for.

    >>> list(beside("seen 2/6", 5, 8)), list(beside("a 2/6 murmur", 2, 5))
    (['dated'], ['measured'])
    """
    before, after = lower[max(0, start - 24) : start], lower[end : end + 16]
    if _MEASURED.match(after) or _MEASURES.search(before):
        yield "measured"
    if _SURE.search(before) or _AT_TIME.match(after):
        yield "dated"
    elif _LINE_START.search(before):
        yield "entry"


def may_be_month_day(lower: str, start: int, end: int) -> bool:
    """Tell whether a usual fraction could be a date: nothing beside it measures, and it is no score out of ten.

    >>> [may_be_month_day(text, 5, 8) for text in ("seen 2/3", "grip 4/5", "took 1/2 tab")]
    [True, False, False]
    """
    one, two = (int(part) for part in lower[start:end].split("/"))
    if not 1 <= one <= 12 or not 1 <= two <= 31 or (one == two and one < 6) or (one, two) == (1, 2):
        return False
    before, after = lower[max(0, start - 24) : start], lower[end : end + 16]
    if (two in (5, 10) and _SCORES.search(before)) or (two in (7, 12) and _COURSE.search(before)):
        return False
    return not (
        _MEASURED.match(after) or _MEASURES.search(before) or _ANY.search(before) or before.endswith((",", "/"))
    )
