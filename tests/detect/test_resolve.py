"""Overlaps are resolved by one stated rule; the oracle paints characters."""

from hypothesis import example, given
from hypothesis import strategies as st

from scrubjay import Span
from scrubjay.detect.resolve import resolve

_SPANS = st.lists(
    st.builds(
        lambda start, length, label, score, source: Span(start, start + length, label, score, source),
        st.integers(0, 30),
        st.integers(1, 12),
        st.sampled_from(["PATIENT", "DOCTOR", "CITY", "HOSPITAL"]),
        st.sampled_from([None, 0.0, 0.5, 0.7, 1.0]),
        st.sampled_from([None, "rules:name.title", "known:PATIENT"]),
    ),
    max_size=7,
)


def _stretches(spans: list[Span]) -> list[tuple[int, int]]:
    """Return the covered stretches: paint every character, and cut where no span holds both neighbours."""
    painted = [any(span.start <= place < span.end for span in spans) for place in range(50)]
    joined = [any(span.start <= place - 1 and place < span.end for span in spans) for place in range(50)]
    starts = [place for place in range(50) if painted[place] and not (place and joined[place])]
    return [(start, next(end for end in range(start + 1, 51) if not joined[end])) for start in starts]


@given(_SPANS)
def test_the_union_is_covered_exactly_and_nothing_overlaps(spans: list[Span]) -> None:
    assert [(span.start, span.end) for span in resolve(spans)] == _stretches(spans)


@given(_SPANS)
def test_label_score_and_source_are_those_of_the_longest_then_of_the_surest(spans: list[Span]) -> None:
    for result in resolve(spans):
        group = [span for span in spans if span.overlaps(result)]
        longest = [span for span in group if len(span) == max(map(len, group))]
        surest = max(1.0 if span.score is None else span.score for span in longest)
        best = [span for span in longest if (1.0 if span.score is None else span.score) == surest]
        assert (result.label, result.score, result.source) in {(span.label, span.score, span.source) for span in best}


@example(
    ([Span(0, 4, "CITY", 0.9), Span(0, 4, "PATIENT", 0.9)], [Span(0, 4, "PATIENT", 0.9), Span(0, 4, "CITY", 0.9)])
)
@example(([Span(0, 4, "CITY"), Span(0, 4, "CITY", 1.0)], [Span(0, 4, "CITY", 1.0), Span(0, 4, "CITY")]))
@given(_SPANS.flatmap(lambda spans: st.tuples(st.just(spans), st.permutations(spans))))
def test_the_order_in_which_detectors_speak_does_not_matter(both: tuple[list[Span], list[Span]]) -> None:
    one, other = both
    assert resolve(one) == resolve(other)


@given(_SPANS)
def test_resolving_twice_changes_nothing(spans: list[Span]) -> None:
    once = resolve(spans)
    assert resolve(once) == once


def test_touching_spans_stay_two() -> None:
    assert resolve([Span(0, 4, "CITY"), Span(4, 6, "STATE")]) == (Span(0, 4, "CITY"), Span(4, 6, "STATE"))


def test_gold_without_score_counts_as_certain() -> None:
    assert resolve([Span(0, 4, "CITY", 0.99, "rules:x"), Span(0, 4, "PATIENT")]) == (Span(0, 4, "PATIENT"),)


def test_a_chain_becomes_one_with_the_label_of_its_longest_link() -> None:
    chain = [Span(0, 5, "CITY", 0.9), Span(4, 12, "HOSPITAL", 0.6), Span(11, 14, "STATE", 1.0)]
    assert resolve(chain) == (Span(0, 14, "HOSPITAL", 0.6),)


def test_nothing_gives_nothing() -> None:
    assert resolve([]) == ()
