import os
import signal
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from scrubjay.errors import ScrubjayError, UsageError
from scrubjay.settings import build
from scrubjay.training.run import CHECKPOINT, METRICS, MODEL
from scrubjay.training.settings import OptimiserSettings, TrainingSettings
from scrubjay.training.several import Task, train_all
from tests.training.small import Told, toml


@pytest.fixture
def tasks(tmp_path: Path) -> list[Task]:
    settings = build(TrainingSettings, tomllib.loads(toml(tmp_path)), "t")
    return [Task(f"run-{seed}", replace(settings, seed=seed), tmp_path / f"run-{seed}") for seed in (1, 2)]


def test_runs_at_once_give_what_runs_in_a_row_give(tasks: list[Task], tmp_path: Path) -> None:
    row = {task.name: ended.epochs for task, ended in train_all(tasks, 1, Told())}
    told = Told()
    others = [replace(task, folder=tmp_path / "other" / task.name) for task in tasks]
    both = {task.name: ended.epochs for task, ended in train_all(others, 2, told)}
    assert {name: [(e.loss, e.f1) for e in epochs] for name, epochs in both.items()} == {
        name: [(e.loss, e.f1) for e in epochs] for name, epochs in row.items()
    }
    assert set(told.begun()) == {"run-1", "run-2"}
    again = Told()
    assert {task.name: ended.epochs for task, ended in train_all(others, 2, again)} == both
    assert again.begun() == []


def test_errors_of_processes_are_told_and_the_others_stop(tasks: list[Task], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="one thread each"):
        list(train_all([replace(tasks[0], settings=replace(tasks[0].settings, threads=2))], 2, Told()))
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    wrong = replace(tasks[0].settings, data=replace(tasks[0].settings.data, train=empty, format="jsonl"))
    with pytest.raises(UsageError, match=r"run-1: .*holds no note"):
        list(train_all([replace(tasks[0], settings=wrong), tasks[1]], 2, Told()))
    assert not (tasks[1].folder / MODEL).exists()


def test_a_process_that_dies_is_an_error(tasks: list[Task], monkeypatch: pytest.MonkeyPatch) -> None:
    import multiprocessing

    class Killing(Told):
        def __call__(self, name: str, news: object) -> None:
            [child] = multiprocessing.active_children()
            assert child.pid is not None
            os.kill(child.pid, signal.SIGKILL)

    with pytest.raises(ScrubjayError, match="run-1: its process has died"):
        list(train_all([replace(tasks[0], settings=replace(tasks[0].settings, epochs=500))], 2, Killing()))


def test_a_loss_that_is_no_number_ends_one_run_only(tasks: list[Task]) -> None:
    wild = replace(tasks[0].settings, optimiser=OptimiserSettings("sgd", 1e30, "constant", clip_norm=0))
    (_, first), (_, second) = train_all([replace(tasks[0], settings=wild), tasks[1]], 1, Told())
    assert first.failed is not None
    assert "the loss is not a number" in first.failed
    assert second.failed is None
    assert not (tasks[0].folder / CHECKPOINT).exists()
    assert len((tasks[1].folder / METRICS).read_text().splitlines()) == 2
