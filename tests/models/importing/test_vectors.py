import gzip
from pathlib import Path

import numpy as np
import pytest
from gensim.models import FastText, KeyedVectors
from gensim.models.fasttext import load_facebook_vectors, save_facebook_model
from gensim.test.utils import datapath

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


def fasttext(folder: Path, **settings: int) -> tuple[FastText, Path]:
    model = FastText(
        [["seen", "by", "wells", "Müller"]] * 20, vector_size=4, min_count=1, epochs=1, workers=1, **settings
    )
    save_facebook_model(model, str(folder / "ft.bin"))
    return model, folder / "ft.bin"


UNSEEN = ["Wellsby", "Müllerová", "a", "王医生", "🩺", "see\u0301n"]


@pytest.mark.parametrize(("shortest", "longest"), [(3, 6), (1, 3), (5, 5)])
def test_fasttext_binary(shortest: int, longest: int, tmp_path: Path) -> None:
    model, file = fasttext(tmp_path, bucket=50, min_n=shortest, max_n=longest)
    for store in (convert(file, tmp_path / "store"), load_vectors(tmp_path / "store")):
        assert len(store) == 5
        words = ["wells", "Müller", *UNSEEN]
        assert np.allclose(store.vectors(words), [model.wv[word] for word in words], rtol=0, atol=1e-6)


def test_fasttext_s_own_file(tmp_path: Path) -> None:
    file = datapath("crime-and-punishment.bin")
    store, model = convert(Path(file), tmp_path), load_facebook_vectors(file)
    words = ["landlady", "landlord", "Raskolnikovs", "été"]
    assert np.allclose(store.vectors(words), [model[word] for word in words], rtol=0, atol=1e-6)


def test_fasttext_in_half_precision_with_few_words(tmp_path: Path) -> None:
    model, file = fasttext(tmp_path, bucket=50)
    store = convert(file, tmp_path / "store", most=2, half=True)
    assert store.subwords is not None
    assert (len(store), len(store.subwords)) == (3, 50), "most limits words alone"
    assert {store.matrix.dtype, store.subwords.matrix.dtype} == {np.dtype(np.float16)}
    assert np.allclose(store.vectors(UNSEEN), [model.wv[word] for word in UNSEEN], atol=1e-3)


def test_fasttext_without_subwords(tmp_path: Path) -> None:
    _, file = fasttext(tmp_path, bucket=50)
    convert(file, tmp_path / "store")
    model, file = fasttext(tmp_path, bucket=0, max_n=0)
    store = convert(file, tmp_path / "store")
    assert store.subwords is None, "those of the model before are gone"
    assert np.allclose(store.vectors(["wells"]), [model.wv["wells"]])
    assert (store.vectors(["Wellsby"]) == store.matrix[0]).all()


def test_damaged_models_of_fasttext(tmp_path: Path) -> None:
    _, file = fasttext(tmp_path, bucket=50)
    content = file.read_bytes()
    for end in (4, 60, 100, 130, 400):
        file.write_bytes(content[:end])
        with pytest.raises(FormatError, match="no model of fastText, or a damaged one"):
            convert(file, tmp_path / "store")
    file.write_bytes(content[:72] + b"\x01" + content[73:])
    with pytest.raises(FormatError, match="a classifier or quantised"):
        convert(file, tmp_path / "store")


def test_words_that_a_line_cannot_hold_are_skipped(tmp_path: Path) -> None:
    rows = {b"the": 1.0, b"a\nb": 2.0, b"": 3.0, b"x\ry": 4.0}
    numbers = [word + b" " + np.full(2, row, np.float32).tobytes() for word, row in rows.items()]
    (tmp_path / "w2v.bin").write_bytes(b"4 2\n" + b"".join(numbers))
    convert(tmp_path / "w2v.bin", tmp_path / "store")
    store = load_vectors(tmp_path / "store")
    assert list(store.words[1:]) == ["the", "x\ry"]
    assert store.vectors(["the", "x\ry"]).tolist() == [[1, 1], [4, 4]]
    (tmp_path / "w2v.bin").write_bytes(b"1 2\n" + numbers[1])
    with pytest.raises(FormatError, match="holds no vectors"):
        convert(tmp_path / "w2v.bin", tmp_path / "store")


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
