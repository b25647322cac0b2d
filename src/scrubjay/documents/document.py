"""A document: one note, its spans, and what is known about it."""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from scrubjay.documents.span import Span
from scrubjay.errors import DocumentError

_EMPTY: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True, repr=False)
class Document:
    """One note. Spans are kept in reading order and lie inside the text; neither can be changed.

    `metadata` holds what travels along: `patient`, `note_type`, `institution`, and anything else that JSON can hold.
    The representation shows counts only, because a note must not slip into a log.

    >>> Document("n1", "Seen by Dr. Wells.", (Span(12, 17, "DOCTOR"),))
    Document(id='n1', characters=18, spans=1)
    """

    id: str
    text: str
    spans: tuple[Span, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=lambda: _EMPTY)

    def __post_init__(self) -> None:
        """Sort the spans and refuse what no format could carry."""
        if not isinstance(self.id, str) or not self.id or not self.id.isprintable():
            raise DocumentError("a document id must be a non-empty string of printable characters")
        if not isinstance(self.text, str):
            raise self._wrong("text must be a string")
        if (place := _half_character(self.text)) is not None:
            raise self._wrong(f"character {place} is half of a surrogate pair, not a character")
        spans = tuple(sorted(self.spans, key=_place))
        for span in spans:
            if span.end > len(self.text):
                end = f"ends after the text's {len(self.text)} characters"
                raise self._wrong(f"span [{span.start}, {span.end}) {end}")
        object.__setattr__(self, "spans", spans)
        if self.metadata is not _EMPTY:
            if not _plain(dict(self.metadata)):
                raise self._wrong("metadata must be text, numbers, and lists and objects of these")
            object.__setattr__(self, "metadata", MappingProxyType(dict(self.metadata)))

    def _wrong(self, problem: str) -> DocumentError:
        return DocumentError(f"document {nameable(self.id) or 'whose id is not shown'}: {problem}")

    def __repr__(self) -> str:
        """Show the id and counts, never the text."""
        return f"Document(id={self.id!r}, characters={len(self.text)}, spans={len(self.spans)})"

    def __hash__(self) -> int:
        """Hash by id; equality compares everything."""
        return hash(self.id)

    def __reduce__(self) -> tuple[Any, ...]:
        """Let documents travel between processes (a read-only mapping cannot)."""
        return Document, (self.id, self.text, self.spans, dict(self.metadata))

    @property
    def patient(self) -> str:
        """The patient the note belongs to; a note without one counts as a patient of its own."""
        patient = self.metadata.get("patient")
        return self.id if patient in (None, "") else str(patient)

    def text_of(self, span: Span) -> str:
        """Return the characters a span covers."""
        return self.text[span.start : span.end]

    def with_spans(self, spans: Iterable[Span]) -> "Document":
        """Return the same note with other spans."""
        return Document(self.id, self.text, tuple(spans), self.metadata)

    def overlapping(self) -> list[tuple[Span, Span]]:
        """Return the pairs of neighbouring spans that share characters."""
        pairs = []
        reach: Span | None = None
        for span in self.spans:
            if reach is not None and span.start < reach.end:
                pairs.append((reach, span))
            if reach is None or span.end > reach.end:
                reach = span
        return pairs


def nameable(note_id: str) -> str:
    """Return an id as messages may show it, or '' if it may be something else: a mistaken column holds sentences."""
    return note_id if len(note_id) <= 80 and not any(sign.isspace() for sign in note_id) else ""


_DEEPEST = 50
_WORDS = re.compile(r"[\w&/+().,'-]+(?: [\w&/+().,'-]+){0,3}").fullmatch


def plain_name(value: str) -> str:
    """Return a note type, institution or label as reports may show it; one that may be a sentence is not shown."""
    value = value.strip()
    return value if len(value) <= 40 and _WORDS(value) else "(not shown: no name)"


def _half_character(text: str) -> int | None:
    """Return where the text holds half of a surrogate pair, which no encoding can write."""
    if text.isascii():
        return None
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        return error.start
    return None


def _plain(value: object, depth: int = 0) -> bool:
    """Tell whether JSON can hold a value, nested no deeper than anybody nests."""
    if isinstance(value, str):
        return _half_character(value) is None
    if depth > _DEEPEST:
        return False
    if isinstance(value, dict):
        return all(isinstance(key, str) and _plain(key) and _plain(item, depth + 1) for key, item in value.items())
    if isinstance(value, list | tuple):
        return all(_plain(item, depth + 1) for item in value)
    return value is None or isinstance(value, int) or (isinstance(value, float) and math.isfinite(value))


def _place(span: Span) -> tuple[int, int, str]:
    return span.start, span.end, span.label
