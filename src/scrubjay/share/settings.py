"""How representation, tagger and adversaries learn from each other: a table of the provider's file."""

import math
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class GameSettings:
    """How representation, tagger and adversaries learn from each other."""

    procedure: Literal["together", "three-part"] = "together"
    neighbours: int = 100  # among which a word must not be told from another
    adversaries: Literal["apart", "averaged"] = "apart"  # S1 averages their outputs; one may hide behind the other
    adversary_units: int = 64
    literal_pairs: bool = False  # S1's pairs, of which one sentence is the real one
    everyday: float = 0.5  # share of the public notes in which a word outside of identities names nobody; 0: none
    familiar: float = 0.1  # share in which nobody would take it for the name that stood in its place; 0: none
    weight: float = 0.0  # of the adversaries' loss for the representation; 1 in S1, 0: they look on
    invariance: float = 1.0  # of how far apart two encodings are; 0 for S1's procedure
    at_most: float = 0.5015  # accuracy that no attack may exceed on average; guessing is 0.5
    growth: float = 1.5  # times as heavy is `invariance` after each turn above that, and lighter after each other one
    rate: float = 2e-3
    batch: int = 64  # sentences, and pairs
    empty: float = 0.5  # share of the sentences without an identity that an epoch of P3 reads
    exchange: float = 0.5  # share of the identities that an epoch exchanges for others of the same label
    adversary_epochs: int = 8  # of P2 at the most
    average: float = (
        0.997  # a step's share of the weights that are judged and published comes from earlier ones; 0: none
    )
    turns: int = 20  # of P3 at the most: epochs of learning together
    steps: int = 100  # of a turn at the least: of few notes, a turn has several epochs
    judged: int = 1000  # pairs that a turn is judged by
    patience: int = 8  # turns without a better one
    stopping: Literal["attack", "loss"] = "attack"  # what makes a turn better; S1: the combined loss

    def faults(self) -> list[str]:
        """Return what cannot be."""
        least = {
            "neighbours": 2,
            "adversary_units": 1,
            "batch": 1,
            "adversary_epochs": 1,
            "turns": 1,
            "steps": 1,
            "judged": 1,
            "patience": 1,
            "weight": 0,
            "invariance": 0,
            "growth": 1,
        }
        found = [
            f"game.{name} is {getattr(self, name)}; it must be a number from {low} on"
            for name, low in least.items()
            if not low <= getattr(self, name) < math.inf
        ]
        if not 0 < self.rate < math.inf:
            found.append(f"game.rate is {self.rate:g}; it must be more than 0")
        if not 0.5 <= self.at_most <= 1:
            found.append(f"game.at_most is {self.at_most:g}; it is an accuracy, from 0.5 (guessing) to 1")
        if not 0 <= self.average < 1:
            found.append(f"game.average is {self.average:g}; it is a share, from 0 to less than 1")
        found += [
            f"game.{name} is {getattr(self, name):g}; it is a share, from 0 to 1"
            for name in ("empty", "exchange", "everyday", "familiar")
            if not 0 <= getattr(self, name) <= 1
        ]
        return found
