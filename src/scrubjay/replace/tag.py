"""Replaces what was found by its label in brackets: `Dr. [DOCTOR]`, or with a number per identity: `[PATIENT-2]`."""

import hashlib
import secrets
from collections.abc import Callable

from scrubjay.documents.document import Document
from scrubjay.documents.identity import identity
from scrubjay.replace.release import Replacement

__all__ = ["Numbers", "Tag", "identity", "numbered", "tag"]


class Tag:
    """The style `tag`: every span becomes its label in brackets."""

    whole_dates = False

    def replacements(self, document: Document) -> list[Replacement]:
        """Return a tag per span."""
        return tag(document)


def tag(document: Document) -> list[Replacement]:
    """Return a tag per span.

    >>> from scrubjay.documents.span import Span
    >>> tag(Document("n1", "Seen by Dr. Wells.", (Span(12, 17, "DOCTOR"),)))
    [Replacement(start=12, end=17, text='[DOCTOR]', label='DOCTOR')]
    """
    return [Replacement(span.start, span.end, f"[{span.label}]", span.label) for span in document.spans]


def numbered(document: Document, numbers: Callable[[str, str], int]) -> list[Replacement]:
    """Return a tag with a number per span; `numbers(label, identity)` gives the number of an identity.

    >>> from scrubjay.documents.span import Span
    >>> spans = (Span(0, 5, "DOCTOR"), Span(7, 11, "DOCTOR"), Span(13, 18, "DOCTOR"))
    >>> note = Document("n1", "Wells; Ruiz; WELLS", spans)
    >>> [each.text for each in numbered(note, Numbers().of(note.patient))]
    ['[DOCTOR-1]', '[DOCTOR-2]', '[DOCTOR-1]']
    """
    found = []
    for span in document.spans:
        number = numbers(span.label, identity(document.text_of(span), span.label))
        found.append(Replacement(span.start, span.end, f"[{span.label}-{number}]", span.label))
    return found


class Numbers:
    """Numbers identities per patient and label, in order of first appearance, in memory.

    What is kept are digests under a salt that dies with the process, not the identities.
    """

    def __init__(self) -> None:
        self._salt = secrets.token_bytes(16)
        self._seen: dict[tuple[str, str], dict[bytes, int]] = {}

    def __repr__(self) -> str:
        """Show counts only."""
        return f"Numbers(identities={sum(map(len, self._seen.values()))})"

    def of(self, patient: str) -> Callable[[str, str], int]:
        """Return the numbering of one patient, as `numbered` wants it."""

        def number(label: str, identity: str) -> int:
            seen = self._seen.setdefault((patient, label), {})
            digest = hashlib.blake2b(identity.encode("utf-8"), digest_size=16, key=self._salt).digest()
            return seen.setdefault(digest, len(seen) + 1)

        return number
