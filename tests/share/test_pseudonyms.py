"""Words in the place of words: near ones, written alike, and none left as it is for want of a vector (A1.1)."""

import unicodedata
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.detect.tagger.inputs import casing
from scrubjay.share.neighbours import Neighbours
from scrubjay.share.pseudonyms import Pseudonyms
from tests.share.small import NAMES, vectors

NEAR = Neighbours(vectors(), len(NAMES))


def drawn(count: int = len(NAMES), seed: int = 1) -> Pseudonyms:
    near = NEAR if count == NEAR.count else Neighbours(vectors(), count)
    return Pseudonyms(near, np.random.default_rng(seed))


def test_each_neighbour_is_as_likely_as_another_the_word_itself_among_them() -> None:
    pseudonyms = drawn()
    found = Counter(pseudonyms.word("Wells") for _ in range(8000))
    assert set(found) == {name.title() for name in NAMES}
    assert all(abs(count - 1000) < 150 for count in found.values())
    assert pseudonyms.counts["unchanged"] == found["Wells"]


def test_with_one_neighbour_nothing_is_exchanged() -> None:
    pseudonyms = drawn(count=1)
    assert [pseudonyms.word(word) for word in ("Wells", "1962", "Zyxw")] == ["Wells", "1962", "Zyxw"]


@given(st.text(st.characters(codec="utf-8", categories=("L", "N", "P")), min_size=1, max_size=12), st.integers(0, 99))
def test_a_word_keeps_its_kind_and_no_word_without_a_vector_stays(word: str, seed: int) -> None:
    found = drawn(seed=seed).word(word)
    assert found
    if not any(map(str.isalnum, word)):
        assert found == word, "signs stay"
    elif word.isascii() and not vectors().row(word):
        if any(map(str.isdigit, word)) or not word.isalpha():
            assert [sign.isdigit() for sign in found] == [sign.isdigit() for sign in word]
            assert [sign for sign in found if not sign.isalnum()] == [sign for sign in word if not sign.isalnum()]
        elif word.isalpha() and casing(word) != 6:
            assert casing(found) == casing(word)


@pytest.mark.parametrize("word", ["Zyxwvut", "QWERTZ", "ignotus", "Å"])
def test_a_word_without_a_vector_becomes_another(word: str) -> None:
    pseudonyms = drawn()
    found = {pseudonyms.word(word) for _ in range(50)}
    assert len(found) > 5
    assert word not in found
    assert pseudonyms.counts["without a vector"] == 50


def test_accents_that_stand_by_themselves_do_not_stay_where_they_were() -> None:
    found = [drawn(seed=seed).word("Ze\u0301-r\u0302q\u0323\u0307") for seed in range(9)]
    assert {len(each) for each in found} == {5}, "Zé-rq"
    assert not any(unicodedata.combining(sign) for each in found for sign in each)


@pytest.mark.parametrize("word", ["राम", "மாலதி", "Ⓐnna", "ⒶⒷⒸ", "Ａnna"])
def test_no_sign_of_a_name_in_other_letters_stays(word: str) -> None:
    for seed in range(9):
        found = drawn(seed=seed).word(word)
        assert found.isascii(), "not even its vowel signs"


def test_figures_become_figures() -> None:
    found = {drawn(seed=seed).word("1962") for seed in range(50)}
    assert len(found) > 40
    assert all(len(each) == 4 and each.isdigit() for each in found)


def test_only_identities_are_exchanged_and_within_a_note_alike() -> None:
    words, tags = ["Dr", "Wells", "and", "Wells", ","], ["O", "S-DOCTOR", "O", "S-DOCTOR", "O"]
    both = [drawn(seed=seed).sentence(words, tags) for seed in range(40)]
    assert all([each[0], each[2], each[4]] == ["Dr", "and", ","] for each in both)
    assert any(each[1] != each[3] for each in both)
    alike = [drawn(seed=seed).sentence(words, tags, {}) for seed in range(40)]
    assert all(each[1] == each[3] for each in alike)
