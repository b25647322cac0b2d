"""What each part of the model `default` is worth: small runs without it. Writes docs/results/default-ablations.json.

Each run learns from fewer notes for fewer epochs than the model itself, so that all take an hour on two cores;
their figures are to be compared with the small run that has everything, not with the model. Runs that are there are
not made again. Needs what `make model` brings in.
"""

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

import judging
import material

from scrubjay import settings
from scrubjay.cli import terminal
from scrubjay.detect.rules.detector import RuleDetector
from scrubjay.detect.tagger.detector import TaggerDetector
from scrubjay.detect.tagger.reading import Reading
from scrubjay.documents.document import Document
from scrubjay.documents.formats.writing import write
from scrubjay.synthesis.institutions import NAMES
from scrubjay.synthesis.notes import make
from scrubjay.training.run import run
from scrubjay.training.settings import TrainingSettings

COUNT, EPOCHS, SEED, TESTED = 1_500, 2, 61, 100
WORK = material.ROOT / "runs" / "ablations"
MADE = material.ROOT / "runs" / "default"  # what `make model` fetched
RESULT = material.ROOT / "docs" / "results" / "default-ablations.json"
_HOUSES = NAMES[:3]
_SCRATCH, _LISTS, _LINES = "NeuroNER's weights", "word lists", "line breaks"
_SENTENCES = Reading()  # sentence by sentence, in words as spaCy has them, line breaks unseen


def variants() -> dict[str, tuple[str, ...]]:
    """Return the runs: what each is without."""
    groups = material.groups()
    parts = dict(groups)
    parts |= {
        "written": ("written",),
        "injected": ("injected",),
        _SCRATCH: (_SCRATCH,),
        _LISTS: (_LISTS,),
        _LINES: (_LINES,),
    }
    guises = tuple(guise for guise in material.GUISES if guise)
    parts |= {f"guise {guise}": (guise,) for guise in judging.GUISES} | {"guises": guises}
    parts |= {f"type {kind}": (kind,) for kind in groups["whole notes"]}
    parts |= {f"institution {house}": (house,) for house in _HOUSES}
    return {"nothing": (), **parts}


def one(name: str) -> dict[str, Any]:
    """Train and judge a run, or return what it gave."""
    folder = WORK / name.replace(" ", "-").replace("'", "")
    file = folder / "figures.json"
    if file.exists():
        found: dict[str, Any] = json.loads(file.read_text())
        return found
    without = variants()[name]
    houses = [house for house in NAMES if house not in without]
    folder.mkdir(parents=True, exist_ok=True)
    train = folder / "train.jsonl"
    write(material.training_notes(COUNT, SEED, without, houses), train, "jsonl", overwrite=True)
    chosen = settings.load(TrainingSettings, material.ROOT / "recipes" / "default.toml")
    chosen = replace(
        chosen,
        epochs=EPOCHS,
        batch=24 if _LINES in without else chosen.batch,  # a sentence is shorter than a window
        reading=_SENTENCES if _LINES in without else chosen.reading,
        start=None if _SCRATCH in without else MADE / "neuroner",
        data=replace(chosen.data, train=train, validation=judging.NOTES / "validation.jsonl"),
        vectors=replace(chosen.vectors, folder=MADE / "vectors"),
        network=replace(chosen.network, lists=() if _LISTS in without else chosen.network.lists),
    )
    for _ in run(chosen, folder / "run"):
        pass
    figures = judged(folder / "run" / "runtime")
    file.write_text(json.dumps(figures, indent=1) + "\n")
    return figures


def judged(runtime: Path) -> dict[str, Any]:
    """Return the scores of a tagger on the validation notes, and on made-up notes of what it was trained without."""
    tagger = TaggerDetector(runtime)
    sets: dict[str, list[Document]] = {}
    for guise in ("", *judging.GUISES):
        sets[f"validation {guise}".strip()] = judging.in_guise(judging.notes_of("validation"), guise)
    for kind in material.groups()["whole notes"]:
        sets[f"type {kind}"] = list(make(TESTED, SEED + 1, ("quillaja", "rowan"), [kind], part="test"))
    for house in _HOUSES:
        sets[f"institution {house}"] = list(make(TESTED, SEED + 2, [house], part="test"))
    figures = {}
    for name, notes in sets.items():
        bare = judging.without_spans(notes)
        by_rules = RuleDetector().detect(bare)
        by_tagger = tagger.detect(bare)
        both = [(*a, *b) for a, b in zip(by_rules, by_tagger, strict=True)]
        for system, found in (("tagger", by_tagger), ("both", both)):
            scores = judging.scored(notes, judging.at(notes, found, 0.5))
            figures[f"{name}, {system}"] = {key: scores[key] for key in ("precision", "recall", "recall_interval")}
    return figures


def main() -> None:
    """Make all runs, some at a time."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=terminal.cores(), help="runs to make at once")
    jobs = parser.parse_args().jobs
    names = list(variants())
    figures = {}
    with ProcessPoolExecutor(jobs) as pool, terminal.progress("small runs", "runs") as update:
        update(0, len(names))
        for name, found in zip(names, pool.map(one, names), strict=True):
            figures[name] = found
            update(len(figures), len(names))
    told = {"count": COUNT, "epochs": EPOCHS, "seed": SEED, "runs": figures}
    RESULT.write_text(json.dumps(told, indent=1) + "\n")
    for name, scores in figures.items():
        both = scores["validation, both"]
        print(f"without {name:<24} validation: precision {both['precision']:.3f} recall {both['recall']:.3f}")


if __name__ == "__main__":
    main()
