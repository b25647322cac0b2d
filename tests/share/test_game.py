"""The game in small: adversaries, tagger and representation take turns, stop, and go on."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from scrubjay.detect.tagger.reading import Reading
from scrubjay.errors import SettingsError, UsageError
from scrubjay.models.network import NetworkSettings
from scrubjay.share.game import _batches, _opposing, _reversed, _slow_down, play, pressure
from scrubjay.share.judging import Table, Turn, judge, rank
from scrubjay.share.provider import REPRESENTATION, run, tabled
from scrubjay.share.publication import Publication, load
from scrubjay.share.settings import GameSettings
from scrubjay.training.going import result_of
from scrubjay.training.loop import Epoch, train
from scrubjay.training.preparing import prepare_notes
from scrubjay.training.settings import DataSettings, OptimiserSettings, TrainingSettings, VectorSettings
from tests.share.small import notes, vectors

NETWORK = NetworkSettings(
    words=12,
    casing=True,
    representation=5,
    representation_units=6,
    characters="none",
    cell="standard",
    units=8,
    hidden=0,
    input_dropout=0.0,
)
GAME = GameSettings(
    neighbours=6, adversary_units=6, adversary_epochs=1, turns=3, steps=1, judged=150, empty=1.0, rate=5e-3
)


def settings(folder: Path) -> TrainingSettings:
    if not folder.joinpath("vectors").exists():
        folder.joinpath("vectors").mkdir()
        vectors(spread=1.0).save(folder / "vectors")
    return TrainingSettings(
        DataSettings(folder / "notes.jsonl", folder / "other.jsonl"),
        network=NETWORK,
        reading=Reading(tokenizer="aggressive"),
        vectors=VectorSettings(folder=folder / "vectors"),
        optimiser=OptimiserSettings(rate=0.02),
        epochs=3,
        batch=8,
    )


def table(folder: Path, game: GameSettings = GAME) -> Table:
    given = settings(folder)
    prepared = prepare_notes(given, notes(), notes(12, seed=9))
    list(train(given, prepared))
    return tabled(given, game, prepared)


@pytest.mark.parametrize(("steps", "epochs"), [(1, 1), (4, 1), (5, 2), (10, 3)])
def test_a_turn_of_few_notes_has_several_epochs(steps: int, epochs: int, tmp_path: Path) -> None:
    made = table(tmp_path)
    size = -(-len(made.train) // 4)
    game = replace(GAME, batch=size, exchange=0.0, steps=steps)
    read = Counter(one for batch in _batches(game, made, np.random.default_rng(1)) for one in batch)
    assert read == dict.fromkeys(made.train, epochs)


@pytest.mark.parametrize(
    "game",
    [
        GAME,
        replace(GAME, procedure="three-part", weight=1.0),
        replace(GAME, weight=1.0, invariance=0.0),
        replace(
            GAME,
            procedure="three-part",
            weight=1.0,
            invariance=0.0,
            adversaries="averaged",
            literal_pairs=True,
            stopping="loss",
        ),  # S1 as it stands
    ],
    ids=["together", "three-part", "dann", "literal"],
)
def test_a_game_moves_everybody_and_ends_at_its_best_turn(game: GameSettings, tmp_path: Path) -> None:
    made = table(tmp_path, game)
    before = {name: each.clone() for name, each in made.tagger.state_dict().items()}
    turns = list(play(game, made, 1))
    assert [turn.turn for turn in turns] == [1, 2, 3]
    after = made.tagger.state_dict()
    for part in (
        "network.representation.output.weight",
        "network.representation.output_noise",
        "network.scores.weight",
    ):
        assert not torch.equal(before[part], after[part]), part
    if game.stopping == "loss":
        best = min(turns, key=lambda turn: turn.combined)
    else:
        best = min(turns, key=lambda turn: (max(turn.bound, game.at_most), turn.tagging))
    again = judge(game, made, best.turn, 1)
    assert again == best, "the weights are those of the best turn"


def test_invariance_hides_what_the_adversaries_of_the_paper_do_not_see(tmp_path: Path) -> None:
    game = replace(GAME, invariance=5.0, turns=8, rate=2e-2, patience=9)
    made = table(tmp_path, game)
    before = judge(game, made, 0, 1)
    *_, last = play(game, made, 1)
    assert before.look_up > 0.8
    assert last.look_up < before.look_up - 0.1
    assert last.bound <= before.bound


@pytest.mark.parametrize("weight", [0.0, 1.0, 2.5])
def test_a_gradient_is_turned_round_where_it_enters_the_representation(weight: float, tmp_path: Path) -> None:
    made = table(tmp_path)
    made.tagger.eval()
    one, [pairs] = made.representation, list(made.pairs.epoch(999, np.random.default_rng(1)))
    slopes = []
    for loss in (_opposing, _reversed):
        made.tagger.zero_grad()
        made.adversaries.zero_grad()
        torch.manual_seed(1)
        torch.autograd.backward(loss(replace(GAME, weight=weight), made, pairs).sum())
        own = torch.zeros(()) if one.output.weight.grad is None else one.output.weight.grad.clone()
        slopes.append((own, [each.grad.clone() for each in made.adversaries.parameters() if each.grad is not None]))
    (plain, theirs), (turned, same) = slopes
    assert plain.abs().sum() > 0
    torch.testing.assert_close(turned.expand_as(plain), -weight * plain)
    for first, second in zip(theirs, same, strict=True):
        torch.testing.assert_close(first, second)


@pytest.mark.parametrize(
    ("bounds", "expected", "remark"),
    [
        ([], 2.0, "at first"),
        ([0.9, 0.511], 4.5, "twice above what is allowed"),
        ([0.9, 0.51], 2.0, "above, and then just what is allowed"),
        ([0.5, 0.5], 2 / 2.25, "below"),
    ],
)
def test_invariance_is_heavier_after_a_turn_that_tells_too_much(
    bounds: list[float], expected: float, remark: str
) -> None:
    turns = [Turn(place, 0.0, (0.0, 0.0), each, 0.5, 0.0, 0.0) for place, each in enumerate(bounds, 1)]
    assert pressure(replace(GAME, invariance=2.0, at_most=0.51), turns) == pytest.approx(expected), remark


def test_all_learn_more_slowly_as_turns_go_by() -> None:
    mover = torch.optim.Adam([{"params": [torch.zeros(1)], "lr": 0.5}, {"params": [torch.zeros(1)], "lr": 5.0}])
    for gone, share in ((0.0, 1.0), (0.6, 1.0), (5 / 6, 0.55), (1.0, 0.1)):
        _slow_down({"tagger": mover}, gone)
        assert [group["lr"] for group in mover.param_groups] == pytest.approx([0.5 * share, 5.0 * share])


def test_the_weights_that_are_judged_and_kept_are_averages(tmp_path: Path) -> None:
    """A naive average of the weights after every step of the only turn."""
    made = table(tmp_path, replace(GAME, turns=1, average=0.0))
    name = "network.representation.output.weight"
    seen = [made.tagger.state_dict()[name].clone()]
    step = torch.optim.Adam.step

    def watched(self: torch.optim.Adam, *given: Any) -> Any:
        found = step(self, *given)
        if any(each is made.representation.output.weight for group in self.param_groups for each in group["params"]):
            seen.append(made.tagger.state_dict()[name].clone())
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(torch.optim.Adam, "step", watched)
        list(play(replace(GAME, turns=1, average=0.0), made, 1))
    assert torch.equal(made.tagger.state_dict()[name], seen[-1]), "without averaging the last ones are kept"
    averaged = table(tmp_path, GAME)
    list(play(replace(GAME, turns=1, average=0.9), averaged, 1))
    expected = seen[0]
    for count, weights in enumerate(seen[1:], 1):
        decay = min(0.9, count / (count + 9))
        expected = decay * expected + (1 - decay) * weights
    torch.testing.assert_close(averaged.tagger.state_dict()[name], expected)


def test_a_game_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole = table(tmp_path)
    expected = list(play(GAME, whole, 1))
    stopped, file = table(tmp_path), tmp_path / "game.pt"
    going = play(GAME, stopped, 1, file)
    next(going)
    going.close()
    gone_on = table(tmp_path)
    assert list(play(GAME, gone_on, 1, file)) == expected
    for name, weight in whole.tagger.state_dict().items():
        assert torch.equal(weight, gone_on.tagger.state_dict()[name]), name
    file.write_bytes(b"nothing")
    with pytest.raises(UsageError, match="no checkpoint"):
        list(play(GAME, table(tmp_path), 1, file))


def provide(
    folder: Path, given: TrainingSettings, game: GameSettings = GAME
) -> tuple[list[Epoch | Turn], Publication]:
    told: list[str | Epoch | Turn] = []
    publication = result_of(run(given, game, folder), told.append)
    assert isinstance(told[0], str), "what became of the spans is said"
    return [each for each in told if not isinstance(each, str)], publication


def test_a_provider_publishes_what_it_has_learnt(tmp_path: Path) -> None:
    from scrubjay.documents.formats.writing import write

    given = settings(tmp_path)
    write(notes(), given.data.train, "jsonl")
    write(notes(12, seed=9), given.data.validation, "jsonl")
    told, publication = provide(tmp_path / "run", given)
    assert [type(each) for each in told] == [Epoch] * 3 + [Turn] * 3
    assert load(tmp_path / "run" / REPRESENTATION).name == publication.name
    assert "told by scrubjay share attack" in publication.card
    best = min((each for each in told if isinstance(each, Turn)), key=lambda each: rank(GAME, each))
    assert f"as turn {best.turn} left it" in publication.card
    assert sorted(file.name for file in (tmp_path / "run").iterdir()) == [
        "neighbours.npz",
        "representation",
        "settings.json",
        "tagger",
        "turns.jsonl",
    ]
    with pytest.raises(UsageError, match="complete"):
        provide(tmp_path / "run", given)
    again = provide(tmp_path / "again", given)[1]
    assert again.name == publication.name, "one seed, one representation"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"network": replace(NETWORK, representation=0)}, "network.representation is 0"),
        ({"vectors": VectorSettings()}, r"vectors\.folder is missing"),
        ({"game": replace(GAME, neighbours=1)}, "game.neighbours is 1"),
        ({"game": replace(GAME, empty=1.5)}, "game.empty is 1.5"),
        ({"game": replace(GAME, rate=0.0)}, "game.rate is 0"),
        ({"game": replace(GAME, average=1.0)}, "game.average is 1"),
        ({"game": replace(GAME, everyday=-0.5)}, "game.everyday is -0.5"),
        ({"game": replace(GAME, familiar=5.0)}, "game.familiar is 5"),
        ({"game": replace(GAME, growth=float("nan"))}, "game.growth is nan"),
    ],
)
def test_settings_that_cannot_be(change: dict[str, object], message: str, tmp_path: Path) -> None:
    game = change.pop("game", GAME)
    with pytest.raises(SettingsError, match=message):
        provide(tmp_path / "run", replace(settings(tmp_path), **change), game)  # type: ignore[arg-type]
    assert not (tmp_path / "run").exists()
