from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.detect.tagger.inputs import arrays
from scrubjay.detect.tagger.pieces import LONGEST, MARKS, MOST, POSITIONS, Pieces, load_pieces
from scrubjay.errors import FormatError

PIECES = Pieces(["[PAD]", "[CLS]", "[SEP]", "[UNK]", "a", "ab", "abc", "n", "##b", "##bc", "##a", "##n", "-"])


def naively(word: str) -> list[int]:
    """Return the pieces of a word: of all that fit at its beginning the longest, and so on; or the unknown one."""
    rest, found = word.lower().replace("ñ", "n"), list[int]()
    while rest and len(found) < MOST:
        sign = "##" if found else ""
        fitting = [
            (len(name) - len(sign), number)
            for number, name in enumerate(PIECES.pieces)
            if name.startswith("##") == bool(found) and (sign + rest).startswith(name)
        ]
        if not fitting:
            return [3]
        length, number = max(fitting)
        found.append(number)
        rest = rest[length:]
    return found


@given(st.text("abcnñABÑ-", min_size=1, max_size=9))
def test_the_longest_pieces_from_the_left(word: str) -> None:
    assert PIECES.of(word) == naively(word)


def test_a_sentence_as_pieces_with_marks_and_heads() -> None:
    found = PIECES.arrays(arrays([["Abc", "-", "abñ"], ["a"]]))
    assert found.pieces.tolist() == [[1, 6, 12, 5, 11, 2], [1, 4, 2, 0, 0, 0]]
    assert found.heads.tolist() == [[1, 2, 3], [1, 0, 0]]
    assert found.lengths.tolist() == [6, 3]
    around, upper, sign, accented, again, end = found.marks[0].tolist()
    assert around == end == MARKS - 1
    assert accented == again
    assert len({around, upper, sign, accented}) == 4
    assert accented % 2 == 1
    assert upper % 2 == sign % 2 == 0


def test_no_sentence_is_longer_than_an_encoder_reads() -> None:
    found = PIECES.arrays(arrays([["abababababab"] * LONGEST]))
    assert found.lengths.tolist() == [LONGEST * MOST + 2]
    assert LONGEST * MOST + 2 <= POSITIONS
    longer = PIECES.arrays(arrays([["abababababab"] * 2 * LONGEST]))
    assert longer.pieces.shape == (1, POSITIONS)
    assert longer.heads.max() == POSITIONS - 1
    assert np.array_equal(longer.pieces[0, :100], found.pieces[0, :100])


def test_lists_on_disk(tmp_path: Path) -> None:
    PIECES.save(tmp_path)
    assert load_pieces(tmp_path) == PIECES
    (tmp_path / "pieces.txt").write_text("a\nb\n")
    with pytest.raises(FormatError, match=r"has no \[CLS\]"):
        load_pieces(tmp_path)
    (tmp_path / "pieces.txt").unlink()
    with pytest.raises(FormatError, match="is no list of word pieces"):
        load_pieces(tmp_path)
