"""What a provider gives away: public words, none of them a figure; damaged, it is refused."""

from pathlib import Path

import numpy as np
import pytest

from scrubjay.detect.tagger.inputs import CASINGS
from scrubjay.detect.tagger.vectors import Vectors
from scrubjay.errors import FormatError, UsageError
from scrubjay.share.publication import load, public
from tests.share.test_pool import publication


def test_numbers_of_one_shape_are_one_word() -> None:
    words = ["<unknown>", "wells", "1962", "0000", "h1n1", "a0"]
    given = Vectors(words, np.arange(12, dtype=np.float32).reshape(6, 2))
    found = public(given)
    assert found.words == ["<unknown>", "wells", "0000", "a0"]
    for year in ("1962", "1961", "2024"):
        assert found.vectors([year]).tolist() == [[6.0, 7.0]], year
    assert found.vectors(["wells", "a7", "h1n1"]).tolist() == [[2.0, 3.0], [10.0, 11.0], [0.0, 1.0]]
    assert public(found).words == found.words


def test_shapes_of_numbers_get_vectors_of_their_own() -> None:
    given = Vectors(["<unknown>", "wells", "1962", "0000"], np.arange(8, dtype=np.float32).reshape(4, 2))
    found = public(given, shapes=["00", "0000", "00"])
    assert found.words == ["<unknown>", "wells", "0000", "00"]
    day, other, year, name = found.vectors(["31", "12", "1962", "Okafor"]).tolist()
    assert day == other not in (year, name)
    assert (year, name) == ([6.0, 7.0], [0.0, 1.0]), "what has a vector keeps it"
    assert found.matrix.dtype == given.matrix.dtype
    assert public(given, shapes=["00"]).vectors(["31"]).tolist() == [day], "the same in every run"


def test_a_damaged_representation_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "representation"
    made = publication(folder)
    assert load(folder).name == made.name
    with pytest.raises(UsageError, match="is there"):
        publication(folder)
    (folder / "weights.safetensors").write_bytes(b"nothing")
    with pytest.raises(FormatError, match="damaged"):
        load(folder)
    with pytest.raises(FormatError, match="is no representation"):
        load(tmp_path)


def test_how_usual_words_are_is_told_by_row_and_casing() -> None:
    given = Vectors(["<unknown>", "wells", "1962", "seen"], np.zeros((4, 2), np.float32))
    found = public(given, {"seen": 0.5, "Seen": 0.25, "wells": 1.0, "Okafor": 0.75})
    small, initial = CASINGS.index("all lower"), CASINGS.index("initial upper")
    assert found.usual == {(2, small): 0.5, (2, initial): 0.25, (1, small): 1.0}, "rows without 1962, no unknown word"
    assert public(given).usual is None


def test_how_usual_words_are_belongs_to_it(tmp_path: Path) -> None:
    bare, folder = publication(tmp_path / "bare"), tmp_path / "usual"
    made = publication(folder, usual={(3, 2): 0.5})
    assert made.vectors.usual == load(folder).vectors.usual == {(3, 2): 0.5}
    assert made.name != bare.name
    for each in (folder, tmp_path / "bare"):
        np.save(each / "usual.npy", np.array([[3, 2, 0.25]], np.float32))
        with pytest.raises(FormatError, match="damaged"):
            load(each)
