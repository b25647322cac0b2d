"""The loop: epochs over batches, a look at the validation notes after each, the best weights kept."""

import copy
import time
from collections.abc import Callable, Generator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch.nn.functional import one_hot

from scrubjay.detect.tagger.reading import Tagged, found_spans, sentences
from scrubjay.documents.document import Document
from scrubjay.errors import DivergedError, UsageError
from scrubjay.models.tagger import Tagger
from scrubjay.training.batches import bucketed
from scrubjay.training.learner import Learner
from scrubjay.training.lessons import Lessons
from scrubjay.training.optimisers import Average, optimiser, schedule, step
from scrubjay.training.preparing import Prepared
from scrubjay.training.settings import TrainingSettings
from scrubjay.training.teachers import Teachers

_LARGEST = 60_000.0  # weight that half precision can hold; a sound one is far from it
Progress = Callable[[int, int], None]
State = dict[str, Any]  # weights by name


@dataclass
class Epoch:
    """What an epoch gave: the mean loss, strict precision, recall and F1 on the validation notes, and seconds."""

    epoch: int
    loss: float
    precision: float
    recall: float
    f1: float
    seconds: float
    tokens_per_second: float


@dataclass
class Memory:
    """What a run needs to go on: kept after every epoch."""

    epochs: list[Epoch] = field(default_factory=list)
    best: float = -1.0
    weights: State = field(default_factory=dict)  # of the best epoch


def train(
    settings: TrainingSettings, prepared: Prepared, checkpoint: Path | None = None, progress: Progress | None = None
) -> Generator[Epoch, None, State]:
    """Train the tagger in place, yielding after each epoch; at the end it has the weights of the best one.

    Those of the last epoch are returned. With a checkpoint file, a run that was stopped goes on where it was.
    """
    tagger, learner = prepared.tagger, prepared.learner or Learner(prepared.tagger)
    lessons = Lessons(settings, prepared.train)
    mover = optimiser(settings.optimiser, learner, settings.encoder.rate)
    rates = schedule(settings.optimiser, mover, lessons.steps * settings.epochs)
    average = Average(learner, settings.optimiser.average)
    teachers = Teachers(settings.teachers.folders, tagger.description)
    memory = Memory()
    if checkpoint is not None and checkpoint.exists():
        memory = _restore(checkpoint, learner, mover, rates, average)
        yield from memory.epochs
    for epoch in range(len(memory.epochs), settings.epochs):
        if _worn_out(memory, settings.patience):
            break
        started, total, tokens, read = time.perf_counter(), 0.0, 0, 0
        learner.train()
        torch.manual_seed(settings.seed * 100_003 + epoch)  # dropout: the same whether or not the run was stopped
        for place, batch in enumerate(lessons.epoch(epoch)):
            if progress is not None:
                progress(epoch * lessons.steps + place, lessons.steps * settings.epochs)
            words = [one.words for one in batch]
            wanted = tagger.numbers([one.tags for one in batch])
            if len(teachers):
                shares = one_hot(wanted, len(tagger.description.tags)).float()
                wanted = torch.lerp(shares, teachers.opinions(words), settings.teachers.weight)
            loss = learner.loss(batch, wanted)
            where = f"epoch {epoch + 1}, batch {place + 1}"
            total += step(settings.optimiser, learner, mover, loss, where) * len(batch)
            rates.step()
            average.step()
            tokens += sum(map(len, words))
            read += len(batch)
        seconds = time.perf_counter() - started
        if not all(bool((parameter.abs() < _LARGEST).all()) for parameter in learner.parameters()):
            raise DivergedError(
                f"the weights are beyond all bounds after epoch {epoch + 1}; lower optimiser.rate "
                f"({settings.optimiser.rate:g}) or clip gradients"
            )
        with average.used(), learner.at_work():
            scores = evaluate(tagger, prepared.validation)
            if scores[2] > memory.best:
                memory.best, memory.weights = scores[2], copy.deepcopy(tagger.state_dict())
        found = Epoch(epoch + 1, total / read, *scores, seconds, tokens / seconds)
        memory.epochs.append(found)
        if checkpoint is not None:
            _keep(checkpoint, memory, learner, mover, rates, average)
        yield found
    with average.used(), learner.at_work():
        last = copy.deepcopy(tagger.state_dict())
    tagger.load_state_dict(memory.weights)
    tagger.eval()
    return last


def _worn_out(memory: Memory, patience: int) -> bool:
    """Tell whether the best epoch lies too far back."""
    best = max(range(len(memory.epochs)), key=lambda i: memory.epochs[i].f1, default=0)
    return bool(memory.epochs) and len(memory.epochs) - 1 - best >= patience


def predict(tagger: Tagger, notes: list[Document], size: int = 64) -> list[Document]:
    """Return notes with the spans that a tagger finds, by torch."""
    tagger.eval()
    lines = sentences(notes, tagger.description.reading)
    chain, names, answers = tagger.chain(), tagger.description.tags, []
    with torch.no_grad():
        for batch in bucketed([len(line.words) for line in lines], size):
            chosen = [lines[i] for i in batch if lines[i].words]
            if not chosen:
                continue
            given = tagger.batch([line.words for line in chosen])
            best = chain.best(tagger.network(given).numpy(), given.lengths.numpy())
            for line, row in zip(chosen, best, strict=True):
                tags = [names[tag] for tag in row[: len(line.words)]]
                answers.append((line, Tagged(tags, [1.0] * len(tags))))
    return [
        note.with_spans(spans) for note, spans in zip(notes, found_spans(answers, len(notes), "tagger"), strict=True)
    ]


def evaluate(tagger: Tagger, notes: list[Document]) -> tuple[float, float, float]:
    """Return strict precision, recall and F1: exact offsets and label."""
    hits = found = gold = 0
    for note, other in zip(notes, predict(tagger, notes), strict=True):
        one = {(span.start, span.end, span.label) for span in note.spans}
        two = {(span.start, span.end, span.label) for span in other.spans}
        hits, found, gold = hits + len(one & two), found + len(two), gold + len(one)
    return hits / max(found, 1), hits / max(gold, 1), 2 * hits / max(found + gold, 1)


def _keep(
    file: Path, memory: Memory, learner: Learner, mover: torch.optim.Optimizer, rates: Any, average: Average
) -> None:
    """Write a checkpoint, whole or not at all."""
    state = {
        "epochs": [asdict(epoch) for epoch in memory.epochs],
        "best": memory.best,
        "best_weights": memory.weights,
        "weights": learner.state_dict(),
        "optimiser": mover.state_dict(),
        "schedule": rates.state_dict(),
        "average": average.values,
        "average_steps": average.steps,
    }
    fresh = file.with_suffix(".new")
    torch.save(state, fresh)
    fresh.replace(file)


def _restore(file: Path, learner: Learner, mover: torch.optim.Optimizer, rates: Any, average: Average) -> Memory:
    """Read a checkpoint back: tensors and plain values only."""
    try:
        state = torch.load(file, weights_only=True)
        learner.load_state_dict(state["weights"])
        mover.load_state_dict(state["optimiser"])
        rates.load_state_dict(state["schedule"])
        average.values, average.steps = state["average"], state["average_steps"]
        return Memory([Epoch(**epoch) for epoch in state["epochs"]], state["best"], state["best_weights"])
    except Exception as error:  # torch says in many ways that a file is none of its own
        raise UsageError(f"{file} is no checkpoint of this run; remove it to start anew") from error
