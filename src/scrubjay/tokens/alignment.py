"""Spans of characters to entities of tokens, and back; nothing gets lost uncounted."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scrubjay.documents.span import Span
from scrubjay.errors import UsageError
from scrubjay.tokens.schemes import Entity
from scrubjay.tokens.token import Token


@dataclass(frozen=True, slots=True)
class Alignment:
    """Where spans came to lie on tokens.

    `widened` counts the entities that cover characters outside their span, `trimmed` those that gave
    tokens to a longer span. A span can be both. `lost` are the spans without a token of their own.
    """

    entities: tuple[Entity, ...]
    widened: int
    lost: tuple[Span, ...]
    trimmed: int = 0


def align(spans: Sequence[Span], tokens: Sequence[Token]) -> Alignment:
    """Return the entities of whole tokens that the spans touch; each token belongs to one of them.

    Of two spans that claim a token the one of more characters has it, then the one that starts earlier,
    then the one given first.

    >>> align([Span(0, 4, "DATE")], [Token(0, 6)])
    Alignment(entities=(Entity(first=0, end=1, label='DATE'),), widened=1, lost=(), trimmed=0)
    """
    starts = [token.start for token in tokens]
    ends = [token.end for token in tokens]
    taken = bytearray(len(tokens))
    entities: list[Entity] = []
    lost: list[int] = []
    widened = trimmed = 0
    order = sorted(range(len(spans)), key=lambda place: (-len(spans[place]), spans[place].start, place))
    for place in order:
        span = spans[place]
        first, end = _touched(span, starts, ends)
        # Whoever holds tokens here is no shorter, so it does not lie strictly inside: the free tokens are in one run.
        free_first, free_end = taken.find(0, first, end), taken.rfind(0, first, end) + 1
        if first >= end or free_first < 0:
            lost.append(place)
            continue
        taken[free_first:free_end] = b"\x01" * (free_end - free_first)
        entities.append(Entity(free_first, free_end, span.label))
        trimmed += (free_first, free_end) != (first, end)
        widened += starts[free_first] < span.start or ends[free_end - 1] > span.end
    return Alignment(tuple(sorted(entities)), widened, tuple(spans[place] for place in sorted(lost)), trimmed)


def to_spans(entities: Iterable[Entity], tokens: Sequence[Token]) -> tuple[Span, ...]:
    """Return the stretches of the note that the entities cover.

    >>> to_spans([Entity(0, 2, "DOCTOR")], [Token(4, 7), Token(8, 13)])
    (Span(start=4, end=13, label='DOCTOR', score=None, source=None),)
    """
    spans: list[Span] = []
    for first, end, label in entities:
        if not 0 <= first < end <= len(tokens):
            raise UsageError(f"the entity at tokens [{first}, {end}) does not lie within {len(tokens)} tokens")
        spans.append(Span(tokens[first].start, tokens[end - 1].end, label))
    return tuple(spans)


def split_tokens(tokens: Sequence[Token], spans: Iterable[Span]) -> tuple[list[Token], int]:
    """Return the tokens cut wherever a span begins or ends inside one, and the number of cuts.

    For training only: at prediction time nobody knows the spans.

    >>> split_tokens([Token(0, 9)], [Span(0, 4, "PATIENT")])
    ([Token(start=0, end=4), Token(start=4, end=9)], 1)
    """
    edges = sorted({edge for span in spans for edge in (span.start, span.end)})
    pieces: list[Token] = []
    at = 0
    for start, end in tokens:
        at = bisect_right(edges, start, at)
        while at < len(edges) and edges[at] < end:
            pieces.append(Token(start, edges[at]))
            start = edges[at]
            at += 1
        pieces.append(Token(start, end))
    return pieces, len(pieces) - len(tokens)


def _touched(span: Span, starts: Sequence[int], ends: Sequence[int]) -> tuple[int, int]:
    """Return the range of the tokens that share a character with the span."""
    return bisect_right(ends, span.start), bisect_left(starts, span.end)
