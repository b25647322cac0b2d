"""A study in a folder: its trainings, some at once, each kept when it is done; a study that was stopped goes on."""

import json
import secrets
from collections import Counter
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any

from scrubjay.detect.tagger.reading import sentences
from scrubjay.documents.formats.atomic import atomic
from scrubjay.documents.profile import profile
from scrubjay.errors import SettingsError, UsageError
from scrubjay.settings import build
from scrubjay.tokens.tokenizers import READERS, tokenizer
from scrubjay.training.several import Tell, train_all
from scrubjay.transfer.corpora import PARTS, Source, characters_of, labels_of
from scrubjay.transfer.learning import STUDY, VERSION, StepTask, load_study, same_notes
from scrubjay.transfer.settings import TransferSettings
from scrubjay.transfer.similarity import similarities
from scrubjay.transfer.steps import Step, plan


def planned(study: TransferSettings, corpora: dict[str, Source]) -> list[Step]:
    """Return the steps of a study."""
    return plan(study, corpora[study.new].annotated if study.new is not None else 0)


def open_study(study: TransferSettings, corpora: dict[str, Source], folder: Path) -> list[Step]:
    """Make a study's folder, or make sure that it holds the same study of the same notes; return the steps."""
    file = folder / STUDY
    steps = planned(study, corpora)
    settings = _told(study)
    if file.exists():
        known = _told(_known(load_study(folder)["settings"], file))
        if other := [key for key, value in settings.items() if known.get(key) != value]:
            raise UsageError(f"{folder} holds a study with other settings ({', '.join(other)}); name another folder")
        same_notes(corpora, folder)
        return steps
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} is there and holds no study; name another folder")
    salt = secrets.token_bytes(16)
    told = {
        "version": VERSION,
        "settings": settings,
        "salt": salt.hex(),
        "digests": {name: corpus.digest(salt) for name, corpus in corpora.items()},
        "tags": sorted(labels_of(corpora.values())),
        "characters": characters_of(corpora.values()),
        "corpora": {name: described(corpus, study) for name, corpus in corpora.items()},
        "similarity": similarities(corpora, study.tagger.reading.tokenizer),
    }
    folder.mkdir(parents=True, exist_ok=True)
    with atomic(file) as handle:
        handle.write(json.dumps(told, indent=1).encode() + b"\n")
    return steps


def _told(study: TransferSettings) -> dict[str, Any]:
    """Return settings as JSON has them."""
    told: dict[str, Any] = json.loads(json.dumps(asdict(study), default=str))
    return told


def _known(told: dict[str, Any], file: Path) -> TransferSettings:
    """Return the settings of a study that was begun, also by a scrubjay that had fewer of them."""
    try:
        return build(TransferSettings, told, str(file))
    except SettingsError as error:
        raise UsageError(f"{file.parent} holds a study of another scrubjay ({error}); name another folder") from None


def described(corpus: Source, study: TransferSettings) -> dict[str, Any]:
    """Return the figures of S4's Table 2 for a corpus, its parts, and whose each note of the test part is."""
    tokenize = tokenizer(study.tagger.reading.tokenizer, READERS)
    notes = [note for part in PARTS for note in corpus.part(part)]
    told = profile(notes, lambda text: len(tokenize(text))).as_dict()
    people: dict[str, int] = {}
    aligned: Counter[str] = Counter()
    sentences(notes, study.tagger.reading, tagged=True, counts=aligned)
    return told | {
        "aligned": dict(aligned),
        "parts": {part: len(corpus.part(part)) for part in PARTS},
        "dropped": dict(corpus.dropped),
        "test_patients": [people.setdefault(note.patient, len(people)) for note in corpus.test],
        "test_labels": dict(Counter(span.label for note in corpus.test for span in note.spans)),
    }


def run_study(study: TransferSettings, steps: list[Step], folder: Path, jobs: int, tell: Tell) -> None:
    """Train the steps of a study; those that start from others come after them."""
    for _, wave in groupby(steps, key=lambda step: step.depth):
        tasks = [StepTask(step, seed, study, folder) for step in wave for seed in study.seeds]
        for task, ended in train_all(tasks, jobs, tell):
            if ended.failed is not None:
                raise UsageError(f"{task.name}: {ended.failed}; mend [tagger] and begin the study anew")
