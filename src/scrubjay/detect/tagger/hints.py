"""What the rules found, as a tagger is fed it: it learns where they are right and where they are not."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scrubjay.documents.span import Span
from scrubjay.tokens.token import Token

# Kinds of finds that read alike; whatever has no kind is some number.
_KINDS = {
    "name": ("PATIENT", "DOCTOR"),
    "user": ("USERNAME",),
    "date": ("DATE",),
    "age": ("AGE",),
    "place": ("CITY", "STATE", "COUNTRY", "LOCATION-OTHER"),
    "street": ("STREET", "ZIP"),
    "house": ("HOSPITAL", "DEPARTMENT"),
    "firm": ("ORGANIZATION",),
    "job": ("PROFESSION",),
    "room": ("ROOM",),
    "contact": ("PHONE", "FAX", "EMAIL", "URL", "IPADDR"),
    "number": (),
}
_COLUMN = {label: place for place, labels in enumerate(_KINDS.values()) for label in labels}
_NUMBER = list(_KINDS).index("number")
_FIRST = len(_KINDS)  # how sure the rules are that an identity begins here
SIZE = len(_KINDS) + 1

Hints = NDArray[np.float32]  # tokens x SIZE


def hints(spans: Sequence[Span], tokens: Sequence[Token]) -> Hints:
    """Return how sure the rules are, for each token, that it is of each kind of identity; 0 where they are silent.

    >>> hints([Span(4, 9, "DOCTOR", 0.8)], [Token(0, 3), Token(4, 9)])[:, [0, _FIRST]].round(1).tolist()
    [[0.0, 0.0], [0.8, 0.8]]
    """
    found = np.zeros((len(tokens), SIZE), np.float32)
    if not spans:
        return found
    starts = np.array([token.start for token in tokens])
    ends = np.array([token.end for token in tokens])
    first = ends.searchsorted([span.start for span in spans], "right").tolist()
    behind = starts.searchsorted([span.end for span in spans], "left").tolist()
    for span, one, two in zip(spans, first, behind, strict=True):
        if one < two:
            score = 1.0 if span.score is None else span.score
            column = found[one:two, _COLUMN.get(span.label, _NUMBER)]
            np.maximum(column, score, out=column)
            found[one, _FIRST] = max(found[one, _FIRST], score)
    return found


def padded(rows: Sequence[Hints], longest: int) -> NDArray[np.float32]:
    """Return the hints of sentences as one array, sentences x tokens x SIZE."""
    found = np.zeros((len(rows), longest, SIZE), np.float32)
    for place, row in enumerate(rows):
        found[place, : len(row)] = row
    return found
