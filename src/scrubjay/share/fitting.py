"""A de-identifier that learns from a pool: it never sees a word (F1.7)."""

import copy
import math
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from scrubjay.detect.tagger.inputs import Alphabet
from scrubjay.detect.tagger.reading import Reading
from scrubjay.errors import UsageError
from scrubjay.models.families import FAMILIES
from scrubjay.models.network import Batch, NetworkSettings
from scrubjay.models.tagger import Description, Tagger
from scrubjay.randomness import generator
from scrubjay.share.pool import Pool, taken
from scrubjay.share.publishing import load_of, without_words
from scrubjay.tokens.schemes import decode
from scrubjay.training.batches import bucketed
from scrubjay.training.learner import Learner
from scrubjay.training.optimisers import Average, optimiser, schedule, step
from scrubjay.training.settings import OptimiserSettings
from scrubjay.training.starting import start_from

Progress = Callable[[int, int], None]
_FEWEST = 20  # sentences to learn from


@dataclass(frozen=True)
class FitSettings:
    """How a tagger learns from a pool: S1's network (Table 1), moved as taggers are here."""

    network: NetworkSettings = field(
        default_factory=lambda: FAMILIES["s1"]
    )  # words and representation come from the pool
    optimiser: OptimiserSettings = field(default_factory=lambda: OptimiserSettings(rate=3e-3, average=0.998))
    epochs: int = 12
    batch: int = 16
    empty: float = 0.4  # share of the sentences without an identity that an epoch reads
    validation: float = 0.1  # share of the sentences that the tagger is stopped by
    patience: int = 5
    seed: int = 1
    threads: int = 1


@dataclass(frozen=True)
class Fitted:
    """What an epoch gave: the loss, and strict scores on the sentences that it is stopped by.

    Epoch 0 is the tagger that it starts from, which has no loss yet.
    """

    epoch: int
    loss: float
    precision: float
    recall: float
    f1: float


def fit(
    settings: FitSettings,
    pool: Pool,
    reading: Reading,
    start: Path | None = None,
    progress: Progress | None = None,
    new_labels: bool = True,
) -> Generator[Fitted, None, Tagger]:
    """Train a tagger on a pool, yielding after each epoch, and return it with the best epoch's weights.

    It goes on from the tagger in the folder `start`, of the same network: the provider's, or one of an earlier pool.
    That one is what comes out if no epoch makes it better. Labels that it does not know are an error unless they may
    be new.
    """
    torch.set_num_threads(settings.threads)
    train, check = _parts(settings, pool)
    if start is not None:
        described = load_of(start, pool.representation).description
        strange = {tag[2:] for tag in set(pool.tags) - set(described.tags)}
        if strange and not new_labels:
            raise UsageError(
                f"the pool has labels that {start.name} does not know: {', '.join(sorted(strange))}; have them "
                "mapped where the notes are (scrubjay convert), or say --new-labels to learn them anew"
            )
        settings = replace(settings, network=described.network)
    tagger = untrained(settings, pool, reading)
    if start is not None:
        start_from(tagger, start)
    learner = Learner(tagger)
    told = np.array([numbers.any() for numbers in _split(train)])
    some = math.ceil(settings.empty * int((~told).sum()))
    steps = math.ceil((int(told.sum()) + some) / settings.batch)
    mover = optimiser(settings.optimiser, learner, 0.0)
    rates = schedule(settings.optimiser, mover, steps * settings.epochs)
    average = Average(learner, settings.optimiser.average)
    best, kept, since = -1.0, {}, 0
    if start is not None:
        scores = score(tagger, check)
        best, kept = scores[2], copy.deepcopy(tagger.state_dict())
        yield Fitted(0, math.nan, *scores)
    for epoch in range(settings.epochs):
        chance = generator(settings.seed, "fit", epoch)
        torch.manual_seed(settings.seed * 100_003 + epoch)
        drawn = chance.choice(np.flatnonzero(~told), some, replace=False) if some else np.zeros(0, np.int64)
        chosen = np.sort(np.concatenate([np.flatnonzero(told), drawn]))
        learner.train()
        total = 0.0
        for done, places in enumerate(bucketed(train.lengths[chosen].tolist(), settings.batch, chance)):
            batch, wanted = batch_of(train, chosen[places])
            loss = tagger.loss(batch, wanted)
            where = f"epoch {epoch + 1}, batch {done + 1}"
            total += step(settings.optimiser, learner, mover, loss, where) * len(places)
            rates.step()
            average.step()
            if progress is not None:
                progress(epoch * steps + done, settings.epochs * steps)
        with average.used():
            scores = score(tagger, check)
            since += 1
            if scores[2] > best:
                best, kept, since = scores[2], copy.deepcopy(tagger.state_dict()), 0
        yield Fitted(epoch + 1, total / len(chosen), *scores)
        if since >= settings.patience:
            break
    tagger.load_state_dict(kept)
    return tagger.eval()


def card_of(settings: FitSettings, pool: Pool, epochs: Sequence[Fitted], start: Path | None) -> str:
    """Return the card of what learnt from a pool: `publishing.load_of` looks for the representation's name in it."""
    best = max(epochs, key=lambda each: each.f1)
    began = "it started from nothing" if start is None else f"it started from {start.name}"
    return f"""# A tagger that learnt from vectors

- learnt from {len(pool):,} sentences of the representation {pool.representation}, {settings.validation:.0%} of them
  kept to stop by
- strict F1 on these {best.f1:.4f} (epoch {best.epoch} of {epochs[-1].epoch}); seed {settings.seed}
- {began}, and has read no word of a note
"""


def untrained(settings: FitSettings, pool: Pool, reading: Reading) -> Tagger:
    """Return a tagger of a pool's vectors that knows nothing yet; it has no list of words."""
    network = replace(settings.network, words=pool.values.shape[1], representation=0, train_words=False, casing=True)
    if network.characters != "none" or network.lists or network.encoder_layers:
        raise UsageError("a pool has no words: network.characters must be 'none', and there are no lists or encoders")
    torch.manual_seed(settings.seed)
    return without_words(Description(network, pool.tags, Alphabet(""), replace(reading, scheme=pool.scheme)))


def batch_of(pool: Pool, places: np.ndarray) -> tuple[Batch, Tensor]:
    """Return some sentences of a pool as what a network is fed, every token a word of its own, and their tags."""
    some = taken(pool, places)
    lengths = torch.from_numpy(some.lengths.astype(np.int64))
    there = torch.arange(int(lengths.max())) < lengths[:, None]  # sentences x tokens
    spelling = torch.zeros(there.shape, dtype=torch.long)
    spelling[there] = torch.arange(len(some.values))
    wanted = torch.zeros(there.shape, dtype=torch.long)
    wanted[there] = torch.from_numpy(some.numbers.astype(np.int64))
    none = torch.zeros(len(some.values), 1, dtype=torch.long)
    values, casing = torch.from_numpy(some.values.astype(np.float32)), torch.from_numpy(some.casing.astype(np.int64))
    return Batch(lengths, spelling, values, casing, none, torch.ones(len(none), dtype=torch.long)), wanted


def score(tagger: Tagger, pool: Pool) -> tuple[float, float, float]:
    """Return strict precision, recall and F1 on the sentences of a pool."""
    tagger.eval()
    chain, hits, found, gold = tagger.chain(), 0, 0, 0
    with torch.no_grad():
        for places in bucketed(pool.lengths.tolist(), 64):
            batch, wanted = batch_of(pool, np.array(places))
            best = chain.best(tagger.network(batch).numpy(), batch.lengths.numpy())
            for guessed, true, length in zip(best, wanted.numpy(), batch.lengths.tolist(), strict=True):
                one, two = (set(decode([pool.tags[tag] for tag in row[:length]]).entities) for row in (true, guessed))
                hits, found, gold = hits + len(one & two), found + len(two), gold + len(one)
    return hits / max(found, 1), hits / max(gold, 1), 2 * hits / max(found + gold, 1)


def _parts(settings: FitSettings, pool: Pool) -> tuple[Pool, Pool]:
    """Return the sentences to learn from, and those to stop by: nobody knows whose they are, so by lot."""
    order = generator(settings.seed, "fit split").permutation(len(pool))
    few = math.ceil(settings.validation * len(pool))
    if len(pool) - few >= _FEWEST:
        train, check = taken(pool, order[few:]), taken(pool, order[:few])
        if train.numbers.any() and check.numbers.any():
            return train, check
    raise UsageError(f"the pool has {len(pool)} sentences, too few with an identity to learn from and to stop by")


def _split(pool: Pool) -> list[np.ndarray]:
    return np.split(pool.numbers, np.cumsum(pool.lengths)[:-1])
