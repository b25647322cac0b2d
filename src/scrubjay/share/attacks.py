"""Attacks on a frozen representation (F1.12, F1.13, F1.17): which of two names was it?

Whoever attacks has the representation itself, for it is public, and knows which two words it might have been.
Guessing is right half of the time, exactly (`pairs.py`).
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits

from scrubjay.models.representation import Representation
from scrubjay.models.variational import VariationalLSTM
from scrubjay.share.adversaries import NAMES, Adversaries, pose
from scrubjay.share.pairs import PairMaker, Pairs
from scrubjay.share.verdict import Attempt

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Field:
    """What an attack learns from and is judged by: pairs of other sentences, and chance."""

    representation: Representation
    train: PairMaker
    test: PairMaker
    batch: int = 64
    judged: int = 2000  # pairs that an attack is judged by
    noisy: bool = True

    def lessons(self, chance: np.random.Generator) -> Iterable[Pairs]:
        """Return an epoch of pairs to learn from."""
        return self.train.epoch(self.batch, chance)

    def trials(self, chance: np.random.Generator) -> Iterable[Pairs]:
        """Return the pairs to be judged by; sentences are used several times, with other words, if there are few."""
        left = self.judged
        while left > 0:
            for pairs in self.test.epoch(self.batch, chance, most=left):
                left -= len(pairs.lengths)
                yield pairs


def adversaries_attack(
    field: Field,
    adversaries: Adversaries,
    epochs: int,
    chance: np.random.Generator,
    name: str,
    rate: float = 1e-3,
    progress: Progress | None = None,
) -> list[Attempt]:
    """Train adversaries on the frozen representation, going on from what they know, and return what each achieves."""
    started = time.process_time()
    mover = torch.optim.Adam(adversaries.parameters(), lr=rate)
    before = [parameter.detach().clone() for parameter in field.representation.parameters()]
    adversaries.train()
    learnt = [0.0, 0.0]
    for epoch in range(epochs):
        seen = [0, 0, 0]
        for pairs in field.lessons(chance):
            with torch.no_grad():
                posed = pose(field.representation, pairs, field.noisy)
            both = adversaries(posed)
            loss = torch.stack([binary_cross_entropy_with_logits(odds, posed.answers) for odds in both]).sum()
            mover.zero_grad()
            torch.autograd.backward(loss)
            nn.utils.clip_grad_norm_(adversaries.parameters(), 1.0)
            mover.step()
            for place, odds in enumerate(both):
                seen[place] += int(((odds > 0) == (posed.answers > 0)).sum())
            seen[2] += len(posed.answers)
        learnt = [each / seen[2] for each in seen[:2]]
        if progress is not None:
            progress(epoch + 1, epochs)
    assert all(torch.equal(old, new) for old, new in zip(before, field.representation.parameters(), strict=True)), (
        "the representation is frozen"
    )
    adversaries.eval()
    right, total = [0, 0], 0
    with torch.no_grad():
        for pairs in field.trials(chance):
            posed = pose(field.representation, pairs, field.noisy)
            count = len(pairs.lengths)
            asked = torch.arange(count) + count * torch.from_numpy(_sides(count, chance))
            for place, odds in enumerate(adversaries(posed)):
                right[place] += int(((odds[asked] > 0) == (posed.answers[asked] > 0)).sum())
            total += count
    seconds = time.process_time() - started
    return [
        Attempt(f"{name} {which}", right[place], total, seconds / 2, learnt[place])
        for place, which in enumerate(NAMES)
    ]


def _sides(count: int, chance: np.random.Generator) -> NDArray[np.int64]:
    """Return which question of each pair is asked, by lot: two answers about one pair are not two trials.

    Either is asked as often, so that who always says the same is right in one half, and in no more by luck.
    """
    return (chance.permutation(count) + chance.integers(2)) % 2


def look_up(
    field: Field, chance: np.random.Generator, draws: int = 16, published: int = 1, name: str = "look-up"
) -> Attempt:
    """Encode both sentences many times, and say which of the two the published encodings are likelier to be of (A2).

    This is the best that can be done with normal noise: the ratio of likelihoods, by the mean and the spread that
    each sentence's encodings have. `published` is how often a hospital has published the sentence.
    """
    started = time.process_time()
    right = total = 0
    with torch.no_grad():
        for pairs in field.trials(chance):
            there = torch.arange(pairs.first.shape[1]) < pairs.lengths[:, None]  # sentences x tokens
            seen = torch.stack([_encoded(field, pairs.first, pairs.lengths) for _ in range(published)]).mean(0)
            scores = [
                _likelihood(field, vectors, pairs.lengths, seen, there, draws, published) for vectors in pairs[:2]
            ]
            tied = scores[0] == scores[1]
            coin = torch.from_numpy(chance.random(len(tied)) < 0.5)
            right += int(torch.where(tied, coin, scores[0] > scores[1]).sum())
            total += len(tied)
    return Attempt(name, right, total, time.process_time() - started)


def _encoded(field: Field, vectors: Tensor, lengths: Tensor) -> Tensor:
    one = field.representation
    found: Tensor = one(vectors, lengths, one.draw(*vectors.shape[:2]) if field.noisy else None)
    return found


def _likelihood(
    field: Field, vectors: Tensor, lengths: Tensor, seen: Tensor, there: Tensor, draws: int, published: int
) -> Tensor:
    """Return the logarithm of how likely encodings are of a sentence: sentences."""
    one = field.representation
    middles, spread = [], torch.zeros(())
    for _ in range(draws if field.noisy else 1):
        middle, spread = one.middle(vectors, lengths, one.draw(*vectors.shape[:2]) if field.noisy else None)
        middles.append(middle)
    every = torch.stack(middles)  # draws x sentences x tokens x numbers
    within = spread.square() if field.noisy else torch.zeros_like(spread)
    between = every.var(0, unbiased=True) if len(every) > 1 else torch.zeros_like(every[0])
    variance = (within + between) / published + 1e-8
    terms = -(seen - every.mean(0)).square() / (2 * variance) - variance.log() / 2
    return (terms.sum(2) * there).sum(1)


class Reconstructor(nn.Module):
    """Turns a representation back into vectors of words, as well as it can."""

    def __init__(self, size: int, vectors: int, units: int) -> None:
        super().__init__()
        self.recurrent = VariationalLSTM(size, units)
        self.output = nn.Linear(2 * units, vectors)

    def forward(self, representation: Tensor, lengths: Tensor) -> Tensor:
        """Return vectors, sentences x tokens x numbers."""
        found: Tensor = self.output(self.recurrent(representation, lengths)[0])
        return found


def reconstruct(
    field: Field, epochs: int, chance: np.random.Generator, units: int = 128, progress: Progress | None = None
) -> Attempt:
    """Learn to make words' vectors of a representation, and say which of the two words is nearer (F1.17)."""
    started = time.process_time()
    one = field.representation
    model = Reconstructor(one.size, one.inputs, units)
    mover = torch.optim.Adam(model.parameters(), lr=1e-3)
    learnt = 0.0
    for epoch in range(epochs):
        told = count = 0
        for pairs in field.lessons(chance):
            every = torch.arange(len(pairs.lengths))
            with torch.no_grad():
                seen = _encoded(field, pairs.first, pairs.lengths)
            wanted = pairs.first[every, pairs.places, : one.inputs]  # sentences x numbers: the identity's word alone
            found = model(seen, pairs.lengths)[every, pairs.places]
            loss = (1 - torch.cosine_similarity(found, wanted)).mean() + nn.functional.mse_loss(found, wanted)
            mover.zero_grad()
            torch.autograd.backward(loss)
            mover.step()
            told += int(_nearer(found.detach(), pairs).sum())
            count += len(found)
        learnt = told / count
        if progress is not None:
            progress(epoch + 1, epochs)
    right = total = 0
    with torch.no_grad():
        for pairs in field.trials(chance):
            every = torch.arange(len(pairs.lengths))
            found = model(_encoded(field, pairs.first, pairs.lengths), pairs.lengths)[every, pairs.places]
            right += int(_nearer(found, pairs).sum())
            total += len(found)
    return Attempt("reconstruction", right, total, time.process_time() - started, learnt)


def _nearer(found: Tensor, pairs: Pairs) -> Tensor:
    """Tell whether the vector found is nearer to the first word of a pair than to the second: sentences."""
    every = torch.arange(len(found))
    near, far = (torch.cosine_similarity(found, side[every, pairs.places, : found.shape[1]]) for side in pairs[:2])
    return near > far


def bound(representation: Representation, pairs: Iterable[Pairs]) -> float:
    """Return what no attack on one encoding can exceed on average."""
    return float(best_guesses(representation, pairs).mean())


def best_guesses(representation: Representation, pairs: Iterable[Pairs]) -> Tensor:
    """Return how often each pair is told by who knows the input's noise: no attack on one encoding is better.

    Given that noise, both encodings are normal around two middles, d standard deviations apart, and the best guess is
    right with probability Phi(d / 2). Who does not know the noise knows less. With dynamic noise the two spreads
    differ, and 1/2 + sqrt(divergence / 8) bounds each pair instead (Pinsker).
    """
    found = []
    with torch.no_grad():
        for each in pairs:
            apart = divergence(representation, each).clamp(min=0)  # d^2 / 2, if both spread alike
            alike = representation.loudness is None
            found.append(torch.special.ndtr((apart / 2).sqrt()) if alike else (0.5 + (apart / 8).sqrt()).clamp(max=1))
    return torch.cat(found)


def divergence(representation: Representation, pairs: Pairs) -> Tensor:
    """Return the divergence of the encodings of each pair: sentences."""
    drawn = representation.draw(*pairs.first.shape[:2])
    (one, spread), (other, second) = (representation.middle(each, pairs.lengths, drawn) for each in pairs[:2])
    there = torch.arange(one.shape[1]) < pairs.lengths[:, None]
    terms = (
        (one - other).square() / (2 * second.square())
        + (spread / second).square() / 2
        - 0.5
        - (spread / second).log()
    )
    return (terms.sum(2) * there).sum(1)
