"""What a detector is: documents in, spans with score and source out."""

from collections.abc import Sequence
from typing import Protocol

from scrubjay.documents.document import Document
from scrubjay.documents.span import Span


class Detector(Protocol):
    """Finds identities. `name` stands in the source of its spans and in reports.

    `detect` returns the spans of each document, in the order of the documents. Spans may overlap; `resolve` deals
    with that. Each has a score from 0 to 1: about the share of such spans that are right.
    """

    @property
    def name(self) -> str:
        """What its spans and reports call it."""
        ...

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        """Return the spans of each document."""
        ...
