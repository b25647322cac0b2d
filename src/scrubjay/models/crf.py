"""A linear-chain CRF in torch: exact, fast, and right where transitions are forbidden."""

import torch
from torch import Tensor, nn

from scrubjay.detect.tagger.decoding import FORBIDDEN


class CRF(nn.Module):
    """Scores of tag `j` after tag `i`, of the first and of the last tag; `allowed` says which transitions may be.

    Emissions are sentences x tokens x tags, `mask` tells which tokens are there (a first one always).
    """

    _allowed: Tensor
    _starts: Tensor
    _ends: Tensor

    def __init__(
        self, tags: int, allowed: Tensor | None = None, starts: Tensor | None = None, ends: Tensor | None = None
    ):
        super().__init__()
        self.transitions = nn.Parameter(torch.empty(tags, tags))
        self.start = nn.Parameter(torch.empty(tags))
        self.end = nn.Parameter(torch.empty(tags))
        for name, shape, given in (
            ("allowed", (tags, tags), allowed),
            ("starts", (tags,), starts),
            ("ends", (tags,), ends),
        ):
            self.register_buffer(
                f"_{name}", torch.ones(shape, dtype=torch.bool) if given is None else given, persistent=False
            )
        for parameter in self.parameters():
            nn.init.uniform_(parameter, -0.1, 0.1)

    def chain(self) -> tuple[Tensor, Tensor, Tensor]:
        """Return the scores, those of what may not be far below all others."""
        return (
            self.transitions.masked_fill(~self._allowed, FORBIDDEN),
            self.start.masked_fill(~self._starts, FORBIDDEN),
            self.end.masked_fill(~self._ends, FORBIDDEN),
        )

    def forward(self, emissions: Tensor, tags: Tensor, mask: Tensor) -> Tensor:
        """Return the negative log likelihood of each sentence's tags, or of how probable each tag is to be."""
        score = self.score if tags.dim() == 2 else self.expected
        return self.partition(emissions, mask) - score(emissions, tags, mask)

    def score(self, emissions: Tensor, tags: Tensor, mask: Tensor) -> Tensor:
        """Return the score of each sentence's tags."""
        transitions, start, end = self.chain()
        emitted = emissions.gather(2, tags[:, :, None])[:, :, 0]
        moved = transitions[tags[:, :-1], tags[:, 1:]]
        last = tags.gather(1, mask.sum(1, keepdim=True) - 1)[:, 0]
        return start[tags[:, 0]] + (emitted * mask).sum(1) + (moved * mask[:, 1:]).sum(1) + end[last]

    def expected(self, emissions: Tensor, shares: Tensor, mask: Tensor) -> Tensor:
        """Return the score that tags are expected to have, given each one's probability: sentences x tokens x tags.

        Where probabilities are 0 or 1 it is the score of the tags. Else the tags of neighbours are taken to be
        independent, and what cannot be counts nothing.
        """
        shares = shares * mask[:, :, None]
        ends = shares[torch.arange(len(shares)), mask.sum(1) - 1]
        moved = (shares[:, :-1] @ self.transitions.masked_fill(~self._allowed, 0) * shares[:, 1:]).sum((1, 2))
        first = shares[:, 0] @ self.start.masked_fill(~self._starts, 0)
        return first + (emissions * shares).sum((1, 2)) + moved + ends @ self.end.masked_fill(~self._ends, 0)

    def partition(self, emissions: Tensor, mask: Tensor) -> Tensor:
        """Return the logarithm of the sum over all tags of each sentence.

        The steps are products with exp(transitions) in double precision. Where a tag can only be reached from one
        that is e^700 less probable than the best, a product is 0 that should not be: then logarithms are added
        instead, which is slower.
        """
        transitions, start, end = (part.double() for part in self.chain())
        scores = emissions.double()
        top = transitions.max()
        step = (transitions - top).exp()
        # Unbound at once: a gradient for each slice would be as large as all of them together.
        first, *others = scores.unbind(1)
        total = start + first
        for place, emitted in enumerate(others, 1):
            most = total.max(1, keepdim=True).values.detach()
            there = mask[:, place, None]
            # Where no token is, 1 rather than what may be 0: its logarithm would spoil the gradient.
            product = torch.where(there, ((total - most).exp() @ step).clamp_min(0), 1.0)
            total = torch.where(there, product.log() + most + top + emitted, total)
        found = torch.logsumexp(total + end, 1)
        if torch.isfinite(total).all():
            return found.to(emissions.dtype)
        return self._slow_partition(scores, mask).to(emissions.dtype)

    def _slow_partition(self, scores: Tensor, mask: Tensor) -> Tensor:
        transitions, start, end = (part.double() for part in self.chain())
        first, *others = scores.unbind(1)
        total = start + first
        for place, emitted in enumerate(others, 1):
            moved = torch.logsumexp(total[:, :, None] + transitions, 1) + emitted
            total = torch.where(mask[:, place, None], moved, total)
        return torch.logsumexp(total + end, 1)
