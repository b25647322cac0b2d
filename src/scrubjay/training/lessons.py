"""What each epoch of a run reads, and in which batches: drawn by the run's seed and the epoch alone."""

import math
from collections.abc import Iterator, Sequence

from scrubjay.detect.tagger.reading import Sentence
from scrubjay.errors import UsageError
from scrubjay.randomness import generator
from scrubjay.training.batches import bucketed
from scrubjay.training.mentions import Mentions
from scrubjay.training.settings import TrainingSettings


class Lessons:
    """The sentences of a run."""

    def __init__(self, settings: TrainingSettings, sentences: Sequence[Sentence]) -> None:
        for name in ("empty", "exchange"):
            if not 0 <= getattr(settings, name) <= 1:
                raise UsageError(f"{name} is a share, from 0 to 1, not {getattr(settings, name):g}")
        self._settings, self._sentences = settings, sentences
        told = [any(tag != "O" for tag in one.tags) for one in sentences]
        self._told = [place for place, has in enumerate(told) if has]
        self._empty = [place for place, has in enumerate(told) if not has]
        self._few = math.ceil(settings.empty * len(self._empty))
        self._mentions = Mentions(sentences, settings.reading.scheme)

    @property
    def steps(self) -> int:
        """Return the number of batches of an epoch."""
        return math.ceil((len(self._told) + self._few) / self._settings.batch)

    def epoch(self, number: int) -> Iterator[list[Sentence]]:
        """Yield the batches of an epoch."""
        chance = generator(self._settings.seed, "batches", number)
        drawn = chance.choice(self._empty, self._few, replace=False).tolist() if self._few else []
        chosen = [self._sentences[place] for place in sorted(self._told + drawn)]
        if self._settings.exchange:
            chosen = [self._mentions.exchanged(one, self._settings.exchange, chance) for one in chosen]
        for batch in bucketed([len(one.words) for one in chosen], self._settings.batch, chance):
            yield [chosen[place] for place in batch]
