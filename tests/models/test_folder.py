import json
from pathlib import Path

import pytest
import torch

from scrubjay.detect.tagger.shelf import sealed
from scrubjay.errors import FormatError
from scrubjay.models.folder import MODEL, VERSION, WEIGHTS, load, save
from tests.models.taggers import SENTENCES, SETTINGS, tagger


@pytest.mark.parametrize("subwords", [False, True])
@pytest.mark.parametrize("name", SETTINGS)
def test_a_tagger_comes_back_as_it_was(name: str, subwords: bool, tmp_path: Path) -> None:
    made = tagger(name, subwords=subwords)
    save(made, tmp_path / "model", "# Made up\n")
    back = load(tmp_path / "model")
    assert back.description == made.description
    with torch.no_grad():
        torch.testing.assert_close(
            back.network(back.batch(SENTENCES)), made.network(made.batch(SENTENCES)), rtol=0, atol=0
        )
    kinds = {file.suffix for file in (tmp_path / "model").iterdir()}
    assert kinds - {".npz"} == {".json", ".md", ".npy", ".safetensors", ".txt"}


@pytest.mark.parametrize("name", ["subwords.npy", "subwords.json"])
def test_subwords_are_what_was_written(name: str, tmp_path: Path) -> None:
    save(tagger("neuroner", subwords=True), tmp_path)
    (tmp_path / name).write_bytes((tmp_path / name).read_bytes() + b" ")
    with pytest.raises(FormatError, match=f"{name}: is damaged: it is not what was written"):
        load(tmp_path)
    (tmp_path / name).unlink()
    with pytest.raises(FormatError, match=f"{name}: is missing"):
        load(tmp_path)


def test_folders_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"no tagger of scrubjay: it has no model\.json"):
        load(tmp_path)
    save(tagger("neuroner"), tmp_path)
    weights = bytearray((tmp_path / WEIGHTS).read_bytes())
    weights[-3] ^= 4
    (tmp_path / WEIGHTS).write_bytes(weights)
    with pytest.raises(FormatError, match="is damaged: it is not what was written"):
        load(tmp_path)
    weights[-3] ^= 4
    (tmp_path / WEIGHTS).write_bytes(weights)
    described = (tmp_path / MODEL).read_text()
    (tmp_path / MODEL).write_text(described.replace(f'"version": {VERSION}', '"version": 7'))
    with pytest.raises(FormatError, match="has the version 7"):
        load(tmp_path)
    (tmp_path / MODEL).write_text(described.replace('"forbids": true', '"forbids": false'))
    with pytest.raises(FormatError, match=r"model\.json: is not what was written"):
        load(tmp_path)
    other = json.loads(described.replace('"units"', '"unitz"'))
    (tmp_path / MODEL).write_text(json.dumps(sealed(other)))
    with pytest.raises(FormatError, match="unknown key 'unitz'"):
        load(tmp_path)
