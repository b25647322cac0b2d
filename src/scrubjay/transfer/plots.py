"""Pictures of a study: the matrix, learning curves with their forecasts, likeness against worth."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import NullFormatter

from scrubjay.documents.formats.atomic import atomic
from scrubjay.transfer.planner import Curve

# Okabe and Ito's colours; lines differ by their dashes and marks as well.
_BLUE, _ORANGE, _GREY = "#0072B2", "#E69F00", "#666666"
_COLOURS = (_BLUE, _ORANGE, "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#F0E442", "#000000")
_MARKS = "o^DvsP*X<>"
_STYLES = {"from nothing": (_ORANGE, "--", "s"), "from the others": (_BLUE, "-", "o")}
_DARK = 0.55  # of the colours' range: from there on, white letters are easier to read


def plot_matrix(rows: Sequence[Mapping[str, Any]], names: Sequence[str], file: Path) -> None:
    """Draw what each corpus is worth on each: F1 in per cent."""
    values = np.array([[row["cells"][name]["f1"] for name in names] for row in rows])
    figure = Figure(figsize=(1.1 * len(names) + 2.2, 0.8 * len(rows) + 1.4), layout="constrained")
    axes = figure.subplots()
    axes.imshow(values, cmap="cividis_r", vmin=values.min() - 0.05, vmax=1)
    low, span = values.min() - 0.05, 1.05 - values.min()
    for i, j in np.ndindex(*values.shape):
        colour = "white" if (values[i, j] - low) / span > _DARK else "black"
        axes.text(j, i, f"{100 * values[i, j]:.1f}", ha="center", va="center", color=colour)
    axes.set_xticks(range(len(names)), names)
    axes.set_yticks(range(len(rows)), [row["step"] for row in rows])
    axes.set_xlabel("tested on")
    axes.set_ylabel("learnt from")
    axes.set_title("F1 of one corpus on another", loc="left")
    axes.spines[:].set_visible(False)
    _save(figure, file)


def plot_curves(told: Mapping[str, Mapping[str, Any]], fitted: Mapping[str, Curve], file: Path) -> None:
    """Draw F1 over the number of the new institution's notes: each seed, the fitted curve and its interval."""
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    most = max(size for curve in told.values() for size, _ in curve["points"])
    for name, curve in told.items():
        colour, dashes, mark = _STYLES[name]
        sizes, scores = zip(*curve["points"], strict=True)
        axes.plot(sizes, scores, mark, color=colour, markersize=4, alpha=0.7)
        if name in fitted:
            grid = np.unique(np.geomspace(min(sizes), 2 * most, 40).round().astype(int))
            found = [fitted[name].at(int(size)) for size in grid]
            axes.plot(grid, [each.middle for each in found], dashes, color=colour, label=f"started {name}")
            lows, highs = ([each[side] for each in found] for side in (1, 2))
            axes.fill_between(grid, lows, highs, color=colour, alpha=0.15, linewidth=0)
    axes.axvline(most, color=_GREY, linewidth=0.8, linestyle=":")
    axes.set_xscale("log")
    ticks = sorted({size for curve in told.values() for size, _ in curve["points"]} | {2 * most})
    axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_xlabel("annotated notes of the new institution (beyond the dotted line: forecast)")
    axes.set_title("Strict F1 on its test notes, with 95% forecasts", loc="left")
    if fitted:
        axes.legend(loc="lower right", frameon=False)
    _plain(axes)
    _save(figure, file)


def plot_similarity(told: Mapping[str, Any], file: Path) -> None:
    """Draw what each corpus is worth on another over how alike they are."""
    figure = Figure(figsize=(7.5, 4.2), layout="constrained")
    axes = figure.subplots()
    names = sorted({pair["target"] for pair in told["pairs"]})
    marks = {name: _MARKS[place % len(_MARKS)] for place, name in enumerate(names)}
    colours = {name: _COLOURS[place % len(_COLOURS)] for place, name in enumerate(names)}
    for pair in told["pairs"]:
        mark, colour = marks[pair["source"]], colours[pair["target"]]
        axes.plot(pair["overall"], pair["f1"], mark, color=colour, markersize=8)
    keys = [
        Line2D([], [], linestyle="", marker=mark, color=_GREY, label=f"from {name}") for name, mark in marks.items()
    ]
    keys += [
        Line2D([], [], linestyle="", marker="s", markersize=9, color=colour, label=f"on {name}")
        for name, colour in colours.items()
    ]
    figure.legend(handles=keys, loc="outside right center", frameon=False)
    found = told["correlation"]["overall"]
    said = "" if found is None else f" (rank correlation {found:.2f})"
    axes.set_title(f"Likeness before training, and worth{said}", loc="left")
    axes.set_xlabel("likeness")
    axes.set_ylabel("F1")
    _plain(axes)
    _save(figure, file)


def _plain(axes: Axes) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(color="#dddddd", linewidth=0.6)


def _save(figure: Figure, file: Path) -> None:
    with atomic(file) as handle:
        figure.savefig(handle, format="png", dpi=120)
