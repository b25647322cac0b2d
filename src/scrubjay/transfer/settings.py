"""What a study of transfer is told: the corpora, their labels, the seeds, and the tagger; one TOML file."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from scrubjay import settings as plain_settings
from scrubjay.documents.labels import LABEL_SETS
from scrubjay.errors import SettingsError
from scrubjay.training.settings import DataSettings, TrainingSettings
from scrubjay.training.settings import faults as training_faults

BUNDLED = "default"  # whose word vectors are taken where none are named
METHODS = ("plain", "jdl", "csd", "easyadapt")
PHASES = (1, 2, 3, 4)
# What a tagger of a study is told where the file says nothing: S4's network, reading windows of lines, moved faster
# than S4's plain SGD moves it.
_USUAL: dict[str, Any] = {
    "epochs": 8,
    "batch": 8,
    "patience": 5,
    "reading": {"tokenizer": "fine-breaks", "splitter": "windows", "longest": 60},
    "optimiser": {"rate": 8e-3},
}
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,30}").fullmatch
_FEWEST = 2  # corpora between which anything can be carried over


@dataclass(frozen=True)
class CorpusSettings:
    """A corpus: all its notes, to be split by patients, or its three parts; and the labels it comes with."""

    notes: Path | None = None
    train: Path | None = None
    validation: Path | None = None  # without one, a share of the training patients
    test: Path | None = None
    format: str | None = None
    labels: str = "i2b2-2014"  # a label set, or the file of a mapping

    def faults(self, name: str) -> list[str]:
        """Return what does not go together."""
        found = []
        if not _NAME(name):
            found.append(f"corpora.{name!r}: a name has letters, figures, '.', '-' and '_', 31 at most")
        parts = (self.train, self.validation, self.test)
        if self.notes is not None and any(part is not None for part in parts):
            found.append(f"corpora.{name} has notes and parts of them; give one or the other")
        elif self.notes is None and (self.train is None or self.test is None):
            found.append(f"corpora.{name} needs notes = ..., or train = ... and test = ...")
        paths = [path for path in (self.notes, *parts) if path is not None]
        found += [f"corpora.{name}: there is no {path}" for path in paths if not path.exists()]
        if self.labels not in LABEL_SETS and not Path(self.labels).is_file():
            found.append(
                f"corpora.{name}.labels is {self.labels!r}: no label set ({', '.join(LABEL_SETS)}), no mapping file"
            )
        return found


@dataclass(frozen=True)
class MethodSettings:
    """How a mixture of corpora is learnt from: S4's settings, or others to be tried beside them (A4.7, A4.8)."""

    kind: Literal["plain", "jdl", "csd", "easyadapt"]
    weight: float = 0.15  # jdl: of the domain loss
    pooling: Literal["last", "mean"] = "last"  # jdl: what a sentence's domain is told from
    by_token: bool = False  # jdl: the label loss by token, not by sentence
    rank: int = 1  # csd: of the specific weights
    orthogonality: float = 1.0  # csd: of the penalty that keeps common and specific weights apart

    def faults(self, name: str) -> list[str]:
        """Return what cannot be."""
        found = []
        if not _NAME(name) or name in METHODS:
            found.append(f"variants.{name!r}: a name of its own, of letters, figures, '.', '-' and '_', 31 at most")
        if not 0 < self.weight < 1:
            found.append(f"variants.{name}.weight is {self.weight:g}; it must lie between 0 and 1")
        if self.rank < 1:
            found.append(f"variants.{name}.rank is {self.rank}; it must be 1 or more")
        if self.orthogonality < 0:
            found.append(f"variants.{name}.orthogonality is {self.orthogonality:g}; it must be 0 or more")
        if self.kind in ("plain", "easyadapt"):
            found.append(
                f"variants.{name}.kind is {self.kind!r}, of which there is one way only; jdl or csd have more"
            )
        return found


@dataclass(frozen=True)
class TransferSettings:
    """A study: N corpora, of which one may be the new institution's, that has few notes or none."""

    corpora: dict[str, CorpusSettings]
    tagger: TrainingSettings
    new: str | None = None  # the corpus of a new institution: phase 4, learning curves and the planner
    labels: str = "s4-8"  # what all corpora are brought to
    seeds: tuple[int, ...] = (1,)
    methods: tuple[str, ...] = METHODS
    variants: dict[str, MethodSettings] = field(
        default_factory=dict
    )  # tried in phase 2, or wherever methods name them
    phases: tuple[int, ...] = (1, 2, 3, 4)
    curve: tuple[int, ...] = ()  # notes of the new institution to learn from; without any, 8, 16, 32 ...
    layers: bool = False  # what each layer brings that is carried over
    fewest_batches: int = 400  # that a training has, however few its notes: it has more epochs
    shares: dict[str, float] = field(default_factory=lambda: {"train": 0.6, "validation": 0.15, "test": 0.25})
    split_seed: int = 1

    @property
    def sources(self) -> tuple[str, ...]:
        """Return the corpora that are learnt from: all but the new institution's."""
        return tuple(name for name in self.corpora if name != self.new)

    def method(self, name: str) -> MethodSettings:
        """Return what a method's name stands for."""
        return self.variants[name] if name in self.variants else MethodSettings(name)  # type: ignore[arg-type]

    def has(self, *phases: int) -> bool:
        """Tell whether it has one of these phases."""
        return not set(phases).isdisjoint(self.phases)

    def faults(self) -> list[str]:
        """Return all that cannot be."""
        found = [fault for name, corpus in self.corpora.items() for fault in corpus.faults(name)]
        found += [f"tagger.{fault}" for fault in training_faults(self.tagger)]
        if self.new is not None and self.new not in self.corpora:
            found.append(f"new is {self.new!r}, which is none of the corpora: {', '.join(self.corpora)}")
        if len(self.corpora) < _FEWEST or not self.sources:
            found.append("a study takes two corpora or more: one to learn from, and another")
        if self.labels not in LABEL_SETS:
            found.append(f"labels is {self.labels!r}; known: {', '.join(LABEL_SETS)}")
        if not self.seeds or len(set(self.seeds)) < len(self.seeds) or min(self.seeds) < 0:
            found.append("seeds must be one or more different numbers, none below 0")
        if len(set(self.methods)) < len(self.methods):
            found.append("methods names one twice")
        if self.layers and (self.new is None or 4 not in self.phases):
            found.append("layers are carried over to a new institution in phase 4; name it with new = ...")
        if "plain" not in self.methods:
            found.append("methods must have plain, which the others are compared with")
        if set(self.shares) != {"train", "validation", "test"} or min(self.shares.values()) <= 0:
            found.append("shares must have train, validation and test, all more than 0")
        if any(size < 1 for size in self.curve):
            found.append("curve must have numbers of notes, 1 or more")
        if not self.phases or not set(self.phases) <= set(PHASES):
            found.append("phases must be some of 1, 2, 3 and 4")
        if self.phases == (4,) and self.new is None:
            found.append("phase 4 is about a new institution; name it with new = ...")
        if self.curve and self.new is None:
            found.append("curve is of a new institution; name it with new = ...")
        if self.fewest_batches < 1:
            found.append("fewest_batches must be 1 or more")
        found += [fault for name, each in self.variants.items() for fault in each.faults(name)]
        if unknown := [name for name in self.methods if name not in (*METHODS, *self.variants)]:
            known = ", ".join((*METHODS, *self.variants))
            found.append(f"methods has {', '.join(map(repr, unknown))}; known: {known}")
        return found


def _merged(usual: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is given, and what is usual wherever nothing is."""
    found = dict(usual)
    for key, value in given.items():
        known = found.get(key)
        both = isinstance(value, Mapping) and isinstance(known, Mapping)
        found[key] = _merged(known, value) if both else value  # type: ignore[arg-type]
    return found


def build(values: Mapping[str, Any], where: str, vectors: Path) -> TransferSettings:
    """Return the settings that a file's values make, with all faults in one error; `vectors` are the usual ones."""
    given = dict(values)
    tagger = given.pop("tagger", {})
    if not isinstance(tagger, Mapping):
        raise SettingsError(where, ["'tagger' must be a table"])
    if wrong := [key for key in ("data", "start", "start_parts", "seed") if key in tagger]:
        raise SettingsError(where, [f"tagger.{key} is chosen by the study itself; leave it out" for key in wrong])
    tagger = _merged(_USUAL, tagger)
    faults: list[str] = []
    try:
        training = plain_settings.build(TrainingSettings, {**tagger, "data": {"train": "", "validation": ""}}, where)
    except SettingsError as error:
        faults += [f"in [tagger], {fault}" for fault in error.faults]
        training = TrainingSettings(DataSettings(Path(), Path()))
    if "folder" not in tagger.get("vectors", {}):
        training = replace(training, vectors=replace(training.vectors, folder=vectors))
    try:
        study = plain_settings.build(
            TransferSettings, {**given, "tagger": {"data": {"train": "", "validation": ""}}}, where
        )
    except SettingsError as error:
        raise SettingsError(where, [*error.faults, *faults]) from None
    study = replace(study, tagger=training)
    if faults := faults + study.faults():
        raise SettingsError(where, faults)
    return study
