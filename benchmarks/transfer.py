"""Makes corpora as unlike as S4's and studies transfer between them: docs/results/transfer.md, .json and pictures.

`make transfer` runs it, about an hour and a half on two cores; stopped, it goes on where it was. Three sources, a new
institution with S4's ten types of notes, and three more new ones whose learning curves check the planner.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import fmean
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "recipes"))

import material

from scrubjay.cli import terminal
from scrubjay.documents.document import Document
from scrubjay.documents.formats.writing import write
from scrubjay.randomness import generator
from scrubjay.synthesis.notes import injected, make
from scrubjay.transfer.planner import FARTHEST, check, fit
from scrubjay.transfer.results import STARTED
from scrubjay.transfer.tables import table

ROOT = material.ROOT
WORK = ROOT / "runs" / "transfer"
RESULTS = ROOT / "docs" / "results"
SEEDS = (1, 2, 3)
TYPES = "admit discharge emergency nursing pain progress psychiatry radiology socialwork surgery".split()
AIMS = (0.8, 0.85, 0.9)
PICTURES = ("matrix.png", "curves.png", "similarity.png")
SOURCES = ("alder", "birch", "cypress")
# New institutions have names and places that no source has: the test part of the lists.
NEW: dict[str, tuple[int, list[str]]] = {
    "dogwood": (320, TYPES),
    "elm": (240, ["reports", "community"]),
    "fir": (240, ["casework", "inpatient"]),
}
SECTIONS = "ginkgo"  # one more: sections of visits, written by people
VARIANTS = """
[variants.jdl-light]
kind = "jdl"
weight = 0.05
[variants.jdl-half]
kind = "jdl"
weight = 0.5
[variants.jdl-mean]
kind = "jdl"
pooling = "mean"
[variants.jdl-by-token]
kind = "jdl"
by_token = true
[variants.csd-rank-2]
kind = "csd"
rank = 2
[variants.csd-loose]
kind = "csd"
orthogonality = 0.1
"""
SETTINGS = """new = "{new}"
seeds = {seeds}
phases = {phases}
curve = [6, 12, 24, 48, 96]
layers = {layers}
{corpora}
"""


def corpora() -> Iterator[tuple[str, Iterator[Document]]]:
    """Yield the corpora: one type, dense with identities; a mixture; visits, sparse; and the new institutions."""
    yield "alder", make(200, 101, ("alder",), ("discharge",))
    yield "birch", make(200, 102, ("birch",), ("outpatient", "progress", "letter"))
    visits = list(material.open_notes("aci-bench", "note"))[:140]
    yield "cypress", injected(visits, 103, ("cypress",))
    for seed, (name, (count, types)) in enumerate(NEW.items(), 104):
        yield name, make(count, seed, (name,), types, part="test")
    sections = [note for note in material.open_notes("mts-dialog", "section_text") if len(note.text) > 400]
    yield SECTIONS, injected(sections[:240], 107, (SECTIONS,), part="test")


def study(new: str, phases: list[int]) -> dict[str, Any]:
    """Run a study, or go on with it, and return its figures."""
    names = (*SOURCES, new)
    told = "\n".join(f'[corpora.{name}]\nnotes = "{WORK / "corpora" / name}.jsonl"' for name in names)
    file = WORK / f"{new}.toml"
    whole = len(phases) > 1
    told += VARIANTS if whole else ""
    layers = str(whole).lower()
    file.write_text(SETTINGS.format(new=new, seeds=list(SEEDS), phases=phases, layers=layers, corpora=told))
    words = [sys.executable, "-m", "scrubjay", "transfer", "run", str(file), "--out", str(WORK / new)]
    words += ["--jobs", str(JOBS)]
    subprocess.run(words, check=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    found: dict[str, Any] = json.loads((WORK / new / "report.json").read_text())
    return found


def relations(studies: dict[str, dict[str, Any]]) -> str:
    """Return S4's findings beside ours."""
    told = studies["dogwood"]
    singles = {(row["step"], target): cell["f1"] for row in told["matrix"] for target, cell in row["cells"].items()}
    home = [singles[name, name] for name in SOURCES]
    away = [singles[one, other] for one in SOURCES for other in SOURCES if one != other]

    def rows(phase: str, strategy: str, method: str = "plain") -> dict[str, list[float]]:
        found: dict[str, list[float]] = {}
        for row in told[phase]:
            if row["strategy"] == strategy and row["method"] == method:
                for target, cell in row["cells"].items():
                    found.setdefault(target, []).append(cell["f1"])
        return found

    def mean(values: Iterable[float]) -> float:
        return 100 * fmean(values)

    mixed = {target: f1 for target, [f1] in rows("external", "concurrent").items()}
    orders = rows("external", "sequential")
    spread = 100 * max(max(each) - min(each) for each in orders.values())
    gains = {
        method: {
            target: 100 * (f1 - mixed[target]) for target, [f1] in rows("external", "concurrent", method).items()
        }
        for method in ("jdl", "csd", "easyadapt")
    }
    own = {target: f1 for target, [f1] in rows("with_own", "own notes only").items()}
    tuned = {target: f1 for target, [f1] in rows("with_own", "fine-tuned, concurrent").items()}
    alone, others, both = (100 * row["cells"]["dogwood"]["f1"] for row in told["new_institution"][:3])
    fewer = f"for F1 90 on ginkgo {_plan(studies[SECTIONS], 0.9)}; for F1 80 on dogwood {_plan(told, 0.8)}"
    signs = "; ".join(
        f"{method} {', '.join(f'{gain:+.1f} on {target}' for target, gain in each.items())}"
        for method, each in gains.items()
    )
    return table(
        ["what S4 found", "S4", "here"],
        [
            [
                "a single external source is poor and uneven",
                "at home 94.5 on average, elsewhere 69.6, from 58.2 to 82.3",
                f"at home {mean(home):.1f}, elsewhere {mean(away):.1f}, from {100 * min(away):.1f} to "
                f"{100 * max(away):.1f}",
            ],
            [
                "two sources are better",
                "79.9 mixed, against 69.6",
                f"{mean(mixed.values()):.1f} mixed, against {mean(away):.1f}",
            ],
            ["the order matters", "up to 5.3 points (73.5 and 78.8)", f"up to {spread:.1f} points"],
            [
                "JDL and CSD do not always help",
                "JDL +2.2, -2.6, -7.9; CSD +1.1, -3.5, -9.1, against mixing",
                signs,
            ],
            [
                "external sources help even with one's own notes",
                "95.3 fine-tuned, against 94.5",
                f"{mean(tuned.values()):.1f}, against {mean(own.values()):.1f}",
            ],
            [
                "and a new institution",
                "78.5 without its notes, 91.1 with them alone, 91.5 with both",
                f"{others:.1f}, {alone:.1f}, {both:.1f}",
            ],
            ["fewer notes must be annotated", "50-150 instead of 300 for F1 90", fewer],
        ],
    )


def differences(told: dict[str, Any]) -> str:
    """Return in which points the corpora here differ from S4's, and the figures with them."""
    sizes = [each["parts"]["train"] for each in told["corpora"].values()]
    tokens = [each["tokens"] / 1000 for each in told["corpora"].values()]
    ready = told["new_institution"][1]["cells"]["dogwood"]["f1"]
    curve = told["curves"][STARTED]["points"]
    means = {size: fmean(f1 for other, f1 in curve if other == size) for size, _ in curve}
    better = min((size for size, f1 in means.items() if f1 > ready), default=max(means))
    fewest = min(means)
    asked = [row for row in told["comparisons"] if row["question"] == "Q3"]
    gained = [row for row in asked if row["difference"] > 0 and row["p"] < 0.05]
    orders = [row for row in told["external"] if "chosen" in row]
    best = {target: max(row["cells"][target]["f1"] for row in orders if target in row["cells"]) for target in SOURCES}
    right = sum(row["cells"][name]["f1"] == best[name] for row in orders if row["chosen"] for name in row["cells"])
    rare = told["details"]["dogwood"]["by_label"]["dogwood"]["AGE"]["counts"]
    later = [row for row in told["with_own"] if "chosen" in row]
    tops = {target: max(row["cells"][target]["f1"] for row in later if target in row["cells"]) for target in SOURCES}
    again = sum(row["cells"][name]["f1"] == tops[name] for row in later if row["chosen"] for name in row["cells"])
    return f"""Where figures differ, and why:

- **All scores are lower.** A corpus has {min(sizes)} to {max(sizes)} notes to learn from and {min(tokens):.0f} to
  {max(tokens):.0f} thousand tokens in all; S4's have 600 to 800 notes and 0.6 to 2.3 million tokens. So F1 90 is
  reached on ginkgo only, and lies beyond what was measured on the others.
- **The order matters more.** What was learnt last counts most, and cypress is as sparse as it is unlike the others: a
  sequence that ends with it forgets much of what it knew. S4's bad orders print exactly the single source's scores,
  as if the weights that a training started from had been kept (A4.3); here they are no candidate, the first epoch is.
  The order that validation notes chose was the best on the test notes for {right} of {len(best)} targets without
  their own notes, and for {again} of {len(tops)} with them, where orders differ little.
- **JDL, CSD and EasyAdapt** are significantly better than plain training in {len(gained)} of {len(asked)}
  comparisons; in S4 JDL and CSD each help on one target of three, and JDL is above CSD: here it is the other way
  round.
  Other weights, ranks and poolings move them by a point or two, and do not change that (A4.7, A4.8).
- **A few notes of one's own are worse than none.** With {fewest} annotated notes the others' model falls from
  {100 * ready:.1f} to {100 * means[fewest]:.1f} on dogwood, and is better than as it was only from {better} notes
  on: below that, use it as it is. All new institutions here show it; S4's curves start at more notes.
- **Rare labels say nothing** (A4.9): AGE over 89 stands {(rare[0] + rare[2]) // len(SEEDS)} times in dogwood's test
  notes; its figures, and their intervals, are to be read so.
- Made-up institutions are less unlike than real ones, and their notes repeat themselves more."""


def curves(studies: dict[str, dict[str, Any]]) -> str:
    """Return how the planner's forecasts did on all learning curves."""
    lines = []
    for new, told in studies.items():
        for name, curve in told["curves"].items():
            checks = curve["checks"]
            cells = [
                f"{100 * check['measured']:.1f} in {100 * check['forecast'][1]:.1f}-{100 * check['forecast'][2]:.1f}"
                for check in checks
            ]
            lines.append([new, name, *cells, "yes" if _held(curve) else "no"])
    sizes = [check["notes"] for check in studies["dogwood"]["curves"]["from nothing"]["checks"]]
    head = ["new institution", "started", *(f"with {size} notes" for size in sizes[:-1]), "with all", "all within"]
    return table(head, lines)


def errors(studies: dict[str, dict[str, Any]]) -> str:
    """Return how far off and how wide the forecasts are, and how a plain power law does from others' notes."""
    said = []
    for name, plain in (("from nothing", False), (STARTED, False), (STARTED, True)):
        off, wide, inside = [], [], []
        for told in studies.values():
            points = [(size, f1) for size, f1 in told["curves"][name]["points"]]
            found = check(points, generator(3, "transfer curve"), name == STARTED and not plain)
            off += [100 * (each.forecast.middle - each.measured) for each in found]
            wide += [100 * (each.forecast.high - each.forecast.low) for each in found]
            inside += [each.held for each in found]
        which = f"{name}, without `ahead`" if plain else name
        said.append(
            [
                which,
                f"{fmean(off):+.1f}",
                f"{fmean(map(abs, off)):.1f}",
                f"{fmean(wide):.0f}",
                f"{sum(inside)} of {len(inside)}",
            ]
        )
    head = ["started", "mean error, points", "mean size of it", "mean width of the interval", "sizes within"]
    return (
        "The intervals are wide, and the forecasts are off in opposite directions: too low from nothing, too high "
        "from the others. For forecasts from so few sizes the plain law does better; through a whole curve that "
        f"bends it does not fit, and plans by it are far too high.\n\n{table(head, said)}"
    )


def _held(curve: dict[str, Any]) -> bool:
    """Tell whether all later sizes of a curve lie within what its first half forecast."""
    return all(check["held"] for check in curve["checks"])


def plans(studies: dict[str, dict[str, Any]]) -> str:
    """Return how many notes each new institution would have to annotate, beside what was measured."""
    rows = []
    for new, told in studies.items():
        alone, others, both = (f"{100 * row['cells'][new]['f1']:.1f}" for row in told["new_institution"][:3])
        ready = told["new_institution"][1]["cells"][new]["f1"]
        cells = [_plan(told, aim) if ready < aim else "reached as it is" for aim in AIMS]
        rows.append([new, others, alone, both, *cells])
    head = ["new institution", "others' model", "all own notes", "both"]
    return table([*head, *(f"notes for F1 {100 * aim:.0f}: from the others, from nothing" for aim in AIMS)], rows)


def _plan(told: dict[str, Any], aim: float) -> str:
    """Return how many notes of a new institution an F1 takes, from the others' model and from nothing."""
    found = []
    for name in (STARTED, "from nothing"):
        points = [(size, f1) for size, f1 in told["curves"][name]["points"]]
        need = fit(points, generator(4, "transfer plan", name), name == STARTED).needed(aim)
        most = f"over {FARTHEST * max(size for size, _ in points):,}"
        middle, low, high = (f"{each:,}" if each is not None else most for each in need)
        found.append(f"{middle} ({low}-{high})" if need.low is not None else most)
    return " instead of ".join(found)


def main() -> None:
    """Make the corpora, run the studies, write the page."""
    folder = WORK / "corpora"
    folder.mkdir(parents=True, exist_ok=True)
    for name, notes in corpora():
        if not (folder / f"{name}.jsonl").exists():
            write(notes, folder / f"{name}.jsonl", "jsonl")
    studies = {"dogwood": study("dogwood", [1, 2, 3, 4])}
    studies |= {new: study(new, [4]) for new in (*NEW, SECTIONS) if new != "dogwood"}
    whole = studies["dogwood"]
    report = (WORK / "dogwood" / "report.md").read_text(encoding="utf-8").split("\n\n", 1)[1]
    for picture in PICTURES:
        shutil.copy(WORK / "dogwood" / picture, RESULTS / f"transfer-{picture}")
        report = report.replace(f"]({picture})", f"](transfer-{picture})")
    held = {new: [_held(curve) for curve in told["curves"].values()] for new, told in studies.items()}
    apart = [each for new, every in held.items() if new != "dogwood" for each in every]
    page = f"""# Transfer between institutions, measured

`make transfer` makes the corpora, trains and writes this page: {sum(1 for _ in WORK.rglob("scores.json"))} trainings,
seeds {", ".join(map(str, SEEDS))}. All identities are made up (`scrubjay synth`). Sources: alder (discharge
summaries, dense), birch (a mixture), cypress (visits of ACI-Bench with identities put into them, long and sparse).
New: dogwood (S4's ten types of notes), elm, fir, and ginkgo (sections of MTS-Dialog with identities put into them);
names, hospitals, towns and streets of the new ones come from lists that share no entry with those of the sources.

## Relation by relation with S4

{relations(studies)}

{differences(whole)}

## The planner, checked

A power law through the first half of each learning curve (three sizes, three seeds) forecasts the second half; the
interval is at 95%. How a start from others' notes enters the law was chosen by dogwood's curves; those of elm, fir
and ginkgo were measured afterwards. Of these {len(apart)} curves, {sum(apart)} lie wholly within the forecast, of
dogwood's two {sum(held["dogwood"])}.

{errors(studies)}

{curves(studies)}

What it says by whole curves (95% intervals), beside F1 on the test notes:

{plans(studies)}

{report.strip()}
"""
    (RESULTS / "transfer.md").write_text(page, encoding="utf-8")
    kept = {"relations": whole["comparisons"], "studies": studies}
    (RESULTS / "transfer.json").write_text(json.dumps(kept) + "\n", encoding="utf-8")
    terminal.say(f"written to {RESULTS / 'transfer.md'}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=terminal.cores(), help="trainings at once")
    JOBS = parser.parse_args().jobs
    main()
