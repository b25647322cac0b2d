from hypothesis import given
from hypothesis import strategies as st

from scrubjay.detect.tagger.hints import SIZE, hints, padded
from scrubjay.documents.span import Span
from scrubjay.tokens.token import Token

TOKENS = [Token(start, start + 3) for start in range(0, 40, 4)]
SPANS = st.builds(
    lambda start, length, label, score: Span(start, start + length, label, score),
    st.integers(0, 39),
    st.integers(1, 12),
    st.sampled_from(["PATIENT", "DATE", "HOSPITAL", "MEDICALRECORD", "NEVER-HEARD"]),
    st.sampled_from([None, 0.3, 0.55, 0.9]),
)


@given(st.lists(SPANS, max_size=6))
def test_hints_are_the_surest_finds_that_touch_a_token(spans: list[Span]) -> None:
    found = hints(spans, TOKENS)
    assert found.shape == (len(TOKENS), SIZE)
    for token, row in zip(TOKENS, found.tolist(), strict=True):
        touching = [span for span in spans if span.start < token.end and token.start < span.end]
        sure = max((1.0 if span.score is None else span.score for span in touching), default=0.0)
        assert abs(max(row[:-1]) - sure) < 1e-6


def test_names_and_numbers_have_columns_of_their_own_and_a_find_begins_once() -> None:
    found = hints([Span(0, 11, "PATIENT", 0.8), Span(12, 15, "MEDICALRECORD", 0.6)], TOKENS)
    assert (found[:4] > 0).sum(1).tolist() == [2, 1, 1, 2]
    assert found[0].argmax() != found[3].argmax()
    assert hints([], []).shape == (0, SIZE)


def test_padding_adds_silence() -> None:
    found = padded([hints([Span(0, 3, "DATE", 0.9)], TOKENS[:1]), hints([], TOKENS[:3])], 4)
    assert found.shape == (2, 4, SIZE)
    assert found[0, 0].any()
    assert not found[0, 1:].any()
    assert not found[1].any()
