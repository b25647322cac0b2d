import numpy as np
import pytest

from scrubjay.detect.tagger.inputs import CASINGS, LONGEST_WORD, ONE_HOT_CHARACTERS, Alphabet, arrays, casing, casings


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


def test_words_that_come_twice_are_there_once() -> None:
    found = arrays([["seen", "by", "seen"], ["by"]])
    assert found.words == ["seen", "by"]
    assert found.spelling.tolist() == [[0, 1, 0], [1, 0, 0]]
    assert found.lengths.tolist() == [3, 1]
    assert np.array_equal(casings(found.words), [2, 2])
