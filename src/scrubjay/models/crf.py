"""A linear-chain CRF in torch: exact, fast, and right where transitions are forbidden."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn
from torch.autograd.function import once_differentiable

from scrubjay.detect.tagger.decoding import FORBIDDEN

_SMALLEST = 1e-290  # sums below have lost digits, or vanished


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

        The steps are products with exp(transitions) in double precision, and their gradient is written out. Where a
        tag can only be reached from one that is e^700 less probable than the best, a product is 0 that should not be:
        then logarithms are added instead, which is slower.
        """
        chain = [part.double() for part in self.chain()]
        scores = emissions.double()
        apply: Callable[..., tuple[Tensor, Tensor]] = _Partition.apply
        found, sound = apply(scores, mask.sum(1), *chain)
        return (found if sound else self._slow_partition(scores, mask)).to(emissions.dtype)

    def _slow_partition(self, scores: Tensor, mask: Tensor) -> Tensor:
        transitions, start, end = (part.double() for part in self.chain())
        first, *others = scores.unbind(1)
        total = start + first
        for place, emitted in enumerate(others, 1):
            moved = torch.logsumexp(total[:, :, None] + transitions, 1) + emitted
            total = torch.where(mask[:, place, None], moved, total)
        return torch.logsumexp(total + end, 1)


class _Partition(torch.autograd.Function):
    """The logarithm of the sum over all tags, and whether no product vanished on the way.

    Forward and backward sums, scaled at every token; the gradient is how probable each tag and each pair of tags is.
    Torch's own would keep a dozen small tensors a token. Sentences are sorted, the longest first, so that those which
    go on are the first rows; tokens come before sentences.
    """

    @staticmethod
    def forward(
        context: Any, scores: Tensor, lengths: Tensor, transitions: Tensor, start: Tensor, end: Tensor
    ) -> tuple[Tensor, Tensor]:
        order = lengths.argsort(descending=True, stable=True)
        sorted_lengths = lengths[order]
        there = torch.arange(scores.shape[1])[:, None] < sorted_lengths  # tokens x sentences
        going = there.sum(1).tolist()
        top = transitions.max()
        step = (transitions - top).exp()
        emitted = scores[order].transpose(0, 1).contiguous()
        emitted[0] += start
        most = emitted.amax(2)  # tokens x sentences
        weights = emitted.sub_(most[:, :, None]).exp_()
        sums = weights.clone()  # of all ways to a tag, in parts of all ways to its token
        scale = torch.ones_like(most)
        for place, count in enumerate(going):
            here = sums[place, :count]
            if place:
                here.mul_(sums[place - 1, :count] @ step)
            torch.sum(here, 1, out=scale[place, :count])
            here.div_(scale[place, :count, None])
        last = sums[sorted_lengths - 1, torch.arange(len(order))]
        ending = end.max()
        ways = last @ (end - ending).exp()
        logarithms = (
            torch.where(there, scale.log() + most + top, 0.0).sum(0) - top
        )  # no step leads to the first token
        found = torch.empty_like(ways)
        found[order] = logarithms + ways.log() + ending
        vanished = (sums < _SMALLEST) & (weights > 0) & there[:, :, None]
        sound = ~vanished.any() & found.isfinite().all()
        context.save_for_backward(order, sorted_lengths, there, weights, sums, scale, step, end, ways)
        context.mark_non_differentiable(sound)
        return found, sound

    @staticmethod
    @once_differentiable
    def backward(context: Any, wanted: Tensor, _: Tensor) -> tuple[Tensor | None, ...]:
        order, lengths, there, weights, sums, scale, step, end, ways = context.saved_tensors
        ends = lengths - 1, torch.arange(len(order))
        rest = torch.zeros_like(sums)  # of all ways on from a tag
        rest[ends] = (end - end.max()).exp() * (wanted[order] / ways)[:, None]
        ahead = weights * (there / scale)[:, :, None]  # becomes: of all ways on from the step to a tag
        turned = step.t().contiguous()
        for place, count in reversed(list(enumerate(there.sum(1).tolist()))[1:]):
            here = ahead[place, :count].mul_(rest[place, :count])
            torch.mm(here, turned, out=rest[place - 1, :count])
        shares = sums * rest  # how probable each tag is, tokens x sentences x tags
        pairs = step * (sums[:-1].flatten(0, 1).t() @ ahead[1:].flatten(0, 1))
        by_score = torch.empty_like(shares.transpose(0, 1))
        by_score[order] = shares.transpose(0, 1)
        return by_score, None, pairs, shares[0].sum(0), shares[ends].sum(0)
