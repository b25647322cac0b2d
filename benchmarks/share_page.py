"""The page of what may be given away: docs/results/share.md, from the figures of benchmarks/share.py."""

from collections.abc import Sequence
from statistics import fmean
from typing import Any

from scrubjay.transfer.tables import table

SEEDS = (1, 2, 3)
NEIGHBOURS = (5, 20, 100, 500)
NOISES = (0.5, 1.0, 2.0, 4.0)  # times the vectors' standard deviation


def group(figures: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """Return the results of an experiment, one for each seed that was run."""
    return [figures[f"{name}-{seed}"] for seed in SEEDS if f"{name}-{seed}" in figures]


def _mean(values: Sequence[float]) -> str:
    """Return a mean in per cent, and how far apart the seeds are."""
    if not values:
        return "-"
    reach = f" ({100 * min(values):.2f}-{100 * max(values):.2f})" if len(values) > 1 else ""
    return f"{100 * fmean(values):.2f}{reach}"


def scores(figures: dict[str, Any]) -> str:
    """Return S1's Table 2 and Figures 4 and 5 (left) in figures."""
    titles = {"plain": "non-private", **{f"pseudonyms-{n}": f"pseudonyms, N = {n}" for n in NEIGHBOURS}}
    titles |= {"mixed-100": "pseudonyms, N = 100, and the notes as they are (F1.24)"}
    titles |= {f"adversarial-{n}": f"adversarial, N = {n}" for n in NEIGHBOURS}
    titles |= {"s1-100": "adversarial as in S1, N = 100", "dann-100": "gradient reversal, N = 100"}
    titles |= {
        "size100-100": "adversarial, N = 100, 100 numbers",
        "dynamic-100": "adversarial, N = 100, dynamic noise",
    }
    rows = []
    for name, title in titles.items():
        if found := group(figures, name):
            told = [[each[key] for each in found if key in each] for key in ("f1", "recall", "strict_f1", "noisy_f1")]
            rows.append([title, *map(_mean, told), str(len(found))])
    return table(["learnt from", "F1 of words", "recall", "strict F1", "F1 with noise on", "seeds"], rows)


def attacks(figures: dict[str, Any]) -> str:
    """Return how often each attack was right: Figure 5 (right) in figures, and what S1 did not try."""
    names = [
        "s1-100",
        "dann-100",
        *(f"adversarial-{n}" for n in NEIGHBOURS),
        "quiet-100",
        "dynamic-100",
        "size100-100",
    ]
    rows = []
    for name in names:
        for seed in SEEDS:
            if found := figures.get(f"{name}-{seed}"):
                cells = [_attempt(each) for each in found["attacks"]]
                rows.append([f"{name}, seed {seed}", *cells, f"{100 * found['upper_bound']:.1f}"])
    head = [each["attack"] for name in names for found in group(figures, name) for each in found["attacks"]]
    return table(["representation", *dict.fromkeys(head), "no attack more than"], rows)


def _attempt(told: dict[str, Any]) -> str:
    low, high = told["interval"]
    return f"{100 * told['accuracy']:.1f} ({100 * low:.1f}-{100 * high:.1f}){' *' if low > 0.5 else ''}"


def others(figures: dict[str, Any]) -> str:
    """Return what pairs tell by themselves, and what noise of one size does."""
    rows = [
        [
            f"T1 that sees no representation, {kind} pairs",
            "; ".join(_attempt(each) for each in group(figures, f"pairs-{kind}")),
        ]
        for kind in ("literal", "fair")
    ]
    for times in NOISES:
        for each in group(figures, f"noise-{times:g}"):
            told = f"{100 * each['still_nearest']:.1f}% of words stay their own nearest; F1 {100 * each['f1']:.2f}"
            rows.append([f"noise of {times:g} times the vectors' standard deviation (F1.14)", told])
    return table(["what", "found"], rows)


def page(figures: dict[str, Any]) -> str:
    """Return docs/results/share.md."""
    return f"""# What may be given away, measured

`make share`: MEDDOCAN's 500 training notes (75 of them stop the trainings), judged by its 250 development notes,
which nothing else saw. Word vectors: GloVe (341,479 words), with Spanish words learnt in their space. F1 of words:
identity or not, as in S1; in brackets the seeds' range. All taggers learn in the same way, 12 epochs; an attack is
judged by 4,000 pairs.

{scores(figures)}

## Attacks

Right answers in per cent with exact 95% intervals, * above 50; guessing is right in 50. "quiet": the same
representation with its noise off. The last column is what no attack on one encoding can exceed on average.

{attacks(figures)}

## Pairs and noise

{others(figures)}
"""
