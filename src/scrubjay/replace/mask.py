"""Replaces every letter and digit by a star; length and other signs stay."""

import unicodedata

from scrubjay.documents.document import Document
from scrubjay.replace.release import Replacement


class Mask:
    """The style `mask`: offsets of the release are those of the note."""

    whole_dates = False

    def replacements(self, document: Document) -> list[Replacement]:
        """Return a mask per span."""
        return [
            Replacement(span.start, span.end, masked(document.text_of(span)), span.label) for span in document.spans
        ]


def masked(text: str) -> str:
    """Return a text with stars for letters and digits.

    >>> masked("O'Connell, 3/28")
    "*'*******, */**"
    """
    # Marks are parts of letters: an accent left on a star would still tell the name.
    return "".join("*" if sign.isalnum() or unicodedata.category(sign)[0] == "M" else sign for sign in text)
