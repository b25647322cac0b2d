"""The rules as a detector: all families over each page, then what was found once is looked for everywhere."""

from collections.abc import Sequence

from scrubjay.detect.rules import (
    addresses,
    ages,
    dates,
    employers,
    facilities,
    fields,
    identifiers,
    names,
    number_shapes,
    phones,
    professions,
    propagation,
    relatives,
    rooms,
    streets,
    titles,
    towns,
    usernames,
    web,
)
from scrubjay.detect.rules.ages import behind_names
from scrubjay.detect.rules.page import Page, pages
from scrubjay.detect.rules.propagation import NAMES, Memory, again
from scrubjay.detect.rules.rule import Found
from scrubjay.documents.document import Document
from scrubjay.documents.span import Span

FAMILIES = tuple(
    module.FAMILY
    for module in (
        *(phones, web, dates, ages, identifiers, number_shapes, rooms),
        *(streets, addresses, towns, facilities, employers),
        *(titles, fields, relatives, names, usernames, professions),
    )
)
REASONS: dict[str, str] = {
    name: reason for family in FAMILIES for name, reason in family.reasons.items()
} | propagation.REASONS


def _least_sure_first(found: Found) -> float:
    return found.score


class RuleDetector:
    """Finds identities by rules alone. Cheap to build; the lists are read at the first note."""

    name = "rules"

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        """Return the spans of each document; they may overlap."""
        return [self._spans(document.text) for document in documents]

    def _spans(self, text: str) -> tuple[Span, ...]:
        memory = Memory()
        kept: list[tuple[int, Page | str, list[Found]]] = []
        parts = list(pages(text))
        for offset, part in parts:
            page = Page(part)
            found = [one for family in FAMILIES for one in family.find(page)]
            found += behind_names(page, [one for one in found if one.label in NAMES])
            memory.learn(page, found)
            # Only a note of one page keeps its words for the second look; a long one is read again, page by page.
            kept.append((offset, page if len(parts) == 1 else part, found))
        spans: dict[tuple[int, int, str], Span] = {}
        for offset, held, found in kept:
            page = held if isinstance(held, Page) else Page(held)
            for one in (*sorted(found, key=_least_sure_first), *again(page, memory)):
                start, end = offset + one.start, offset + one.end
                key = (start, end, one.label)
                if key not in spans or not one.rule.startswith("again."):
                    spans[key] = Span(start, end, one.label, round(one.score, 4), f"rules:{one.rule}")
        return tuple(spans.values())
