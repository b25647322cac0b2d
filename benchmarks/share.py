"""Studies what may be given away: S1's experiments, docs/results/share.md, .json and .png.

`make share` runs them on MEDDOCAN and on made-up English notes, some hours on two cores. Each result is kept when it
is there (docs/results/share.json): a run can be stopped, and goes on with what is missing. `--only ours-100` runs
those whose name begins so.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from keeping import run
from share_notes import ENGLISH, MEDDOCAN, Given, prepared
from share_page import NOISES, SEEDS, page, picture
from share_trials import (
    DANN,
    GAME,
    LONG,
    S1,
    S1_NETWORK,
    adversarial,
    again,
    fixed_noise,
    made_one,
    near,
    pairs_alone,
    plain,
    pooled,
    pseudonyms,
    unhidden,
)

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "docs" / "results"
FILE = RESULTS / "share.json"


def experiments() -> dict[str, tuple[Callable[..., dict[str, Any]], dict[str, Any]]]:
    """Return all experiments by name, those first that say most."""
    found: dict[str, tuple[Callable[..., dict[str, Any]], dict[str, Any]]] = {}

    def add(
        name: str,
        function: Callable[..., dict[str, Any]],
        seeds: Sequence[int] = SEEDS,
        given: Given = MEDDOCAN,
        **told: Any,
    ) -> None:
        for seed in seeds:
            found[f"{name}-{seed}"] = (function, {"given": given, "seed": seed, **told})

    add("plain", plain)
    add("ours-100", adversarial, count=100)
    add("pseudonyms-100", pseudonyms, count=100)
    one = SEEDS[:1]
    add("quiet-100", again, count=100, noisy=False, epochs=5)
    add("s1-100", adversarial, one, count=100, game=S1, kind="s1", **S1_NETWORK)
    add("dann-100", adversarial, one, count=100, game=DANN, kind="dann", **S1_NETWORK)
    add("weak-100", again, one, count=100, kind="s1", noisy=False, epochs=5)
    add("near", near, one)
    add("english-plain", plain, one, ENGLISH)
    add("english-ours-100", adversarial, one, ENGLISH, count=100)
    add("english-pseudonyms-100", pseudonyms, one, ENGLISH, count=100)
    for count in (5, 20, 100):
        add(f"english-one-{count}", made_one, one, ENGLISH, count=count)
    add("one-100", made_one, one, count=100)
    add("ours-500", adversarial, one, count=500)
    for count in (5, 20, 500):
        add(f"pseudonyms-{count}", pseudonyms, one, count=count)
    add("longer-100", again, one, count=100, epochs=50, judged=20_000)
    add("unhidden", unhidden, one)
    add("pooled-100", pooled, one, count=100, start=True)
    add("fresh-100", pooled, one, count=100, start=False)
    add("told", plain, one, told=True)
    add("long", plain, one, told=True, epochs=LONG)
    for literal in (True, False):
        add(f"pairs-{'literal' if literal else 'fair'}", pairs_alone, one, literal=literal)
    for times in NOISES:
        add(f"noise-{times:g}", fixed_noise, one, times=times)
    for count in (20, 5):
        add(f"ours-{count}", adversarial, one, count=count)
    add("bare-100", adversarial, one, count=100, kind="bare", **S1_NETWORK)
    add("mixed-100", pseudonyms, one, count=100, mixed=True)
    for count in (1, 100):
        add(f"letters-{count}", pseudonyms, one, count=count, characters="learned")
    add("both-100", adversarial, one, count=100, game=replace(GAME, weight=1.0), kind="both")
    add("size100-100", adversarial, one, count=100, kind="size100", representation=100)
    add("dynamic-100", adversarial, one, count=100, kind="dynamic", dynamic_noise=True)
    return found


def _one(name: str) -> tuple[str, dict[str, Any]]:
    torch.set_num_threads(1)
    function, told = experiments()[name]
    started = time.process_time()
    found = function(**told)
    return name, {**found, "cpu_seconds": time.process_time() - started}


def _done(workers: Executor, names: Sequence[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield results as they come; what looks again at another's representation begins when all of these are there."""
    known = experiments()
    second = [name for name in names if known[name][0] in (again, pooled)]
    for some in ([name for name in names if name not in second], second):
        for done in as_completed([workers.submit(_one, name) for name in some]):
            yield done.result()


def _told(found: dict[str, Any]) -> str:
    accuracy = max((each["accuracy"] for each in found.get("attacks", [])), default=None)
    worst = f"best attack {accuracy:.3f}, " if accuracy is not None else ""
    return f"F1 {found['f1']:.4f}, {worst}" if "f1" in found else worst


def main() -> None:
    """Run what is missing, and write the page."""
    figures = run(FILE, list(experiments()), _done, _told, __doc__, prepared)
    (RESULTS / "share.md").write_text(page(figures, list(experiments())), encoding="utf-8")
    picture(figures, RESULTS / "share.png")


if __name__ == "__main__":
    main()
