"""The planner: what it forecasts holds, and few points make it careful."""

import numpy as np
import pytest

from scrubjay.errors import UsageError
from scrubjay.randomness import generator
from scrubjay.transfer.planner import FARTHEST, check, fit
from scrubjay.transfer.results import break_even, planned

MOST = 10**9

SIZES = (8, 16, 32, 64, 128, 256)


def curve(floor: float, scale: float, power: float, noise: float = 0.0, seeds: int = 3) -> list[tuple[int, float]]:
    chance = generator(7, "curve", str(floor), str(power))
    return [(n, 1 - floor - scale * n**-power + noise * chance.normal()) for n in SIZES for _ in range(seeds)]


def test_a_clean_power_law_is_found_again() -> None:
    found = fit(curve(0.05, 1.0, 0.5), generator(1))
    for notes in (100, 512):
        forecast = found.at(notes)
        assert forecast.low < 0.95 - notes**-0.5 < forecast.high
        assert forecast.high - forecast.low < 0.08
    needed = found.needed(0.9)  # .05 = n^-.5
    assert needed.low is not None
    assert needed.high is not None
    assert needed.low <= 400 <= needed.high


def test_the_second_half_falls_into_the_forecast_of_the_first() -> None:
    held = [
        each.held
        for floor in (0.0, 0.03, 0.08)
        for power in (0.25, 0.5, 0.8)
        for each in check(curve(floor, 0.9, power, noise=0.012), generator(2, str(floor), str(power)))
    ]
    assert len(held) == 27
    assert sum(held) >= 25  # of 95%


def test_what_others_notes_are_worth_is_found_again() -> None:
    ahead, sizes = 100, (6, 12, 24, 48, 96, 240)
    chance = generator(3, "ahead")
    points = [(n, 1 - 0.02 - 1.0 * (n + ahead) ** -0.4 + 0.004 * chance.normal()) for n in sizes for _ in range(3)]
    found = fit(points, generator(1), others=True)
    low, high = np.quantile(found.ahead, [0.025, 0.975])
    assert low < ahead < high
    true = 0.98 - (400 + ahead) ** -0.4
    assert found.at(400).low < true < found.at(400).high
    needed = found.needed(0.9)  # .08 = (n + 100)^-.4
    exact = 0.08 ** (-1 / 0.4) - ahead
    assert needed.low is not None
    assert needed.low <= exact <= (needed.high or MOST)
    flat = fit(points, generator(1))  # a plain power law through such a curve goes astray
    assert (flat.needed(0.9).middle or MOST) > 2 * exact
    assert all(each.held for each in check(points, generator(2), others=True))


def test_from_nothing_nothing_is_ahead() -> None:
    assert not fit(curve(0.05, 1.0, 0.5), generator(1)).ahead.any()


def test_a_plan_goes_no_farther_than_a_curve_can_tell() -> None:
    found = fit(curve(0.0, 1.0, 0.25), generator(1))  # F1 .9 takes 10,000 notes
    assert found.needed(0.9) == (None, None, None)
    assert all((each or 0) <= FARTHEST * SIZES[-1] for each in found.needed(0.7))


def test_with_the_others_model_no_more_notes_are_needed_than_from_nothing() -> None:
    slow = [(n, 0.70 + 0.002 * i) for i, n in enumerate(SIZES) for _ in range(3)]
    curves = {"from nothing": {"points": curve(0.02, 1.0, 0.5)}, "from the others": {"points": slow}}
    for row in planned(curves, 0.69, (0.8, 0.85)):
        for others, alone in zip(row["from the others"], row["from nothing"], strict=True):
            assert (others or MOST) <= (alone or MOST)


@pytest.mark.parametrize(
    ("scores", "even"),
    [((0.6, 0.72, 0.8), 12), ((0.71, 0.72, 0.8), 6), ((0.71, 0.6, 0.8), 24), ((0.5, 0.6, 0.65), None)],
)
def test_a_few_notes_may_be_worse_than_none(scores: tuple[float, ...], even: int | None) -> None:
    points = [(size, f1) for size, f1 in zip((6, 12, 24), scores, strict=True)]
    assert break_even({"from the others": {"points": points}}, 0.7) == even


def test_more_notes_never_make_a_forecast_worse() -> None:
    found = fit(curve(0.05, 1.0, 0.5, noise=0.01), generator(1))
    middles = [found.at(notes).middle for notes in (10, 100, 1_000, 10_000)]
    assert middles == sorted(middles)


def test_a_higher_aim_takes_more_notes_and_may_be_out_of_reach() -> None:
    found = fit(curve(0.10, 1.0, 0.6), generator(1))
    some, more = found.needed(0.7).middle, found.needed(0.85).middle
    assert some is not None
    assert more is not None
    assert some < more
    assert found.needed(0.999).middle is None


def test_one_seed_is_less_sure_than_three() -> None:
    widths = []
    for seeds in (1, 3):
        forecast = fit(curve(0.05, 1.0, 0.5, 0.01, seeds), generator(1)).at(1_000)
        widths.append(forecast.high - forecast.low)
    assert widths[0] > widths[1]


@pytest.mark.parametrize("points", [[(8, 0.5), (16, 0.6)], [(8, 0.5)] * 5, []])
def test_too_few_sizes_are_refused(points: list[tuple[int, float]]) -> None:
    with pytest.raises(UsageError, match="3 sizes or more"):
        fit(points, generator(1))
    assert check(points, generator(1)) == []


@pytest.mark.parametrize("f1", [0.0, 1.0, 1.5, np.nan])
def test_an_aim_lies_between_0_and_1(f1: float) -> None:
    with pytest.raises(UsageError, match="between 0 and 1"):
        fit(curve(0.05, 1.0, 0.5), generator(1)).needed(f1)
