"""Ways to train with several sites' notes, in one process: the yardstick of what runs over a network (F5.7, F5.10).

    central       A     one site that has all notes
    round robin   B     the weights go from site to site; each learns an epoch and hands them on
    dssgd         C     sites exchange some weights with a server after each epoch of their own, in an order by lot
    local         D     each for itself
    fedavg              all learn from common weights, which become the mean of theirs, by how much each has read

A central scheme is a local one with one site. Each yields after every epoch what there is to be judged: the weights
of each site, or those that all share. Which site comes when, and what it draws, depends on the seed and the epoch
alone (A5.12), so that the same schedule over a network gives the same weights.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from scrubjay.collaborate.exchange import Common, ExchangeSettings, Values, give, left_over, take
from scrubjay.collaborate.site import Site
from scrubjay.randomness import generator


@dataclass
class Epoch:
    """What an epoch gave: weights by site (or the common ones), and how many numbers went up and down."""

    number: int
    weights: Mapping[str, Values]
    down: int = 0
    up: int = 0
    losses: Mapping[str, float] = field(default_factory=dict)


COMMON = ""  # the name of weights that are nobody's own


def local(sites: Sequence[Site], epochs: int) -> Iterator[Epoch]:
    """Let each site learn for itself."""
    for epoch in range(epochs):
        losses = {site.name: site.learn(epoch) for site in sites}
        yield Epoch(epoch + 1, {site.name: site.weights() for site in sites}, losses=losses)


def round_robin(sites: Sequence[Site], start: Values, epochs: int) -> Iterator[Epoch]:
    """Hand the weights from site to site."""
    weights = start
    for epoch in range(epochs):
        losses = {}
        for site in sites:
            site.put(weights)
            losses[site.name] = site.learn(epoch)
            weights = site.weights()
        whole = len(sites) * len(weights)
        yield Epoch(epoch + 1, {COMMON: weights}, down=whole, up=whole, losses=losses)


def fedavg(sites: Mapping[Site, int], start: Values, epochs: int) -> Iterator[Epoch]:
    """Let all learn from the common weights, and take the mean, weighed by how many sentences each has."""
    weights = start
    total = sum(sites.values())
    for epoch in range(epochs):
        mean, losses = np.zeros_like(weights, dtype=np.float64), {}
        for site, size in sites.items():
            site.put(weights)
            losses[site.name] = site.learn(epoch)
            mean += site.weights() * (size / total)
        weights = mean.astype(np.float32)
        whole = len(sites) * len(weights)
        yield Epoch(epoch + 1, {COMMON: weights}, down=whole, up=whole, losses=losses)


def dssgd(
    sites: Mapping[Site, ExchangeSettings], start: Values, epochs: int, seed: int, same_start: bool = True
) -> Iterator[Epoch]:
    """Let sites exchange some weights with a server, one after the other in an order that is drawn for each epoch.

    All begin with the server's weights, or, without `same_start`, each with its own (A5.4).
    """
    common = Common(start)
    kept: dict[str, Values] = {}
    if same_start:
        for site in sites:
            site.put(start)
    for epoch in range(epochs):
        down, up, losses = 0, 0, {}
        for site in ordered(list(sites), seed, epoch):
            received, given, losses[site.name] = turn(site, sites[site], common, epoch, seed, kept)
            down, up = down + received, up + given
        yield Epoch(epoch + 1, {site.name: site.weights() for site in sites}, down, up, losses)


def ordered(sites: Sequence[Site], seed: int, epoch: int) -> list[Site]:
    """Return the sites in the order of an epoch."""
    return [sites[place] for place in generator(seed, "order", epoch).permutation(len(sites)).tolist()]


def turn(
    site: Site, settings: ExchangeSettings, common: Common, epoch: int, seed: int, kept: dict[str, Values]
) -> tuple[int, int, float]:
    """Let a site take, learn and give once; return how many numbers it took and gave, and its loss."""
    part = common.part(int(settings.download * len(common)), generator(seed, "down", site.name, epoch))
    own = site.weights()
    take(own, part)
    site.put(own)
    loss = site.learn(epoch)
    changes = site.weights() - own
    if settings.feedback and site.name in kept:
        changes = changes + kept[site.name]
    given = give(changes, settings, generator(seed, "up", site.name, epoch))
    if settings.feedback:
        kept[site.name] = left_over(changes, given)
    common.add(given)
    return len(part), len(given), loss
