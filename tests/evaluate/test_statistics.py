import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta

from scrubjay.errors import UsageError
from scrubjay.evaluate.counts import IntArray, scores
from scrubjay.evaluate.statistics import approximate_randomisation, bootstrap, by_unit, exact_lower_bound
from scrubjay.randomness import generator


@given(st.integers(1, 3_000), st.data(), st.sampled_from([0.9, 0.95, 0.99]))
def test_the_lower_bound_is_clopper_and_pearsons(trials: int, data: st.DataObject, level: float) -> None:
    successes = data.draw(st.integers(0, trials))
    expected = beta.ppf(1 - level, successes, trials - successes + 1) if successes else 0.0
    assert exact_lower_bound(successes, trials, level) == pytest.approx(expected, abs=1e-9)


def test_no_trials_no_bound() -> None:
    assert exact_lower_bound(0, 0) is None
    with pytest.raises(UsageError):
        exact_lower_bound(3, 2)


def test_the_bound_holds_as_often_as_it_says() -> None:
    """In 2,000 draws of 60 patients of whom 93% are safe, the bound exceeds 93% in at most 5% (plus noise)."""
    draws = generator(5, "coverage").binomial(60, 0.93, size=2_000)
    bounds = {k: exact_lower_bound(int(k), 60) or 0.0 for k in set(draws.tolist())}
    assert np.mean([bounds[k] > 0.93 for k in draws.tolist()]) < 0.05 + 3 * np.sqrt(0.05 * 0.95 / 2_000)


def test_units_are_summed() -> None:
    rows = np.array([[1, 0, 0], [2, 1, 0], [4, 0, 3]])
    assert by_unit(rows, ["a", "b", "a"]).tolist() == [[5, 0, 3], [2, 1, 0]]


def test_bootstrap_against_a_naive_one() -> None:
    random = generator(1, "data")
    rows = random.integers(0, 20, size=(40, 3))
    fast = bootstrap(rows, generator(2), resamples=4_000)
    values = []
    for _ in range(4_000):
        tp, fp, fn = rows[random.integers(0, 40, size=40)].sum(0)
        values.append((tp / (tp + fp), tp / (tp + fn), 2 * tp / (2 * tp + fp + fn)))
    for (name, interval), slow in zip(fast.items(), np.quantile(values, [0.025, 0.975], axis=0).T, strict=True):
        assert interval is not None, name
        assert interval == pytest.approx(slow, abs=0.01), name


def test_bootstrap_of_nothing() -> None:
    assert bootstrap(np.zeros((0, 3), dtype=np.int64), generator(0)) == dict.fromkeys(("precision", "recall", "f1"))
    assert bootstrap(np.zeros((4, 3), dtype=np.int64), generator(0))["f1"] is None


def exact_p(first: IntArray, second: IntArray, name: str) -> float:
    """Return the p-value over all exchanges, of which the fast test draws some."""
    observed = abs(float(scores(first.sum(0))[name] - scores(second.sum(0))[name]))
    larger = 0
    for swap in itertools.product([False, True], repeat=len(first)):
        mask = np.array(swap)[:, None]
        one, other = np.where(mask, second, first).sum(0), np.where(mask, first, second).sum(0)
        larger += abs(float(scores(one)[name] - scores(other)[name])) >= observed - 1e-12
    return float(larger / 2 ** len(first))


@pytest.mark.parametrize("better", [0, 1, 3])
def test_randomisation_against_all_exchanges(better: int) -> None:
    random = generator(7, better)
    first = random.integers(5, 20, size=(10, 3))
    second = first + random.integers(-1, 2, size=(10, 3)) + np.array([better, -better, -better])
    p = approximate_randomisation(first, second, generator(8), shuffles=20_000)
    for name in ("precision", "recall", "f1"):
        assert p[name] == pytest.approx(exact_p(first, second, name), abs=0.015), name


def test_equal_systems_differ_by_chance() -> None:
    rows = generator(9).integers(0, 9, size=(30, 3))
    assert approximate_randomisation(rows, rows, generator(1), shuffles=500) == {"precision": 1, "recall": 1, "f1": 1}
    with pytest.raises(UsageError, match="same notes"):
        approximate_randomisation(rows, rows[1:], generator(1))


def test_the_seed_decides() -> None:
    rows = generator(9).integers(0, 9, size=(30, 3))
    assert bootstrap(rows, generator(1)) == bootstrap(rows, generator(1)) != bootstrap(rows, generator(2))
