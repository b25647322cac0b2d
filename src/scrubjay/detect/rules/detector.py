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
    spoken,
    streets,
    titles,
    towns,
    usernames,
    web,
)
from scrubjay.detect.rules.ages import behind_names
from scrubjay.detect.rules.page import Page, pages
from scrubjay.detect.rules.propagation import NAMES, SURE, Memory, again
from scrubjay.detect.rules.readable import invisible, last_of, readable
from scrubjay.detect.rules.rule import Found
from scrubjay.documents.document import Document
from scrubjay.documents.span import Span

FAMILIES = tuple(
    module.FAMILY
    for module in (
        *(phones, web, dates, ages, identifiers, number_shapes, rooms, spoken),
        *(streets, addresses, towns, facilities, employers),
        *(titles, fields, relatives, names, usernames, professions),
    )
)
REASONS: dict[str, str] = {
    name: reason for family in FAMILIES for name, reason in family.reasons.items()
} | propagation.REASONS


class RuleDetector:
    """Finds identities by rules alone. Cheap to build; the lists are read at the first note."""

    name = "rules"

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        """Return the spans of each document; they may overlap."""
        return [self._found(document.text) for document in documents]

    def _found(self, text: str) -> tuple[Span, ...]:
        """Return the spans of a text; signs that cannot be seen, or sit on a letter, are read over."""
        if not invisible(text):
            return self._spans(text)
        clean, origin = readable(text)
        return tuple(
            Span(origin[span.start], last_of(text, origin[span.end - 1]), span.label, span.score, span.source)
            for span in self._spans(clean)
        )

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
        best: dict[tuple[int, int, str], tuple[float, str]] = {}
        for offset, held, found in kept:
            page = held if isinstance(held, Page) else Page(held)
            for start, end, label, score, rule in found:
                key = (offset + start, offset + end, label)
                if key not in best or score > best[key][0]:
                    best[key] = score, rule
            for start, end, label, score, rule in again(page, memory):
                key = (offset + start, offset + end, label)
                # What a rule was sure of keeps its reason; a doubtful find is settled by the sure one elsewhere.
                if key not in best or best[key][0] < SURE <= score:
                    best[key] = score, rule
        return tuple(Span(*key, round(score, 4), f"rules:{rule}") for key, (score, rule) in best.items())
