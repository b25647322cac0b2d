"""Rules for Spanish notes, beside a tagger: what it has seen too seldom, and a rule knows.

They were chosen on MEDDOCAN's training part: of 1,253 finds there, 1,241 are exactly an annotated span.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from scrubjay.documents.document import Document
from scrubjay.documents.span import Span

if TYPE_CHECKING:
    from scrubjay.detect.tagger.detector import TaggerDetector

_MONTH = "enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre"
_SHORT = "ene|feb|mar|abr|may|jun|jul|ago|sept?|oct|nov|dic"
_DAY, _NUMBER = r"(?:0?[1-9]|[12]\d|3[01])", r"(?:0?[1-9]|1[0-2])"
_YEAR = r"(?:19|20)\d\d"
# What makes a month a name: Hospital 12 de Octubre, calle 2 de Mayo.
_NAMED = re.compile(
    r"(?:hospital|universitario|h\.?u\.?|calle|c/|avda?\.?|avenida|plaza|paseo)\W+\Z", re.IGNORECASE
).search
_RULES = (
    (
        "es.date.figures",
        "day, month and year in figures",
        "FECHAS",
        re.compile(rf"(?<![\d/.,-]){_DAY}([/.-]){_NUMBER}\1(?:{_YEAR}|\d\d)(?![\d/-]|[.,]\d)"),
    ),
    (
        "es.date.month",
        "a month by its name, with its day or year",
        "FECHAS",
        re.compile(
            rf"(?<!\w)(?:{_DAY}(?: de |[ /-]))?"
            rf"(?:(?:{_MONTH})(?:(?: de | del | |[-/])(?:año )?{_YEAR}|[ -]\d\d(?!\d|[:.,]\d))?"
            rf"|(?:{_SHORT})[-/](?:{_YEAR}|\d\d(?!\d)))(?!\w)",
            re.IGNORECASE,
        ),
    ),
    (
        "es.date.year",
        "a year behind a word that says so",
        "FECHAS",
        re.compile(rf"(?:(?<=\b[Ee]n )|\baño ){_YEAR}(?!\d)"),
    ),
    (
        "es.relative",
        "a relative of the patient",
        "FAMILIARES_SUJETO_ASISTENCIA",
        re.compile(
            r"(?<=\b[Ss]u )(?:espos[oa]|marido|madre|padre|pareja|herman[oa]|hij[oa]|familia)\b"
            r"|(?<=\b[Ss]us )(?:padres|herman[oa]s|hij[oa]s|familiares)\b"
        ),
    ),
)
# A doctor of families, and medicine of families, are no relatives.
_NO_RELATIVES = re.compile(
    r"(?:médic[oa]s?|medicina|enfermer[oa]s?|atención)(?: \w+)? (?:de familia|familiar)", re.IGNORECASE
)
_NAMES = ("NOMBRE_SUJETO_ASISTENCIA", "NOMBRE_PERSONAL_SANITARIO")
_WORD = re.compile(r"\w+")
_SHORTEST = 3  # letters of a name that is looked for again
_SURE = 0.5
_AGAIN = "es.again"
REASONS = {name: reason for name, reason, *_ in _RULES} | {_AGAIN: "a name that stands elsewhere in the note"}
_SCORE = 0.95


class SpanishRules:
    """A tagger for Spanish notes with the rules beside it, and without what is known to be no identity.

    The rules' labels are MEDDOCAN's, called as the tagger calls its own.
    """

    def __init__(self, tagger: "TaggerDetector") -> None:
        self.name = tagger.name
        self._tagger = tagger
        self._names = {tagger.called(label) for label in _NAMES}

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        """Return the spans of each document."""
        found = []
        for document, spans in zip(documents, self._tagger.detect(documents), strict=True):
            known = [*_likely(document.text, spans), *self._spans(document.text)]
            found.append((*known, *self._again(document.text, known)))
        return found

    def _spans(self, text: str) -> Iterator[Span]:
        for name, _, own, pattern in _RULES:
            label = self._tagger.called(own)
            if label is None:
                continue
            for match in pattern.finditer(text):
                if name != "es.date.month" or _is_date(text, match):
                    yield Span(match.start(), match.end(), label, _SCORE, f"rules:{name}")

    def _again(self, text: str, spans: Sequence[Span]) -> Iterator[Span]:
        """Yield names of people that stand elsewhere in the note, where nothing was found: "Marisol vive sola"."""
        taken = bytearray(len(text))
        labels: dict[str, str] = {}
        for span in spans:
            if (span.score or 0) < _SURE:
                continue
            taken[span.start : span.end] = b"\x01" * len(span)
            if span.label in self._names:
                words = _WORD.findall(text[span.start : span.end])
                labels.update({word: span.label for word in words if len(word) >= _SHORTEST and word[0].isupper()})
        if not labels:
            return
        for match in _WORD.finditer(text):
            label = labels.get(match.group())
            if label is not None and not taken[match.start()]:
                yield Span(match.start(), match.end(), label, _SCORE, f"rules:{_AGAIN}")


def _likely(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield the spans that do not lie within what is no identity."""
    never = [match.span() for match in _NO_RELATIVES.finditer(text)]
    for span in spans:
        place = bisect_right(never, (span.start, len(text))) - 1
        if place < 0 or span.end > never[place][1]:
            yield span


def _is_date(text: str, match: re.Match[str]) -> bool:
    """Tell a month from a given name and from a place that is named after a day."""
    alone = match.group().isalpha()
    if alone and not match.group().islower():
        return False  # Julio, Abril
    return not _NAMED(text, max(0, match.start() - 20), match.start())
