import tomllib
from pathlib import Path

import pytest
import torch

from scrubjay.errors import FormatError, UsageError
from scrubjay.settings import build
from scrubjay.training import run as module
from scrubjay.training.run import CHECKPOINT, MODEL, PLOT, complete, recorded, run
from scrubjay.training.settings import TrainingSettings
from tests.training.small import toml


@pytest.fixture
def settings(tmp_path: Path) -> TrainingSettings:
    return build(TrainingSettings, tomllib.loads(toml(tmp_path)), "t")


def test_a_run_stopped_while_its_tagger_is_written_goes_on(
    settings: TrainingSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "run"

    def stopped(tagger: object, place: Path, card: str) -> None:
        place.mkdir()
        raise KeyboardInterrupt

    drawn: list[int] = []
    monkeypatch.setattr(module, "plot_run", lambda epochs, file: drawn.append(len(epochs)))
    with monkeypatch.context() as patch:
        patch.setattr(module, "save", stopped)
        with pytest.raises(KeyboardInterrupt):
            list(run(settings, folder))
    assert (folder / MODEL).exists()
    assert not complete(settings, folder)
    assert drawn == [1, 2]
    epochs = list(run(settings, folder))
    assert drawn == [1, 2, 2]  # epochs that were told before are drawn together
    assert complete(settings, folder)
    assert recorded(folder) == epochs
    assert not (folder / CHECKPOINT).exists()
    with pytest.raises(UsageError, match="is complete"):
        list(run(settings, folder))


def test_a_run_that_goes_on_has_its_plot(settings: TrainingSettings, tmp_path: Path) -> None:
    going = run(settings, tmp_path / "run")
    next(going)
    going.close()
    (tmp_path / "run" / PLOT).unlink()
    assert len(list(run(settings, tmp_path / "run"))) == 2
    assert (tmp_path / "run" / PLOT).exists()


def test_the_weights_do_not_depend_on_the_threads_before(settings: TrainingSettings, tmp_path: Path) -> None:
    weights = []
    for threads in (2, 1):
        torch.set_num_threads(threads)
        list(run(settings, tmp_path / str(threads)))
        weights.append(tmp_path.joinpath(str(threads), MODEL, "weights.safetensors").read_bytes())
    assert weights[0] == weights[1]


def test_damaged_metrics_do_not_stop_a_run_that_goes_on(settings: TrainingSettings, tmp_path: Path) -> None:
    training = run(settings, tmp_path / "run")
    next(training)
    training.close()
    metrics = tmp_path / "run" / "metrics.jsonl"
    metrics.write_text("{")
    with pytest.raises(FormatError, match=r"metrics\.jsonl: does not tell"):
        recorded(tmp_path / "run")
    assert len(list(run(settings, tmp_path / "run"))) == settings.epochs
    assert len(recorded(tmp_path / "run")) == settings.epochs


def test_a_file_is_no_folder_for_a_run(settings: TrainingSettings, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(UsageError, match="is a file; name a folder"):
        list(run(settings, tmp_path / "file"))
