"""What a run trains: a tagger, and whatever else takes part in the learning and is left behind at its end."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from torch import Tensor, nn

from scrubjay.detect.tagger.reading import Sentence
from scrubjay.models.tagger import Tagger


class Learner(nn.Module):
    """A tagger that learns from tags alone; others may learn from more, with weights of their own beside it."""

    def __init__(self, tagger: Tagger) -> None:
        super().__init__()
        self.tagger = tagger

    def loss(self, sentences: Sequence[Sentence], wanted: Tensor) -> Tensor:
        """Return the mean loss of sentences: the numbers of their tags, or a share for each tag."""
        return self.tagger.loss(self.tagger.batch([one.words for one in sentences]), wanted)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Let the tagger be what it is when the learning is over."""
        yield
