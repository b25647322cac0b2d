"""Spans on tokens against an oracle that looks at every character."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scrubjay.documents.span import Span
from scrubjay.errors import UsageError
from scrubjay.tokens.alignment import Alignment, align, split_tokens, to_spans
from scrubjay.tokens.schemes import Entity
from scrubjay.tokens.token import Token

#         0123456789012345678
# tokens: John Smith-Lee 2019
TOKENS = [Token(0, 4), Token(5, 10), Token(10, 11), Token(11, 14), Token(15, 19)]

CASES = [
    ([(0, 4, "A")], [(0, 1, "A")], 0, 0, 0, "a token"),
    ([(0, 14, "A")], [(0, 4, "A")], 0, 0, 0, "several"),
    ([(1, 8, "A")], [(0, 2, "A")], 1, 0, 0, "both edges inside tokens: one widening"),
    ([(4, 11, "A")], [(1, 3, "A")], 0, 0, 0, "whitespace at the edge widens nothing"),
    ([(4, 5, "A")], [], 0, 0, 1, "only whitespace"),
    ([(20, 30, "A")], [], 0, 0, 1, "behind the last token"),
    ([(0, 10, "A"), (10, 14, "B")], [(0, 2, "A"), (2, 4, "B")], 0, 0, 0, "neighbours"),
    ([(0, 7, "A"), (7, 10, "B")], [(0, 2, "A")], 1, 0, 1, "the shorter loses its only token"),
    ([(5, 7, "A"), (7, 14, "B")], [(1, 4, "B")], 1, 0, 1, "the longer wins although it comes later"),
    (
        [(0, 7, "A"), (7, 14, "B")],
        [(0, 2, "A"), (2, 4, "B")],
        1,
        1,
        0,
        "a tie goes to the earlier, the loser is trimmed",
    ),
    ([(0, 14, "A"), (5, 10, "B")], [(0, 4, "A")], 0, 0, 1, "nested: the outer one wins"),
    ([(0, 4, "B"), (0, 4, "A")], [(0, 1, "B")], 0, 0, 1, "equal places: the one given first"),
    (
        [(0, 8, "A"), (8, 12, "M"), (12, 19, "Z")],
        [(0, 2, "A"), (2, 3, "M"), (3, 5, "Z")],
        2,
        1,
        0,
        "trimmed on both sides",
    ),
]


@pytest.mark.parametrize(
    ("spans", "entities", "widened", "trimmed", "lost", "remark"), CASES, ids=[case[5] for case in CASES]
)
def test_cases(
    spans: list[tuple[int, int, str]],
    entities: list[tuple[int, int, str]],
    widened: int,
    trimmed: int,
    lost: int,
    remark: str,
) -> None:
    found = align([Span(*span) for span in spans], TOKENS)
    assert found.entities == tuple(entities), remark
    assert (found.widened, found.trimmed, len(found.lost)) == (widened, trimmed, lost), remark


def naive(spans: list[Span], tokens: list[Token]) -> Alignment:
    """Paint one character after the other, the strongest span first."""
    owner: dict[int, int] = {}  # token -> place of its span
    claims: dict[int, set[int]] = {}
    for place in sorted(range(len(spans)), key=lambda place: (-len(spans[place]), spans[place].start, place)):
        span = spans[place]
        claims[place] = {
            index
            for index, token in enumerate(tokens)
            if any(token.start <= at < token.end for at in range(span.start, span.end))
        }
        for index in claims[place]:
            owner.setdefault(index, place)
    entities, widened, trimmed, lost = [], 0, 0, []
    for place, span in enumerate(spans):
        own = sorted(index for index, holder in owner.items() if holder == place)
        if not own:
            lost.append(span)
            continue
        assert own == list(range(own[0], own[-1] + 1))
        entities.append(Entity(own[0], own[-1] + 1, span.label))
        trimmed += set(own) != claims[place]
        inside = range(span.start, span.end)
        widened += any(at not in inside for index in (own[0], own[-1]) for at in range(*tokens[index]))
    return Alignment(tuple(sorted(entities)), widened, tuple(lost), trimmed)


@st.composite
def cases(draw: st.DrawFn) -> tuple[list[Token], list[Span]]:
    tokens, at = [], 0
    for gap, length in draw(st.lists(st.tuples(st.integers(0, 2), st.integers(1, 4)), max_size=8)):
        tokens.append(Token(at + gap, at + gap + length))
        at += gap + length
    places = st.tuples(st.integers(0, at + 2), st.integers(1, 12), st.sampled_from("AB"))
    return tokens, [Span(start, start + length, label) for start, length, label in draw(st.lists(places, max_size=7))]


@given(cases())
@settings(max_examples=500, deadline=None)
@example(([], [Span(0, 1, "A")]))
def test_against_the_oracle(case: tuple[list[Token], list[Span]]) -> None:
    tokens, spans = case
    assert align(spans, tokens) == naive(spans, tokens)


@given(cases())
@settings(max_examples=300, deadline=None)
def test_split_tokens_makes_every_edge_a_token_edge(case: tuple[list[Token], list[Span]]) -> None:
    tokens, spans = case
    pieces, cuts = split_tokens(tokens, spans)
    edges = {edge for span in spans for edge in (span.start, span.end)}
    assert [at for piece in pieces for at in range(*piece)] == [at for token in tokens for at in range(*token)]
    assert all(start < end for start, end in pieces)
    assert not any(start < edge < end for edge in edges for start, end in pieces)
    # No cut without a reason: every new edge is a span's.
    assert {start for start, _ in pieces} - {start for start, _ in tokens} <= edges
    assert cuts == len(pieces) - len(tokens)
    assert align(spans, pieces).widened == 0


@given(cases())
def test_there_and_back(case: tuple[list[Token], list[Span]]) -> None:
    tokens, spans = case
    entities = align(spans, tokens).entities
    again = align(to_spans(entities, tokens), tokens)
    assert again == Alignment(entities, 0, (), 0)


def test_to_spans_refuses_tokens_that_are_not_there() -> None:
    with pytest.raises(UsageError, match=r"\[4, 6\) does not lie within 5 tokens"):
        to_spans([Entity(4, 6, "A")], TOKENS)
