"""A training run in a folder: its settings, what each epoch gave, a checkpoint, and at the end the tagger."""

import json
from collections.abc import Callable, Generator, Sequence
from dataclasses import asdict
from pathlib import Path

import torch

from scrubjay.documents.formats.atomic import atomic
from scrubjay.errors import FormatError, SettingsError, UsageError
from scrubjay.models.export import export
from scrubjay.models.folder import save
from scrubjay.training.loop import Epoch, Progress, train
from scrubjay.training.plot import plot_run
from scrubjay.training.preparing import prepare
from scrubjay.training.settings import TrainingSettings, faults

SETTINGS, METRICS, PLOT, CHECKPOINT = "settings.json", "metrics.jsonl", "metrics.png", "checkpoint.pt"
MODEL, RUNTIME = "model", "runtime"


def run(
    settings: TrainingSettings,
    folder: Path,
    progress: Progress | None = None,
    remark: Callable[[str], None] | None = None,
) -> Generator[Epoch, None, None]:
    """Train in a folder, yielding after each epoch; stopped and started again, it goes on where it was.

    `remark` is told what is to be known about the notes.
    """
    if wrong := faults(settings):
        raise SettingsError("settings", wrong)
    if folder.is_file():
        raise UsageError(f"{folder} is a file; name a folder")
    if complete(settings, folder):
        raise UsageError(f"{folder} holds a run that is complete; name another folder")
    torch.set_num_threads(settings.threads)  # before anything is drawn: it changes what is drawn
    prepared = prepare(settings)
    if remark is not None:
        for words in prepared.remarks:
            remark(words)
    folder.mkdir(parents=True, exist_ok=True)
    with atomic(folder / SETTINGS) as handle:
        handle.write(_told(settings).encode())
    metrics = folder / METRICS
    drawn = metrics.read_bytes().count(b"\n") if metrics.exists() else 0
    epochs: list[Epoch] = []
    for epoch in train(settings, prepared, folder / CHECKPOINT, progress):
        epochs.append(epoch)
        lines = "".join(json.dumps(asdict(each)) + "\n" for each in epochs)
        with atomic(metrics) as handle:
            handle.write(lines.encode())
        if len(epochs) >= drawn:  # a run that goes on tells its epochs anew, and needs one plot of them
            plot_run(epochs, folder / PLOT)
        yield epoch
    told = card(settings, epochs, prepared.remarks)
    export(prepared.tagger, folder / RUNTIME, told)
    save(prepared.tagger, folder / MODEL, told)
    folder.joinpath(CHECKPOINT).unlink()


def complete(settings: TrainingSettings, folder: Path) -> bool:
    """Tell whether a folder holds this run, trained to its end; a run with other settings there is an error."""
    file = folder / SETTINGS
    begun = any(folder.joinpath(name).exists() for name in (CHECKPOINT, METRICS, MODEL))
    if begun and file.exists() and file.read_text(encoding="utf-8") != _told(settings):
        raise UsageError(f"{folder} holds a run with other settings; name another folder")
    return folder.joinpath(MODEL).exists() and not folder.joinpath(CHECKPOINT).exists()


def recorded(folder: Path) -> list[Epoch]:
    """Return the epochs that a run's folder tells of."""
    file = folder / METRICS
    try:
        return [Epoch(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]
    except (OSError, ValueError, TypeError) as error:
        raise FormatError("does not tell what the epochs gave", file=str(file)) from error


def best_of(epochs: Sequence[Epoch]) -> Epoch:
    """Return the epoch whose weights are kept: the first of those with the highest F1."""
    return max(epochs, key=lambda epoch: epoch.f1)


def _told(settings: TrainingSettings) -> str:
    return json.dumps(asdict(settings), default=str, indent=1) + "\n"


def card(settings: TrainingSettings, epochs: list[Epoch], remarks: Sequence[str]) -> str:
    """Return what is to be known about a tagger: what it learnt from, and how well it did."""
    read = "\n".join(f"- {remark}" for remark in remarks)
    best = best_of(epochs)
    return f"""# A tagger

- learnt from {settings.data.train}, stopped by {settings.data.validation}; seed {settings.seed}
{read}
- best of {len(epochs)} epochs: {best.epoch}, with strict precision {best.precision:.4f}, recall {best.recall:.4f} and
  F1 {best.f1:.4f} on the notes it was stopped by: optimistic by a little
- not audited: it may remember what it learnt from
"""
