"""What is known about a find: who found it, what the other says of it, its words and figures, what stands beside it.

The referee weighs it.
"""

import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, reduce
from itertools import pairwise
from operator import or_
from typing import NamedTuple

from scrubjay.detect.lexicon import (
    ACRONYM,
    CITY,
    COMMON,
    COUNTRY,
    DRUG,
    EPONYM,
    FREQUENT_GIVEN,
    FREQUENT_SURNAME,
    GIVEN,
    MEDICAL,
    NAME,
    NAMESAKE,
    PEOPLE,
    PRODUCT,
    RARER,
    STATE,
    SURNAME,
    lexicon,
    plain,
)
from scrubjay.detect.rules.cues import CREDENTIAL, IDENTIFIER
from scrubjay.detect.rules.cues import flags as cues
from scrubjay.detect.rules.fractions import beside
from scrubjay.detect.rules.lookalikes import THINGS, pairs
from scrubjay.detect.rules.measures import has_unit, is_code, is_measured, is_term
from scrubjay.detect.rules.products import LOTS, PRODUCTS, announced, is_lot_of_drug
from scrubjay.documents.span import Span

_KINDS = {
    "name": "PATIENT DOCTOR USERNAME",
    "date": "DATE",
    "age": "AGE",
    "place": "CITY STATE COUNTRY LOCATION-OTHER",
    "street": "STREET ZIP",
    "house": "HOSPITAL DEPARTMENT",
    "firm": "ORGANIZATION",
    "job": "PROFESSION",
    "room": "ROOM",
    "contact": "PHONE FAX EMAIL URL IPADDR",
}
_KIND = {label: kind for kind, labels in _KINDS.items() for label in labels.split()}
_NUMBER = "number"
_WORDY = frozenset(("name", "place", "house", "firm", "job"))
_LISTS = {
    "common": COMMON,
    "rarer": RARER,
    "given": GIVEN,
    "frequent given": FREQUENT_GIVEN,
    "surname": SURNAME,
    "frequent surname": FREQUENT_SURNAME,
    "drug": DRUG,
    "medical": MEDICAL,
    "eponym": EPONYM,
    "namesake": NAMESAKE,
    "product": PRODUCT,
    "acronym": ACRONYM,
    "people": PEOPLE,
    "town": CITY,
    "country": COUNTRY | STATE,
}
_ALL_LISTS = reduce(or_, _LISTS.values())
_WORD = re.compile(r"[^\W_]+")
CERTAIN = 0.9  # of the tagger
BELIEVED = 0.5
_SILENT = 0.01  # what a detector that says nothing is taken to say
_SURE = 0.9995
_BRIEF = 200  # characters; a query, not a note
_NEAR = 40  # characters
_AFTER = re.compile(r"(?:['’]s?)?[ -]([^\W\d_]+)").match
_BEFORE = re.compile(r"[ -]([^\W\d_]+)").match  # of the text from right to left
_OFTEN = re.compile(
    r"\b(?:od|bd|tds|qds|bid|tid|qid|nocte|prn|daily|mg|mcg)[ ,]{1,2}\Z"
).search  # bd 5/7: for five days
_RUNS = re.compile(r"(.)\1{4,}").sub
# Rules that know better than the tagger what their finds are, on the development notes.
_RIGHTLY_CALLED = frozenset(
    f"rules:{name}"
    for name in (
        "again.login date.full date.month-day date.month-year date.weekday email id.cue id.plate id.ssn name.kin "
        "place.state url username.cue username.shape"
    ).split()
)

_STATE = "rules:place.state"
_TELL_NOBODY = frozenset("AGE PROFESSION STATE COUNTRY".split())
_DECEMBER = 12
_APART = 150  # characters between identities where there are many
_PLAIN = COMMON | RARER | MEDICAL
_NEIGHBOURS = {"a drug": DRUG, "an acronym": ACRONYM, "a term": EPONYM | NAMESAKE, "a name": NAME}
_WORD_BESIDE = re.compile(r"[^\w\n]{0,3}([^\W\d_]+)").match
_WEEKS = re.compile(r"(?<![\d/])\d{1,2}/52(?!\d)").search
_TERSE = re.compile(r"(\d{1,2})[/.-](\d{1,2})(?!\d)").fullmatch
_MONTH = re.compile(r"(?:\d{4}-(\d{1,2})-|(\d{1,2})[/.-](\d{1,2})(?![\d]))").match

Features = dict[str, float]


class _Place(NamedTuple):
    """Where a find stands, and what the other says of it."""

    text: str
    letters: str  # which ones the text is in
    among: str  # how many sure finds
    said: float  # how sure the other is of something there
    covered: float  # by the other's finds


class _Finds:
    """Finds in the order of their places, so that those near a span are found at once."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self._spans = sorted(spans, key=lambda span: span.start)
        self._starts = [span.start for span in self._spans]
        self._reach = max((len(span) for span in spans), default=0)

    def over(self, span: Span) -> list[Span]:
        """Return the finds that share a character with a span."""
        first, end = bisect_left(self._starts, span.start - self._reach), bisect_left(self._starts, span.end)
        return [other for other in self._spans[first:end] if other.end > span.start]


def features(text: str, by_rules: Sequence[Span], by_tagger: Sequence[Span]) -> Iterator[tuple[Span, Features]]:
    """Yield each find, under the label that is believed, with what is known about it."""
    letters, months, tagged = _letters(text), _months(text, by_tagger), _Finds(by_tagger)
    weeks = bool(_WEEKS(text))  # as only the British write: there 5/7 and 3/12 are days and months
    sure = sum(1 for span in by_tagger if (span.score or 0) >= CERTAIN and span.label not in _TELL_NOBODY)
    by_rules = [_within(text, span, tagged.over(span)) for span in by_rules]
    for source, own, others in (("rules", by_rules, tagged), ("tagger", by_tagger, _Finds(by_rules))):
        for span in own:
            near = others.over(span)
            said = max((1.0 if other.score is None else other.score for other in near), default=_SILENT)
            covered = sum(min(other.end, span.end) - max(other.start, span.start) for other in near)
            itself = (said if source == "rules" else span.score or 0) >= CERTAIN
            place = _Place(text, letters, _among(sure - itself, len(text)), max(said, _SILENT), covered / len(span))
            known = _known(place, span, source)
            if span.label == "DATE" and (terse := _TERSE(text, span.start, span.end)):
                known |= _as_date(terse, months, itself, source)
                if weeks:
                    known[f"date over {terse[2]} where weeks are"] = 1.0
            yield (_called(span, near) if source == "rules" else _in_state(span, near)), known


def _among(sure: int, size: int) -> str:
    """Return whether a find stands among others that are sure: a number in a text that names nobody is no one's."""
    return "alone" if sure < 1 else "among few" if sure * _APART < size else "among many"


def _within(text: str, span: Span, by_tagger: Sequence[Span]) -> Span:
    """Return a rule's find without the words at its ends that the tagger, sure of others in it, sees nothing in.

    Only of words: where a number or an address ends, rules know.
    """
    if _KIND.get(span.label, _NUMBER) not in _WORDY or not any((other.score or 0) >= CERTAIN for other in by_tagger):
        return span
    words = [match.span() for match in _WORD.finditer(text, span.start, span.end)]
    kept = [word for word in words if any(other.start < word[1] and word[0] < other.end for other in by_tagger)]
    if not kept or len(kept) == len(words):
        return span
    start = span.start if kept[0] == words[0] else kept[0][0]
    end = span.end if kept[-1] == words[-1] else kept[-1][1]
    return replace(span, start=start, end=end)


def _months(text: str, by_tagger: Sequence[Span]) -> Counter[int]:
    """Return the months of the dates that the tagger is sure of."""
    sure = (span for span in by_tagger if span.label == "DATE" and (span.score or 0) >= CERTAIN)
    found = (_MONTH(text, span.start, span.end) for span in sure)
    return Counter(_month(match) for match in found if match)


def _month(match: re.Match[str]) -> int:
    """Return the month of a date, which may stand behind the day: 14/3."""
    first = int(match[1] or match[2])
    return int(match[3]) if first > _DECEMBER and match[3] else first


def _as_date(terse: re.Match[str], months: Counter[int], itself: bool, source: str) -> Iterator[tuple[str, float]]:
    """Yield what speaks for a date and what for a share, of two numbers: 2/6 in a note of February, or a murmur."""
    month, day = int(terse[1]), int(terse[2])
    if month > _DECEMBER:
        month, day = day, month
    near = months[month] > itself or months[month % 12 + 1] or months[(month - 2) % 12 + 1]
    told = "near" if near else "far" if sum(months.values()) > itself else "alone"
    yield f"{source} date {told}", 1.0
    yield f"date over {day}", 1.0
    yield f"date over {day} {told}", 1.0
    yield f"date {told} {'share' if month <= day else 'more'}", 1.0
    first = max(0, terse.start() - _NEAR)
    for name in beside(terse.string[first : terse.end() + _NEAR].lower(), terse.start() - first, terse.end() - first):
        yield f"date {name}", 1.0


def _in_state(span: Span, by_rules: Sequence[Span]) -> Span:
    """Return a tagger's find, as a state if a rule knows it for one behind a town: Grand Rapids, Minn."""
    for other in by_rules:
        if other.source == _STATE and other.start <= span.start and span.end <= other.end + 1:
            return replace(span, label=other.label)
    return span


def _called(span: Span, by_tagger: Sequence[Span]) -> Span:
    """Return a rule's find as the tagger calls it, which knows better than most rules."""
    if span.source not in _RIGHTLY_CALLED:
        for other in by_tagger:
            if other.start <= span.start and span.end <= other.end and (other.score or 0) >= BELIEVED:
                return span if other.label == span.label else replace(span, label=other.label)
    return span


def _known(place: _Place, span: Span, source: str) -> Features:
    text, letters, among, said, covered = place
    kind = _KIND.get(span.label, _NUMBER)
    here = f"{source} {kind}"
    own, other = _log_odds(1.0 if span.score is None else span.score), _log_odds(said)
    known: Features = {
        "all": 1.0,
        source: 1.0,
        here: 1.0,
        f"{source} sure": own,
        f"{here} sure": own,
        f"{source} other": other,
        f"{here} other": other,
        f"{here} covered": min(1.0, covered),
        f"{source} {among}": 1.0,
        f"{here} {among}": 1.0,
        f"{here} {among} sure": own,
        f"{here} {among} other": other,
    }
    if source == "rules" and span.source is not None:
        known[span.source] = 1.0
        known[f"{span.source} other"] = other
    else:
        known[f"{source} {span.label}"] = 1.0
    written = text[span.start : span.end]
    words = _WORD.findall(written)
    share = 1 / max(len(words), 1)
    if kind in _WORDY:
        look = lexicon().get
        silent = True
        for word in words:
            flag = look(plain(word), 0)
            silent = silent and not flag
            for name in _listed(source, here, flag & _ALL_LISTS):
                known[name] = known.get(name, 0.0) + share
        if silent:
            known[f"{source} unlisted"] = known[f"{here} unlisted"] = 1.0
        for name in _terms(text, span, words):
            known[f"{source} {name}"] = known[f"{here} {name}"] = 1.0
    else:
        known[f"{kind} of {_figures(written)}"] = 1.0
        for name in _measures(text, span):
            known[name] = known[f"{kind} {name}"] = 1.0
    shape = _shape(words)
    known[f"{source} {letters} {shape} {kind in _WORDY}"] = 1.0
    if source == "rules":
        known[f"{span.source} {letters} {shape}"] = 1.0
    if len(text) < _BRIEF:
        known[f"{source} brief"] = known[f"{here} brief"] = 1.0
        known[f"{source} brief other"] = known[f"{here} brief other"] = other
        known[f"{here} brief sure"] = own
        known |= [
            (f"{source} {name} brief", known[f"{source} {name}"]) for name in _LISTS if f"{source} {name}" in known
        ]
    if len(words) == 1:
        known[f"{here} single"] = 1.0
    if len(written) <= 3:
        known[f"{here} short"] = 1.0
    known |= _beside(text, span, kind)
    if any(map(str.isdigit, written)):
        known[f"{here} figures"] = 1.0
    return known


def _beside(text: str, span: Span, kind: str) -> Iterator[tuple[str, float]]:
    """Yield the words beside a find, unless they may be names, and which lists have them."""
    before = _WORD_BESIDE(_leftwards(text, span.start))
    after = _WORD_BESIDE(text, span.end, span.end + _NEAR)
    for place, match in (("after", before), ("before", after)):
        if match:
            word = plain(match[1][::-1] if match is before else match[1])
            flag = lexicon().get(word, 0)
            if flag & _PLAIN and not flag & NAME:
                yield f"{kind} {place} {word}", 1.0
            for name, bits in _NEIGHBOURS.items():
                if flag & bits:
                    yield f"{kind} {place} {name}", 1.0


def _leftwards(text: str, end: int) -> str:
    """Return what stands before a place, from right to left: a pattern can start beside it, and need not search."""
    return text[max(0, end - _NEAR) : end][::-1]


def _terms(text: str, span: Span, words: Sequence[str]) -> Iterator[str]:
    """Yield what the words of a find and beside it say: a thing follows (syndrome), medicine knows both as a pair.

    Or they are a credential (N.P.).
    """
    after = _AFTER(text, span.end)
    before = _BEFORE(_leftwards(text, span.start))
    if after and plain(after[1]) in THINGS:
        yield "thing"
    around = [*([before[1][::-1]] if before else ()), *words, *([after[1]] if after else ())]
    if any(pair in pairs() for pair in pairwise(map(plain, around))):
        yield "pair"
    if cues().get(plain("".join(words)), 0) & CREDENTIAL:
        yield "credential"


def _measures(text: str, span: Span) -> Iterator[str]:
    """Yield what stands beside a number of something that identifies nobody: CPT, a unit, a dose."""
    before = text[max(0, span.start - _NEAR) : span.start].lower()
    if is_code(before, len(before)):
        yield "code"
    if is_measured(before, len(before)):
        yield "measured"
    if has_unit(text[span.end : span.end + 12].lower(), 0):
        yield "unit"
    if _OFTEN(before):
        yield "often"
    if word := announced(before, len(before)):
        flag = cues().get(word, 0)
        if word in PRODUCTS or flag & IDENTIFIER or (flag & _PLAIN and not flag & NAME):
            yield f"announced by {word}"
        if word in LOTS:
            yield "lot of a drug" if is_lot_of_drug(text, span.start) else "lot of a thing"
    if is_term(text[span.start : span.end].lower()):
        yield "term"


@cache
def _listed(source: str, here: str, flag: int) -> tuple[str, ...]:
    """Return the features of a word by the lists that hold it."""
    return tuple(f"{which} {name}" for name, bit in _LISTS.items() if flag & bit for which in (source, here))


def _letters(text: str) -> str:
    """Return which letters a note is in: small ones, capitals or both."""
    capitals, small = sum(map(str.isupper, text)), sum(map(str.islower, text))
    return "small" if capitals < 0.01 * small else "capitals" if small < 0.1 * capitals else "mixed"


def _shape(words: Sequence[str]) -> str:
    if all(map(str.isupper, words)):
        return "upper"
    if all(map(str.islower, words)):
        return "lower"
    return "title" if all(word[0].isupper() or word.isdigit() for word in words) else "other"


def _figures(written: str) -> str:
    """Return the shape of a number: 9 for figures, a for letters, long runs cut short.

    >>> [_figures(number) for number in ("3/28/2024", "MRN4471903", "12-A")]
    ['9/99/9999', 'aaa999+', '99-a']
    """
    return _RUNS(r"\1\1\1+", "".join("9" if c.isdigit() else "a" if c.isalpha() else c for c in written[:24]))


def _log_odds(score: float) -> float:
    score = min(max(score, _SILENT), _SURE)
    return math.log(score / (1 - score))
