from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from scrubjay.detect.tagger.reading import Reading
from scrubjay.errors import UsageError
from scrubjay.models.export import export
from scrubjay.training.teachers import Teachers
from tests.models.taggers import SENTENCES, tagger


def test_opinions_are_the_mean_of_what_each_finds_probable(tmp_path: Path) -> None:
    made = [tagger("neuroner", seed) for seed in (1, 2)]
    for number, one in enumerate(made):
        export(one, tmp_path / str(number), small=False)
    teachers = Teachers([tmp_path / "0", tmp_path / "1"], made[0].description)
    expected = []
    for one in made:
        batch = one.batch(SENTENCES)
        with torch.no_grad():
            expected.append(one.chain().marginals(one.network(batch).numpy(), batch.lengths.numpy()))
    assert np.abs(teachers.opinions(SENTENCES).numpy() - np.mean(expected, axis=0)).max() < 1e-4


def test_a_teacher_that_reads_otherwise_is_refused(tmp_path: Path) -> None:
    made = tagger("neuroner")
    export(made, tmp_path / "one")
    other = replace(made.description, reading=Reading(tokenizer="fine"))
    with pytest.raises(UsageError, match="one cannot teach this run: it has other reading"):
        Teachers([tmp_path / "one"], other)
    with pytest.raises(UsageError, match="it has other tags"):
        Teachers([tmp_path / "one"], replace(made.description, tags=("O", "S-DATE")))
