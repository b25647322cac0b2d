import numpy as np
import pytest
from gensim.models.fasttext_inner import compute_ngrams_bytes, ft_hash_bytes
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.detect.tagger.subwords import LONGEST_WORD, Subwords
from tests import strategies


def made(shortest: int, longest: int, buckets: int = 2_000_000, numbers: int = 1) -> Subwords:
    return Subwords(np.zeros((buckets, numbers), np.float16), shortest, longest)


def by_gensim(word: str, shortest: int, longest: int, buckets: int) -> list[int]:
    return [ft_hash_bytes(one) % buckets for one in compute_ngrams_bytes(word, shortest, longest)]


@pytest.mark.parametrize(
    ("word", "shortest", "longest", "remark"),
    [
        ("wells", 3, 6, "the usual lengths"),
        ("a", 3, 6, "as long as < and > make it"),
        ("", 3, 6, "no n-gram"),
        ("", 1, 2, "< and > alone are none, <> is one"),
        ("wells", 1, 1, "letters, without < and >"),
        ("wells", 0, 2, "as from 1 on"),
        ("ab", 5, 5, "too short"),
        ("Müllerová", 3, 6, "letters of two bytes, taken as signed"),
        ("王医生", 2, 3, "three bytes"),
        ("🩺x", 1, 4, "four bytes"),
        ("<b>", 1, 3, "signs of its own"),
    ],
)
def test_buckets_are_fasttext_s(word: str, shortest: int, longest: int, remark: str) -> None:
    assert made(shortest, longest).buckets(word) == by_gensim(word, shortest, longest, 2_000_000), remark


@given(strategies.text, st.integers(0, 7), st.integers(1, 7), st.integers(1, 2**31 - 1))
def test_buckets_of_any_word(word: str, one: int, other: int, buckets: int) -> None:
    shortest, longest = min(one, other), max(one, other)
    subwords = Subwords(np.broadcast_to(np.zeros(1, np.float32), (buckets, 1)), shortest, longest)
    assert subwords.buckets(word) == by_gensim(word, shortest, longest, buckets)


@given(strategies.text)
def test_a_vector_is_the_mean_of_n_grams(word: str) -> None:
    matrix = np.random.default_rng(7).normal(size=(40, 5)).astype(np.float32)
    rows = [matrix[bucket] for bucket in by_gensim(word, 3, 6, 40)]
    expected = np.mean(rows, 0) if rows else np.zeros(5)
    assert np.allclose(Subwords(matrix, 3, 6).vector(word), expected, atol=1e-6)


def test_words_that_are_none() -> None:
    subwords = made(3, 6, numbers=4)
    assert len(subwords.buckets("x" * 10**6)) == len(subwords.buckets("x" * LONGEST_WORD)), "a blob costs little"
    assert subwords.vector("\ud800").shape == (4,), "half a character is no reason to fail"
