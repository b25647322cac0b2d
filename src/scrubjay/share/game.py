"""Learning a representation against adversaries, after P1, in which representation and tagger have learnt together.

    together    in turns of an epoch, or of several if notes are few, all learn at once; `weight` turns the
                adversaries' gradient round (DANN, F1.10)
    three-part  S1's parts (Feutry 2018, F1.11):
      P2  the representation is frozen, the adversaries learn
      P3  in such turns: (a) tagger and adversaries learn; (b) the representation learns from
          l_deid + weight |l_adv - ln 2| + invariance * distance

The last term is ours: how many standard deviations apart two sentences' encodings are, on which depends what any
attack can tell (`attacks.bound`). It is not squared, so that it does not fade before the attacks fail, and has no
ceiling, so that a few pairs far apart are not left to themselves. With `invariance = 0` both procedures are S1's.
"""

import copy
import math
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from scrubjay.detect.tagger.reading import Sentence
from scrubjay.errors import DivergedError, UsageError
from scrubjay.models.representation import Representation
from scrubjay.models.tagger import Tagger
from scrubjay.randomness import generator
from scrubjay.share.adversaries import Adversaries, Posed, pose
from scrubjay.share.attacks import divergence
from scrubjay.share.judging import GUESSING, Table, Turn, judge, rank, tagging_loss
from scrubjay.share.pairs import Pairs
from scrubjay.share.settings import GameSettings
from scrubjay.training.batches import bucketed
from scrubjay.training.optimisers import Average

_LOUDER = 10.0  # times as fast does noise learn
_EVEN = 2 / 3  # of the turns have the whole rate
_SLOWEST = 0.1  # of it is left at the end
_GLANCES = 4  # steps, in one of which adversaries learn that only look on
Progress = Callable[[int, int], None]
Movers = dict[str, torch.optim.Optimizer]


def play(
    settings: GameSettings, table: Table, seed: int, checkpoint: Path | None = None, progress: Progress | None = None
) -> Generator[Turn, None, None]:
    """Go through P2 and P3 (or gradient reversal), yielding after each turn; the best turn's weights are kept.

    The tagger comes from P1: trained together with its representation. With a checkpoint file, a game that was
    stopped goes on where it was.
    """
    representation, tagger, adversaries = table.representation, table.tagger, table.adversaries
    head = [each for name, each in tagger.named_parameters() if not name.startswith("network.representation.")]
    movers: Movers = {
        "representation": torch.optim.Adam(_groups(representation, settings.rate)),
        "tagger": torch.optim.Adam(head, lr=settings.rate),
        "adversaries": torch.optim.Adam(adversaries.parameters(), lr=settings.rate),
    }
    average = Average(nn.ModuleList([tagger, adversaries]), settings.average)
    memory = Memory()
    if checkpoint is not None and checkpoint.exists():
        memory = _restore(checkpoint, table, movers, average)
        yield from memory.turns
    elif settings.procedure == "three-part":
        torch.manual_seed(seed)
        _prepare_adversaries(settings, table, movers["adversaries"], seed)
    for turn in range(len(memory.turns) + 1, settings.turns + 1):
        if memory.since >= settings.patience:
            break
        if progress is not None:
            progress(turn - 1, settings.turns)
        chance = generator(seed, "share", "turn", turn)
        torch.manual_seed(seed * 100_003 + turn)
        _slow_down(movers, (turn - 1) / settings.turns)
        invariance = pressure(settings, memory.turns)
        if settings.procedure == "together":
            steps = _together(settings, table, movers, chance, invariance)
        else:
            steps = chain(
                _tagger_and_adversaries(settings, table, movers, chance),
                _representation(settings, table, movers, chance, invariance),
            )
        for _ in steps:
            average.step()
        with average.used():
            found = judge(settings, table, turn, seed)
            memory.add(found, rank(settings, found), tagger, adversaries)
        if checkpoint is not None:
            _keep(checkpoint, memory, table, movers, average)
        yield found
    tagger.load_state_dict(memory.tagger)
    adversaries.load_state_dict(memory.adversaries)
    tagger.eval()
    adversaries.eval()


@dataclass
class Memory:
    """What a game needs to go on: kept after every turn."""

    turns: list[Turn] = field(default_factory=list)
    rank: tuple[float, ...] = ()  # of the best turn
    since: int = 0  # turns since then
    tagger: dict[str, Any] = field(default_factory=dict)  # weights of the best turn
    adversaries: dict[str, Any] = field(default_factory=dict)

    def add(self, turn: Turn, rank: tuple[float, ...], tagger: Tagger, adversaries: Adversaries) -> None:
        """Take in a turn, and its weights if it is the best so far."""
        self.turns.append(turn)
        self.since += 1
        if not self.rank or rank < self.rank:
            self.rank, self.since = rank, 0
            self.tagger, self.adversaries = (copy.deepcopy(each.state_dict()) for each in (tagger, adversaries))


def _keep(file: Path, memory: Memory, table: Table, movers: Movers, average: Average) -> None:
    """Write a checkpoint, whole or not at all."""
    state = {
        "turns": [asdict(turn) for turn in memory.turns],
        "rank": list(memory.rank),
        "since": memory.since,
        "best": [memory.tagger, memory.adversaries],
        "weights": [table.tagger.state_dict(), table.adversaries.state_dict()],
        "optimisers": {name: mover.state_dict() for name, mover in movers.items()},
        "average": [average.steps, average.values],
    }
    fresh = file.with_suffix(".new")
    torch.save(state, fresh)
    fresh.replace(file)


def _restore(file: Path, table: Table, movers: Movers, average: Average) -> Memory:
    """Read a checkpoint back: tensors and plain values only."""
    try:
        state = torch.load(file, weights_only=True)
        table.tagger.load_state_dict(state["weights"][0])
        table.adversaries.load_state_dict(state["weights"][1])
        for name, mover in movers.items():
            mover.load_state_dict(state["optimisers"][name])
        average.steps, average.values = state["average"]
        turns = [Turn(**{**told, "adversaries": tuple(told["adversaries"])}) for told in state["turns"]]
        return Memory(turns, tuple(state["rank"]), state["since"], *state["best"])
    except Exception as error:  # torch says in many ways that a file is none of its own
        raise UsageError(f"{file} is no checkpoint of this run; remove it to start anew") from error


def _groups(representation: Representation, rate: float) -> list[dict[str, Any]]:
    """Return the representation's weights; those of its noise are logarithms, and move faster."""
    noise = [representation.input_noise, representation.output_noise]
    known = set(map(id, noise))
    rest = [each for each in representation.parameters() if id(each) not in known]
    return [{"params": rest, "lr": rate}, {"params": noise, "lr": _LOUDER * rate}]


def pressure(settings: GameSettings, turns: Sequence[Turn]) -> float:
    """Return how heavy `invariance` is after these turns: heavier, the more turns told too much.

    It is lighter after a turn that keeps to what is allowed, so that what tags best at this very limit is sought.
    """
    above = sum(1 if turn.bound > settings.at_most else -1 for turn in turns)
    return settings.invariance * settings.growth**above


def _slow_down(movers: Movers, gone: float) -> None:
    """Let all learn more slowly towards the end: after two thirds of the turns, less and less, down to a tenth."""
    left = min((1 - gone) / (1 - _EVEN), 1.0)
    for mover in movers.values():
        for group in mover.param_groups:
            group["lr"] = group.setdefault("whole", group["lr"]) * (_SLOWEST + (1 - _SLOWEST) * left)


def _batches(settings: GameSettings, table: Table, chance: np.random.Generator) -> Iterator[list[Sentence]]:
    """Yield the batches of a turn: those of an epoch, or of as many as it takes to make enough steps."""
    steps = 0
    while steps < settings.steps:
        for batch in _epoch(settings, table, chance):
            steps += 1
            yield batch


def _epoch(settings: GameSettings, table: Table, chance: np.random.Generator) -> list[list[Sentence]]:
    """Return the batches of an epoch: all sentences with an identity, and some without."""
    told = [one for one in table.train if any(tag != "O" for tag in one.tags)]
    others = [one for one in table.train if all(tag == "O" for tag in one.tags)]
    some = chance.choice(len(others), round(settings.empty * len(others)), replace=False).tolist() if others else []
    chosen = [*told, *(others[place] for place in some)]
    if settings.exchange:
        chosen = [table.mentions.exchanged(one, settings.exchange, chance) for one in chosen]
    places = bucketed([len(one.words) for one in chosen], settings.batch, chance)
    return [[chosen[place] for place in batch] for batch in places]


def _pairs(settings: GameSettings, table: Table, chance: np.random.Generator) -> Generator[Pairs, None, None]:
    """Yield pairs without an end."""
    while True:
        yield from table.pairs.epoch(settings.batch, chance)


def _opposing(settings: GameSettings, table: Table, pairs: Pairs) -> Tensor:
    """Return the adversaries' losses, one or two of them."""
    return _loss(settings, table, pose(table.representation, pairs))


def _reversed(settings: GameSettings, table: Table, pairs: Pairs) -> Tensor:
    """Return the adversaries' losses; on its way back to the representation their gradient is turned round."""
    if not settings.weight:
        with torch.no_grad():
            posed = pose(table.representation, pairs)
        return _loss(settings, table, posed)
    posed = pose(table.representation, pairs)
    turned: Callable[[Tensor, float], Tensor] = _Reversed.apply
    return _loss(
        settings,
        table,
        posed._replace(
            representation=turned(posed.representation, settings.weight), other=turned(posed.other, settings.weight)
        ),
    )


def _apart(table: Table, pairs: Pairs) -> Tensor:
    """Return how many standard deviations apart the encodings of pairs are, on average."""
    return (2 * divergence(table.representation, pairs)).clamp(min=1e-8).sqrt().mean()


def _loss(settings: GameSettings, table: Table, posed: Posed) -> Tensor:
    """Return the loss of the average of both adversaries, or of each."""
    if settings.adversaries == "averaged":
        return table.adversaries.averaged(posed)[None]
    return torch.stack(table.adversaries.losses(posed))


def _move(loss: Tensor, *movers: torch.optim.Optimizer) -> None:
    """Take a step of the optimisers against a loss."""
    if not torch.isfinite(loss):
        raise DivergedError("the loss is not a number; lower game.rate")
    for each in movers:
        each.zero_grad()
    torch.autograd.backward(loss)
    for each in movers:
        nn.utils.clip_grad_norm_([one for group in each.param_groups for one in group["params"]], 1.0)
        each.step()


def _prepare_adversaries(settings: GameSettings, table: Table, mover: torch.optim.Optimizer, seed: int) -> None:
    """Play P2: until the validation loss gets no better."""
    table.tagger.eval()
    best = math.inf
    for epoch in range(settings.adversary_epochs):
        chance = generator(seed, "share", "adversaries", epoch)
        table.adversaries.train()
        for pairs in table.pairs.epoch(settings.batch, chance):
            with torch.no_grad():
                posed = pose(table.representation, pairs)
            _move(_loss(settings, table, posed).sum(), mover)
        with torch.no_grad():
            check = generator(seed, "share", "validation pairs")
            losses = [_opposing(settings, table, pairs).sum() for pairs in table.validation_pairs.epoch(64, check)]
        now = float(torch.stack(losses).mean())
        if now > best - 1e-4:
            break
        best = now


def _tagger_and_adversaries(
    settings: GameSettings, table: Table, movers: Movers, chance: np.random.Generator
) -> Iterator[None]:
    """Play P3 (a), the representation frozen, yielding after each step."""
    table.tagger.train()
    table.adversaries.train()
    opponents = _pairs(settings, table, chance)
    with _frozen(movers["representation"]):
        for batch in _batches(settings, table, chance):
            loss = tagging_loss(table, batch) + _opposing(settings, table, next(opponents)).sum()
            _move(loss, movers["tagger"], movers["adversaries"])
            yield


def _representation(
    settings: GameSettings, table: Table, movers: Movers, chance: np.random.Generator, invariance: float
) -> Iterator[None]:
    """Play P3 (b), tagger and adversaries frozen, yielding after each step."""
    table.tagger.train()
    table.adversaries.eval()
    opponents = _pairs(settings, table, chance)
    with _frozen(movers["tagger"], movers["adversaries"]):
        for batch in _batches(settings, table, chance):
            pairs = next(opponents)
            loss = tagging_loss(table, batch)
            if settings.weight:
                loss = loss + settings.weight * (_opposing(settings, table, pairs) - GUESSING).abs().sum()
            if invariance:
                loss = loss + invariance * _apart(table, pairs)
            _move(loss, movers["representation"])
            yield


@contextmanager
def _frozen(*movers: torch.optim.Optimizer) -> Iterator[None]:
    """Let what these move learn nothing, which is quicker than not to look at what it would have learnt."""
    weights = [one for mover in movers for group in mover.param_groups for one in group["params"]]
    for one in weights:
        one.requires_grad_(False)
    try:
        yield
    finally:
        for one in weights:
            one.requires_grad_(True)


def _together(
    settings: GameSettings, table: Table, movers: Movers, chance: np.random.Generator, invariance: float
) -> Iterator[None]:
    """Train all at once, yielding after each step; the adversaries' gradient is turned round (F1.10)."""
    table.tagger.train()
    table.adversaries.train()
    opponents = _pairs(settings, table, chance)
    for step, batch in enumerate(_batches(settings, table, chance)):
        pairs = next(opponents)
        learning = [movers["representation"], movers["tagger"]]
        loss = tagging_loss(table, batch)
        if settings.weight or step % _GLANCES == 0:
            learning.append(movers["adversaries"])
            loss = loss + _reversed(settings, table, pairs).sum()
        if invariance:
            loss = loss + invariance * _apart(table, pairs)
        _move(loss, *learning)
        yield


class _Reversed(torch.autograd.Function):
    """Nothing on the way there, the opposite on the way back, so many times as strong."""

    @staticmethod
    def forward(context: Any, values: Tensor, weight: float) -> Tensor:
        context.weight = weight
        return values.view_as(values)

    @staticmethod
    def backward(context: Any, wanted: Tensor) -> tuple[Tensor, None]:
        return -context.weight * wanted, None
