"""How rules and a tagger are made one: every find is weighed by what both say of it, and by what the lists say.

A doubtful find of the rules that the tagger thinks impossible, or one of the tagger in a word that is known as a
drug, counts less; what both find counts more. What a rule is certain of is a find, whatever the tagger thinks. The
weights are a logistic regression on annotated notes, so that a find's score is about the share of such finds that are
right there. They are part of the tagger's folder.
"""

import json
import math
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from itertools import pairwise
from operator import or_
from pathlib import Path

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
    NAMESAKE,
    PEOPLE,
    PRODUCT,
    RARER,
    STATE,
    SURNAME,
    lexicon,
    plain,
)
from scrubjay.detect.rules.lookalikes import THINGS, pairs
from scrubjay.detect.rules.measures import has_unit, is_code, is_measured, is_term
from scrubjay.documents.span import Span
from scrubjay.errors import FormatError

FILE = "referee.json"
FEWEST = 0.02  # finds less probable than this are not told
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
_SILENT = 0.01  # what a detector that says nothing is taken to say
_SURE = 0.9995
_BELIEVED = 0.5
_BRIEF = 200  # characters; a query, not a note
_NEAR = 40  # characters
_AFTER = re.compile(r"(?:['’]s?)?[ -]([^\W\d_]+)").match
_BEFORE = re.compile(r"([^\W\d_]+)[ -]\Z").search
_OFTEN = re.compile(
    r"\b(?:od|bd|tds|qds|bid|tid|qid|nocte|prn|daily|mg|mcg)[ ,]{1,2}\Z"
).search  # bd 5/7: for five days
_RUNS = re.compile(r"(.)\1{4,}").sub
_CERTAIN = 0.9  # of a rule; then nobody overrules it
# Rules that know better than the tagger what their finds are, on the development notes.
_RIGHTLY_CALLED = frozenset(
    f"rules:{name}"
    for name in (
        "again.login date.full date.month-day date.month-year date.weekday email id.cue id.plate id.ssn name.kin "
        "place.state url username.cue username.shape"
    ).split()
)

Features = dict[str, float]


@dataclass(frozen=True, repr=False)
class Referee:
    """Weighs finds; `weights` are by the names that `features` gives."""

    weights: Mapping[str, float]

    def judged(self, text: str, by_rules: Sequence[Span], by_tagger: Sequence[Span]) -> tuple[Span, ...]:
        """Return the finds in a text with their probabilities for scores."""
        weight = self.weights.get
        found = []
        for span, known in features(text, by_rules, by_tagger):
            total = sum(weight(name, 0.0) * value for name, value in known.items())
            score = 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
            if "rules" in known and (span.score is None or span.score >= _CERTAIN):
                score = max(score, _BELIEVED)  # one missed identity is worse than one word too many
            if score >= FEWEST:
                found.append(Span(span.start, span.end, span.label, int(score * 10_000) / 10_000, span.source))
        return tuple(found)

    def save(self, folder: Path) -> None:
        """Write the weights."""
        told = {name: round(value, 4) for name, value in sorted(self.weights.items()) if round(value, 4)}
        folder.joinpath(FILE).write_text(json.dumps(told, indent=0) + "\n", encoding="utf-8")


def load_referee(folder: Path) -> Referee | None:
    """Return the referee of a folder, if it has one."""
    file = folder / FILE
    if not file.exists():
        return None
    try:
        weights = json.loads(file.read_text(encoding="utf-8"))
        return Referee({str(name): float(value) for name, value in weights.items()})
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise FormatError("holds no weights, or damaged ones", file=str(file)) from error


def features(text: str, by_rules: Sequence[Span], by_tagger: Sequence[Span]) -> Iterator[tuple[Span, Features]]:
    """Yield each find, under the label that is believed, with what is known about it."""
    letters = _letters(text)
    for source, own, others in (("rules", by_rules, by_tagger), ("tagger", by_tagger, by_rules)):
        ordered = sorted(others, key=lambda span: span.start)
        starts = [span.start for span in ordered]
        reach = max((len(span) for span in ordered), default=0)
        for span in own:
            near = ordered[bisect_left(starts, span.start - reach) : bisect_left(starts, span.end)]
            said = _SILENT
            covered = 0
            for other in near:
                if other.end > span.start:
                    said = max(said, 1.0 if other.score is None else other.score)
                    covered += min(other.end, span.end) - max(other.start, span.start)
            known = _known(text, span, source, said, min(1.0, covered / len(span)), letters)
            yield (_called(span, near) if source == "rules" else span), known


def _called(span: Span, by_tagger: Sequence[Span]) -> Span:
    """Return a rule's find as the tagger calls it, which knows better than most rules."""
    if span.source not in _RIGHTLY_CALLED:
        for other in by_tagger:
            if other.start <= span.start and span.end <= other.end and (other.score or 0) >= _BELIEVED:
                return span if other.label == span.label else replace(span, label=other.label)
    return span


def _known(text: str, span: Span, source: str, said: float, covered: float, letters: str) -> Features:
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
        f"{here} covered": covered,
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
        known[f"{source} brief other"] = other
    if len(words) == 1:
        known[f"{here} single"] = 1.0
    if len(written) <= 3:
        known[f"{here} short"] = 1.0
    if any(map(str.isdigit, written)):
        known[f"{here} figures"] = 1.0
    return known


def _terms(text: str, span: Span, words: Sequence[str]) -> Iterator[str]:
    """Yield what the words beside a find say of it: a thing follows (syndrome), or medicine knows both as a pair."""
    after = _AFTER(text, span.end)
    before = _BEFORE(text, max(0, span.start - _NEAR), span.start)
    if after and plain(after[1]) in THINGS:
        yield "thing"
    around = [*([before[1]] if before else ()), *words, *([after[1]] if after else ())]
    if any(pair in pairs() for pair in pairwise(map(plain, around))):
        yield "pair"


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
