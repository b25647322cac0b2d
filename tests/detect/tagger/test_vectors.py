import json
from pathlib import Path

import numpy as np
import pytest

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
