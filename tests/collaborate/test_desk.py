"""The server's desk: whoever keeps to the rules goes on, whoever does not is refused by name."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from scrubjay.collaborate.desk import Desk, Order, Reply
from scrubjay.collaborate.exchange import Common, ExchangeSettings, Part, give, take
from scrubjay.collaborate.schemes import dssgd
from scrubjay.collaborate.site import Site
from scrubjay.errors import FormatError, UsageError
from scrubjay.randomness import generator
from tests.collaborate.small import settings, sites

SIZE = 20


def desk(epochs: int = 3, in_turn: bool = False) -> Desk:
    found = Desk(Common(np.zeros(SIZE, np.float32)), 1, epochs, in_turn=in_turn)
    for name in ("north", "south"):
        found.join(name, 5)
    return found


def reply(order: Order, value: float = 1.0) -> Reply:
    return Reply(order.ticket, Part(np.array([1, 4]), np.full(2, value, np.float32)), 7)


def test_a_site_learns_epoch_by_epoch() -> None:
    one = desk()
    for epoch in range(3):
        order = one.order("north", 0.0)
        assert (order.epoch, len(order.part)) == (epoch, 7 if epoch else 5)
        assert one.ready() == ["south"], "north is learning"
        assert one.take("north", reply(order)) == ""
    assert one.common.weights[[1, 4]].tolist() == [3, 3]
    assert one.common.updates.sum() == 6
    assert one.ready() == ["south"]
    assert not one.done()
    for _ in range(3):
        one.take("south", reply(one.order("south", 0.0)))
    assert one.done()
    assert (one.members["north"].received, one.members["north"].given) == (19, 6)


@pytest.mark.parametrize(
    ("spoilt", "reason"),
    [
        (lambda order: replace(reply(order), ticket="0" * 32), "an order that it did not have"),
        (lambda order: replace(reply(order), ticket="schlüssel"), "an order that it did not have"),
        (lambda order: replace(reply(order), ticket=None), "an order that it did not have"),
        (lambda order: replace(reply(order), wanted="all"), "how many weights it wants next"),
        (lambda order: replace(reply(order), wanted=2.5), "how many weights it wants next"),
        (lambda order: replace(reply(order), part=[1, 2]), "kinds or shapes"),
        (lambda order: replace(reply(order), wanted=21), "how many weights it wants next"),
        (lambda order: replace(reply(order), wanted=-1), "how many weights it wants next"),
        (lambda order: reply(order, np.nan), "no numbers, or beyond 100"),
        (lambda order: reply(order, 1e6), "no numbers, or beyond 100"),
        (lambda order: replace(reply(order), part=Part(np.array([20]), np.ones(1, np.float32))), "outside"),
        (lambda order: replace(reply(order), part=Part(np.array([1]), np.ones(2, np.float32))), "kinds or shapes"),
    ],
)
def test_garbage_is_refused_and_the_others_go_on(spoilt: Callable[[Order], Reply], reason: str) -> None:
    one = desk(epochs=1)
    assert reason in one.take("north", spoilt(one.order("north", 0.0)))
    assert reason in one.members["north"].refused
    assert not one.common.weights.any(), "nothing of it was taken in"
    assert reason in one.take(
        "north", reply(Order("north", 0, "x", Part(np.zeros(0, np.int64), np.zeros(0, np.float32))))
    )
    assert one.ready() == ["south"]
    assert one.take("south", reply(one.order("south", 0.0))) == ""
    assert one.done(), "without north"
    with pytest.raises(UsageError, match="north is refused: "):
        one.join("north", 5)


def test_who_has_not_joined_is_told_so() -> None:
    one = desk()
    order = one.order("north", 0.0)
    assert one.take("west", reply(order)) == "it has not joined"
    assert "west" not in one.members
    assert one.take("north", reply(order)) == ""


def test_a_reply_counts_once() -> None:
    one = desk()
    order = one.order("north", 0.0)
    assert one.take("north", reply(order)) == ""
    assert "did not have" in one.take("north", reply(order)), "replayed"
    assert one.common.weights[1] == 1
    assert one.ready() == ["south"], "one who floods is not asked again"
    order = one.order("south", 0.0)
    other = desk()
    assert "did not have" in other.take("south", reply(order)), "of another run"


def test_who_is_silent_is_asked_again_and_what_comes_late_is_passed_over() -> None:
    one = desk()
    late = one.order("north", 100.0)
    assert one.withdraw(100.0 + one.patience) == []
    assert one.withdraw(101.0 + one.patience) == ["north"]
    assert one.ready() == ["north", "south"]
    order = one.order("north", 5000.0)
    assert one.take("north", reply(late)) == "it came too late"
    assert not one.members["north"].refused
    assert not one.common.weights.any()
    assert one.take("north", reply(order)) == ""
    assert (one.members["north"].epochs, one.members["north"].silent) == (1, 1)
    killed = one.order("north", 6000.0)
    one.join("north", 3)
    assert "north" in one.ready(), "it was killed, and is back"
    assert len(one.order("north", 6001.0).part) == 3
    assert one.take("north", reply(killed)) == "it came too late"


def test_a_server_that_was_killed_goes_on(tmp_path: Path) -> None:
    one = desk()
    one.take("north", reply(one.order("north", 0.0)))
    open_order = one.order("north", 0.0)
    one.members["south"].refused = "it sent garbage"
    one.save(tmp_path / "state.npz")
    again = Desk(Common(np.zeros(SIZE, np.float32)), 1, 3)
    again.load(tmp_path / "state.npz", 9000.0)
    assert np.array_equal(again.common.weights, one.common.weights)
    assert np.array_equal(again.common.updates, one.common.updates)
    assert again.members["south"].refused == "it sent garbage"
    assert again.withdraw(9001.0) == [], "north's time begins anew"
    assert again.take("north", reply(open_order)) == ""
    assert again.members["north"].epochs == 2
    for other in (Desk(again.common, 2, 3), Desk(Common(np.zeros(3, np.float32)), 1, 3)):
        with pytest.raises(UsageError, match="of another run"):
            other.load(tmp_path / "state.npz", 0.0)
    (tmp_path / "state.npz").write_bytes((tmp_path / "state.npz").read_bytes()[:-200])
    with pytest.raises(FormatError, match="damaged"):
        again.load(tmp_path / "state.npz", 0.0)


def test_in_turn_the_desk_gives_the_weights_that_the_algorithm_gives(tmp_path: Path) -> None:
    """The same seed and order: a server and sites that talk by orders and replies, and everything in one process."""
    names, exchange, epochs = ["a", "b", "c"], ExchangeSettings(threshold=0.0), 3
    together = sites(settings(tmp_path), names)
    start = together[0].weights()
    *_, expected = dssgd(dict.fromkeys(together, exchange), start, epochs, 1)
    apart: dict[str, Site] = {site.name: site for site in sites(settings(tmp_path), names)}
    one = Desk(Common(start), 1, epochs, in_turn=True)
    wanted = int(exchange.download * len(start))
    for name, site in apart.items():
        site.put(start)
        one.join(name, wanted)
    while not one.done():
        [name] = one.ready()
        order, site = one.order(name, 0.0), apart[name]
        own = site.weights()
        take(own, order.part)
        site.put(own)
        site.learn(order.epoch)
        part = give(site.weights() - own, exchange, generator(1, "up", name, order.epoch))
        assert one.take(name, Reply(order.ticket, part, wanted)) == ""
    for name, site in apart.items():
        assert np.array_equal(site.weights(), expected.weights[name])


def test_who_wants_too_much_does_not_come_in() -> None:
    with pytest.raises(UsageError, match="west wants 21 weights of 20"):
        desk().join("west", 21)
    with pytest.raises(UsageError, match="west does not say how many weights it wants"):
        desk().join("west", "all")
