"""Optimisers and learning-rate schedules by name."""

from collections.abc import Iterable

import torch
from torch.optim.lr_scheduler import LambdaLR, LRScheduler, OneCycleLR

from scrubjay.training.settings import OptimiserSettings


def optimiser(settings: OptimiserSettings, parameters: Iterable[torch.nn.Parameter]) -> torch.optim.Optimizer:
    """Return the optimiser of the settings over the parameters that are trained."""
    trained = [parameter for parameter in parameters if parameter.requires_grad]
    kinds: dict[str, type[torch.optim.Optimizer]] = {
        "sgd": torch.optim.SGD,
        "adam": torch.optim.Adam,
        "adamw": torch.optim.AdamW,
        "nadam": torch.optim.NAdam,
    }
    return kinds[settings.kind](trained, lr=settings.rate, weight_decay=settings.weight_decay)  # type: ignore[call-arg]


def schedule(settings: OptimiserSettings, mover: torch.optim.Optimizer, steps: int) -> LRScheduler:
    """Return the schedule of the learning rate over so many steps."""
    if settings.schedule == "one-cycle":
        cycles = settings.kind != "sgd"
        return OneCycleLR(mover, settings.rate, total_steps=steps + 1, pct_start=0.1, cycle_momentum=cycles)
    if settings.schedule == "linear":
        return LambdaLR(mover, lambda step: max(0.0, 1 - step / steps))
    return LambdaLR(mover, lambda _: 1.0)
