"""S1's adversaries: do two sequences come from the same sentence? (F1.8)"""

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits, cosine_similarity

from scrubjay.models.representation import Representation
from scrubjay.models.variational import VariationalLSTM
from scrubjay.share.pairs import Pairs

NAMES = ("T1", "T2")


class Posed(NamedTuple):
    """Questions to the adversaries, and the answers: 1 if both sequences come from the same sentence."""

    vectors: Tensor  # T1: of the sentence, or of the other; questions x tokens x numbers
    representation: Tensor  # T1 and T2: of the sentence
    other: Tensor  # T2: of the same sentence with other noise, or of the other
    lengths: Tensor
    answers: Tensor  # questions


def pose(representation: Representation, pairs: Pairs, noisy: bool = True) -> Posed:
    """Return a question for each pair twice, once with either answer, by representations drawn anew."""
    lengths = pairs.lengths

    def represented(vectors: Tensor) -> Tensor:
        drawn = representation.draw(*vectors.shape[:2]) if noisy else None
        found: Tensor = representation(vectors, lengths, drawn)
        return found

    own, again, other = represented(pairs.first), represented(pairs.first), represented(pairs.second)
    count = len(lengths)
    return Posed(
        torch.cat([pairs.first, pairs.second]),
        torch.cat([own, own]),
        torch.cat([again, other]),
        torch.cat([lengths, lengths]),
        torch.cat([torch.ones(count), torch.zeros(count)]),
    )


class Adversary(nn.Module):
    """A bidirectional LSTM over both sequences side by side, with one output: the logarithm of the odds of `same`."""

    def __init__(self, inputs: int, units: int) -> None:
        super().__init__()
        self.recurrent = VariationalLSTM(inputs, units)
        self.output = nn.Linear(2 * units, 1)

    def forward(self, values: Tensor, lengths: Tensor) -> Tensor:
        """Return the odds, questions."""
        odds: Tensor = self.output(self.recurrent(values, lengths)[1])[:, 0]
        return odds


class Adversaries(nn.Module):
    """Both of them: T1 compares vectors with a representation, T2 two representations and their cosines."""

    def __init__(self, vectors: int, size: int, units: int) -> None:
        super().__init__()
        self.first, self.second = Adversary(vectors + size, units), Adversary(2 * size + 1, units)

    def forward(self, posed: Posed) -> tuple[Tensor, Tensor]:
        """Return the odds of each, questions."""
        likeness = cosine_similarity(posed.representation, posed.other, dim=2)[..., None]
        return (
            self.first(torch.cat([posed.vectors, posed.representation], 2), posed.lengths),
            self.second(torch.cat([posed.representation, posed.other, likeness], 2), posed.lengths),
        )

    def losses(self, posed: Posed) -> tuple[Tensor, Tensor]:
        """Return the loss of each: ln 2 is that of one who guesses."""
        first, second = (binary_cross_entropy_with_logits(odds, posed.answers) for odds in self(posed))
        return first, second

    def averaged(self, posed: Posed) -> Tensor:
        """Return the loss of both outputs' average, as S1 trains them; one may hide behind the other (A1.6)."""
        mean = torch.stack([odds.sigmoid() for odds in self(posed)]).mean(0)
        return nn.functional.binary_cross_entropy(mean, posed.answers)
