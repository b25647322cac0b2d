import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.detect.tagger.inputs import (
    CASINGS,
    LONGEST_WORD,
    ONE_HOT_CHARACTERS,
    Alphabet,
    arrays,
    casing,
    casings,
    distinct,
)


@pytest.mark.parametrize(
    ("word", "expected", "remark"),
    [
        ("1962", "numeric", ""),
        ("12a", "mainly numeric", "more than half"),
        ("1a", "all lower", "just half: the letters decide"),
        ("b12c", "all lower", "digits do not count against it"),
        ("B12C", "all upper", ""),
        ("Wells", "initial upper", ""),
        ("Wells2", "initial upper", "before its digit"),
        ("xR2", "contains digit", ""),
        ("eGFR", "other", ""),
        ("-", "other", ""),
    ],
)
def test_the_seven_casings_in_their_order(word: str, expected: str, remark: str) -> None:
    assert CASINGS[casing(word)] == expected, remark


def test_letters_as_numbers() -> None:
    numbers, lengths = Alphabet("abc").numbers(["ab", "cax", "a" * 50])
    assert numbers[:2, :4].tolist() == [[1, 2, 0, 0], [3, 1, 0, 0]]
    assert lengths.tolist() == [2, 3, LONGEST_WORD]
    assert numbers.shape == (3, LONGEST_WORD)
    numbers, _ = Alphabet().numbers(["aé", "\x7f"])
    assert numbers.tolist() == [[97, ONE_HOT_CHARACTERS - 1], [ONE_HOT_CHARACTERS - 1, 0]], (
        "code points, the rest last"
    )


@given(st.lists(st.text(max_size=50), min_size=1), st.sampled_from(["", "abc", "aé😀"]))
def test_letters_as_numbers_one_by_one(words: list[str], characters: str) -> None:
    numbers, lengths = Alphabet(characters).numbers(words)
    for row, word in enumerate(words):
        read = word[:LONGEST_WORD]
        others = ONE_HOT_CHARACTERS - 1
        expected = [characters.find(c) + 1 if characters else min(ord(c), others) for c in read]
        assert numbers[row, : len(read)].tolist() == expected
        assert not numbers[row, len(read) :].any()
        assert lengths[row] == max(len(read), 1)


def test_a_lone_surrogate_is_one_letter() -> None:
    assert Alphabet("a").numbers(["a\ud800a"])[0].tolist() == [[1, 0, 1]]


def test_words_keep_the_numbers_that_are_given() -> None:
    numbers = distinct([["by", "seen"], ["x"]])
    found = arrays([["x", "by"]], numbers)
    assert found.spelling.tolist() == [[2, 0]]
    assert found.words == ["by", "seen", "x"]


def test_words_that_come_twice_are_there_once() -> None:
    found = arrays([["seen", "by", "seen"], ["by"]])
    assert found.words == ["seen", "by"]
    assert found.spelling.tolist() == [[0, 1, 0], [1, 0, 0]]
    assert found.lengths.tolist() == [3, 1]
    assert np.array_equal(casings(found.words), [2, 2])
