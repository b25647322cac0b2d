"""What a provider gives away: public words, none of them a figure; damaged, it is refused."""

from pathlib import Path

import numpy as np
import pytest

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
