import json
from pathlib import Path

import numpy as np
import pytest

from scrubjay.detect.tagger.inputs import casings
from scrubjay.detect.tagger.subwords import Subwords
from scrubjay.detect.tagger.vectors import Vectors, load_vectors
from scrubjay.errors import FormatError

WORDS = ["<unknown>", "Wells", "the", "Ward 0", "ward b0"]


def made(subwords: bool = True) -> Vectors:
    chance = np.random.default_rng(3)
    cut = Subwords(chance.normal(size=(30, 4)).astype(np.float32), 3, 5) if subwords else None
    return Vectors(WORDS, chance.normal(size=(len(WORDS), 4)).astype(np.float32), cut)


@pytest.mark.parametrize(
    ("word", "row", "remark"),
    [
        ("Wells", 1, "as it is"),
        ("THE", 2, "in small letters"),
        ("Ward 7", 3, "digits as 0"),
        ("WARD B7", 4, "both"),
        ("wells", 0, "not there: letters are made small, not large"),
        ("", 0, "nothing"),
    ],
)
def test_the_cascade(word: str, row: int, remark: str) -> None:
    assert made().row(word) == row, remark


def test_no_word_is_remembered() -> None:
    vectors = made()
    vectors.vectors(["Okafor", "OKAFOR", "the"])
    assert "okafor" not in repr(vars(vectors)).lower()
    assert list(vectors._rows) == WORDS


def test_known_words_have_rows_and_others_their_n_grams(tmp_path: Path) -> None:
    vectors = made()
    vectors.save(tmp_path)
    back = load_vectors(tmp_path)
    assert back.subwords is not None
    assert isinstance(back.matrix.base, np.memmap)
    assert isinstance(back.subwords.matrix.base, np.memmap)
    for one in (vectors, back):
        assert one.subwords is not None
        found = one.vectors(["Okafor", "THE", "Larsen"])
        assert found.dtype == np.float32
        assert (found == [one.subwords.vector("Okafor"), one.matrix[2], one.subwords.vector("Larsen")]).all()
        assert one.vectors([]).shape == (0, 4)
    assert (back.vectors(["Okafor"]) == vectors.vectors(["Okafor"])).all()


def test_how_usual_a_word_is_stands_behind_its_vector(tmp_path: Path) -> None:
    known = made(subwords=False)
    small, initial, upper = casings(["the", "The", "THE"]).tolist()
    vectors = Vectors(known.words, known.matrix, usual={(1, initial): 0.25, (2, small): 1.0, (2, upper): 0.5})
    assert (known.size, vectors.size) == (4, 5)
    vectors.save(tmp_path)
    for one in (vectors, load_vectors(tmp_path)):
        found = one.vectors(["Wells", "the", "THE", "The", "Okafor"])
        assert found.dtype == np.float32
        assert found[:, 4].tolist() == [0.25, 1.0, 0.5, 0.0, 0.0], "as it is written"
        assert (found[:, :4] == known.matrix[[1, 2, 2, 2, 0]]).all()
    known.save(tmp_path)
    assert load_vectors(tmp_path).usual is None


@pytest.mark.parametrize(
    ("told", "remark"),
    [
        ([[5, 0, 0.5]], "five words have the rows 0 to 4"),
        ([[1, 7, 0.5]], "there are seven casings"),
        ([[1, 2, 1.5]], "more than all notes"),
        ([[1, 2, np.nan]], "not a number"),
        ([[1, 2]], "not said how usual"),
    ],
)
def test_what_cannot_be_usual_is_refused(told: list[list[float]], remark: str, tmp_path: Path) -> None:
    made(subwords=False).save(tmp_path)
    np.save(tmp_path / "usual.npy", np.array(told, np.float32))
    with pytest.raises(FormatError, match="damaged"):
        load_vectors(tmp_path)


def test_without_subwords_others_share_the_first_row(tmp_path: Path) -> None:
    made().save(tmp_path)
    made(subwords=False).save(tmp_path)
    back = load_vectors(tmp_path)
    assert back.subwords is None, "those that were here before are gone"
    assert (back.vectors(["Okafor", "Larsen"]) == back.matrix[0]).all()


def test_vectors_can_be_saved_where_they_are_mapped_from(tmp_path: Path) -> None:
    made().save(tmp_path)
    mapped = load_vectors(tmp_path)
    mapped.save(tmp_path, np.float16)
    back = load_vectors(tmp_path)
    assert back.matrix.dtype == np.float16
    words = ["Okafor", "the"]
    assert np.allclose(mapped.vectors(words), made().vectors(words)), "the old ones are still there"
    assert np.allclose(back.vectors(words), made().vectors(words), atol=1e-2)
    assert len(list(tmp_path.iterdir())) == 4


@pytest.mark.parametrize(
    ("settings", "file"),
    [
        (None, "subwords.json"),
        ("[", "subwords.json"),
        ("[]", "subwords.json"),
        ({"shortest": 3, "longest": 5}, "subwords.json"),
        ({"shortest": 5, "longest": 3, "buckets": 30}, "subwords.json"),
        ({"shortest": 0, "longest": 0, "buckets": 30}, "subwords.json"),
        ({"shortest": 3, "longest": 5, "buckets": 0}, "subwords.json"),
        ({"shortest": 3, "longest": 5, "buckets": 31}, "subwords.npy"),
    ],
)
def test_damaged_settings_are_named(settings: object, file: str, tmp_path: Path) -> None:
    made().save(tmp_path)
    path = tmp_path / "subwords.json"
    if settings is None:
        path.unlink()
    else:
        path.write_text(settings if isinstance(settings, str) else json.dumps(settings))
    with pytest.raises(FormatError, match=file):
        load_vectors(tmp_path)


def test_damaged_matrices_are_named(tmp_path: Path) -> None:
    made().save(tmp_path)
    path = tmp_path / "subwords.npy"
    np.save(path, np.zeros((30, 5), np.float32))
    with pytest.raises(FormatError, match=r"subwords\.npy: has the shape \(30, 5\), not \(30, 4\)"):
        load_vectors(tmp_path)
    path.write_bytes(b"nothing")
    with pytest.raises(FormatError, match=r"subwords\.npy"):
        load_vectors(tmp_path)
    path.unlink()
    with pytest.raises(FormatError, match=r"subwords\.npy"):
        load_vectors(tmp_path)
    (tmp_path / "words.txt").write_text("the\n")
    with pytest.raises(FormatError, match="has 1 words but vectors of the shape"):
        load_vectors(tmp_path)
