from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from scrubjay.detect.tagger.inputs import Alphabet
from scrubjay.detect.tagger.runtime import Runtime
from scrubjay.detect.tagger.shelf import verify
from scrubjay.errors import UsageError
from scrubjay.models.export import export
from scrubjay.models.merging import merge
from scrubjay.models.tagger import Tagger
from tests.models.taggers import SENTENCES, tagger


def exported(made: Tagger, folder: Path, like: Tagger) -> Path:
    made.vectors = like.vectors  # taggers that are made one share their vectors
    export(made, folder)
    return folder


@pytest.mark.parametrize(
    "names",
    [("neuroner",) * 3, ("listed",) * 3, ("one-hot",) * 3, ("standard",) * 3, ("neuroner", "neuroner", "wide")],
    ids="-".join,
)
def test_one_of_several_scores_as_they_do_on_average(names: tuple[str, ...], tmp_path: Path) -> None:
    first = tagger(names[0])
    folders = [exported(tagger(name, seed), tmp_path / str(seed), first) for seed, name in enumerate(names, 1)]
    merge(folders, tmp_path / "all")
    verify(tmp_path / "all")
    merged, every = Runtime(tmp_path / "all"), [Runtime(folder) for folder in folders]
    expected = np.mean([runtime.scores(SENTENCES)[0] for runtime in every], axis=0)
    scores, lengths = merged.scores(SENTENCES)
    for row, length in enumerate(lengths):
        assert np.abs(scores[row, :length] - expected[row, :length]).max() < 1e-4
    assert np.allclose(merged.chain.transitions, np.mean([one.chain.transitions for one in every], axis=0))


def test_alphabets_may_differ(tmp_path: Path) -> None:
    first, other = tagger("neuroner"), tagger("neuroner", 2)
    other.description = replace(other.description, alphabet=Alphabet("SWD.gfedcbx"))  # other letters in another order
    folders = [exported(made, tmp_path / str(place), first) for place, made in enumerate((first, other))]
    merge(folders, tmp_path / "both")
    expected = np.mean([Runtime(folder).scores(SENTENCES)[0] for folder in folders], axis=0)
    scores, lengths = Runtime(tmp_path / "both").scores(SENTENCES)
    for row, length in enumerate(lengths):
        assert np.abs(scores[row, :length] - expected[row, :length]).max() < 1e-4


def test_taggers_that_read_otherwise_are_refused(tmp_path: Path) -> None:
    first, other = tagger("neuroner"), tagger("neuroner", 2)
    folders = [tmp_path / "one", tmp_path / "two"]
    for made, folder in zip((first, other), folders, strict=True):
        export(made, folder)  # each with vectors of its own
    with pytest.raises(UsageError, match="cannot be made one"):
        merge(folders, tmp_path / "both")
    assert not (tmp_path / "both").exists()
