from pathlib import Path
from typing import Any

import pytest

from scrubjay import settings as plain_settings
from scrubjay.errors import SettingsError
from scrubjay.training.run import run
from scrubjay.training.settings import TrainingSettings, faults

DATA = {"train": "a", "validation": "b"}


def made(**tables: Any) -> TrainingSettings:
    return plain_settings.build(TrainingSettings, {"data": DATA, **tables}, "test")


def test_the_defaults_are_fine() -> None:
    assert faults(made()) == []


@pytest.mark.parametrize(
    ("tables", "key"),
    [
        ({"batch": 0}, "batch"),
        ({"epochs": 0}, "epochs"),
        ({"patience": 0}, "patience"),
        ({"seed": -1}, "seed"),
        ({"threads": 0}, "threads"),
        ({"empty": 1.5}, "empty"),
        ({"exchange": -0.1}, "exchange"),
        ({"network": {"units": 0}}, "network.units"),
        ({"network": {"input_dropout": 1.0}}, "network.input_dropout"),
        ({"optimiser": {"rate": -1.0}}, "optimiser.rate"),
        ({"optimiser": {"average": 1.0}}, "optimiser.average"),
        ({"teachers": {"weight": 2.0}}, "teachers.weight"),
        ({"network": {"layers": 2}}, "network.cell"),
    ],
)
def test_what_cannot_be_is_named(tables: dict[str, Any], key: str) -> None:
    [fault] = faults(made(**tables))
    assert fault.startswith(f"{key} is ")


def test_all_faults_are_told_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"batch is 0.*epochs is -3"):
        next(run(made(batch=0, epochs=-3), tmp_path / "run"))
    assert not (tmp_path / "run").exists()
