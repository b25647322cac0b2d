"""Professions: a job of the list said of a person, or the words after retired, works as, occupation."""

import re
from collections.abc import Iterator
from functools import cache

from scrubjay.detect.lexicon import NAME, WORD, words
from scrubjay.detect.rules.cues import GRAMMAR, JOB
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found

REASONS = {
    "profession.cue": "what somebody works as, is retired from, or names as occupation",
    "profession.list": "a job of the list said of a person",
}

_JOB = r"[a-z][a-z-]{2,20}(?:[ ][a-z-]{3,20})"
_AS = re.compile(
    r"(?:works?|worked|working|employed|employment|job|career|retired|volunteers?)[ ](?:[a-z-]{2,12}[ ]){0,3}?as[ ]"
    rf"(?:an?[ ])?(?P<job>{_JOB}{{0,3}})|(?:occupation|profession|job|employment|"
    rf"work)[ ]?(?:history)?[:=][ ]{{0,3}}(?:retired[ ]|former[ ])?(?P<field>{_JOB}{{0,2}})|(?:retired|former|"
    rf"unemployed|semi-retired|self-employed)[ ](?P<was>{_JOB}{{0,2}})"
)
# Where the name of a job ends.
_STOP = re.compile(
    r"[ ](?:and|or|who|whose|with|for|at|in|from|of|by|until|since|on|but|to|lives|works|worked|living|"
    r"present\w{0,3}|here|now|then|this|that|the|part-time|full-time|has|had|was|is|before|after|when|where|he|she|"
    r"they|due|because|about|over|years|not|denies|smokes|drinks|married|single|divorced|widowed|both|near|under|"
    r"seen|came|comes|referred|brought|admitted|"
    r"today|currently|smoker|non-?smoker|could|would|driven|found|complain\w{0,4})\b.*\Z",
    re.DOTALL,
)
_NO_JOB = frozenset(
    "smoker patient the well needed above below follows tolerated directed prescribed previously usual planned from "
    "and in at on out per be far by noted described he she they good due for alert new smokers user drinker address "
    "name female male husband wife retired disabled unemployed none yes no not na it his her outpatient inpatient "
    "partner spouse married resident tobacco alcohol drug heavy daily current iv smoking drinking since with until "
    "long-term donor cost last one cigarette small unrestrained restrained belted designated".split()
)
# What stands before a job that is said of somebody; "Daughter (teacher)", "a 44-year-old welder", "57M roofer".
_SAID = re.compile(
    r"(?:\b(?:(?:is|was|as|being|be|became|now|still)[ ](?:an?[ ]|the[ ]|also an?[ ])?|retired[ ]|former[ ]|"
    r"disabled[ ]|unemployed[ ]|laid-off[ ]|part-time[ ]|full-time[ ]|active-duty[ ]|(?:old|"
    r"y/?o)[ ](?:[a-z-]+[ ]){0,2}|\d\d ?[mf][ ]|(?:mother|father|mom|dad|wife|husband|son|daughter|brother|sister|"
    r"spouse|partner)[ ])|[,;(][ ]{0,3}(?:an?|retired|former)[ ]|(?P<bracket>\())\Z"
)
_CLOSED = re.compile(r"\)|,|[ ](?:at|for|in)\b").match
_FILLING = WORD | NAME  # what may stand before the last word of a job: poultry plant worker
# Those who treat are no private persons' jobs; words that are seldom said of a person.
_NOT_MEANT = re.compile(
    r"nurse|doctor|physician|surgeon|therapist|psych|dentist|pharmac|clinical|medical|health|patient|midwife|"
    r"radiograph|optometr|dietit|paramedic|hospital|counsell|resident|ambulance|pathologist|oncologist|interpreter|"
    r"chiropract|podiatrist|geneticist|ophthalm|translator|ologist|iatrist|medic|caregiver"
)


# Words of jobs that notes use for other things.
_OTHERS = frozenset(
    "agent carrier chief child counter donor extra fellow general hand head help helper lead leader major man marker "
    "master minister model monitor mother father page parent person private producer professional provider reader "
    "recorder runner second staff star striker subject tender temp tracer trainer user walker woman veteran gallant "
    "regular guardian aide sitter coordinator chaplain gentleman familiar heavy independent lovely lady".split()
)


def find(page: Page) -> Iterator[Found]:
    """Yield the professions of a page."""
    lower = page.lower
    for i in page.cued(JOB):
        if match := _AS.match(lower, page.starts[i]):
            group = match.lastgroup or "job"
            job = _STOP.sub("", " " + match[group])[1:].rstrip(" -")
            if job and job.split(" ")[0] not in _NO_JOB and not job.endswith("ed"):
                start = match.start(group)
                yield Found(start, start + len(job), "PROFESSION", 0.75, "profession.cue")
    for i in page.where(_jobs()):
        for start in range(_first_word(page, i), i + 1):
            said = _SAID.search(lower[max(0, page.starts[start] - 24) : page.starts[start]])
            if said:
                if not said["bracket"] or _CLOSED(lower, page.ends[i]):
                    yield Found(page.starts[start], page.ends[i], "PROFESSION", 0.6, "profession.list")
                break


def _first_word(page: Page, i: int) -> int:
    """Return the first of the words that may belong to the job which ends at word `i`."""
    first = i
    while first and i - first < 3 and page.gaps[first - 1] == " " and page.flags[first - 1] & _FILLING:
        if page.flags[first - 1] & GRAMMAR or page.words[first - 1] in _NO_JOB:
            break
        first -= 1
    return first


@cache
def _jobs() -> frozenset[str]:
    """Return the jobs of one word: welder, driver, clerk; what stands before them is read off the page."""
    return frozenset(job for job in words("professions") if " " not in job and not _NOT_MEANT.search(job)) - _OTHERS


FAMILY = Family("professions", find, REASONS)
