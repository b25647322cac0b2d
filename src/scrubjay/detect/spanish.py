"""Rules for Spanish notes, beside a tagger: what it has seen too seldom, and a rule knows.

They were chosen on MEDDOCAN's training part: of 1,207 finds there, 1,202 are exactly an annotated date.
"""

import re
from collections.abc import Iterator, Sequence

from scrubjay.documents.document import Document
from scrubjay.documents.span import Span

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
        re.compile(rf"(?<![\d/.,-]){_DAY}([/.-]){_NUMBER}\1(?:{_YEAR}|\d\d)(?![\d/-]|[.,]\d)"),
    ),
    (
        "es.date.month",
        "a month by its name, with its day or year",
        re.compile(
            rf"(?<!\w)(?:{_DAY}(?: de |[ /-]))?"
            rf"(?:(?:{_MONTH})(?:(?: de | del | |[-/])(?:año )?{_YEAR}|[ -]\d\d(?!\d|[:.,]\d))?"
            rf"|(?:{_SHORT})[-/](?:{_YEAR}|\d\d(?!\d)))(?!\w)",
            re.IGNORECASE,
        ),
    ),
    ("es.date.year", "a year behind a word that says so", re.compile(rf"(?:(?<=\b[Ee]n )|\baño ){_YEAR}(?!\d)")),
)
REASONS = {name: reason for name, reason, _ in _RULES}
_SCORE = 0.95


class SpanishRules:
    """Finds dates in Spanish notes; `label` is what they are called."""

    name = "rules"

    def __init__(self, label: str = "DATE") -> None:
        self._label = label

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        """Return the spans of each document."""
        return [tuple(self._spans(document.text)) for document in documents]

    def _spans(self, text: str) -> Iterator[Span]:
        for name, _, pattern in _RULES:
            for match in pattern.finditer(text):
                if name != "es.date.month" or _is_date(text, match):
                    yield Span(match.start(), match.end(), self._label, _SCORE, f"rules:{name}")


def _is_date(text: str, match: re.Match[str]) -> bool:
    """Tell a month from a given name and from a place that is named after a day."""
    alone = match.group().isalpha()
    if alone and not match.group().islower():
        return False  # Julio, Abril
    return not _NAMED(text, max(0, match.start() - 20), match.start())
