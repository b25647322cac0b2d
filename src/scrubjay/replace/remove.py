"""Replaces what was found by nothing."""

from scrubjay.documents.document import Document
from scrubjay.replace.release import Replacement


class Remove:
    """The style `remove`: the spans are gone, the white space around them stays."""

    whole_dates = False

    def replacements(self, document: Document) -> list[Replacement]:
        """Return an empty text per span."""
        return [Replacement(span.start, span.end, "", span.label) for span in document.spans]
