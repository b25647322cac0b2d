"""What sites take from common weights, and give: against naive oracles, one weight at a time."""

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from scrubjay.collaborate.exchange import Common, ExchangeSettings, Part, give, left_over, most_updated, take
from scrubjay.errors import UsageError

SHARES = st.floats(0, 1)
SEEDS = st.integers(0, 99)
CHANGES = arrays.arrays(np.float32, st.integers(0, 40), elements=st.floats(-20, 20, width=32))
UPDATES = arrays.arrays(np.uint32, st.integers(0, 40), elements=st.integers(0, 4))


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


@given(UPDATES, st.integers(-2, 45), SEEDS)
def test_those_that_were_updated_most_often_are_taken(updates: np.ndarray, count: int, seed: int) -> None:
    places = most_updated(updates, count, rng(seed)).tolist()
    assert places == sorted(set(places))
    assert len(places) == min(max(count, 0), len(updates))
    others = set(range(len(updates))) - set(places)
    assert all(updates[one] >= updates[other] for one in places for other in others)


def test_of_those_that_were_updated_as_often_each_is_as_likely() -> None:
    updates = np.array([0, 2, 1, 1, 1, 1], np.uint32)
    chance = rng()
    seen = np.zeros(6)
    for _ in range(2000):
        seen[most_updated(updates, 3, chance)] += 1
    assert seen[1] == 2000
    assert seen[0] == 0
    assert (abs(seen[2:] - 1000) < 120).all()


@given(CHANGES, SHARES, SHARES, st.floats(0.75, 30, width=32), st.floats(0, 0.5, width=32), st.booleans(), SEEDS)
def test_what_is_given_is_what_the_paper_says(
    changes: np.ndarray, download: float, upload: float, clamp: float, threshold: float, literal: bool, seed: int
) -> None:
    settings = ExchangeSettings(download, upload, clamp, threshold, literal)
    part = give(changes, settings, rng(seed))
    assert part.problem(len(changes), clamp) == ""
    large = {}
    for place, change in enumerate(changes.tolist()):
        if abs(change) >= np.float32(threshold) and change:
            large[place] = min(max(change, -clamp), clamp)
    count = int((download if literal else upload) * len(changes))
    assert len(part) == min(count, len(large))
    assert {place: large[place] for place in part.places.tolist()} == pytest.approx(
        dict(zip(part.places.tolist(), part.values.tolist(), strict=True))
    )


def test_what_is_given_is_drawn_evenly() -> None:
    changes = np.array([1, 1e-6, -1, 1, 1], np.float32)
    chance = rng()
    seen = np.zeros(5)
    for _ in range(2000):
        seen[give(changes, ExchangeSettings(upload=0.4), chance).places] += 1
    assert seen[1] == 0
    assert (abs(seen[[0, 2, 3, 4]] - 1000) < 120).all()


def test_a_round_by_hand() -> None:
    common = Common(np.zeros(4, np.float32))
    common.add(Part(np.array([1, 3]), np.array([0.5, -2], np.float32)))
    common.add(Part(np.array([3]), np.array([1], np.float32)))
    assert common.weights.tolist() == [0, 0.5, 0, -1]
    assert common.updates.tolist() == [0, 1, 0, 2]
    own = np.full(4, 9, np.float32)
    take(own, common.part(2, rng()))
    assert own.tolist() == [9, 0.5, 9, -1]


@given(CHANGES, SHARES, SEEDS)
def test_what_was_not_given_is_left(changes: np.ndarray, upload: float, seed: int) -> None:
    part = give(changes, ExchangeSettings(upload=upload, clamp=1.0), rng(seed))
    left = left_over(changes, part)
    again = np.zeros_like(changes)
    again[part.places] = part.values
    assert left + again == pytest.approx(changes, abs=1e-5)


@pytest.mark.parametrize(
    ("places", "values", "expected"),
    [
        ([0, 2], [1.0, -1.0], ""),
        ([], [], ""),
        ([0, 2], [1.0], "kinds or shapes"),
        ([2, 0], [1.0, 1.0], "not in order"),
        ([1, 1], [1.0, 1.0], "not in order"),
        ([-1, 1], [1.0, 1.0], "outside"),
        ([1, 3], [1.0, 1.0], "outside"),
        ([1], [np.nan], "no numbers"),
        ([1], [np.inf], "no numbers"),
        ([1], [-5.5], "beyond 5"),
    ],
)
def test_a_part_from_elsewhere_is_checked(places: list[int], values: list[float], expected: str) -> None:
    part = Part(np.array(places, np.int64), np.array(values, np.float32))
    assert expected in part.problem(3, 5)
    assert bool(part.problem(3, 5)) == bool(expected)
    assert "kinds" in Part(part.places.astype(np.float64), part.values).problem(3, 5)


def test_counts_of_another_length_are_refused() -> None:
    with pytest.raises(UsageError, match="one length"):
        Common(np.zeros(3, np.float32), np.zeros(4, np.uint32))


@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        (ExchangeSettings(download=1.5), "exchange.download is 1.5"),
        (ExchangeSettings(upload=-0.1), "exchange.upload is -0.1"),
        (ExchangeSettings(clamp=0.0), "exchange.clamp is 0"),
        (ExchangeSettings(threshold=11.0), "exchange.threshold is 11"),
        (ExchangeSettings(threshold=float("nan")), "exchange.threshold is nan"),
    ],
)
def test_settings_that_cannot_be(settings: ExchangeSettings, fault: str) -> None:
    assert any(fault in each for each in settings.faults())
    assert not ExchangeSettings().faults()


def test_ten_million_weights_take_less_than_half_a_second() -> None:
    chance = rng()
    common = Common(chance.normal(size=10_000_000).astype(np.float32), chance.integers(0, 6, 10_000_000, np.uint32))
    changes = (1e-3 * chance.normal(size=10_000_000)).astype(np.float32)
    own = common.weights.copy()
    best = np.inf
    for _ in range(3):
        started = time.process_time()
        take(own, common.part(1_000_000, chance))
        common.add(give(changes, ExchangeSettings(), chance))
        best = min(best, time.process_time() - started)
    assert best < 0.5
