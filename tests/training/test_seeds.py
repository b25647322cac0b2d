import json
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from scipy import stats

from scrubjay.errors import UsageError
from scrubjay.settings import build
from scrubjay.training.run import CHECKPOINT, run
from scrubjay.training.seeds import Seeded, summarise, t_quantile, train_seeds
from scrubjay.training.settings import TrainingSettings
from tests.training.small import Told, toml


@pytest.fixture
def settings(tmp_path: Path) -> TrainingSettings:
    return build(TrainingSettings, tomllib.loads(toml(tmp_path)), "t")


def test_quantiles_are_those_of_scipy() -> None:
    for freedom in (*range(1, 60), 1000):
        assert t_quantile(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), abs=6e-5)


def test_a_summary_by_scipy() -> None:
    scores = [0.91, 0.93, 0.90, 0.95]
    found = summarise([Seeded(i, 1, 1, 0.0, 0.0, score) for i, score in enumerate(scores)])
    assert found.deviation is not None
    assert found.interval is not None
    assert (found.mean, found.deviation) == pytest.approx((stats.tmean(scores), stats.tstd(scores)))
    wanted = stats.t.interval(0.95, 3, loc=found.mean, scale=stats.sem(scores))
    assert found.interval == pytest.approx(wanted, abs=1e-5)
    two, one = summarise(found.seeds[:2]), summarise(found.seeds[:1])
    assert (two.interval, one.interval, one.deviation) == (None, None, None)
    assert two.deviation is not None


def test_seeds_that_were_stopped_go_on_and_those_complete_are_not_trained_again(
    settings: TrainingSettings, tmp_path: Path
) -> None:
    folder = tmp_path / "runs"
    told = Told(stop=("seed-5", 1))
    with pytest.raises(KeyboardInterrupt):
        list(train_seeds(settings, (2, 5), folder, 1, told))
    assert told.begun() == ["seed-2", "seed-5"]
    assert (folder / "seed-5" / CHECKPOINT).exists()
    told = Told()
    *_, summary = train_seeds(settings, (2, 5), folder, 1, told)
    assert told.begun() == ["seed-5"]
    assert [each.seed for each in summary.seeds] == [2, 5]
    assert json.loads((folder / "summary.json").read_text())["mean"] == summary.mean
    whole = list(run(replace(settings, seed=5), tmp_path / "whole"))
    assert max(epoch.f1 for epoch in whole) == summary.seeds[1].f1
    with pytest.raises(UsageError, match="other settings"):
        list(train_seeds(replace(settings, batch=3), (2,), folder, 1, Told()))
    with pytest.raises(UsageError, match="single run"):
        list(train_seeds(settings, (2,), folder / "seed-2", 1, Told()))


def test_a_seed_whose_loss_is_no_number_is_named(settings: TrainingSettings, tmp_path: Path) -> None:
    wild = replace(settings, optimiser=replace(settings.optimiser, kind="sgd", rate=1e30, clip_norm=0.0))
    with pytest.raises(UsageError, match="seed-3: the loss is not a number"):
        list(train_seeds(wild, (3,), tmp_path / "runs", 1, Told()))
