"""What a training run is told: one TOML file, closed and complete; every run keeps its own."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from scrubjay.detect.tagger.reading import Reading
from scrubjay.models.network import NetworkSettings

_LARGEST = 10_000  # units, numbers of a vector: more would not fit into a computer's memory


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
    fewest: int = 2  # times a word must stand outside of identities to have a vector of its own
    fewest_notes: int = 10  # or notes in whose identities it must stand
    epochs: int = 15  # of learning them
    fold: bool = True  # small letters, digits as 0


@dataclass(frozen=True)
class EncoderSettings:
    """The pretrained encoder that a network with encoder layers starts from."""

    folder: Path | None = None
    rate: float = 1e-4  # its own learning rate


@dataclass(frozen=True)
class TeacherSettings:
    """Exported taggers whose opinions a run learns from as well (distillation)."""

    folders: tuple[Path, ...] = ()
    weight: float = 0.5  # of their opinions; the rest is what the notes say


@dataclass(frozen=True)
class OptimiserSettings:
    """How weights are moved."""

    kind: Literal["sgd", "adam", "adamw", "nadam"] = "adamw"
    rate: float = 2e-3
    schedule: Literal["constant", "one-cycle", "linear"] = "one-cycle"
    weight_decay: float = 1e-4
    clip_norm: float = 5.0  # 0 for none
    clip_value: float = 0.0
    average: float = 0.0  # decay of the moving average of the weights, which is what is kept; 0 for none


@dataclass(frozen=True)
class TrainingSettings:
    """A training run."""

    data: DataSettings
    network: NetworkSettings = field(default_factory=NetworkSettings)
    reading: Reading = field(default_factory=Reading)
    vectors: VectorSettings = field(default_factory=VectorSettings)
    encoder: EncoderSettings = field(default_factory=EncoderSettings)
    teachers: TeacherSettings = field(default_factory=TeacherSettings)
    start: Path | None = None  # folder of a trained model whose weights the run starts from
    start_parts: tuple[Literal["characters", "tokens", "output", "crf"], ...] = (
        "characters",
        "tokens",
        "output",
        "crf",
    )
    optimiser: OptimiserSettings = field(default_factory=OptimiserSettings)
    batch: int = 16  # sentences
    epochs: int = 25
    patience: int = 10  # epochs without a better validation score
    empty: float = 1.0  # share of the sentences without an identity that an epoch reads, drawn anew for each
    exchange: float = 0.0  # share of the identities that an epoch exchanges for others of the same label
    seed: int = 1
    threads: int = 1


def faults(settings: TrainingSettings) -> list[str]:
    """Return all that cannot be in the settings: numbers out of their bounds, and what does not go together."""
    network, optimiser = settings.network, settings.optimiser
    least = {
        "batch": (settings.batch, 1),
        "epochs": (settings.epochs, 1),
        "patience": (settings.patience, 1),
        "threads": (settings.threads, 1),
        "seed": (settings.seed, 0),
        "network.words": (network.words, 1),
        "network.units": (network.units, 1),
        "network.layers": (network.layers, 1),
        "network.hidden": (network.hidden, 0),
        "network.character_size": (network.character_size, 1),
        "network.character_units": (network.character_units, 1),
        "vectors.fewest": (settings.vectors.fewest, 1),
        "vectors.fewest_notes": (settings.vectors.fewest_notes, 1),
        "vectors.epochs": (settings.vectors.epochs, 1),
        "reading.longest": (settings.reading.longest, 1),
        "optimiser.weight_decay": (optimiser.weight_decay, 0),
        "optimiser.clip_norm": (optimiser.clip_norm, 0),
        "optimiser.clip_value": (optimiser.clip_value, 0),
    }
    found = [f"{name} is {value:g}; it must be {low} or more" for name, (value, low) in least.items() if value < low]
    found += [
        f"{name} is {value:,}; it must be {_LARGEST:,} or less"
        for name, (value, _) in least.items()
        if name.startswith("network.") and value > _LARGEST
    ]
    rates = {"optimiser.rate": optimiser.rate, "encoder.rate": settings.encoder.rate}
    found += [f"{name} is {rate:g}; it must be more than 0" for name, rate in rates.items() if not rate > 0]
    shares = {"empty": settings.empty, "exchange": settings.exchange, "teachers.weight": settings.teachers.weight}
    found += [
        f"{name} is {share:g}; it is a share, from 0 to 1" for name, share in shares.items() if not 0 <= share <= 1
    ]
    below = {
        "optimiser.average": optimiser.average,
        **{
            f"network.{name}_dropout": getattr(network, f"{name}_dropout")
            for name in ("word", "input", "recurrent", "output")
        },
    }
    found += [
        f"{name} is {share:g}; it must be from 0 to less than 1"
        for name, share in below.items()
        if not 0 <= share < 1
    ]
    if network.cell == "coupled" and (network.layers > 1 or network.recurrent_dropout):
        found.append(
            "network.cell is coupled, which has one layer and no recurrent dropout; choose the standard cell"
        )
    return found
