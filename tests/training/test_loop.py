"""A small network on a few made-up notes: it learns, repeats itself, and goes on where it was stopped."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from scrubjay import Document, Span
from scrubjay.documents.formats.writing import write
from scrubjay.errors import DivergedError, UsageError
from scrubjay.models.export import export
from scrubjay.models.network import NetworkSettings
from scrubjay.training.loop import Epoch, evaluate, train
from scrubjay.training.preparing import prepare
from scrubjay.training.settings import (
    DataSettings,
    OptimiserSettings,
    TeacherSettings,
    TrainingSettings,
    VectorSettings,
)

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


def test_averages_and_exchanges_go_on_as_well(settings: TrainingSettings, tmp_path: Path) -> None:
    moving = replace(settings, epochs=4, exchange=0.5, empty=0.5, optimiser=OptimiserSettings(rate=0.02, average=0.9))
    whole, weights = run(moving)
    stopped = train(moving, prepare(moving), tmp_path / "checkpoint")
    next(stopped)
    stopped.close()
    epochs, resumed = run(moving, tmp_path / "checkpoint")
    assert [(e.epoch, e.loss, e.f1) for e in epochs] == [(e.epoch, e.loss, e.f1) for e in whole]
    assert same(weights, resumed)
    assert not same(weights, run(replace(moving, optimiser=OptimiserSettings(rate=0.02)))[1])


def test_a_pupil_learns_from_its_teachers_what_notes_do_not_say(settings: TrainingSettings, tmp_path: Path) -> None:
    prepared = prepare(settings)
    list(train(settings, prepared))
    export(prepared.tagger, tmp_path / "teacher", small=False)
    # Notes in which all but one date are not annotated teach little; the teacher knows better.
    blank = [note if i == 0 else note.with_spans(note.spans[:1]) for i, note in enumerate(notes(24))]
    write(blank, tmp_path / "blank.jsonl", "jsonl")
    poor = replace(settings, data=replace(settings.data, train=tmp_path / "blank.jsonl"))
    pupil = replace(poor, teachers=TeacherSettings((tmp_path / "teacher",), 1.0))
    assert max(epoch.f1 for epoch in run(poor)[0]) < 0.8 < max(epoch.f1 for epoch in run(pupil)[0])


def test_one_label_is_enough_and_others_are_told(settings: TrainingSettings, tmp_path: Path) -> None:
    write([note.with_spans(note.spans[:1]) for note in notes(24)], tmp_path / "one.jsonl", "jsonl")
    one = prepare(replace(settings, data=replace(settings.data, train=tmp_path / "one.jsonl")))
    assert {tag[2:] for tag in one.tagger.description.tags} == {"", "DOCTOR"}
    assert one.remarks[1] == "all training spans are DOCTOR: the tagger will know no other label"
    assert one.remarks[2] == "6 validation spans have labels that no training note has, and cannot be found: DATE"


def test_a_word_of_identities_is_listed_only_if_many_notes_have_it(settings: TrainingSettings) -> None:
    few = prepare(replace(settings, vectors=VectorSettings(epochs=1, fewest_notes=7))).tagger.vectors.words
    many = prepare(replace(settings, vectors=VectorSettings(epochs=1, fewest_notes=6))).tagger.vectors.words
    assert {"wells", "ruiz", "okafor", "lindqvist"}.isdisjoint(few)
    assert {"wells", "ruiz", "okafor", "lindqvist"} < set(many)
    assert "pain" in few


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


def test_weights_beyond_all_bounds_are_not_kept(settings: TrainingSettings) -> None:
    wild = OptimiserSettings("sgd", 1e30, "constant", clip_norm=0)
    with pytest.raises(DivergedError, match="the weights are beyond all bounds after epoch 1"):
        run(replace(settings, optimiser=wild, batch=10_000, epochs=1))


def test_a_foreign_or_broken_checkpoint_is_refused(settings: TrainingSettings, tmp_path: Path) -> None:
    file = tmp_path / "checkpoint"
    torch.save({"something": 1}, file)
    whole = file.read_bytes()
    for content in (whole, whole[:100], b"text", b""):
        file.write_bytes(content)
        with pytest.raises(UsageError, match="is no checkpoint of this run"):
            run(settings, file)


def test_notes_that_teach_nothing(settings: TrainingSettings, tmp_path: Path) -> None:
    write([Document("n", "No name.")], tmp_path / "plain.jsonl", "jsonl")
    with pytest.raises(UsageError, match="no note has a span"):
        prepare(replace(settings, data=replace(settings.data, train=tmp_path / "plain.jsonl")))
    with pytest.raises(UsageError, match="no epoch can be told from another"):
        prepare(replace(settings, data=replace(settings.data, validation=tmp_path / "plain.jsonl")))
    (tmp_path / "none.jsonl").write_text("")
    with pytest.raises(UsageError, match="holds no note"):
        prepare(replace(settings, data=replace(settings.data, train=tmp_path / "none.jsonl", format="jsonl")))
