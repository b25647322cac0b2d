"""The policy: which of the things found must go, which may stay, and which parts of them.

Four policies are built in; `load_policy` reads one from a TOML file:

    name = "our-hospital"
    keep = ["STATE", "COUNTRY", "PROFESSION"]   # labels that stay; every other one goes
    years = "keep"          # of a date, the year stays
    weekdays = "keep"       # a day of the week alone stays
    ages = "over-89"        # only ages over 89 go; or "all", "none"
    zip = "first-three"     # the first three digits stay where enough people share them; or "remove", "keep"
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from scrubjay import settings
from scrubjay.documents.document import Document
from scrubjay.documents.harmonise import over_89, parts_without_year
from scrubjay.documents.labels import KNOWN_LABELS
from scrubjay.documents.span import Span
from scrubjay.errors import UnknownNameError

# ZIP areas with 20,000 people or fewer, whose first three digits HIPAA turns into 000 (census of 2000, HHS guidance).
_SPARSE_ZIPS = frozenset("036 059 063 102 203 556 692 790 821 823 830 831 878 879 884 890 893".split())
_WEEKDAY = re.compile(r"(?:mon|tues?|wed(?:nes|s)?|thu(?:r|rs)?|fri|sat(?:ur)?|sun)(?:days?)?\.?", re.IGNORECASE)
_FULL_YEAR = re.compile(r"(?<!\d)(?:1[89]|2[0-2])\d\d(?!\d)")
_BIRTH = re.compile(
    r"\b(?:dob|d\.o\.b\.?|born|birth|date of birth|birthdate|b\.)[ :(]{0,4}(?:on |in )?\Z", re.IGNORECASE
)
_DECADE = re.compile(r"teens|twenties|thirties|forties|fifties|sixties|seventies|eighties", re.IGNORECASE)

_UNIT = re.compile(
    r"(?:days?|w(?:ee)?ks?|mo(?:nth)?s?|y(?:ea)?rs?|y/?o|old|[\s./-])+", re.IGNORECASE
)  # no number: "week"


@dataclass(frozen=True)
class Policy:
    """What is taken out. A label that is not in `keep` goes, also one that nobody has heard of."""

    name: str
    title: str = ""
    keep: tuple[str, ...] = settings.among("label", KNOWN_LABELS)
    years: Literal["keep", "remove"] = "remove"
    weekdays: Literal["keep", "remove"] = "remove"
    ages: Literal["all", "over-89", "none"] = "all"
    zip: Literal["remove", "first-three", "keep"] = "remove"

    def apply(self, document: Document, whole_dates: bool = False) -> Document:
        """Return the document with the spans, or the parts of them, that must go.

        With `whole_dates`, a date keeps its year in the span: a style that moves dates moves the whole of one.

        >>> note = Document("n1", "Seen 3/28/2024 in Maine, 67.", (Span(5, 14, "DATE"), Span(18, 23, "STATE")))
        >>> [note.text_of(span) for span in POLICIES["safe-harbor"].apply(note).spans]
        ['3/28']
        """
        old = self._tells_age(document) if self.years == "keep" and self.ages == "over-89" else frozenset()
        return document.with_spans(
            part for span in document.spans for part in self._parts(document, span, whole_dates, span in old)
        )

    def _tells_age(self, document: Document) -> frozenset[Span]:
        """Return the dates whose year tells an age over 89, which goes as well (164.514(b)(2)(i)(C)).

        Years of ninety or more years before the latest of the note; and the date of birth of somebody that old.
        """
        dates = [span for span in document.spans if span.label == "DATE"]
        years = {span: [int(year) for year in _FULL_YEAR.findall(document.text_of(span))] for span in dates}
        births = {span for span in dates if _BIRTH.search(document.text[max(0, span.start - 16) : span.start])}
        latest = max((year for span, found in years.items() if span not in births for year in found), default=0)
        latest = latest or date.today().year  # noqa: DTZ011  a year is near enough
        aged = any(s.label == "AGE" and _may_be_over_89(document, s, document.text_of(s)) for s in document.spans)
        return frozenset(
            span for span in dates if any(year <= latest - 90 for year in years[span]) or (aged and span in births)
        )

    def _parts(self, document: Document, span: Span, whole_dates: bool, tells_age: bool) -> Iterator[Span]:
        written = document.text_of(span)
        if span.label in self.keep:
            return
        if span.label == "DATE":
            if self.weekdays == "keep" and _WEEKDAY.fullmatch(written):
                return
            parts = parts_without_year(written) if self.years == "keep" else [(0, len(written))]
            if tells_age or (whole_dates and parts):
                parts = [(0, len(written))]
            # A style that moves dates would leave a year that tells as much: it is taken out as the age it tells.
            label = "AGE" if tells_age and whole_dates else span.label
            for start, end in parts:
                yield replace(span, start=span.start + start, end=span.start + end, label=label)
        elif span.label == "AGE" and self.ages != "all":
            if self.ages == "over-89" and _may_be_over_89(document, span, written):
                yield span
        elif span.label == "ZIP" and self.zip != "remove":
            digits = re.match(r"\d{3}", written)
            if self.zip == "first-three" and (not digits or digits.group() in _SPARSE_ZIPS):
                yield span
            elif self.zip == "first-three" and len(written) > 3:
                yield replace(span, start=span.start + 3)
        else:
            yield span


def _may_be_over_89(document: Document, span: Span, written: str) -> bool:
    """Tell whether an age is over 89 or cannot be read; the unit often stands outside the span."""
    before, after = document.text[max(0, span.start - 12) : span.start], document.text[span.end : span.end + 10]
    around = re.sub(r"\d", " ", before) + written + re.sub(r"\d", " ", after)
    if over_89(written) is None:
        return not (_DECADE.search(written) or _UNIT.fullmatch(written))
    return over_89(around) is not False


_PERSONAL = ("PROFESSION", "STATE", "COUNTRY")
POLICIES: Mapping[str, Policy] = MappingProxyType(
    {
        policy.name: policy
        for policy in (
            Policy("all", "whatever was found goes"),
            Policy(
                "safe-harbor",
                "HIPAA Safe Harbor, 45 CFR 164.514(b)(2): names, places smaller than a state, all parts of dates but "
                "the year, contacts, every identifier, ages over 89",
                keep=_PERSONAL,
                years="keep",
                ages="over-89",
            ),
            Policy("i2b2", "every label of i2b2 2014 goes, all ages and professions too"),
            Policy(
                "limited",
                "a HIPAA limited data set, 45 CFR 164.514(e): dates, ages, towns, states and ZIP codes stay",
                keep=(*_PERSONAL, "DATE", "AGE", "CITY", "ZIP"),
                years="keep",
                weekdays="keep",
                ages="none",
                zip="keep",
            ),
        )
    }
)


def policy(name_or_file: str) -> Policy:
    """Return a built-in policy by name, or the one a TOML file holds.

    >>> policy("limited").ages
    'none'
    """
    if name_or_file in POLICIES:
        return POLICIES[name_or_file]
    path = Path(name_or_file)
    if path.suffix == ".toml":
        return load_policy(path)
    raise UnknownNameError("policy", name_or_file, [*POLICIES, "a .toml file"])


def load_policy(path: Path) -> Policy:
    """Return the policy of a TOML file; a label that no label set has is a fault, as is a misspelt key."""
    return settings.load(Policy, path)
