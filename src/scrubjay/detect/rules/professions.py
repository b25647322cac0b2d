"""Professions: a job of the list, or the words after retired, works as, occupation."""

import re
from collections.abc import Iterator

from scrubjay.detect.lexicon import words
from scrubjay.detect.rules.cues import JOB
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found

REASONS = {
    "profession.cue": "what somebody works as, is retired from, or names as occupation",
    "profession.list": "a job of the list said of a person",
}

_AS = re.compile(
    r"\b(?:works?|worked|working|employed|employment|job|career|retired|volunteers?)[ ](?:[a-z-]{2,12}[ ]){0,3}?as[ ](?:an?[ ])?(?P<job>[a-z][a-z-]{2,20}(?:[ ][a-z-]{3,20}){0,3})"
    r"|\b(?:occupation|profession|job|employment|work)[ ]?(?:history)?[:=][ ]{0,3}(?:retired[ ]|former[ ])?(?P<field>[a-z][a-z-]{2,20}(?:[ ][a-z-]{3,20}){0,2})"
    r"|\b(?:retired|former|unemployed|semi-retired|self-employed)[ ](?P<was>[a-z][a-z-]{2,20}(?:[ ][a-z-]{3,20}){0,2})"
)
_STOP = re.compile(
    r"[ ](?:and|or|who|with|for|at|in|from|of|by|until|since|on|but|to|lives|works|worked|living|presenting|presents|presented|here|now|this|that|the|part-time|full-time|has|had|was|is|before|after|when|where|"
    r"he|she|they|due|because|about|over|years|not|denies|smokes|drinks|married|single|divorced|widowed|both|near|under|seen|came|comes|referred|brought|admitted|today|currently|smoker|nonsmoker|non-smoker)\b.*\Z",
    re.DOTALL,
)
_NOT = frozenset(
    "smoker patient the well needed above below follows tolerated directed prescribed previously usual planned from and in at on out per be far by noted described he she they "
    "good due for alert new smokers user drinker address name female male husband wife retired disabled unemployed none yes no not n/a na student's it his her "
    "outpatient inpatient partner spouse married resident tobacco alcohol drug heavy daily current iv smoking drinking since with until long-term".split()
)
_PERSON = re.compile(
    r"\b(?:is an?|is a retired|was an?|who is an?|worked as an?|a|an|retired|former|part-time|full-time|,|as|his|her|local)[ ]\Z"
)


def find(page: Page) -> Iterator[Found]:
    """Yield the professions of a page."""
    lower = page.lower
    for match in _AS.finditer(lower) if any(True for _ in page.cued(JOB)) else ():
        group = match.lastgroup or "job"
        job = _STOP.sub("", " " + match[group])[1:].rstrip(" -")
        if job and job.split(" ")[0] not in _NOT and not job.endswith("ed"):
            yield Found(match.start(group), match.start(group) + len(job), "PROFESSION", 0.75, "profession.cue")
    jobs = _jobs()
    for i, word in enumerate(page.words):
        for job in jobs.get(word, ()):
            start = page.starts[i]
            if (
                lower.startswith(job, start)
                and not lower[start + len(job) : start + len(job) + 1].isalnum()
                and _PERSON.search(lower, max(0, start - 16), start)
            ):
                yield Found(start, start + len(job), "PROFESSION", 0.6, "profession.list")
                break


_CLINICIANS = re.compile(
    r"nurse|doctor|physician|surgeon|therapist|psycho|dentist|pharmac|clinical|medical|health|patient|midwife|radiograph|optometr|dietit|paramedic|hospital|counsell|resident|ambulance"
)
_cache: dict[str, tuple[str, ...]] = {}


def _jobs() -> dict[str, tuple[str, ...]]:
    if not _cache:
        for job in words("professions"):
            if not _CLINICIANS.search(job):
                first = job.split(" ")[0]
                _cache[first] = (*_cache.get(first, ()), job)
        for job in "teacher farmer carpenter electrician plumber welder mechanic truck driver bus driver nurse's aide cashier janitor cook waitress bartender".split(
            "  "
        ):
            _cache.setdefault(job.split(" ")[0], (job,))
    return _cache


FAMILY = Family("professions", find, REASONS)
