"""S4's five questions, answered for a user's own corpora by the figures of a study (F4.14)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from scrubjay.transfer.results import SIGNIFICANT, STARTED

_UNKNOWN = "This study cannot tell: it takes three corpora to learn from, a new one, or the phase that asks."
METHODS = {"jdl": "Joint-Domain Learning", "csd": "Common-Specific Decomposition", "easyadapt": "EasyAdapt"}


class Answer(NamedTuple):
    """A question and what the figures say."""

    number: str
    question: str
    text: str


def answers(told: Mapping[str, Any]) -> list[Answer]:
    """Return the answers, in words; where a study has no figures for a question, that is said."""
    asked: list[tuple[str, str, Callable[[Mapping[str, Any]], str]]] = [
        ("Can one institution's model be used as it is by another?", "matrix", _single),
        ("Do more institutions' notes help?", "external", _more),
        ("Do domain generalisation methods help?", "external", _methods),
        ("Are others' notes of use where there are enough of one's own?", "with_own", _own),
        ("What are they worth to a new institution?", "new_institution", _new),
    ]
    return [
        Answer(f"Q{number}", question, told_by(told) if told.get(needed) else _UNKNOWN)
        for number, (question, needed, told_by) in enumerate(asked, 1)
    ]


def _single(told: Mapping[str, Any]) -> str:
    cells = [
        (row["cells"][target]["f1"], row["step"], target)
        for row in told["matrix"]
        for target in row["cells"]
        if target != row["step"]
    ]
    (worst, *poor), (best, *good) = min(cells), max(cells)
    own = fmean(row["cells"][row["step"]]["f1"] for row in told["matrix"])
    correlation = told["similarity"]["correlation"]["overall"]
    told_before = (
        "Too few pairs to tell whether likeness goes with it."
        if correlation is None
        else "How alike they are, measured before any training, goes with it at a rank correlation of "
        f"{correlation:.2f} over {len(cells)} pairs."
    )
    return (
        f"At home the models reach F1 {_points(own)} on average, elsewhere {_points(fmean(f1 for f1, *_ in cells))}: "
        f"from {_points(worst)} ({poor[0]} on {poor[1]}) to {_points(best)} ({good[0]} on {good[1]}). {told_before}"
    )


def _more(told: Mapping[str, Any]) -> str:
    mixed = {target: cell["f1"] for target, cell in _cells(told["external"], "concurrent")}
    singles = {
        target: [
            row["cells"][target]["f1"]
            for row in told["matrix"]
            if row["step"] != target and row["step"] in told["sources"]
        ]
        for target in mixed
    }
    better = [target for target, f1 in mixed.items() if f1 > max(singles[target])]
    orders = {target: [c["f1"] for t, c in _cells(told["external"], "sequential") if t == target] for target in mixed}
    spread = max(max(each) - min(each) for each in orders.values())
    return (
        f"Mixed, they reach F1 {_points(fmean(mixed.values()))} on average, a single one "
        f"{_points(fmean(fmean(each) for each in singles.values()))}. On {_listed(better)} the mixture is better "
        f"than the best single one on the test notes; p-values are against the one that validation notes chose. "
        f"One after the other, their order is worth up to {_points(spread)} points." + _significance(told, "Q2")
    )


def _methods(told: Mapping[str, Any]) -> str:
    plain = {target: cell["f1"] for target, cell in _cells(told["external"], "concurrent")}
    found = []
    for method, title in METHODS.items():
        cells = {target: cell["f1"] for target, cell in _cells(told["external"], "concurrent", method)}
        if cells:
            gains = {target: f1 - plain[target] for target, f1 in cells.items()}
            helped = [target for target, gain in gains.items() if gain > 0]
            found.append(f"{title}: {_signed(fmean(gains.values()))} points on average, better on {_listed(helped)}.")
    return " ".join(found) + _significance(told, "Q3") if found else "None was asked for."


def _own(told: Mapping[str, Any]) -> str:
    own = {target: cell["f1"] for target, cell in _cells(told["with_own"], "own notes only")}
    tuned = {target: cell["f1"] for target, cell in _cells(told["with_own"], "fine-tuned, concurrent")}
    mixed = {target: cell["f1"] for target, cell in _cells(told["with_own"], "concurrent")}
    tuned = tuned or own
    return (
        f"With their own notes alone the targets reach F1 {_points(fmean(own.values()))} on average; trained on the "
        f"others' and then on their own {_points(fmean(tuned.values()))} "
        f"({_signed(fmean(tuned[name] - own[name] for name in own))}), on all mixed {_points(fmean(mixed.values()))} "
        f"({_signed(fmean(mixed[name] - own[name] for name in own))})." + _significance(told, "Q4")
    )


def _new(told: Mapping[str, Any]) -> str:
    own, base, tuned = (row["cells"][told["new"]]["f1"] for row in told["new_institution"][:3])
    checks = [check for curve in told["curves"].values() for check in curve["checks"]]
    held = sum(check["held"] for check in checks)
    forecast = f" The curves' first halves forecast {held} of {len(checks)} later sizes within their intervals."
    aims = [
        row for row in told["plans"] if (row["from the others"][0] or 0) > 0 and row["from nothing"][0] is not None
    ]
    plan = (
        f" To reach F1 {aims[0]['f1']:g}, annotate about {aims[0]['from the others'][0]:,} notes and start from the "
        f"others' model, or about {aims[0]['from nothing'][0]:,} and start from nothing."
        if aims
        else ""
    )
    even, sizes = told["break_even"], sorted({size for size, _ in told["curves"][STARTED]["points"]})
    ahead = (
        " Fewer notes than were measured may make the others' model worse."
        if even == sizes[0]
        else f" With fewer than {even or sizes[-1]:,} notes, training makes the others' model worse: use it as it is."
    )
    return (
        f"On {told['new']} the others' model alone reaches F1 {_points(base)}, its own notes alone {_points(own)}, "
        f"both {_points(tuned)} ({_signed(tuned - own)})."
        + ahead
        + plan
        + (forecast if checks else "")
        + _significance(told, "Q5")
    )


def _cells(rows: Sequence[Mapping[str, Any]], strategy: str, method: str = "plain") -> Iterable[tuple[str, Any]]:
    for row in rows:
        if row["strategy"] == strategy and row["method"] == method:
            yield from row["cells"].items()


def _significance(told: Mapping[str, Any], question: str) -> str:
    rows = [row for row in told["comparisons"] if row["question"] == question]
    sure = [row for row in rows if row["p"] < SIGNIFICANT]
    return f" Of {len(rows)} comparisons, {len(sure)} are significant (p < {SIGNIFICANT}, approximate randomisation)."


def _points(share: float) -> str:
    return f"{100 * share:.1f}"


def _signed(share: float) -> str:
    return f"{100 * share:+.1f}"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) if names else "none of the targets"
