"""Learning from several institutions at once: which sentence is whose, and how a tagger may make use of it.

Each way is a learner with weights beside the tagger's, of which only the tagger's are kept.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Literal

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from scrubjay.detect.tagger.reading import Sentence
from scrubjay.models.tagger import Tagger
from scrubjay.training.learner import Learner


class DomainLearner(Learner):
    """A learner that is told whose each sentence is: `homes` has the domain's number for each document."""

    def __init__(self, tagger: Tagger, homes: Sequence[int]) -> None:
        super().__init__(tagger)
        self.homes, self.domains = tuple(homes), max(homes) + 1

    def whose(self, sentences: Sequence[Sentence]) -> Tensor:
        """Return the domain of each sentence."""
        return torch.tensor([self.homes[one.document] for one in sentences])


class Joint(DomainLearner):
    """Joint-Domain Learning (F4.3): a second head tells a sentence's domain by the last states of both directions,
    or by the `mean` of what its tokens' tags are scored by (A4.8).

    loss = (1 - weight) * label loss + weight * domain loss, .85 and .15 in S4. The label loss is the CRF's, of whole
    sentences; `by_token` divides it by the sentence's length, as the paper leaves open how the two scales go together
    (A4.8). The head is dropped at the end.
    """

    def __init__(
        self,
        tagger: Tagger,
        homes: Sequence[int],
        weight: float = 0.15,
        by_token: bool = False,
        pooling: Literal["last", "mean"] = "last",
    ) -> None:
        super().__init__(tagger, homes)
        self.weight, self.by_token, self.pooling = weight, by_token, pooling
        network = tagger.network
        size = 2 * network.settings.units if pooling == "last" else network.scores.in_features
        self.head = nn.Linear(size, self.domains)
        nn.init.xavier_uniform_(self.head.weight)
        nn.init.zeros_(self.head.bias)

    def loss(self, sentences: Sequence[Sentence], wanted: Tensor) -> Tensor:
        """Return the weighted sum of both losses."""
        tagger = self.tagger
        batch = tagger.batch([one.words for one in sentences])
        tokens, last = tagger.network.represented(batch)  # sentences x tokens x hidden, sentences x 2 units
        label = tagger.loss_of(tagger.network.scores(tokens), batch, wanted)
        if self.by_token:
            label = label * len(sentences) / batch.lengths.sum()
        if self.pooling == "mean":
            there = torch.arange(tokens.shape[1]) < batch.lengths[:, None]  # sentences x tokens
            last = (tokens * there[..., None]).sum(1) / batch.lengths[:, None]
        domain = cross_entropy(self.head(last), self.whose(sentences))
        return (1 - self.weight) * label + self.weight * domain


class Decomposed(DomainLearner):
    """Common-Specific Decomposition (F4.2, Piratla 2020) of the layer that scores tags.

    With U_1 the common weights (the tagger's own) and U_2 .. U_k specific ones, domain d scores by

        W_d = tanh(c) U_1 + sum_j tanh(e_dj) U_j

    loss = loss(W_d) + loss(U_1) + mean over tags of (U U' - I)^2, U being a tag's k weight vectors; c starts at 0.1,
    e at N(0, 1e-4), the specific weights at N(0, 0.1). Both losses share the CRF's transitions (A4.7). U_1 is kept.
    """

    def __init__(self, tagger: Tagger, homes: Sequence[int], rank: int = 1, orthogonality: float = 1.0) -> None:
        super().__init__(tagger, homes)
        scores = tagger.network.scores
        self.orthogonality = orthogonality
        self.specific = nn.Parameter(0.1 * torch.randn(rank, scores.out_features, scores.in_features))
        self.specific_bias = nn.Parameter(0.1 * torch.randn(rank, scores.out_features))
        self.common = nn.Parameter(torch.tensor(0.1))
        self.embedding = nn.Parameter(1e-4 * torch.randn(self.domains, rank))

    def weights(self) -> tuple[Tensor, Tensor]:
        """Return each domain's weights, domains x tags x hidden, and biases, domains x tags."""
        scores, shares = self.tagger.network.scores, torch.tanh(self.embedding)
        weight = torch.tanh(self.common) * scores.weight + torch.einsum("dk,kth->dth", shares, self.specific)
        return weight, torch.tanh(self.common) * scores.bias + shares @ self.specific_bias

    def skew(self) -> Tensor:
        """Return how far common and specific weights are from orthonormal: 0 if they are."""
        every = torch.cat([self.tagger.network.scores.weight[None], self.specific]).transpose(
            0, 1
        )  # tags x k x hidden
        return (every @ every.transpose(1, 2) - torch.eye(every.shape[1])).square().mean()

    def loss(self, sentences: Sequence[Sentence], wanted: Tensor) -> Tensor:
        """Return the sum of the common loss, the specific one and the penalty."""
        tagger = self.tagger
        batch = tagger.batch([one.words for one in sentences])
        tokens, _ = tagger.network.represented(batch)
        homes = self.whose(sentences)
        weight, bias = self.weights()
        specific = torch.einsum("sth,sch->stc", tokens, weight[homes]) + bias[homes][:, None]
        common = tagger.network.scores(tokens)
        return (
            tagger.loss_of(common, batch, wanted)
            + tagger.loss_of(specific, batch, wanted)
            + self.orthogonality * self.skew()
        )


class Augmented(DomainLearner):
    """EasyAdapt (Daumé 2007) at the layer that scores tags: every feature once for all and once for its domain.

    Domain d scores by (W + V_d); W alone is for domains that were not seen, W + V_`at_home` for one that was.
    """

    def __init__(self, tagger: Tagger, homes: Sequence[int], at_home: int | None = None) -> None:
        super().__init__(tagger, homes)
        scores, self.at_home = tagger.network.scores, at_home
        self.own = nn.Parameter(torch.zeros(self.domains, scores.out_features, scores.in_features))
        self.own_bias = nn.Parameter(torch.zeros(self.domains, scores.out_features))

    def loss(self, sentences: Sequence[Sentence], wanted: Tensor) -> Tensor:
        """Return the loss of scores by each sentence's own domain."""
        tagger, homes = self.tagger, self.whose(sentences)
        batch = tagger.batch([one.words for one in sentences])
        tokens, _ = tagger.network.represented(batch)
        scores = tagger.network.scores(tokens)
        scores = scores + torch.einsum("sth,sch->stc", tokens, self.own[homes]) + self.own_bias[homes][:, None]
        return tagger.loss_of(scores, batch, wanted)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Let the tagger score as its home domain does, if it has one."""
        if self.at_home is None:
            yield
            return
        scores = self.tagger.network.scores
        weight, bias = scores.weight.detach().clone(), scores.bias.detach().clone()
        with torch.no_grad():
            scores.weight.add_(self.own[self.at_home])
            scores.bias.add_(self.own_bias[self.at_home])
        try:
            yield
        finally:
            with torch.no_grad():
                scores.weight.copy_(weight)
                scores.bias.copy_(bias)
