"""Replaces what was found by realistic stand-ins, which the key alone decides: nothing is drawn, nothing is kept.

The same original of the same patient gets the same stand-in in every note, on any machine, in any order; two patients
have nothing to do with each other. What no family can rewrite is tagged.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from scrubjay.documents.document import Document
from scrubjay.documents.labels import label_set
from scrubjay.keys import Key
from scrubjay.replace.options import StyleOptions
from scrubjay.replace.release import Replacement
from scrubjay.replace.shift import Shift
from scrubjay.replace.surrogates import contacts, life, names, numbers, places
from scrubjay.replace.surrogates.pools import pool
from scrubjay.replace.surrogates.stand_ins import Memory, StandIns
from scrubjay.replace.surrogates.words import every_word, name_words

__all__ = ["FAMILIES", "Surrogate", "name_words", "pool"]

Family = Callable[[str, StandIns], str | None]

FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        "PATIENT": names.person,
        "DOCTOR": names.person,
        "USERNAME": numbers.identifier,
        "PROFESSION": life.profession,
        "HOSPITAL": places.organisation,
        "ORGANIZATION": places.organisation,
        "DEPARTMENT": places.organisation,
        "LOCATION": places.organisation,
        "LOCATION-OTHER": places.organisation,
        "STREET": places.street,
        "CITY": places.city,
        "STATE": places.state,
        "COUNTRY": places.country,
        "ZIP": numbers.identifier,
        "ROOM": places.room,
        "AGE": life.age,
        "PHONE": numbers.telephone,
        "FAX": numbers.telephone,
        "EMAIL": contacts.email,
        "URL": contacts.url,
        "IPADDR": contacts.ip_address,
        "SSN": numbers.social_security,
        **{label: numbers.identifier for label in label_set("i2b2-2014").categories["ID"] if label != "SSN"},
    }
)
_PEOPLE = frozenset(("PATIENT", "DOCTOR"))
_NAMED = _PEOPLE | frozenset(("USERNAME", "EMAIL")) | frozenset(label_set("i2b2-2014").categories["LOCATION"])
_BEFORE = 12  # characters before a name that may hold a title
# An age of 90 stays 90, and a date may come to stand for itself (a year, when the shift is small).
_MAY_STAY = frozenset(("AGE",))


class Surrogate:
    """The style `surrogate`."""

    whole_dates = True

    def __init__(self, key: Key, options: StyleOptions) -> None:
        self._shift = Shift(key, options)
        self._memory = Memory(key, options.avoid)

    def replacements(self, document: Document) -> list[Replacement]:
        """Return a stand-in, a moved date or a tag per span."""
        texts = self._shift.dates(document)
        note = self._note(document)
        found = []
        for span in document.spans:
            text = document.text_of(span)
            new = texts.get(span.start) if span.label == "DATE" else _stand_in(text, span.label, note)
            found.append(Replacement(span.start, span.end, new or f"[{span.label}]", span.label))
        return found

    def _note(self, document: Document) -> StandIns:
        """Return the choices for a note, which know its real names and keep clear of them."""
        own = {word for text in _texts(document, _NAMED) for word in name_words(text)}
        own |= {word for text in _texts(document, _PEOPLE) for word in every_word(text)}
        people = (
            (document.text[max(0, span.start - _BEFORE) : span.start], document.text_of(span))
            for span in document.spans
            if span.label in _PEOPLE
        )
        return StandIns(self._memory, document.patient, frozenset(own), names.given_names(people))


def _texts(document: Document, labels: frozenset[str]) -> Iterator[str]:
    return (document.text_of(span) for span in document.spans if span.label in labels)


def _stand_in(text: str, label: str, note: StandIns) -> str | None:
    """Return the stand-in for a mention, or None if there is none or it would be the mention itself."""
    family = FAMILIES.get(label)
    if family is None or not any(map(str.isalnum, text)):
        return None
    new = family(text, note)
    return None if new == text and label not in _MAY_STAY else new
