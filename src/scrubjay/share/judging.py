"""How a turn of the game did, on the validation notes."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import torch
from torch import Tensor

from scrubjay.detect.tagger.reading import Sentence
from scrubjay.errors import UsageError
from scrubjay.models.representation import Representation
from scrubjay.models.tagger import Tagger
from scrubjay.randomness import generator
from scrubjay.share.adversaries import Adversaries, pose
from scrubjay.share.attacks import Field, bound, look_up
from scrubjay.share.pairs import PairMaker
from scrubjay.share.settings import GameSettings
from scrubjay.training.batches import bucketed
from scrubjay.training.mentions import Mentions

GUESSING = math.log(2)  # the loss of an adversary that guesses
_SURER = 4  # times as many pairs tell the bound: on few of them hangs most of it


@dataclass(frozen=True)
class Turn:
    """What a turn gave, on the validation notes: losses, what attacks can achieve at most, and what one does."""

    turn: int
    tagging: float
    adversaries: tuple[float, float]
    bound: float
    look_up: float
    combined: float
    noise: float  # mean standard deviation of the output's noise


@dataclass(frozen=True, repr=False)
class Table:
    """What a game is played with: sentences, pairs of them, and those who learn."""

    tagger: Tagger  # with a representation in it
    adversaries: Adversaries
    train: Sequence[Sentence]
    validation: Sequence[Sentence]
    pairs: PairMaker
    validation_pairs: PairMaker

    @cached_property
    def mentions(self) -> Mentions:
        """Return the identities of the training notes, to be exchanged."""
        return Mentions(self.train, self.tagger.description.reading.scheme)

    @property
    def representation(self) -> Representation:
        """Return the tagger's representation."""
        found = self.tagger.network.representation
        if found is None:
            raise UsageError("the tagger has no private representation: set network.representation")
        return found


def judge(settings: GameSettings, table: Table, turn: int, seed: int) -> Turn:
    """Return how a turn does on the validation notes, with noise on, by the same pairs every time."""
    table.tagger.train(False)
    table.adversaries.eval()
    torch.manual_seed(seed)  # the same noise every time
    chance = generator(seed, "share", "validation pairs")
    field = Field(table.representation, table.validation_pairs, table.validation_pairs, judged=settings.judged)
    with torch.no_grad():
        pairs = list(table.validation_pairs.epoch(64, chance, most=settings.judged))
        losses = torch.stack(
            [torch.stack(table.adversaries.losses(pose(table.representation, one))) for one in pairs]
        )
        first, second = losses.mean(0).tolist()
        lines = table.validation
        batches = bucketed([len(one.words) for one in lines], 64)
        table.tagger.network.noisy = True
        tagging = [float(tagging_loss(table, [lines[place] for place in batch])) * len(batch) for batch in batches]
        table.tagger.network.noisy = False
    own = sum(tagging) / max(len(lines), 1)
    opposing = abs(first - GUESSING) + abs(second - GUESSING)
    return Turn(
        turn,
        own,
        (first, second),
        bound(table.representation, replace(field, judged=_SURER * settings.judged).trials(chance)),
        look_up(field, chance, draws=4).accuracy,
        own + settings.weight * opposing,
        float(table.representation.output_noise.detach().exp().mean()),
    )


def rank(settings: GameSettings, turn: Turn) -> tuple[float, ...]:
    """Return how good a turn is, lower being better.

    S1 looks at the combined loss. Ours (F1.26): a turn in which attacks could be right more often than is allowed is
    worse than any other; of the others the one that tags best.
    """
    if settings.stopping == "loss":
        return (turn.combined,)
    return (max(turn.bound, settings.at_most), turn.tagging)


def tagging_loss(table: Table, sentences: Sequence[Sentence]) -> Tensor:
    """Return the tagger's loss on sentences."""
    tagger = table.tagger
    return tagger.loss(
        tagger.batch([one.words for one in sentences]), tagger.numbers([one.tags for one in sentences])
    )
