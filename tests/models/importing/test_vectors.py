import gzip
from pathlib import Path

import numpy as np
import pytest
from gensim.models import FastText, KeyedVectors
from gensim.models.fasttext import save_facebook_model

from scrubjay.detect.tagger.vectors import load_vectors
from scrubjay.errors import FormatError
from scrubjay.models.importing.vectors import convert

WORDS = {"the": [1.0, 2.0], "Wells": [3.0, 4.5], "000": [-1.0, 0.25]}
LINES = "".join(f"{word} {' '.join(map(str, numbers))}\n" for word, numbers in WORDS.items())


def written(folder: Path, kind: str) -> Path:
    if kind == "glove":
        (folder / "glove.txt").write_text(LINES)
        return folder / "glove.txt"
    if kind == "vec":
        (folder / "crawl.vec").write_text(f"3 2\n{LINES}")
        return folder / "crawl.vec"
    if kind == "gz":
        (folder / "glove.txt.gz").write_bytes(gzip.compress(LINES.encode()))
        return folder / "glove.txt.gz"
    vectors = KeyedVectors(2)
    vectors.add_vectors(list(WORDS), np.array(list(WORDS.values()), np.float32))
    vectors.save_word2vec_format(str(folder / "w2v.bin"), binary=True)
    return folder / "w2v.bin"


@pytest.mark.parametrize("kind", ["glove", "vec", "gz", "word2vec"])
def test_words_and_numbers_come_through(kind: str, tmp_path: Path) -> None:
    convert(written(tmp_path, kind), tmp_path / "store")
    store = load_vectors(tmp_path / "store")
    assert len(store) == 4
    for word, numbers in WORDS.items():
        assert store.matrix[store.row(word)].tolist() == numbers
    assert store.row("nobody") == 0
    assert np.allclose(store.matrix[0], np.mean(list(WORDS.values()), 0)), "the unknown are the mean of all"


def test_the_cascade(tmp_path: Path) -> None:
    convert(written(tmp_path, "glove"), tmp_path)
    store = load_vectors(tmp_path)
    rows = [store.row(word) for word in ("Wells", "THE", "417", "wells")]
    assert rows == [store.row("Wells"), store.row("the"), store.row("000"), 0], (
        "as it is, small, digits as 0, unknown"
    )


def test_the_vector_of_unknown_words_is_used(tmp_path: Path) -> None:
    (tmp_path / "glove.txt").write_text(LINES + "unk 9 9\n")
    assert convert(tmp_path / "glove.txt", tmp_path).matrix[0].tolist() == [9, 9]


def test_fasttext_binary(tmp_path: Path) -> None:
    model = FastText([["seen", "by", "wells"]] * 20, vector_size=4, min_count=1, epochs=1, bucket=50, workers=1)
    save_facebook_model(model, str(tmp_path / "ft.bin"))
    store = convert(tmp_path / "ft.bin", tmp_path / "store")
    assert np.allclose(store.matrix[store.row("wells")], model.wv["wells"], atol=1e-6)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"the 1 2\nwells 3\n", "line 2"),
        (b"the 1 2\nwells 3 x\n", "is no word with its numbers"),
        (b"the 1 nan\n", "line 1"),
        (b"", "holds no vectors"),
        (b"the\n", "line 1"),
    ],
)
def test_broken_lines_are_named(content: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "glove.txt").write_bytes(content)
    with pytest.raises(FormatError, match=message):
        convert(tmp_path / "glove.txt", tmp_path / "store")
    (tmp_path / "w.bin").write_bytes(b"nothing of that kind")
    with pytest.raises(FormatError, match="neither word2vec's nor fastText's"):
        convert(tmp_path / "w.bin", tmp_path / "store")
