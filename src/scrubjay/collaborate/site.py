"""A site: its own notes, a tagger that learns from them, and its weights as one flat vector."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import torch

from scrubjay.collaborate.exchange import Values
from scrubjay.detect.tagger.reading import Sentence
from scrubjay.errors import UsageError
from scrubjay.models.tagger import Tagger
from scrubjay.randomness import generator
from scrubjay.training.learner import Learner
from scrubjay.training.lessons import Lessons
from scrubjay.training.optimisers import optimiser, step
from scrubjay.training.settings import TrainingSettings


class Site:
    """Learns from its own sentences, an epoch at a time; what it draws depends on its name and the run's seed."""

    def __init__(self, name: str, settings: TrainingSettings, tagger: Tagger, sentences: Sequence[Sentence]) -> None:
        if tagger.network.words is not None:
            raise UsageError(
                "network.train_words would give away which words stand in a site's notes: vectors that are trained "
                "cannot be shared"
            )
        if not sentences:
            raise UsageError(f"the site {name} has no sentence to learn from")
        self.name, self.tagger, self._settings = name, tagger, settings
        seed = int(generator(settings.seed, "site", name).integers(1 << 31))
        self._seed, self._lessons = seed, Lessons(replace(settings, seed=seed), sentences)
        self._learner = Learner(tagger)
        self._mover = optimiser(settings.optimiser, self._learner, settings.encoder.rate)

    def weights(self) -> Values:
        """Return all that is learnt, one number after the other."""
        return flat(self.tagger)

    def put(self, weights: Values) -> None:
        """Take on weights."""
        put(self.tagger, weights)

    def learn(self, epoch: int) -> float:
        """Learn for an epoch, and return the mean loss of a sentence."""
        self._learner.train()
        torch.manual_seed(self._seed * 1009 + epoch)  # dropout
        total, read = 0.0, 0
        for place, batch in enumerate(self._lessons.epoch(epoch)):
            loss = self._learner.loss(batch, self.tagger.numbers([one.tags for one in batch]))
            where = f"epoch {epoch + 1}, batch {place + 1}, at {self.name}"
            total += step(self._settings.optimiser, self._learner, self._mover, loss, where) * len(batch)
            read += len(batch)
        return total / read


def flat(tagger: Tagger) -> Values:
    """Return a tagger's trained weights as one vector, in the order in which they are named."""
    return torch.cat([each.detach().flatten() for each in tagger.parameters() if each.requires_grad]).numpy()


def put(tagger: Tagger, weights: Values) -> None:
    """Give a tagger weights that `flat` has returned of one like it."""
    trained = [each for each in tagger.parameters() if each.requires_grad]
    if len(weights) != (size := sum(each.numel() for each in trained)):
        raise UsageError(f"{len(weights):,} weights are not those of a tagger with {size:,}")
    parts = np.split(weights, np.cumsum([each.numel() for each in trained])[:-1])
    with torch.no_grad():
        for each, part in zip(trained, parts, strict=True):
            each.copy_(torch.from_numpy(part).view_as(each))
