"""Replaces what was found by its label in brackets: `Dr. [DOCTOR]`."""

from scrubjay.documents.document import Document
from scrubjay.documents.span import Span
from scrubjay.replace.release import Replacement


def tag(document: Document) -> list[Replacement]:
    """Return a replacement per span; spans that overlap become one, under the label of the longest.

    >>> tag(Document("n1", "Seen by Dr. Wells.", (Span(12, 17, "DOCTOR"),)))
    [Replacement(start=12, end=17, text='[DOCTOR]')]
    """
    groups: list[list[Span]] = []
    reach = -1
    for span in document.spans:
        if span.start < reach:
            groups[-1].append(span)
        else:
            groups.append([span])
        reach = max(reach, span.end)
    return [
        Replacement(group[0].start, max(span.end for span in group), f"[{max(group, key=len).label}]")
        for group in groups
    ]
