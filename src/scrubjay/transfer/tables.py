"""A study's figures as Markdown: S4's tables, P/R/F1 in per cent, with supports and intervals."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scrubjay.evaluate.counts import Counts
from scrubjay.transfer.results import SIGNIFICANT
from scrubjay.transfer.similarity import MEASURES

Rows = Sequence[Mapping[str, Any]]


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(_plain, line))} |" for line in lines)


def _plain(cell: str) -> str:
    """Return a cell without what would end it."""
    return " ".join(cell.replace("|", "/").replace("<", "(").split())


def scored(cell: Mapping[str, Any]) -> str:
    """Return precision, recall and F1 as S4 writes them, and the F1's interval over patients."""
    precision, recall = (_percent(cell[name]) for name in ("precision", "recall"))
    interval = cell["interval"]
    reach = f" ({_percent(interval[0])}-{_percent(interval[1])})" if interval else ""
    return f"{precision}/{recall}/{_percent(cell['f1'])}{reach}"


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}"


def corpora(told: Mapping[str, Mapping[str, Any]]) -> str:
    """Return S4's Table 2."""
    rows = [
        [
            name,
            "/".join(str(each["parts"][part]) for part in ("train", "validation", "test")),
            f"{each['tokens']:,}",
            f"{each['tokens_per_document']:.0f}",
            f"{each['phi']:,}",
            f"{each['phi_per_document']:.0f}",
            f"{each['tokens_per_phi']:.0f}",
            ", ".join(f"{label} {count}" for label, count in sorted(each["dropped"].items())) or "-",
            f"{each['aligned']['widened']}, {each['aligned']['lost']}",
            ", ".join(list(each["note_types"])[:4]) + (" ..." if len(each["note_types"]) > 4 else "") or "-",
        ]
        for name, each in told.items()
    ]
    head = (
        "corpus|train/validation/test|tokens|tokens a note|identities|identities a note|tokens for each identity|"
        "not in the labels|spans widened, lost|types"
    )
    return table(head.split("|"), rows)


def matrix(rows: Rows, names: Sequence[str]) -> str:
    """Return S4's Table 3: each corpus by itself, on all."""
    return table(
        ["learnt from", *(f"on {name}" for name in names)],
        [[row["step"], *(scored(row["cells"][name]) for name in names)] for row in rows],
    )


def phases(rows: Rows) -> str:
    """Return S4's Tables 4, 5 and 6: a row for each training; * for the order that validation notes chose."""
    head = [
        "strategy",
        "method",
        "training",
        "target",
        "P/R/F1 (95%)",
        "seeds",
        "identities",
        "epoch kept",
        "last epoch",
    ]
    lines = []
    for row in rows:
        for target, cell in row["cells"].items():
            seeds = f"{_percent(min(cell['seeds']))}-{_percent(max(cell['seeds']))}"
            name = f"{row['step']}{' *' if row.get('chosen') else ''}"
            kept = ", ".join(map(str, cell["kept_epochs"]))
            cells = (scored(cell), seeds, f"{cell['support']:,}", kept, _percent(cell["last_epoch"]))
            lines.append([row["strategy"], row["method"], f"`{name}`", target, *cells])
    return table(head, lines)


def means(rows: Rows) -> str:
    """Return the mean F1 over targets of each strategy and method; of orders, the chosen, the best and all."""
    groups: dict[tuple[str, str], list[float]] = {}
    best: dict[tuple[str, str], float] = {}
    for row in rows:
        for target, cell in row["cells"].items():
            strategy = row["strategy"]
            if "chosen" in row:
                groups.setdefault((f"{strategy}, every order", row["method"]), []).append(cell["f1"])
                key = (strategy, target)
                best[key] = max(best.get(key, 0.0), cell["f1"])
                if not row["chosen"]:
                    continue
                strategy = f"{strategy}, the order that validation chose"
            groups.setdefault((strategy, row["method"]), []).append(cell["f1"])
    for strategy, _ in best:
        oracle = [f1 for (other, _), f1 in best.items() if other == strategy]
        groups[f"{strategy}, the best order on the test notes (nobody can know it)", "plain"] = oracle
    return table(
        ["strategy", "method", "mean F1"],
        [[strategy, method, _percent(sum(each) / len(each))] for (strategy, method), each in groups.items()],
    )


def comparisons(rows: Rows) -> str:
    """Return the comparisons: the difference of F1 in points, and its p-value."""
    return table(
        ["question", "target", "first", "second", "difference", "p"],
        [
            [
                row["question"],
                row["target"],
                f"`{row['first']}`",
                f"`{row['second']}`",
                f"{100 * row['difference']:+.1f}",
                f"{row['p']:.4f}{' *' if row['p'] < SIGNIFICANT else ''}",
            ]
            for row in rows
        ],
    )


def similarity(told: Mapping[str, Any]) -> str:
    """Return how alike corpora are beside what the one was worth on the other, and the rank correlations."""
    measures = ("overall", *MEASURES)
    rows = [
        [pair["source"], pair["target"], *(f"{pair[name]:.2f}" for name in measures), _percent(pair["f1"])]
        for pair in sorted(told["pairs"], key=lambda pair: -pair["overall"])
    ]
    found = ["-" if told["correlation"][name] is None else f"{told['correlation'][name]:.2f}" for name in measures]
    return table(["source", "target", *measures, "F1"], [*rows, ["rank correlation", "with F1", *found, ""]])


def counted(told: Mapping[str, Mapping[str, Mapping[str, Any]]], what: str, seeds: int) -> str:
    """Return P/R/F1 by label or type of note, a column for each training, with how many identities there are."""
    names = sorted({name for each in told.values() for name in each})
    rows = []
    for name in names:
        cells = [(Counts(*each[name]["counts"]), each[name]["interval"]) for each in told.values()]
        support = max(counts.tp + counts.fn for counts, _ in cells) // seeds
        shown = [
            scored({"precision": c.precision, "recall": c.recall, "f1": c.f1, "interval": interval})
            for c, interval in cells
        ]
        rows.append([name or "(none given)", f"{support:,}", *shown])
    return table([what, "identities", *(f"`{step}`" for step in told)], rows)


def plans(rows: Rows, farthest: int) -> str:
    """Return how many notes must be annotated for an F1, with the others' model and without."""

    def shown(needed: Sequence[int | None]) -> str:
        if needed[1] == 0:
            return "none: it is reached as it is"
        if needed[1] is None:
            return f"more than {farthest:,}: too far beyond the curve to tell"
        middle, low, high = (f"{each:,}" if each is not None else f"over {farthest:,}" for each in needed)
        return f"{middle} ({low} to {high})"

    names = ("from the others", "from nothing")
    return table(
        ["F1 to reach", *(f"notes, {name} (95%)" for name in names)],
        [[f"{row['f1']:g}", *(shown(row[name]) for name in names)] for row in rows],
    )


def curves(told: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the learning curves: mean F1 for each number of notes, and what the first half forecast."""
    lines = []
    for name, curve in told.items():
        checks = {check["notes"]: check for check in curve["checks"]}
        for size in sorted({size for size, _ in curve["points"]}):
            scores = [f1 for other, f1 in curve["points"] if other == size]
            forecast = "learnt from" if not checks or size < min(checks) else "-"
            if size in checks:
                middle, low, high = checks[size]["forecast"]
                held = "held" if checks[size]["held"] else "missed"
                forecast = f"{_percent(middle)} ({_percent(low)}-{_percent(high)}): {held}"
            reach = f"{_percent(min(scores))}-{_percent(max(scores))}"
            lines.append([name, f"{size:,}", _percent(sum(scores) / len(scores)), reach, forecast])
    return table(["started", "own notes", "F1", "seeds", "forecast by the first half (95%)"], lines)
