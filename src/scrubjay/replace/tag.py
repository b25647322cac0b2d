"""Replaces what was found by its label in brackets: `Dr. [DOCTOR]`, or with a number per identity: `[PATIENT-2]`."""

import hashlib
import secrets

from scrubjay.documents.document import Document
from scrubjay.replace.numbering import Numbering
from scrubjay.replace.release import Replacement


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


def numbered(document: Document, numbering: Numbering) -> list[Replacement]:
    """Return a tag with a number per span; the numbering is that of the document's patient.

    >>> from scrubjay.documents.span import Span
    >>> spans = (Span(0, 5, "DOCTOR"), Span(7, 11, "DOCTOR"), Span(13, 18, "DOCTOR"))
    >>> note = Document("n1", "Wells; Ruiz; WELLS", spans)
    >>> [each.text for each in numbered(note, Numbers().of(note.patient))]
    ['[DOCTOR-1]', '[DOCTOR-2]', '[DOCTOR-1]']
    """
    found = []
    for span in document.spans:
        number = numbering.number(span.label, document.text_of(span))
        found.append(Replacement(span.start, span.end, f"[{span.label}-{number}]", span.label))
    return found


class Numbers:
    """Numbers identities per patient, in memory, under a salt that dies with the process."""

    def __init__(self) -> None:
        self._salt = secrets.token_bytes(16)
        self._of: dict[str, Numbering] = {}

    def __repr__(self) -> str:
        """Show counts only."""
        return f"Numbers(patients={len(self._of)})"

    def of(self, patient: str) -> Numbering:
        """Return the numbering of one patient."""
        return self._of.setdefault(patient, Numbering(self._digest))

    def _digest(self, text: str) -> bytes:
        return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16, key=self._salt).digest()
