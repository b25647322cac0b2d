"""S1's private representation of a sentence: R = N_out + LSTM(E + N_in) (F1.6).

Both noises are normal, with a standard deviation for each number that is learnt. A fully connected layer brings the
LSTM's outputs to the size that is wanted, and a tanh keeps them where an LSTM's own are, so that noise cannot be
outgrown by what it is to hide.

With a bottleneck, two layers f that see a word alone stand before the LSTM: R = N_out + LSTM(f(E + N_in)). They can
become flat where words are to be alike, more easily than the gates of an LSTM can in every context. With casing,
which is published anyway, f(E + N_in, casing) need be flat only where words are written as identities are, and the
noises are as large as words written so need them: figures, which are never exchanged, can do with little.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.functional import one_hot

from scrubjay.detect.tagger.inputs import CASINGS, casings
from scrubjay.detect.tagger.vectors import Vectors
from scrubjay.models.variational import VariationalLSTM

_QUIET = -2.0  # logarithm of the standard deviations at first
_WIDER = 4  # times as wide as a bottleneck is the layer before it


class Drawn(NamedTuple):
    """Standard normal numbers, for the input and for the output: sentences x tokens x numbers."""

    inputs: Tensor
    outputs: Tensor


class Representation(nn.Module):
    """Turns vectors of words into a sentence's private ones; `dynamic` noise depends on the sentence (F1.27)."""

    def __init__(
        self,
        inputs: int,
        size: int,
        units: int = 128,
        dynamic: bool = False,
        bottleneck: int = 0,
        casing: bool = False,
    ) -> None:
        super().__init__()
        self.inputs, self.size, self.bottleneck, self.casing = inputs, size, bottleneck, casing
        wide = _WIDER * bottleneck
        self.words = nn.ModuleList([nn.Linear(self.reads, wide), nn.Linear(wide, bottleneck)] if bottleneck else [])
        for layer in self.words:
            assert isinstance(layer, nn.Linear)
            nn.init.xavier_uniform_(layer.weight, gain=nn.init.calculate_gain("tanh"))
            nn.init.zeros_(layer.bias)
        self.recurrent = VariationalLSTM(bottleneck or self.reads, units)
        self.output = nn.Linear(2 * units, size)
        nn.init.xavier_uniform_(self.output.weight)
        nn.init.zeros_(self.output.bias)
        written = (len(CASINGS),) if casing else ()
        self.input_noise = nn.Parameter(torch.full((*written, inputs), _QUIET))  # logarithms of standard deviations
        self.output_noise = nn.Parameter(torch.full((*written, size), _QUIET))
        self.loudness = nn.Linear(2 * units, size) if dynamic else None
        if self.loudness is not None:
            nn.init.zeros_(self.loudness.weight)
            nn.init.zeros_(self.loudness.bias)

    @property
    def reads(self) -> int:
        """Return how many numbers it reads of a token: the word's vector, and its casing."""
        return self.inputs + self.casing * len(CASINGS)

    def forward(self, vectors: Tensor, lengths: Tensor, drawn: Drawn | None = None) -> Tensor:
        """Return the representation, sentences x tokens x size; without drawn numbers, no noise is in it."""
        middle, spread = self.middle(vectors, lengths, drawn)
        return middle if drawn is None else middle + spread * drawn.outputs

    def middle(self, vectors: Tensor, lengths: Tensor, drawn: Drawn | None = None) -> tuple[Tensor, Tensor]:
        """Return what the output's noise lies around, and its standard deviation (of one token, or for all)."""
        written = vectors[..., self.inputs :]  # sentences x tokens x casings, or x 0
        loudness = self._written(self.output_noise, written)
        if drawn is not None:
            noise = self._written(self.input_noise, written).exp() * drawn.inputs
            vectors = vectors + nn.functional.pad(noise, (0, self.reads - self.inputs))
        for layer in self.words:
            vectors = torch.tanh(layer(vectors))
        states, _ = self.recurrent(vectors, lengths)  # sentences x tokens x 2 units
        spread = loudness if self.loudness is None else loudness + self.loudness(states)
        return torch.tanh(self.output(states)), spread.exp()

    def _written(self, noise: Tensor, written: Tensor) -> Tensor:
        """Return the noise of words that are written so, or of all."""
        return written @ noise if self.casing else noise

    def draw(self, sentences: int, tokens: int, chance: torch.Generator | None = None) -> Drawn:
        """Return numbers for both noises."""
        return Drawn(*(torch.randn(sentences, tokens, size, generator=chance) for size in (self.inputs, self.size)))


def read_of(words: Sequence[str], vectors: Vectors, casing: bool) -> Tensor:
    """Return what a representation reads of words, words x numbers: vectors, and casing if it is asked for."""
    found = torch.from_numpy(vectors.vectors(words))
    if not casing:
        return found
    return torch.cat([found, one_hot(torch.from_numpy(casings(words)), len(CASINGS)).to(found.dtype)], 1)
