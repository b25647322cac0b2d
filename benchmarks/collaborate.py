"""Studies training together: S5's experiments, docs/results/collaborate.json.

Five hospitals have a fifth of MEDDOCAN's training patients each. Every way to train goes through as many epochs; all
are judged by the development notes after some of them, from which nothing is chosen: what counts is the last epoch.
Each experiment's result is kept when it is there: a run can be stopped, and goes on with what is missing.
`--only C` runs those whose name begins so.
"""

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from keeping import run

sys.path.insert(0, str(Path(__file__).parents[1] / "recipes"))

import material

from scrubjay.collaborate.exchange import ExchangeSettings, Values
from scrubjay.collaborate.schemes import Epoch, dssgd, fedavg, local, round_robin
from scrubjay.collaborate.site import Site, put
from scrubjay.detect.tagger.reading import Reading, sentences
from scrubjay.documents.corpus import Corpus
from scrubjay.documents.document import Document
from scrubjay.documents.formats.reading import read
from scrubjay.models.families import FAMILIES
from scrubjay.models.tagger import Tagger
from scrubjay.randomness import generator
from scrubjay.training.batches import bucketed
from scrubjay.training.preparing import prepare_notes
from scrubjay.training.settings import DataSettings, OptimiserSettings, TrainingSettings, VectorSettings

FILE = Path(__file__).parents[1] / "docs" / "results" / "collaborate.json"
WORK = material.ROOT / "runs" / "collaborate"
VECTORS = WORK / "vectors"
HOSPITALS, EPOCHS, SEEDS = 5, 60, (1,)
READING = Reading("es", "aggressive", "sentences", 120)
GENTLE = OptimiserSettings(kind="sgd", rate=0.9, schedule="constant", weight_decay=0.0, clip_norm=5.0)
LITERAL = replace(GENTLE, clip_norm=0.0)  # as in the paper: nothing holds a step back
C = ExchangeSettings()
Result = dict[str, Any]


def experiments() -> dict[str, tuple[Callable[..., Iterator[Epoch]], dict[str, Any]]]:
    """Return all experiments by name and seed, those first that say most."""
    found: dict[str, tuple[Callable[..., Iterator[Epoch]], dict[str, Any]]] = {}
    for seed in SEEDS:
        for name, function, told in (
            ("A", central, {}),
            ("C0.1", selective, {"exchange": C}),
            ("D", alone, {}),
            ("B", in_turn, {}),
            ("C0.5", selective, {"exchange": replace(C, download=0.5)}),
            ("fedavg", averaged, {}),
            ("C0.1-figure", selective, {"exchange": replace(C, literal=True)}),
            ("C0.1-feedback", selective, {"exchange": replace(C, feedback=True)}),
            ("C0.1-apart", selective, {"exchange": C, "same_start": False}),
            ("A-unclipped", central, {"optimiser": LITERAL, "epochs": 3}),
        ):
            found[f"{name}-{seed}"] = (function, {"seed": seed, **told})
    return found


def settings(seed: int, optimiser: OptimiserSettings) -> TrainingSettings:
    """Return what all agree on: S5's network, public vectors, plain gradient descent."""
    return TrainingSettings(
        DataSettings(VECTORS, VECTORS),
        network=replace(FAMILIES["s5"], words=100),
        reading=READING,
        vectors=VectorSettings(folder=VECTORS),
        optimiser=optimiser,
        batch=16,
        empty=0.3,
        seed=seed,
    )


def hospitals(count: int, seed: int, optimiser: OptimiserSettings = GENTLE, same_start: bool = True) -> list[Site]:
    """Return hospitals with patients of their own, which know the same labels and begin alike unless told not to."""
    notes = _notes("train")
    labels = {span.label for note in notes for span in note.spans}
    parts = Corpus(notes).split(count, generator(1, "hospitals"))
    found = []
    for name, part in parts.items():
        given = settings(seed if same_start else seed * 100 + int(name), optimiser)
        learnt = prepare_notes(given, part.documents, (), labels)
        found.append(Site(name, replace(given, seed=seed), learnt.tagger, learnt.train))
    return found


def central(seed: int, optimiser: OptimiserSettings = GENTLE, epochs: int = EPOCHS) -> Iterator[Epoch]:
    """Train where all notes are (A)."""
    return local(hospitals(1, seed, optimiser), epochs)


def in_turn(seed: int) -> Iterator[Epoch]:
    """Hand the weights from hospital to hospital (B)."""
    sites = hospitals(HOSPITALS, seed)
    return round_robin(sites, sites[0].weights(), EPOCHS)


def selective(seed: int, exchange: ExchangeSettings, same_start: bool = True) -> Iterator[Epoch]:
    """Let hospitals exchange some weights (C)."""
    sites = hospitals(HOSPITALS, seed, same_start=same_start)
    return dssgd(dict.fromkeys(sites, exchange), sites[0].weights(), EPOCHS, seed, same_start)


def alone(seed: int) -> Iterator[Epoch]:
    """Let each hospital train for itself (D)."""
    return local(hospitals(HOSPITALS, seed), EPOCHS)


def averaged(seed: int) -> Iterator[Epoch]:
    """Let all take the mean of their weights after each epoch (FedAvg)."""
    sites = hospitals(HOSPITALS, seed)
    return fedavg(dict.fromkeys(sites, 1), sites[0].weights(), EPOCHS)


class Judge:
    """Tells how well weights find words of identities in the development notes (F5.11)."""

    def __init__(self) -> None:
        [site] = hospitals(1, 1)
        self._tagger: Tagger = site.tagger
        self.counts: Counter[str] = Counter()  # what became of the development notes' spans
        every_line = sentences(_notes("dev"), READING, tagged=True, counts=self.counts)
        lines = [line for line in every_line if line.words]
        batches = bucketed([len(line.words) for line in lines], 256)
        every = [[lines[place] for place in batch] for batch in batches]
        self._batches = [(self._tagger.batch([line.words for line in some]), some) for some in every]

    def f1(self, weights: Values) -> dict[str, float]:
        """Return precision, recall and F1 of words: identity or not."""
        put(self._tagger, weights)
        self._tagger.eval()
        chain, names = self._tagger.chain(), self._tagger.description.tags
        hits = found = gold = 0
        with torch.no_grad():
            for given, lines in self._batches:
                scores = self._tagger.network(given).numpy()
                for line, tags in zip(lines, chain.best(scores, given.lengths.numpy()), strict=True):
                    said = np.array([names[tag] != "O" for tag in tags[: len(line.words)]])
                    true = np.array([tag != "O" for tag in line.tags])
                    hits, found, gold = hits + (said & true).sum(), found + said.sum(), gold + true.sum()
        return {
            "precision": float(hits / max(found, 1)),
            "recall": float(hits / gold),
            "f1": float(2 * hits / max(found + gold, 1)),
        }


def _notes(part: str) -> list[Document]:
    return list(read(material.DATA / "meddocan" / part / "brat"))


def _judged(number: int) -> bool:
    return number in (1, 2, 3, 7) or number % 5 == 0


def _one(name: str) -> tuple[str, Result]:
    """Run an experiment, and judge what it gives."""
    torch.set_num_threads(1)
    function, told = experiments()[name]
    judge, started = Judge(), time.process_time()
    curve, down, up = [], 0, 0
    for epoch in function(**told):
        down, up = down + epoch.down, up + epoch.up
        point: dict[str, Any] = {"epoch": epoch.number, "loss": _mean(epoch.losses), "down": down, "up": up}
        if _judged(epoch.number):
            point["scores"] = {site: judge.f1(weights) for site, weights in epoch.weights.items()}
        curve.append(point)
    return name, {"curve": curve, "spans": dict(judge.counts), "cpu_seconds": time.process_time() - started}


def _mean(values: Mapping[str, float]) -> float:
    return float(np.mean(list(values.values())))


def prepared() -> None:
    """Make the public word vectors, if they are not there."""
    if not VECTORS.exists():
        WORK.mkdir(parents=True, exist_ok=True)
        fresh = VECTORS.with_suffix(".new")
        fresh.mkdir(exist_ok=True)
        material.glove(WORK).save(fresh, np.float32)
        fresh.rename(VECTORS)


def _done(workers: Executor, names: Sequence[str]) -> Iterator[tuple[str, Result]]:
    for done in as_completed([workers.submit(_one, name) for name in names]):
        yield done.result()


if __name__ == "__main__":
    run(FILE, list(experiments()), _done, lambda found: "", __doc__, prepared)
