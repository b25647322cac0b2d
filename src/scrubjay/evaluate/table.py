"""An evaluation as tables of plain text, from the same figures as the JSON."""

from collections.abc import Iterable, Iterator
from typing import Any

_COUNTS = ("hits", "false alarms", "misses")


def lines(figures: dict[str, Any]) -> Iterator[str]:
    """Yield the figures as lines: overall, official, by label and note type, and how sure they are."""
    intervals = figures["intervals"]
    yield f"notes {figures['notes']:,}, patients {figures['patients']:,}" + (
        "" if figures["patients_given"] else " (not given: each note counts as one)"
    )
    if (missing := figures.get("missing")) and (missing["gold_alone"] or missing["predicted_alone"]):
        treated = {"empty": "counted as nothing found", "skip": "left out"}[missing["treated"]]
        yield f"gold notes without prediction {missing['gold_alone']:,} ({treated}), predicted without gold " + (
            f"{missing['predicted_alone']:,} (left out)"
        )
    overall = []
    for title, measure in (("words, PHI or not", "token_binary"), ("spans, strict", "entity_strict")):
        overall.append([title, *_scores(figures[measure])])
        overall.append([f"  {intervals['level']:.0%} interval", *map(_between, intervals[measure].values())])
    yield from table(["", "precision", "recall", "F1", *_COUNTS], overall)
    if "by_category" in figures["i2b2"]:  # other labels than i2b2 2014's have no official score
        yield from _official(figures["i2b2"])
    if figures["by_label"]:
        yield from ("", "spans by label, strict; and words hidden under whatever label")
        yield from table(
            ["", "precision", "recall", "F1", *_COUNTS, "hidden"],
            ([label, *_scores(c), _share(c["covered"]["recall"])] for label, c in figures["by_label"].items()),
        )
    if figures["by_note_type"]:
        yield from ("", "spans by note type, strict; and words")
        yield from table(
            ["", "precision", "recall", "F1", *_COUNTS, "word recall"],
            (
                [kind, *_scores(c["entity_strict"]), _share(c["token_binary"]["recall"])]
                for kind, c in figures["by_note_type"].items()
            ),
        )
    if by_note := figures.get("by_note"):
        yield from ("", "words by note, most misses first")
        yield from table(
            ["", "precision", "recall", "F1", *_COUNTS],
            ([note, *_scores(c["token_binary"])] for note, c in by_note.items()),
        )
    yield ""
    for unit in ("patients", "notes"):
        clean = figures["leak_free"][unit]
        bound = f"; at {clean['level']:.0%} confidence at least {_share(clean['lower_bound'])}"
        without = f" ({clean['without_phi']:,} more have no PHI)" if clean["without_phi"] else ""
        yield f"{unit} without a missed word: {clean['clean']:,} of {clean['total']:,}{without}{bound}"
    yield f"intervals: {intervals['resamples']:,} resamples of patients, seed {intervals['seed']}"
    if comparison := figures.get("comparison"):
        yield from _comparison(figures, comparison)


def _official(figures: dict[str, Any]) -> Iterator[str]:
    yield from ("", "official i2b2 2014, micro F1 (--official prints all of it)")
    subsets = ("all", "hipaa", "hipaa_corrected")
    yield from table(
        ["", "all PHI", "HIPAA", "HIPAA with IDNUM"],
        (
            [title, *(_share(figures[measure][subset]["f1"]) for subset in subsets)]
            for title, measure in (
                ("token", "token"),
                ("strict", "strict"),
                ("relaxed", "relaxed"),
                ("binary token", "binary"),
                ("binary strict", "binary_strict"),
            )
        ),
    )


def _comparison(figures: dict[str, Any], comparison: dict[str, Any]) -> Iterator[str]:
    yield from ("", "compared with the other prediction")
    rows = []
    for title, measure in (("words", "token_binary"), ("spans", "entity_strict")):
        for score in ("precision", "recall", "f1"):
            one, other = figures[measure][score], comparison[measure]["other"][score]
            p = comparison[measure]["p"][score]
            rows.append([f"{title}, {score}", _share(one), _share(other), f"{p:.4f}"])
    yield from table(["", "this", "other", "p"], rows)
    yield f"approximate randomisation, {comparison['shuffles']:,} shuffles of patients, seed {comparison['seed']}"


def table(head: list[str], rows: Iterable[list[str]]) -> Iterator[str]:
    """Yield a table: first column to the left, the others to the right, as wide as they need to be."""
    body = [head, *([*row, *[""] * (len(head) - len(row))] for row in rows)]
    widths = [max(len(row[i]) for row in body) for i in range(len(head))]
    for number, row in enumerate(body):
        cells = [
            row[0].ljust(widths[0]),
            *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)),
        ]
        yield "  ".join(cells).rstrip()
        if number == 0:
            yield "-" * (sum(widths) + 2 * (len(widths) - 1))


def _scores(counts: dict[str, Any]) -> list[str]:
    shares = [_share(counts[name]) for name in ("precision", "recall", "f1")]
    return [*shares, *(f"{counts[name]:,}" for name in ("tp", "fp", "fn"))]


def _between(interval: tuple[float, float] | None) -> str:
    return "-" if interval is None else f"{interval[0]:.3f}-{interval[1]:.3f}"


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"
