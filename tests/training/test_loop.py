"""A small network on a few made-up notes: it learns, repeats itself, and goes on where it was stopped."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from scrubjay import Document, Span
from scrubjay.documents.formats.writing import write
from scrubjay.errors import UsageError
from scrubjay.models.network import NetworkSettings
from scrubjay.training.loop import Epoch, evaluate, train
from scrubjay.training.preparing import prepare
from scrubjay.training.settings import DataSettings, OptimiserSettings, TrainingSettings, VectorSettings

NETWORK = NetworkSettings(
    words=8, train_words=True, casing=True, character_size=4, character_units=4, units=8, hidden=0, input_dropout=0.1
)


def notes(count: int) -> Iterator[Document]:
    doctors, days = ["Wells", "Ruiz", "Okafor", "Lindqvist"], ["3/28", "4/2", "12/9"]
    for i in range(count):
        doctor, day = doctors[i % 4], days[i % 3]
        text = f"Seen by Dr. {doctor} on {day}. No pain today, walks well."
        spans = [Span(12, 12 + len(doctor), "DOCTOR"), Span(16 + len(doctor), 16 + len(doctor) + len(day), "DATE")]
        yield Document(f"n{i}", text, tuple(spans))


@pytest.fixture
def settings(tmp_path: Path) -> TrainingSettings:
    for name, count in (("train", 24), ("validation", 6)):
        write(notes(count), tmp_path / f"{name}.jsonl", "jsonl")
    return TrainingSettings(
        DataSettings(tmp_path / "train.jsonl", tmp_path / "validation.jsonl"),
        NETWORK,
        vectors=VectorSettings(epochs=2),
        optimiser=OptimiserSettings(rate=0.02),
        batch=4,
        epochs=6,
    )


def run(settings: TrainingSettings, checkpoint: Path | None = None) -> tuple[list[Epoch], dict[str, torch.Tensor]]:
    prepared = prepare(settings)
    return list(train(settings, prepared, checkpoint)), prepared.tagger.state_dict()


def same(one: dict[str, torch.Tensor], two: dict[str, torch.Tensor]) -> bool:
    return one.keys() == two.keys() and all(torch.equal(value, two[name]) for name, value in one.items())


def test_it_learns_and_keeps_the_best_epoch(settings: TrainingSettings) -> None:
    prepared = prepare(settings)
    epochs = list(train(settings, prepared))
    assert epochs[-1].loss < epochs[0].loss / 2
    assert max(epoch.f1 for epoch in epochs) == evaluate(prepared.tagger, prepared.validation)[2] > 0.9


def test_the_same_seed_gives_the_same_weights_and_another_does_not(settings: TrainingSettings) -> None:
    short = replace(settings, epochs=2)
    _, one = run(short)
    _, two = run(short)
    _, other = run(replace(short, seed=2))
    assert same(one, two)
    assert not same(one, other)


def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(settings: TrainingSettings, tmp_path: Path) -> None:
    whole, weights = run(settings)
    stopped = train(settings, prepare(settings), tmp_path / "checkpoint")
    for _ in range(3):
        next(stopped)
    stopped.close()
    epochs, resumed = run(settings, tmp_path / "checkpoint")
    assert [(e.epoch, e.loss, e.f1) for e in epochs] == [(e.epoch, e.loss, e.f1) for e in whole]
    assert same(weights, resumed)


def test_patience_ends_a_run(settings: TrainingSettings) -> None:
    still = replace(settings, optimiser=OptimiserSettings(rate=1e-12, schedule="constant"), patience=2)
    epochs, _ = run(still)
    assert len(epochs) == 3


@pytest.mark.parametrize("kind", ["sgd", "adam", "adamw", "nadam"])
@pytest.mark.parametrize("schedule", ["constant", "one-cycle", "linear"])
def test_optimisers_and_schedules(settings: TrainingSettings, kind: str, schedule: str) -> None:
    chosen = OptimiserSettings(kind=kind, schedule=schedule, rate=0.01)  # type: ignore[arg-type]
    epochs, _ = run(replace(settings, optimiser=chosen, epochs=2))
    assert epochs[1].loss < epochs[0].loss


def test_a_loss_that_is_no_number_says_where(settings: TrainingSettings) -> None:
    wild = replace(settings, optimiser=OptimiserSettings("sgd", 1e30, "constant", clip_norm=0))
    with pytest.raises(UsageError, match=r"the loss is not a number in epoch 1, batch \d+; lower optimiser.rate"):
        run(wild)


def test_a_foreign_checkpoint_is_refused(settings: TrainingSettings, tmp_path: Path) -> None:
    torch.save({"something": 1}, tmp_path / "checkpoint")
    with pytest.raises(UsageError, match="is no checkpoint of this run"):
        run(settings, tmp_path / "checkpoint")


def test_notes_that_teach_nothing(settings: TrainingSettings, tmp_path: Path) -> None:
    write([Document("n", "No name.")], tmp_path / "plain.jsonl", "jsonl")
    with pytest.raises(UsageError, match="no note has a span"):
        prepare(replace(settings, data=replace(settings.data, train=tmp_path / "plain.jsonl")))
    (tmp_path / "none.jsonl").write_text("")
    with pytest.raises(UsageError, match="holds no note"):
        prepare(replace(settings, data=replace(settings.data, train=tmp_path / "none.jsonl", format="jsonl")))
