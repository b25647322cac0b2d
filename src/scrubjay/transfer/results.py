"""What a study has found, as plain figures: S4's tables, comparisons with their p-values, learning curves."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from scrubjay import settings as plain_settings
from scrubjay.errors import UsageError
from scrubjay.evaluate.counts import IntArray, total
from scrubjay.evaluate.statistics import approximate_randomisation, bootstrap, by_unit
from scrubjay.randomness import generator
from scrubjay.transfer import planner, steps
from scrubjay.transfer.learning import SCORES, STUDY, folder_of, load_scores, load_study
from scrubjay.transfer.scoring import rows_of
from scrubjay.transfer.settings import METHODS, TransferSettings
from scrubjay.transfer.similarity import MEASURES, rank_correlation
from scrubjay.transfer.steps import Step

SIGNIFICANT = 0.05
STARTED = "from the others"  # how trainings are called that start from what others' notes have taught
AIMS = (0.8, 0.85, 0.9, 0.95)  # F1 that the report plans for


class Results:
    """The scores of the steps of a study in its folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.told = folder, load_study(folder)
        self.study = plain_settings.build(TransferSettings, self.told["settings"], str(folder / STUDY))
        self._known: dict[tuple[str, int], dict[str, Any]] = {}

    def scores(self, step: Step, seed: int) -> dict[str, Any]:
        """Return what a step with a seed has written."""
        key = step.name, seed
        if key not in self._known:
            file = folder_of(self.folder, step, seed) / SCORES
            if not file.exists():
                raise UsageError(f"{self.folder} is not complete: {step.name}, seed {seed} is missing; run it again")
            told = load_scores(file)
            if told["failed"]:
                raise UsageError(f"{step.name}, seed {seed} has failed: {told['failed']}; begin the study anew")
            self._known[key] = told
        return self._known[key]

    def rows(self, step: Step, target: str, part: str = "test") -> IntArray:
        """Return the counts of a target's notes, summed over seeds: notes x 3."""
        rows: IntArray = np.sum([rows_of(self.scores(step, seed)[part][target]) for seed in self.study.seeds], axis=0)
        return rows

    def f1s(self, step: Step, target: str, part: str = "test") -> list[float]:
        """Return the F1 of each seed."""
        return [total(rows_of(self.scores(step, seed)[part][target])).f1 or 0.0 for seed in self.study.seeds]

    def f1(self, step: Step, targets: Sequence[str], part: str = "test") -> float:
        """Return the F1 over all notes of some targets and all seeds."""
        return total(np.concatenate([self.rows(step, target, part) for target in targets])).f1 or 0.0

    def patients(self, target: str) -> list[str]:
        """Return whose each test note of a target is."""
        return [str(number) for number in self.told["corpora"][target]["test_patients"]]

    def cell(self, step: Step, target: str) -> dict[str, Any]:
        """Return the scores of a step on a target's test notes: of all seeds, with an interval over patients."""
        rows = by_unit(self.rows(step, target), self.patients(target))
        interval = bootstrap(rows, generator(1, "transfer", step.name, target))["f1"]
        counts = total(rows)
        last = total(np.sum([rows_of(self.scores(step, s)["last"][target]) for s in self.study.seeds], axis=0))
        return {
            "precision": counts.precision,
            "recall": counts.recall,
            "f1": counts.f1 or 0.0,
            "interval": list(interval) if interval is not None else None,
            "seeds": self.f1s(step, target),
            "last_epoch": last.f1 or 0.0,
            "kept_epochs": [self.scores(step, seed)["best_epoch"] for seed in self.study.seeds],
            "support": (counts.tp + counts.fn) // len(self.study.seeds),
        }

    def part(self, step: Step, target: str, label: str | None = None, kind: str | None = None) -> dict[str, Any]:
        """Return the counts of a label, or of a type of note, over all seeds, and the F1's interval over patients."""
        tables = [self.scores(step, seed)["test"][target] for seed in self.study.seeds]
        rows: IntArray = np.sum([rows_of(table, label) for table in tables], axis=0)
        patients = np.array(self.patients(target))
        if kind is not None:
            chosen = np.array(tables[0]["types"]) == kind
            rows, patients = rows[chosen], patients[chosen]
        interval = bootstrap(
            by_unit(rows, patients.tolist()), generator(1, "transfer", step.name, target, label or "", kind or "")
        )["f1"]
        return {"counts": rows.sum(0).tolist(), "interval": list(interval) if interval is not None else None}

    def compared(self, first: Step, second: Step, target: str) -> dict[str, Any]:
        """Return the difference of two steps' F1 on a target and its p-value by approximate randomisation."""
        one, two = (by_unit(self.rows(step, target), self.patients(target)) for step in (first, second))
        p = approximate_randomisation(one, two, generator(2, "transfer", first.name, second.name, target))["f1"]
        before, after = total(one).f1 or 0.0, total(two).f1 or 0.0
        return {
            "target": target,
            "first": first.name,
            "second": second.name,
            "first_f1": before,
            "second_f1": after,
            "difference": after - before,
            "p": p,
        }

    def chosen(self, candidates: Sequence[Step], targets: Sequence[str]) -> Step:
        """Return the step that does best on the validation notes of these corpora; never on test notes."""
        return max(candidates, key=lambda step: self.f1(step, targets, "validation"))

    @cached_property
    def available(self) -> int:
        """Return how many annotated notes the new institution has, to learn from and to stop by."""
        parts = self.told["corpora"][self.study.new]["parts"] if self.study.new is not None else {}
        return int(parts.get("train", 0) + parts.get("validation", 0))


def figures(results: Results) -> dict[str, Any]:
    """Return all that a study has found."""
    study = results.study
    new = study.new if 4 in study.phases else None
    singles = steps.singles(study) if study.has(1, 2, 3) else []
    told: dict[str, Any] = {
        "seeds": list(study.seeds),
        "labels": study.labels,
        "new": new,
        "sources": list(study.sources),
        "corpora": results.told["corpora"],
        "matrix": [row for step in singles for row in _row(results, 1, "single", step, study.corpora)],
        "external": list(_external(results)) if study.has(2, 3) else [],
        "with_own": list(_with_own(results)) if study.has(3) else [],
        "comparisons": list(_comparisons(results)),
        "similarity": _similarity(results),
        "details": _details(results),
    }
    if new is not None:
        told |= _new_institution(results, new)
    return told


def _row(
    results: Results, phase: int, strategy: str, step: Step, targets: Sequence[str] | Mapping[str, Any], **more: Any
) -> Iterator[dict[str, Any]]:
    """Yield a row of a table."""
    cells = {target: results.cell(step, target) for target in targets}
    yield {"phase": phase, "strategy": strategy, "method": step.method, "step": step.name, "cells": cells, **more}


def _external(results: Results) -> Iterator[dict[str, Any]]:
    """Yield phase 2: other corpora only. The order is chosen by the validation notes of what was learnt from."""
    study = results.study
    for target in steps.targets(study):
        names = steps.others(study, target)
        if candidates := steps.sequential(study, target):
            best = results.chosen(candidates, names)
            for step in candidates:
                yield from _row(results, 2, "sequential", step, [target], chosen=step == best)
        for step in steps.concurrent(study, target):
            yield from _row(results, 2, "concurrent", step, [target])
        for kind in METHODS:
            if every := steps.tried(study, target, kind):
                for step in every:
                    if step.method not in study.methods:
                        yield from _row(results, 2, "concurrent, other settings", step, [target])
                [row] = _row(
                    results,
                    2,
                    "concurrent, the setting that validation chose",
                    results.chosen(every, names),
                    [target],
                )
                yield row | {"method": kind}


def _with_own(results: Results) -> Iterator[dict[str, Any]]:
    """Yield phase 3: the target's own notes as well. The order is chosen by the target's validation notes."""
    study = results.study
    for target in steps.targets(study):
        yield from _row(results, 3, "own notes only", Step((target,)), [target])
        ordered = [step for step in steps.fine_tuned(study, target) if _is_sequential(step)]
        best = results.chosen(ordered, [target]) if ordered else None
        for step in steps.fine_tuned(study, target):
            if _is_sequential(step):
                yield from _row(results, 3, "fine-tuned, sequential", step, [target], chosen=step == best)
            else:
                assert step.after is not None
                method = step.after.method
                [row] = _row(results, 3, "fine-tuned, concurrent", step, [target])
                yield row | {"method": method}
        for step in steps.mixed(study, target):
            yield from _row(results, 3, "concurrent", step, [target])


def _is_sequential(step: Step) -> bool:
    return step.after is not None and len(step.after.sources) == 1 and step.after.after is not None


def _comparisons(results: Results) -> Iterator[dict[str, Any]]:
    """Yield the comparisons that answer the questions, each with its p-value."""
    study = results.study
    for target in steps.targets(study):
        names = steps.others(study, target)
        mixed = Step(names)
        own = Step((target,))
        if len(names) > 1 and study.has(2, 3):
            single = results.chosen([Step((name,)) for name in names], names)
            yield {"question": "Q2", **results.compared(single, mixed, target)}
            order = results.chosen(steps.sequential(study, target), names)
            yield {"question": "Q2", **results.compared(order, mixed, target)}
            ranked = sorted(steps.sequential(study, target), key=lambda step: results.f1(step, names, "validation"))
            yield {"question": "Q2", **results.compared(ranked[0], ranked[-1], target)}
            for step in steps.concurrent(study, target):
                if step.method != "plain":
                    yield {"question": "Q3", **results.compared(mixed, step, target)}
            for kind in METHODS:
                every = steps.tried(study, target, kind)
                best = results.chosen(every, names) if every else None
                if best is not None and best.method not in study.methods:
                    yield {"question": "Q3", **results.compared(mixed, best, target)}
        if study.has(3):
            tuned, every = Step((target,), mixed), steps.mixed(study, target)
            yield {"question": "Q4", **results.compared(own, tuned, target)}
            yield {"question": "Q4", **results.compared(own, every[0], target)}
            for step in (*steps.fine_tuned(study, target), *every):
                before = step.after.method if step.after is not None else step.method
                if before != "plain":
                    plain = tuned if step.after is not None else every[0]
                    yield {"question": "Q3", **results.compared(plain, step, target)}
    if study.new is not None and study.has(4):
        base = Step(study.sources)
        tuned = Step((study.new,), base)
        yield {"question": "Q5", **results.compared(base, Step((study.new,)), study.new)}
        yield {"question": "Q5", **results.compared(Step((study.new,)), tuned, study.new)}
        for step in steps.layered(study):
            yield {"question": "Q5", **results.compared(step, tuned, study.new)}


def _similarity(results: Results) -> dict[str, Any]:
    """Return each pair's likeness and what the one was worth on the other, and how both go together."""
    pairs, trained = [], results.study.has(1, 2, 3)
    for source, target in steps.pairs(results.study):
        likeness = results.told["similarity"][f"{source}>{target}"]
        f1 = results.f1(Step((source,)), [target]) if trained else None
        pairs.append({"source": source, "target": target, "f1": f1, **likeness})
    measures = ("overall", *MEASURES)
    worth = [pair["f1"] or 0.0 for pair in pairs]
    return {
        "pairs": pairs,
        "correlation": {name: rank_correlation([pair[name] for pair in pairs], worth) for name in measures},
    }


def _new_institution(results: Results, new: str) -> dict[str, Any]:
    """Return phase 4: a new institution without its notes, with them, by label and type of note, and the curves."""
    study = results.study
    base = Step(study.sources)
    own, tuned = Step((new,)), Step((new,), base)
    table = [*_row(results, 4, "own notes only", own, [new]), *_row(results, 4, "concurrent", base, [new])]
    table += _row(results, 4, "fine-tuned, concurrent", tuned, [new])
    for step in steps.layered(study):
        table += _row(results, 4, "layers", step, [new])
    curves = learning_curves(results, new)
    ready = results.cell(base, new)["f1"]
    found = {"new_institution": table, "curves": curves, "plans": planned(curves, ready, AIMS)}
    return found | {"break_even": break_even(curves, ready), "farthest": planner.FARTHEST * results.available}


def learning_curves(results: Results, new: str) -> dict[str, Any]:
    """Return the points of the learning curves, size and F1 of each seed, and how their first halves forecast."""
    curves = {}
    for name, after in (("from nothing", None), (STARTED, Step(results.study.sources))):
        points = []
        for size in steps.sizes(results.study, results.available):
            step = Step((new,), after, notes=None if size == results.available else size)
            points += [(size, f1) for f1 in results.f1s(step, new)]
        curves[name] = {"points": points, **_forecasts(points, name == STARTED)}
    return curves


def break_even(curves: Mapping[str, Any], ready: float) -> int | None:
    """Return the smallest size that was measured from which on the others' model is better for being trained on.

    A few notes may make it worse than it was. None if no size does.
    """
    points = curves[STARTED]["points"]
    means = {size: fmean(f1 for other, f1 in points if other == size) for size in sorted({s for s, _ in points})}
    worse = [size for size, f1 in means.items() if f1 <= ready]
    better = [size for size in means if not worse or size > max(worse)]
    return min(better, default=None)


def planned(curves: Mapping[str, Any], ready: float, aims: Sequence[float]) -> list[dict[str, Any]]:
    """Return how many notes each aim takes, from nothing and from the others; none if their model reaches it."""
    fitted = fit_curves(curves)
    rows = []
    for aim in aims if fitted else ():
        needed = {name: curve.needed(aim) for name, curve in fitted.items()}
        if needed:  # whoever has the others' model may as well start from nothing
            needed[STARTED] = planner.Needed(
                *(_fewer(*pair) for pair in zip(needed[STARTED], needed["from nothing"], strict=True))
            )
        if ready >= aim:
            needed[STARTED] = planner.Needed(0, 0, 0)
        rows.append({"f1": aim, **{name: list(each) for name, each in needed.items()}})
    return rows


def _fewer(one: int | None, other: int | None) -> int | None:
    return min((each for each in (one, other) if each is not None), default=None)


def fit_curves(curves: Mapping[str, Any]) -> dict[str, planner.Curve]:
    """Return the curves through all points of the learning curves, if there are sizes enough."""
    return {
        name: planner.fit(
            [(size, f1) for size, f1 in curve["points"]], generator(4, "transfer plan", name), name == STARTED
        )
        for name, curve in curves.items()
        if len({size for size, _ in curve["points"]}) >= planner.FEWEST
    }


def _details(results: Results) -> dict[str, Any]:
    """Return the scores of each target by label and by type of note: at home, of others' models, and of both."""
    study = results.study
    found = {}
    for target in study.corpora:
        if target == study.new:
            base = Step(study.sources)
            singles = [Step((name,)) for name in study.sources] if study.has(1, 2, 3) else []
            chosen = [*singles, base, Step((target,)), Step((target,), base)] if study.has(4) else []
        else:
            names = steps.others(study, target)
            chosen = [Step((target,))] if study.has(1, 2, 3) else []
            chosen += [Step(names)] if names and study.has(2, 3) else []
            chosen += [Step((target,), Step(names))] if names and study.has(3) else []
        chosen = list(dict.fromkeys(chosen))
        labels = sorted(results.told["corpora"][target]["test_labels"])
        if chosen:
            types = sorted(set(results.scores(chosen[0], study.seeds[0])["test"][target]["types"]))
            found[target] = {
                "by_label": {
                    step.name: {name: results.part(step, target, label=name) for name in labels} for step in chosen
                },
                "by_type": {
                    step.name: {name: results.part(step, target, kind=name) for name in types} for step in chosen
                },
            }
    return found


def _forecasts(points: list[tuple[int, float]], others: bool) -> dict[str, Any]:
    """Return how a curve's first half forecasts its second, if there are sizes enough."""
    if len({size for size, _ in points}) < planner.FEWEST:
        return {"checks": []}
    found = planner.check(points, generator(3, "transfer curve"), others)
    return {
        "checks": [
            {"notes": each.notes, "measured": each.measured, "forecast": list(each.forecast), "held": each.held}
            for each in found
        ]
    }
