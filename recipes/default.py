"""Makes the model `default` from nothing, into the package: `make model`.

Brings in NeuroNER's weights and word vectors, makes up notes, trains three taggers, each on notes of its own, and
makes them one; teaches the referee that stands between rules and tagger, measures what each threshold costs, and
writes it all with a card. Each step that is done is kept in runs/default, so that a run that was stopped goes on;
remove the folder to start anew.
"""

import argparse
import shutil
import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

import judging
import material

from scrubjay import settings
from scrubjay.cli import runs, terminal
from scrubjay.detect.rules.detector import RuleDetector
from scrubjay.detect.tagger.curve import Curve, Point, curve_of
from scrubjay.detect.tagger.detector import TaggerDetector
from scrubjay.detect.tagger.referee import FEWEST, Referee
from scrubjay.detect.tagger.shelf import BUNDLED, CARD, reseal, verify
from scrubjay.documents.document import Document
from scrubjay.documents.span import Span
from scrubjay.errors import UsageError
from scrubjay.models.merging import merge
from scrubjay.training.refereeing import fit_referee
from scrubjay.training.run import MODEL, RUNTIME
from scrubjay.training.settings import TrainingSettings
from scrubjay.training.several import Task, train_all

ROOT = material.ROOT
# The settings of each tagger, and the seed of its weights and of the notes it learns from; the slowest first.
TAGGERS = {"3": ("default-wide.toml", 91), "1": ("default.toml", 51), "2": ("default.toml", 71)}
FOLDS = 5
AGAIN_EPOCHS, AGAIN_RATE = 3, 0.0007  # of the second lesson
AGAIN_WINDOW, AGAIN_BATCH = 120, 8  # which reads longer windows, and as many tokens at a time
VALIDATION = "validation"
# For the referee as well; they have no recall to speak of.
OTHERS = ("validation-queries", "validation-harmless", "development-queries", "development-harmless")
RECALL = 0.99  # what the usual threshold must reach on the validation notes, if it costs no more than this precision
PRECISION = 0.95


class Finds:
    """What rules and tagger find in notes, each note in all its guises."""

    def __init__(self, tagger: TaggerDetector) -> None:
        self.notes: list[Document] = []
        self.sets: list[str] = []  # which set and guise each note is of
        self.by_rules: list[tuple[Span, ...]] = []
        self.by_tagger: list[tuple[Span, ...]] = []
        rules = RuleDetector()
        for name in (VALIDATION, *OTHERS):
            given = judging.notes_of(name)
            if name.endswith("harmless"):
                given = judging.without_spans(given)  # what is marked there is harmless
            for guise in ("", *judging.GUISES):
                notes = judging.in_guise(given, guise)
                bare = judging.without_spans(notes)
                found = rules.detect(bare)
                self.notes += notes
                self.sets += [f"{name} {guise}".strip()] * len(notes)
                self.by_rules += found
                self.by_tagger += tagger.detect(bare)

    def fit(self, chosen: Sequence[int]) -> Referee:
        """Return the referee that these notes teach."""
        return fit_referee(
            [self.notes[i] for i in chosen], [self.by_rules[i] for i in chosen], [self.by_tagger[i] for i in chosen]
        )

    def judged(self) -> list[tuple[Span, ...]]:
        """Return the finds as referees see them that have not learnt from the same note, in whatever guise."""
        ids = {name: place % FOLDS for place, name in enumerate(sorted({note.id for note in self.notes}))}
        found: list[tuple[Span, ...]] = [()] * len(self.notes)
        for fold in range(FOLDS):
            referee = self.fit([i for i, note in enumerate(self.notes) if ids[note.id] != fold])
            for i, note in enumerate(self.notes):
                if ids[note.id] == fold:
                    found[i] = referee.judged(note.text, self.by_rules[i], self.by_tagger[i])
        return found

    def of(self, name: str) -> Iterator[int]:
        """Yield the places of the notes of a set."""
        return (i for i, other in enumerate(self.sets) if other == name)


def main() -> None:
    """Make the model."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=ROOT / "runs" / "default", help="folder for what is made")
    parser.add_argument("--out", type=Path, default=BUNDLED / "default", help="folder for the model")
    parser.add_argument("--jobs", type=int, default=terminal.cores(), help="taggers to train at once")
    given = parser.parse_args()
    material.fetch(given.work)
    merged = given.work / "merged"
    taggers = trained(given.work, given.jobs)
    shutil.rmtree(merged, ignore_errors=True)
    merge([folder / RUNTIME for folder in taggers], merged)
    finds = Finds(TaggerDetector(merged))
    terminal.say("teaching the referee: about three minutes")
    curve = measured(finds, finds.judged())
    bundle(merged, finds.fit(range(len(finds.notes))), curve, given.out)


def trained(work: Path, jobs: int) -> list[Path]:
    """Train the taggers, each on notes of its own, in two lessons, and return the folders of the second."""
    first = {name: _first(work, name, *each) for name, each in TAGGERS.items()}
    _train(first.values(), jobs)
    second = {name: _second(work, task, TAGGERS[name][1]) for name, task in first.items()}
    _train(second.values(), jobs)
    return [second[name].folder for name in sorted(second)]


def _first(work: Path, name: str, recipe: str, seed: int) -> Task:
    notes = material.write_once(material.training_notes(material.COUNT, seed), work / f"notes-{name}")
    chosen = settings.load(TrainingSettings, ROOT / "recipes" / recipe)
    chosen = replace(
        chosen,
        start=work / "neuroner" if chosen.start else None,
        seed=seed,
        data=replace(chosen.data, train=notes, validation=judging.NOTES / f"{VALIDATION}.jsonl"),
        vectors=replace(chosen.vectors, folder=work / "vectors"),
    )
    return Task(f"tagger-{name}", chosen, work / f"tagger-{name}")


def _second(work: Path, first: Task, seed: int) -> Task:
    name = f"{first.name}-again"
    chosen = replace(
        first.settings,
        start=first.folder / MODEL,
        epochs=AGAIN_EPOCHS,
        batch=AGAIN_BATCH,
        reading=replace(first.settings.reading, longest=AGAIN_WINDOW),
        data=replace(
            first.settings.data, train=material.write_once(material.second_lesson(seed), work / f"notes-{name}")
        ),
        optimiser=replace(first.settings.optimiser, rate=AGAIN_RATE),
    )
    return Task(name, chosen, work / name)


def _train(tasks: Collection[Task], jobs: int) -> None:
    """Train what is not trained yet, and show how far it is."""
    with runs.shown(len(tasks)) as tell:
        for task, ended in train_all(list(tasks), jobs, tell):
            if ended.failed is not None:
                raise UsageError(f"{task.name}: {ended.failed}")


def measured(finds: Finds, judged: Sequence[tuple[Span, ...]]) -> Curve:
    """Return what each threshold gives on the validation notes, by referees that have not seen the note."""
    places = list(finds.of(VALIDATION))
    gold = [finds.notes[i] for i in places]
    points = []
    for threshold in (FEWEST, 0.01, 0.015, *np.arange(0.02, 0.96, 0.01).round(2).tolist()):
        found = judging.at(gold, [judged[i] for i in places], threshold)
        scores = judging.scored(gold, found)
        points.append(Point(threshold, round(scores["recall"], 4), round(scores["precision"], 4)))
    fitting = [point for point in points if point.recall >= RECALL] or [max(points, key=lambda point: point.recall)]
    usual = max(fitting, key=lambda point: point.precision)
    if usual.precision < PRECISION:  # then neither is given up for the other
        usual = max(points, key=lambda point: min(point.recall - RECALL, point.precision - PRECISION))
    told = f"{len(gold)} made-up notes (validation)"
    return curve_of(told, judging.SAFE_HARBOR.name, usual.threshold, points)


def bundle(tagger: Path, referee: Referee, curve: Curve, target: Path) -> None:
    """Put the model together: tagger, referee, curve and card."""
    begun = target.with_name(f"{target.name}.new")
    shutil.rmtree(begun, ignore_errors=True)
    shutil.copytree(tagger, begun)
    referee.save(begun)
    curve.save(begun)
    usual = next(point for point in curve.points if point.threshold <= curve.usual)
    written = sum(1 for _ in material.written_notes(material.EVERY))
    card = (ROOT / "recipes" / "default.md").read_text(encoding="utf-8")
    rows = [point for point in curve.points if round(point.threshold * 100) % 5 == 0 or point is usual]
    table = "\n".join(f"| {point.threshold:g} | {point.recall:.4f} | {point.precision:.4f} |" for point in rows)
    told = card.format(written=f"{written:,}", usual=f"{curve.usual:g}", curve=table)
    begun.joinpath(CARD).write_text(told, encoding="utf-8")
    reseal(begun)
    if target.exists():
        verify(target)  # nothing but a model is replaced
        shutil.rmtree(target)
    begun.rename(target)
    size = sum(file.stat().st_size for file in target.iterdir())
    print(f"the model is in {target}: {size / 1e6:.1f} MB, threshold {curve.usual:g}, {usual}")


if __name__ == "__main__":
    main()
