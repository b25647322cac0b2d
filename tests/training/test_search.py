import json
import tomllib
from pathlib import Path

import pytest

from scrubjay.errors import UsageError
from scrubjay.training.run import CHECKPOINT
from scrubjay.training.search import ranked, search
from scrubjay.training.space import Space, space
from tests.training.small import Told, toml

SEARCH = """
[search]
optimiser.rate = { low = 0.01, high = 0.1, log = true }
network.units = [4, 8]
"""


def small(folder: Path, more: str = SEARCH) -> Space:
    return space(tomllib.loads(toml(folder, more)), "s.toml")


def test_a_search_goes_on_and_grows(tmp_path: Path) -> None:
    chosen, folder = small(tmp_path), tmp_path / "search"
    told = Told(stop=("trial-002", 1))
    with pytest.raises(KeyboardInterrupt):
        list(search(chosen, 2, 7, folder, 1, told))
    assert told.begun() == ["trial-001", "trial-002"]
    told = Told()
    *_, two = search(chosen, 2, 7, folder, 1, told)
    assert told.begun() == ["trial-002"]
    told = Told()
    *_, three = search(chosen, 3, 7, folder, 1, told)
    assert told.begun() == ["trial-003"]
    assert three[:2] == two
    assert [trial.settings for trial in three] == [chosen.draw(7, number) for number in (1, 2, 3)]
    told = Told()
    assert list(search(chosen, 1, 7, folder, 1, told)) == [three]  # what is known is not forgotten
    assert told.begun() == []
    lines = [json.loads(line) for line in (folder / "search.jsonl").read_text().splitlines()]
    assert [line["f1"] for line in lines] == [trial.f1 for trial in three]
    assert (folder / "search.png").read_bytes().startswith(b"\x89PNG")
    assert not list(folder.rglob(CHECKPOINT))
    scores = [trial.f1 or 0.0 for trial in ranked(three)]
    assert scores == sorted(scores, reverse=True)
    for seed, other in ((8, chosen), (7, small(tmp_path, SEARCH.replace("[4, 8]", "[4, 9]")))):
        with pytest.raises(UsageError, match="another space or with another seed"):
            list(search(other, 3, seed, folder, 1, Told()))


def test_a_trial_whose_end_was_not_recorded_is_not_trained_again(tmp_path: Path) -> None:
    chosen, folder = small(tmp_path), tmp_path / "search"
    *_, before = search(chosen, 1, 7, folder, 1, Told())
    (folder / "search.jsonl").unlink()
    told = Told()
    *_, after = search(chosen, 1, 7, folder, 1, told)
    assert told.begun() == []
    assert after == before


def test_a_trial_that_fails_is_recorded_and_the_search_goes_on(tmp_path: Path) -> None:
    wild = """
[search]
optimiser.rate = [0.02, 1e30]
optimiser.kind = ["sgd"]
optimiser.schedule = ["constant"]
optimiser.clip_norm = [0.0]
"""
    chosen, folder = small(tmp_path, wild), tmp_path / "search"
    rates = [chosen.draw(1, number)["optimiser.rate"] for number in range(1, 9)]
    count = max(rates.index(0.02), rates.index(1e30)) + 1  # the first trials that hold one of each
    *_, found = search(chosen, count, 1, folder, 1, Told())
    assert [trial.failed is not None for trial in found] == [rate == 1e30 for rate in rates[:count]]
    assert any("the loss is not a number" in (trial.failed or "") for trial in found)
    assert {trial.f1 is None for trial in ranked(found)} == {False}
    told = Told()
    assert list(search(chosen, count, 1, folder, 1, told)) == [found]
    assert told.begun() == []
