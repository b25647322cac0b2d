"""Replaces what was found by its label and a keyed hash, equal for equal identities over all notes of a release."""

from scrubjay.documents.document import Document
from scrubjay.documents.identity import identity, is_name
from scrubjay.keys import Key
from scrubjay.replace.release import Replacement

_DIGITS = 16  # 64 bits: among a million identities two meet with a chance of 1 in 37 million


class Hash:
    """The style `hash`. Without the key nobody can try names until a hash fits."""

    whole_dates = False

    def __init__(self, key: Key) -> None:
        self._key = key

    def replacements(self, document: Document) -> list[Replacement]:
        """Return a tag with a hash per span."""
        return [
            Replacement(
                span.start,
                span.end,
                f"[{span.label}:{self.hash(document.text_of(span), span.label)}]",
                span.label,
            )
            for span in document.spans
        ]

    def hash(self, text: str, label: str) -> str:
        """Return the hash of a mention; one name has one hash, whether the patient's or the doctor's."""
        category = "NAME" if is_name(label) else "OTHER"
        return self._key.derive("hash", category, identity(text, label)).hex()[:_DIGITS]
