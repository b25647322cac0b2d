"""Optimisers and learning-rate schedules by name."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import torch
from torch import nn
from torch.optim.lr_scheduler import LambdaLR, LRScheduler, OneCycleLR

from scrubjay.errors import DivergedError
from scrubjay.training.learner import Learner
from scrubjay.training.settings import OptimiserSettings

_SHORTEST = 4  # steps of a schedule that rises and falls


def optimiser(settings: OptimiserSettings, learner: Learner, encoder_rate: float) -> torch.optim.Optimizer:
    """Return the optimiser of the settings over what is trained; a pretrained encoder has a rate of its own."""
    encoder = learner.tagger.network.encoder
    pretrained = list(encoder.parameters()) if encoder is not None else []
    known = set(map(id, pretrained))
    fresh = [
        parameter for parameter in learner.parameters() if parameter.requires_grad and id(parameter) not in known
    ]
    trained: list[dict[str, Any]] = [{"params": fresh}]
    if pretrained:
        trained.append({"params": pretrained, "lr": encoder_rate})
    kinds: dict[str, Callable[..., torch.optim.Optimizer]] = {
        "sgd": partial(torch.optim.SGD, fused=True),
        "adam": partial(torch.optim.Adam, fused=True),
        "adamw": partial(torch.optim.AdamW, fused=True),
        "nadam": torch.optim.NAdam,
    }
    return kinds[settings.kind](trained, lr=settings.rate, weight_decay=settings.weight_decay)


def step(
    settings: OptimiserSettings, learner: nn.Module, mover: torch.optim.Optimizer, loss: torch.Tensor, where: str
) -> float:
    """Take a step against a loss, and return it; one that is no number is an error that says where."""
    if not torch.isfinite(loss):
        raise DivergedError(
            f"the loss is not a number in {where}; lower optimiser.rate ({settings.rate:g}) or clip gradients"
        )
    mover.zero_grad()
    torch.autograd.backward(loss)
    if settings.clip_norm:
        nn.utils.clip_grad_norm_(learner.parameters(), settings.clip_norm)
    if settings.clip_value:
        nn.utils.clip_grad_value_(learner.parameters(), settings.clip_value)
    mover.step()
    return loss.item()


class Average:
    """A moving average of a learner's weights: steadier than the last ones, and as good as several taggers' vote."""

    def __init__(self, learner: nn.Module, decay: float) -> None:
        self._parameters: list[torch.Tensor] = list(learner.parameters())
        self._decay = decay
        self.steps = 0
        self.values = [parameter.detach().clone() for parameter in self._parameters]

    @torch.no_grad()
    def step(self) -> None:
        """Take in the weights as they are now; the first ones are soon forgotten."""
        self.steps += 1
        decay = min(self._decay, self.steps / (self.steps + 9))
        torch._foreach_lerp_(self.values, self._parameters, 1 - decay)

    @contextmanager
    @torch.no_grad()
    def used(self) -> Iterator[None]:
        """Let the learner have the averaged weights."""
        own = [parameter.detach().clone() for parameter in self._parameters]
        for parameter, value in zip(self._parameters, self.values, strict=True):
            parameter.copy_(value)
        yield
        for parameter, value in zip(self._parameters, own, strict=True):
            parameter.copy_(value)


def schedule(settings: OptimiserSettings, mover: torch.optim.Optimizer, steps: int) -> LRScheduler:
    """Return the schedule of the learning rate over so many steps."""
    if settings.schedule == "one-cycle":
        cycles = settings.kind != "sgd"
        rates = [group["lr"] for group in mover.param_groups]
        total = max(steps + 1, _SHORTEST)
        # The rate rises for a tenth of the steps; for one at least, which takes two of the schedule's.
        return OneCycleLR(mover, rates, total_steps=total, pct_start=max(0.1, 2 / total), cycle_momentum=cycles)
    if settings.schedule == "linear":
        return LambdaLR(mover, lambda step: max(0.0, 1 - step / steps))
    return LambdaLR(mover, lambda _: 1.0)
