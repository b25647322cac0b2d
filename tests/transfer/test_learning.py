"""What one step gives the next."""

from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from scrubjay.training.starting import PARTS
from scrubjay.transfer.learning import carry_over
from tests.models.taggers import SETTINGS, tagger


@pytest.mark.parametrize("name", SETTINGS)
def test_all_weights_are_carried_over(tmp_path: Path, name: str) -> None:
    old, new = tagger(name, seed=1), tagger(name, seed=2)
    save_file({key: each.contiguous() for key, each in old.state_dict().items()}, tmp_path / "weights")
    carry_over(new, tmp_path / "weights", PARTS)
    for key, each in new.state_dict().items():
        assert torch.equal(each, old.state_dict()[key]), key


def test_of_some_parts_the_others_stay(tmp_path: Path) -> None:
    old, new, untouched = tagger("neuroner", 1), tagger("neuroner", 2), tagger("neuroner", 2)
    save_file({key: each.contiguous() for key, each in old.state_dict().items()}, tmp_path / "weights")
    carry_over(new, tmp_path / "weights", ("characters", "tokens"))
    for key, each in new.state_dict().items():
        carried = key.startswith(("network.embedding", "network.spelling", "network.recurrent"))
        assert torch.equal(each, (old if carried else untouched).state_dict()[key]), key
