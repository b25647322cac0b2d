"""Ways to train with several sites: where two of them must give the same, they do."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from scrubjay.collaborate.exchange import Common, ExchangeSettings
from scrubjay.collaborate.schemes import COMMON, Epoch, dssgd, fedavg, local, ordered, round_robin, turn
from scrubjay.collaborate.site import Site
from scrubjay.errors import UsageError
from tests.collaborate.small import NETWORK, settings, sites

ALL = ExchangeSettings(download=1.0, upload=1.0, clamp=1e9, threshold=0.0)
NOTHING = ExchangeSettings(download=0.0, upload=0.0)


def last(epochs: object) -> Epoch:
    return list(epochs)[-1]  # type: ignore[call-overload, no-any-return]


def test_weights_come_back_as_they_were(tmp_path: Path) -> None:
    one, other = sites(settings(tmp_path))
    before = one.weights()
    one.learn(0)
    assert not np.array_equal(one.weights(), before)
    other.put(one.weights())
    assert np.array_equal(other.weights(), one.weights())
    with pytest.raises(UsageError, match="are not those of a tagger"):
        other.put(before[:-1])


def test_with_one_site_all_ways_are_one(tmp_path: Path) -> None:
    def fresh() -> list[Site]:
        return sites(settings(tmp_path), ["a"])

    expected = last(local(fresh(), 3)).weights["a"]
    start = fresh()[0].weights()
    assert np.array_equal(last(round_robin(fresh(), start, 3)).weights[COMMON], expected)
    assert last(fedavg({fresh()[0]: 7}, start, 3)).weights[COMMON] == pytest.approx(expected, abs=1e-6)
    assert last(dssgd({fresh()[0]: ALL}, start, 3, 1)).weights["a"] == pytest.approx(expected, abs=1e-5)
    assert not np.array_equal(expected, start)


def test_who_exchanges_nothing_learns_alone(tmp_path: Path) -> None:
    alone = last(local(sites(settings(tmp_path)), 2))
    some = sites(settings(tmp_path))
    found = last(dssgd(dict.fromkeys(some, NOTHING), some[0].weights(), 2, 1))
    assert (found.down, found.up) == (0, 0)
    for name in ("a", "b"):
        assert np.array_equal(found.weights[name], alone.weights[name])
    assert not np.array_equal(found.weights["a"], found.weights["b"]), "they have notes of their own"


def test_hospitals_give_and_take_what_their_settings_say(tmp_path: Path) -> None:
    some = sites(settings(tmp_path))
    size = len(some[0].weights())
    exchange = {some[0]: ExchangeSettings(download=0.1, upload=0.2, threshold=0.0), some[1]: NOTHING}
    [first, _] = dssgd(exchange, some[0].weights(), 2, 1)
    assert (first.down, first.up) == (int(0.1 * size), int(0.2 * size))


def test_round_robin_hands_weights_on(tmp_path: Path) -> None:
    first, second = sites(settings(tmp_path))
    start = first.weights()
    found = last(round_robin([first, second], start, 1))
    one, other = sites(settings(tmp_path))
    one.learn(0)
    other.put(one.weights())
    other.learn(0)
    assert np.array_equal(found.weights[COMMON], other.weights())


def test_fedavg_weighs_by_size(tmp_path: Path) -> None:
    some = sites(settings(tmp_path))
    alone = last(local(sites(settings(tmp_path)), 1)).weights
    found = last(fedavg({some[0]: 3, some[1]: 1}, some[0].weights(), 1)).weights[COMMON]
    assert found == pytest.approx(0.75 * alone["a"] + 0.25 * alone["b"], abs=1e-6)


def test_one_seed_one_schedule(tmp_path: Path) -> None:
    def run(seed: int) -> np.ndarray:
        some = sites(settings(tmp_path), ["a", "b", "c"])
        return last(dssgd(dict.fromkeys(some, ExchangeSettings()), some[0].weights(), 2, seed)).weights["b"]

    assert np.array_equal(run(1), run(1))
    assert not np.array_equal(run(1), run(2))
    some = sites(settings(tmp_path), ["a", "b", "c"])
    orders = {tuple(site.name for site in ordered(some, 1, epoch)) for epoch in range(30)}
    assert len(orders) == 6, "each order comes"


@pytest.mark.parametrize("feedback", [True, False])
def test_with_feedback_nothing_that_was_learnt_is_lost(feedback: bool, tmp_path: Path) -> None:
    """A site that gives a tenth: what it has given and what is left are all that it has learnt."""
    [site] = sites(settings(tmp_path), ["a"])
    common = Common(start := site.weights())
    kept: dict[str, np.ndarray] = {}
    exchange = ExchangeSettings(download=0.0, upload=0.1, threshold=0.0, feedback=feedback)
    for epoch in range(4):
        turn(site, exchange, common, epoch, 1, kept)
    given = common.weights - start
    whole = given + kept["a"] if feedback else given
    assert (whole == pytest.approx(site.weights() - start, abs=1e-5)) is feedback


def test_vectors_that_are_trained_are_not_shared(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="which words stand in a site's notes"):
        sites(replace(settings(tmp_path), network=replace(NETWORK, train_words=True)))
