"""What a training run is told: one TOML file, closed and complete; every run keeps its own."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from scrubjay.detect.tagger.reading import Reading
from scrubjay.models.network import NetworkSettings


@dataclass(frozen=True)
class DataSettings:
    """Where the notes are: to learn from, to stop by, and in which labels."""

    train: Path
    validation: Path
    format: str | None = None


@dataclass(frozen=True)
class VectorSettings:
    """Where word vectors come from: a folder, or they are learnt from the training notes."""

    folder: Path | None = None
    fewest: int = 2  # times a word must be there to have a vector of its own
    epochs: int = 15  # of learning them
    fold: bool = True  # small letters, digits as 0


@dataclass(frozen=True)
class OptimiserSettings:
    """How weights are moved."""

    kind: Literal["sgd", "adam", "adamw", "nadam"] = "adamw"
    rate: float = 2e-3
    schedule: Literal["constant", "one-cycle", "linear"] = "one-cycle"
    weight_decay: float = 1e-4
    clip_norm: float = 5.0  # 0 for none
    clip_value: float = 0.0


@dataclass(frozen=True)
class TrainingSettings:
    """A training run."""

    data: DataSettings
    network: NetworkSettings = field(default_factory=NetworkSettings)
    reading: Reading = field(default_factory=Reading)
    vectors: VectorSettings = field(default_factory=VectorSettings)
    optimiser: OptimiserSettings = field(default_factory=OptimiserSettings)
    batch: int = 16  # sentences
    epochs: int = 25
    patience: int = 10  # epochs without a better validation score
    seed: int = 1
    threads: int = 1
