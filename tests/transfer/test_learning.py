"""What one step gives the next."""

import tomllib
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from scrubjay.training.starting import PARTS
from scrubjay.transfer.corpora import load_corpora
from scrubjay.transfer.learning import Lesson, carry_over
from scrubjay.transfer.settings import build
from scrubjay.transfer.steps import Step
from tests.models.taggers import SETTINGS, tagger
from tests.transfer.small import toml, vectors_in


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


@pytest.mark.parametrize(
    ("step", "homes", "remark"),
    [
        (Step(("alder",)), {"alder"}, "its own"),
        (Step(("alder", "birch")), {"alder", "birch"}, "of all that it learns from"),
        (Step(("birch",), Step(("alder",))), {"birch"}, "of what it learns from now"),
        (Step(("alder", "birch"), method="easyadapt", home="birch"), {"birch"}, "of its home"),
        (Step(("birch",), notes=6), {"birch"}, "some of them"),
    ],
)
def test_a_training_is_stopped_by_validation_notes_and_no_others(
    tmp_path: Path, step: Step, homes: set[str], remark: str
) -> None:
    study = build(tomllib.loads(toml(tmp_path, "alder", "birch").read_text()), "corpora.toml", vectors_in(tmp_path))
    corpora = load_corpora(study)
    lesson = Lesson(step, 1, study, corpora)
    prepared = lesson.prepared(tmp_path) if step.after is None else lesson._prepared
    stopping = {note.id for note in prepared.validation}
    allowed = {note.id for name in homes for note in corpora[name].validation}
    assert stopping <= allowed, remark
    assert stopping == allowed or step.notes is not None
    learnt = {note.id for note in lesson._notes[0]}
    assert learnt <= {note.id for name in step.sources for note in corpora[name].train}
    assert len(stopping) + len(learnt) == step.notes or step.notes is None
