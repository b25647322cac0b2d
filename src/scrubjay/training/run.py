"""A training run in a folder: its settings, what each epoch gave, a checkpoint, and at the end the tagger."""

import json
from collections.abc import Callable, Generator, Sequence
from dataclasses import asdict
from pathlib import Path

from scrubjay.errors import UsageError
from scrubjay.models.export import export
from scrubjay.models.folder import save
from scrubjay.training.loop import Epoch, Progress, train
from scrubjay.training.preparing import prepare
from scrubjay.training.settings import TrainingSettings

SETTINGS, METRICS, CHECKPOINT, MODEL, RUNTIME = "settings.json", "metrics.jsonl", "checkpoint.pt", "model", "runtime"


def run(
    settings: TrainingSettings,
    folder: Path,
    progress: Progress | None = None,
    remark: Callable[[str], None] | None = None,
) -> Generator[Epoch, None, None]:
    """Train in a folder, yielding after each epoch; stopped and started again, it goes on where it was.

    `remark` is told what is to be known about the notes.
    """
    told = json.dumps(asdict(settings), default=str, indent=1) + "\n"
    file = folder / SETTINGS
    if file.exists() and file.read_text(encoding="utf-8") != told:
        raise UsageError(f"{folder} holds a run with other settings; name another folder")
    if folder.joinpath(MODEL).exists():
        raise UsageError(f"{folder} holds a run that is complete; name another folder")
    prepared = prepare(settings)
    if remark is not None:
        for words in prepared.remarks:
            remark(words)
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(told, encoding="utf-8")
    epochs: list[Epoch] = []
    for epoch in train(settings, prepared, folder / CHECKPOINT, progress):
        epochs.append(epoch)
        lines = "".join(json.dumps(asdict(each)) + "\n" for each in epochs)
        folder.joinpath(METRICS).write_text(lines, encoding="utf-8")
        yield epoch
    told = card(settings, epochs, prepared.remarks)
    export(prepared.tagger, folder / RUNTIME, told)
    save(prepared.tagger, folder / MODEL, told)
    folder.joinpath(CHECKPOINT).unlink()


def card(settings: TrainingSettings, epochs: list[Epoch], remarks: Sequence[str]) -> str:
    """Return what is to be known about a tagger: what it learnt from, and how well it did."""
    read = "\n".join(f"- {remark}" for remark in remarks)
    best = max(epochs, key=lambda epoch: epoch.f1)
    return f"""# A tagger

- learnt from {settings.data.train}, stopped by {settings.data.validation}; seed {settings.seed}
{read}
- best of {len(epochs)} epochs: {best.epoch}, with strict precision {best.precision:.4f}, recall {best.recall:.4f} and
  F1 {best.f1:.4f} on the notes it was stopped by: optimistic by a little
- not audited: it may remember what it learnt from
"""
