"""How alike corpora are: the same is 1, nothing in common is 0, and the larger knows more of the smaller."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay import Document, Span
from scrubjay.transfer.similarity import MEASURES, Traits, overlap, rank_correlation
from tests.transfer.small import notes

COUNTS = st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 9), min_size=1)


def test_a_corpus_is_like_itself_and_less_like_others() -> None:
    one, other = Traits(notes("alder", 20)), Traits(notes("cypress", 20))
    assert set(one.likeness(one).values()) == {1.0}
    assert one.likeness(other)["overall"] < 0.9
    assert set(one.likeness(other)) == {*MEASURES, "overall"}


def test_a_corpus_knows_what_it_has_and_not_the_other_way_round() -> None:
    some = list(notes("alder", 4))
    small, large = Traits(some), Traits([*some, *notes("birch", 4)])
    assert large.likeness(small)["contexts"] == 1.0
    assert small.likeness(large)["contexts"] < 1.0


def test_words_inside_of_identities_do_not_count_as_words() -> None:
    traits = Traits([Document("n", "Seen by Dr. Wells.", (Span(12, 17, "DOCTOR"),))])
    assert "wells" not in traits.words
    assert traits.contexts == {"DOCTOR dr.": 1}
    assert traits.formats == {"DOCTOR Aa": 1}


@given(COUNTS, COUNTS)
def test_overlap_is_a_share_and_goes_both_ways(one: dict[str, int], other: dict[str, int]) -> None:
    from collections import Counter

    first, second = Counter(one), Counter(other)
    assert 0 <= overlap(first, second) <= 1
    assert overlap(first, second) == pytest.approx(overlap(second, first))
    assert overlap(first, first) == pytest.approx(1)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=9))
def test_rank_correlation_is_scipys(pairs: list[tuple[int, int]]) -> None:
    from scipy.stats import spearmanr

    one, other = ([float(pair[side]) for pair in pairs] for side in (0, 1))
    found = rank_correlation(one, other)
    if len(set(one)) == 1 or len(set(other)) == 1:
        assert found is None
    else:
        assert found == pytest.approx(float(spearmanr(one, other).statistic))
