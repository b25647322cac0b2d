import json
from pathlib import Path

import numpy as np
import pytest
import torch

from scrubjay.detect.tagger.runtime import SENTENCE, Runtime
from scrubjay.detect.tagger.shelf import SETTINGS, described, verify
from scrubjay.detect.tagger.vectors import Vectors
from scrubjay.errors import FormatError
from scrubjay.models.export import export
from tests.models import taggers
from tests.models.taggers import SENTENCES, tagger


@pytest.mark.parametrize("subwords", [False, True])
@pytest.mark.parametrize("name", taggers.SETTINGS)
def test_the_runtime_scores_and_tags_as_torch_does(name: str, subwords: bool, tmp_path: Path) -> None:
    made = tagger(name, subwords=subwords)
    export(made, tmp_path, small=False)
    runtime = Runtime(tmp_path)
    with torch.no_grad():
        expected = made.network(made.batch(SENTENCES)).numpy()
    scores, lengths = runtime.scores(SENTENCES)
    for row, length in enumerate(lengths):
        assert np.abs(scores[row, :length] - expected[row, :length]).max() < 1e-4
    best = made.chain().best(expected, lengths)
    for sentence, (tags, sure, _), row, length in zip(
        SENTENCES, runtime.tagged(SENTENCES), best, lengths, strict=True
    ):
        assert tags == [made.description.tags[tag] for tag in row[:length]]
        assert all(0 <= each <= 1 for each in sure)
        [alone] = runtime.tagged([sentence])
        assert alone[0] == tags
        assert np.allclose(alone[1], sure, atol=1e-4)


def test_unknown_words_differ_by_their_letters(tmp_path: Path) -> None:
    for subwords in (True, False):
        export(tagger("standard", subwords=subwords), tmp_path)
        one, other = (Runtime(tmp_path).scores([[word]])[0] for word in ("Okafor", "Larsen"))
        assert (np.abs(one - other).max() > 1e-3) == subwords


def test_folders_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"is no tagger of scrubjay: it has no tagger\.json"):
        Runtime(tmp_path)
    export(tagger("neuroner"), tmp_path)
    (tmp_path / SENTENCE).write_bytes(b"nothing")
    with pytest.raises(FormatError, match=r"sentence\.onnx: is not what was written"):
        Runtime(tmp_path)
    (tmp_path / SETTINGS).write_text("{}")
    with pytest.raises(FormatError, match=r"is no tagger of scrubjay: it has no tagger\.json"):
        Runtime(tmp_path)


def test_a_change_of_the_settings_is_noticed(tmp_path: Path) -> None:
    export(tagger("neuroner"), tmp_path)
    whole = json.loads((tmp_path / SETTINGS).read_text())
    for key, value in (("casing", True), ("tags", [*whole["tags"][:-1], "O"]), ("reading", {}), ("alphabet", "ab")):
        (tmp_path / SETTINGS).write_text(json.dumps(whole | {key: value}))
        for look in (verify, described, Runtime):
            with pytest.raises(FormatError, match=r"tagger\.json: is not what was written"):
                look(tmp_path)
    (tmp_path / SETTINGS).write_text(json.dumps(whole | {"version": 3}))
    with pytest.raises(FormatError, match="has the version 3; this scrubjay reads 2"):
        verify(tmp_path)


def test_no_sentence_and_an_empty_one_have_no_tags(tmp_path: Path) -> None:
    export(tagger("neuroner"), tmp_path)
    runtime = Runtime(tmp_path)
    assert runtime.tagged([]) == []
    assert [each.tags for each in runtime.tagged([[], []])] == [[], []]
    nothing: list[list[list[str]]] = [[], [[]], [[], []]]
    for sentences in nothing:
        scores, lengths = runtime.scores(sentences)
        assert len(scores) == len(lengths) == len(sentences)


def test_scores_that_are_no_numbers_are_an_error(tmp_path: Path) -> None:
    made = tagger("neuroner")
    with torch.no_grad():
        made.network.scores.bias[0] = float("nan")
    export(made, tmp_path)
    with pytest.raises(FormatError, match="gives scores that are no numbers"):
        Runtime(tmp_path).tagged(SENTENCES)


def test_vectors_too_large_for_half_precision_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"vectors\.npy: would hold a number that float16 cannot"):
        Vectors(["<unknown>", "a"], np.array([[0, 0], [7e4, 1]], np.float32)).save(tmp_path, np.float16)
    assert not list(tmp_path.glob("*.npy*"))


@pytest.mark.parametrize(
    "name", ["letters.onnx", "sentence.onnx", "chain.npz", "words.txt", "vectors.npy", "lists.npz"]
)
def test_a_file_that_is_cut_changed_or_gone_is_named(name: str, tmp_path: Path) -> None:
    export(tagger("listed"), tmp_path)
    whole = (tmp_path / name).read_bytes()
    for content in (whole[:-5], whole[:40] + b"?" + whole[41:], b""):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(FormatError, match=f"{name}|is no tagger, or a damaged one"):
            Runtime(tmp_path)
    (tmp_path / name).unlink()
    with pytest.raises(FormatError, match=f"{name}|is no tagger, or a damaged one"):
        Runtime(tmp_path)


def test_what_another_tagger_left_does_not_stay(tmp_path: Path) -> None:
    export(tagger("listed"), tmp_path)
    export(tagger("neuroner"), tmp_path)
    assert not (tmp_path / "lists.npz").exists()
    Runtime(tmp_path).tagged(SENTENCES)
