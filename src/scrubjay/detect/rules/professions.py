"""Professions: a job of the list said of a person, or the words after retired, works as, occupation."""

import re
from collections.abc import Iterator
from functools import cache

from scrubjay.detect.lexicon import words
from scrubjay.detect.rules.cues import JOB
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found

REASONS = {
    "profession.cue": "what somebody works as, is retired from, or names as occupation",
    "profession.list": "a job of the list said of a person",
}

_JOB = r"[a-z][a-z-]{2,20}(?:[ ][a-z-]{3,20})"
_AS = re.compile(
    r"(?:works?|worked|working|employed|employment|job|career|retired|volunteers?)[ ](?:[a-z-]{2,12}[ ]){0,3}?as[ ]"
    rf"(?:an?[ ])?(?P<job>{_JOB}{{0,3}})"
    rf"|(?:occupation|profession|job|employment|work)[ ]?(?:history)?[:=][ ]{{0,3}}(?:retired[ ]|former"
    rf"[ ])?(?P<field>{_JOB}{{0,2}})"
    rf"|(?:retired|former|unemployed|semi-retired|self-employed)[ ](?P<was>{_JOB}{{0,2}})"
)
# Where the name of a job ends.
_STOP = re.compile(
    r"[ ](?:and|or|who|whose|with|for|at|in|from|of|by|until|since|on|but|to|lives|works|worked|living|"
    r"present\w{0,3}|here|now|then|"
    r"this|that|the|part-time|full-time|has|had|was|is|before|after|when|where|he|she|they|due|because|about|over|"
    r"years|"
    r"not|denies|smokes|drinks|married|single|divorced|widowed|both|near|under|seen|came|comes|referred|brought|"
    r"admitted|"
    r"today|currently|smoker|non-?smoker|could|would|driven|found|complain\w{0,4})\b.*\Z",
    re.DOTALL,
)
_NO_JOB = frozenset(
    "smoker patient the well needed above below follows tolerated directed prescribed previously usual planned "
    "from and in "
    "at on out per be far by noted described he she they good due for alert new smokers user drinker address name "
    "female "
    "male husband wife retired disabled unemployed none yes no not na it his her outpatient inpatient partner spouse "
    "married resident tobacco alcohol drug heavy daily current iv smoking drinking since with until long-term donor "
    "cost last one cigarette small".split()
)
_SAID = re.compile(r"\b(?:is an?|was an?|as an?|retired|former|part-time|full-time|works as an?|local|a|an)[ ]\Z")
# Those who treat are no private persons' jobs; words that are seldom said of a person.
_NOT_MEANT = re.compile(
    r"nurse|doctor|physician|surgeon|therapist|psych|dentist|pharmac|clinical|medical|health|patient|midwife|"
    r"radiograph|"
    r"optometr|dietit|paramedic|hospital|counsell|resident|ambulance|pathologist|oncologist|interpreter|chiropract|"
    r"podiatrist|geneticist|ophthalm|translator|copy|secretary|teacher"
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
    jobs = _jobs()
    for i, word in enumerate(page.words):
        for job in jobs.get(word, ()):
            start = page.starts[i]
            end = start + len(job)
            if (
                lower.startswith(job, start)
                and not lower[end : end + 1].isalnum()
                and _SAID.search(lower[max(0, start - 16) : start])
            ):
                yield Found(start, end, "PROFESSION", 0.6, "profession.list")
                break


@cache
def _jobs() -> dict[str, tuple[str, ...]]:
    """Return the jobs of the list by their first word, longest first."""
    jobs: dict[str, tuple[str, ...]] = {}
    for job in sorted(words("professions"), key=len, reverse=True):
        if not _NOT_MEANT.search(job):
            first = job.split(" ")[0]
            jobs[first] = (*jobs.get(first, ()), job)
    return jobs


FAMILY = Family("professions", find, REASONS)
