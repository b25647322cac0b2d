"""One training of a study: from notes to a tagger's weights and its scores on every corpus."""

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save

from scrubjay.detect.tagger.vectors import load_vectors
from scrubjay.documents.document import Document
from scrubjay.documents.formats.atomic import atomic
from scrubjay.errors import DivergedError, FormatError, UsageError
from scrubjay.models.tagger import Tagger
from scrubjay.training.going import result_of
from scrubjay.training.learner import Learner
from scrubjay.training.lessons import Lessons
from scrubjay.training.loop import Epoch, State, predict, train
from scrubjay.training.preparing import Prepared, prepare_notes
from scrubjay.training.run import best_of
from scrubjay.training.settings import TrainingSettings
from scrubjay.training.several import Batches, Ended, Tell
from scrubjay.transfer.corpora import Source, characters_of, labels_of, load_corpora
from scrubjay.transfer.domains import Augmented, Decomposed, Joint
from scrubjay.transfer.scoring import Table, count
from scrubjay.transfer.settings import TransferSettings
from scrubjay.transfer.steps import Step

STUDY, VERSION = "study.json", 1
SCORES, WEIGHTS, CHECKPOINT = "scores.json", "weights.safetensors", "checkpoint.pt"
MOST_EPOCHS = 200
_PREFIXES = {
    "characters": ("network.embedding.", "network.spelling."),
    "tokens": ("network.words.", "network.representation.", "network.encoder.", "network.recurrent."),
    "output": ("network.hidden.", "network.scores."),
    "crf": ("crf.",),
}


@dataclass(frozen=True)
class StepTask:
    """A step with a seed, to be trained in a folder."""

    step: Step
    seed: int
    study: TransferSettings
    folder: Path  # of the study

    @property
    def name(self) -> str:
        """Return the step's name, and the seed."""
        return f"{self.step.name}, seed {self.seed}"

    @property
    def threads(self) -> int:
        """How many it wants."""
        return self.study.tagger.threads

    def ended(self) -> Ended | None:
        """Return its epochs, if it was trained to its end."""
        file = folder_of(self.folder, self.step, self.seed) / SCORES
        if not file.exists():
            return None
        told = load_scores(file)
        return Ended(tuple(Epoch(**epoch) for epoch in told["epochs"]), told["failed"])

    def train(self, tell: Tell) -> Ended:
        """Train it, or go on with it, and write what it has learnt and how well it does."""
        folder = folder_of(self.folder, self.step, self.seed)
        folder.mkdir(parents=True, exist_ok=True)
        lesson = Lesson(self.step, self.seed, self.study, load_corpora(self.study))
        same_notes(lesson.corpora, self.folder)
        torch.set_num_threads(self.study.tagger.threads)
        prepared = lesson.prepared(self.folder)
        epochs: list[Epoch] = []
        failed = None

        def told_of(epoch: Epoch) -> None:
            epochs.append(epoch)
            tell(self.name, epoch)

        try:
            going = train(
                lesson.settings,
                prepared,
                folder / CHECKPOINT,
                lambda done, total: tell(self.name, Batches(done, total)),
            )
            last = result_of(going, told_of)
        except DivergedError as error:
            failed, last = str(error), {}
        told = {"step": self.step.name, "seed": self.seed, "epochs": [asdict(epoch) for epoch in epochs]}
        told |= {"best_epoch": best_of(epochs).epoch if epochs else None, "failed": failed}
        if failed is None:
            told |= lesson.scores(prepared.tagger, last)
            with atomic(folder / WEIGHTS) as handle:
                handle.write(save({name: each.contiguous() for name, each in prepared.tagger.state_dict().items()}))
        with atomic(folder / SCORES) as handle:
            handle.write(json.dumps(told).encode() + b"\n")
        folder.joinpath(CHECKPOINT).unlink(missing_ok=True)
        return Ended(tuple(epochs), failed)


@dataclass(frozen=True, repr=False)
class Lesson:
    """What a step learns from, with which settings."""

    step: Step
    seed: int
    study: TransferSettings
    corpora: dict[str, Source]

    @cached_property
    def _notes(self) -> tuple[list[Document], list[int]]:
        """Return the training notes, and the number of each one's corpus."""
        notes: list[Document] = []
        homes: list[int] = []
        for place, name in enumerate(self.step.sources):
            own, _ = self.corpora[name].few(self.step.notes, self.seed)
            notes += own
            homes += [place] * len(own)
        return notes, homes

    @property
    def _validation(self) -> list[Document]:
        """Return the notes that the training is stopped by: those of what it learns from (A4.3), or of its home."""
        names = self.step.sources if self.step.home is None else (self.step.home,)
        return [note for name in names for note in self.corpora[name].few(self.step.notes, self.seed)[1]]

    @cached_property
    def settings(self) -> TrainingSettings:
        """Return the settings: few notes are read more often, so that there are batches enough to learn from."""
        own = replace(self.study.tagger, seed=self.seed)
        batches = Lessons(own, self._prepared.train).steps
        epochs = min(max(own.epochs, math.ceil(self.study.fewest_batches / batches)), MOST_EPOCHS)
        return replace(own, epochs=epochs, patience=max(own.patience, math.ceil(epochs * own.patience / own.epochs)))

    @cached_property
    def _prepared(self) -> Prepared:
        every = self.corpora.values()
        own = replace(self.study.tagger, seed=self.seed)
        return prepare_notes(own, self._notes[0], self._validation, labels_of(every), characters_of(every))

    def prepared(self, folder: Path) -> Prepared:
        """Return the sentences, the notes to stop by, and the tagger with what it starts from."""
        tagger = self._prepared.tagger
        if self.step.after is not None:
            carry_over(tagger, folder_of(folder, self.step.after, self.seed) / WEIGHTS, self.step.parts)
        return replace(self._prepared, learner=self._learner(tagger))

    def _learner(self, tagger: Tagger) -> Learner:
        homes, method = self._notes[1], self.study.method(self.step.method)
        if method.kind == "jdl":
            return Joint(tagger, homes, method.weight, method.by_token, method.pooling)
        if method.kind == "csd":
            return Decomposed(tagger, homes, method.rank, method.orthogonality)
        if method.kind == "easyadapt":
            home = None if self.step.home is None else self.step.sources.index(self.step.home)
            return Augmented(tagger, homes, home)
        return Learner(tagger)

    def scores(self, tagger: Tagger, last: State) -> dict[str, Any]:
        """Return the counts on every corpus, by the best epoch's weights, and on tests by the last one's."""
        told: dict[str, Any] = {
            "notes": len(self._notes[0]),
            "test": {name: self._counted(tagger, source.test) for name, source in self.corpora.items()},
            "validation": {name: self._counted(tagger, source.validation) for name, source in self.corpora.items()},
        }
        best = {name: each.clone() for name, each in tagger.state_dict().items()}
        tagger.load_state_dict(last)
        told["last"] = {name: self._counted(tagger, source.test) for name, source in self.corpora.items()}
        tagger.load_state_dict(best)
        return told

    def _counted(self, tagger: Tagger, notes: Sequence[Document]) -> Table:
        return count(notes, predict(tagger, list(notes)))


def check_vectors(study: TransferSettings) -> None:
    """Raise an error if the word vectors are not there, or not of the network's size."""
    folder, size = study.tagger.vectors.folder, study.tagger.network.words
    assert folder is not None
    if (given := load_vectors(folder).matrix.shape[1]) != size:
        raise UsageError(f"{folder} has vectors of {given} numbers, tagger.network.words says {size}")


def carry_over(tagger: Tagger, file: Path, parts: Sequence[str]) -> None:
    """Give a tagger the weights of another step, of these parts (F4.15); the others stay as they were drawn."""
    prefixes = tuple(prefix for part in parts for prefix in _PREFIXES[part])
    if not file.exists():
        raise UsageError(f"{file} is gone, and this training starts from it; remove {file.parent} and run it again")
    own = tagger.state_dict()
    given = load_file(file)
    tagger.load_state_dict(own | {name: each for name, each in given.items() if name.startswith(prefixes)})


def folder_of(folder: Path, step: Step, seed: int) -> Path:
    """Return where a step with a seed has its own folder: named as the step, with signs that any disk knows."""
    return folder / f"seed-{seed}" / step.name.translate(str.maketrans(">:", ",="))


def load_scores(file: Path) -> dict[str, Any]:
    """Return what a step has written about itself."""
    told = loaded(file)
    if not isinstance(told.get("epochs"), list) or not ("test" in told or told.get("failed")):
        raise FormatError("holds no scores; remove it to train anew", file=str(file))
    return told


def load_study(folder: Path) -> dict[str, Any]:
    """Return what a study's folder says of itself."""
    file = folder / STUDY
    if not file.exists():
        raise UsageError(f"{folder} holds no study; begin one with: scrubjay transfer run")
    told = loaded(file)
    if told.get("version") != VERSION or not {"settings", "salt", "digests", "corpora"} <= told.keys():
        raise FormatError("is damaged, or of another version of scrubjay", file=str(file))
    return told


def loaded(file: Path) -> dict[str, Any]:
    """Return the table that a JSON file holds."""
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        told = None
    if not isinstance(told, dict):
        raise FormatError("is damaged: it is not what was written", file=str(file))
    return told


def same_notes(corpora: dict[str, Source], folder: Path) -> None:
    """Raise an error if notes are others than when a study was begun."""
    known = load_study(folder)
    salt = bytes.fromhex(known["salt"])
    if changed := [name for name, corpus in corpora.items() if corpus.digest(salt) != known["digests"].get(name)]:
        raise UsageError(f"the notes of {', '.join(changed)} are others than when {folder} was begun; name another")
