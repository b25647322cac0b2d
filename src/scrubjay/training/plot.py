"""Pictures of runs and searches: drawn without a screen, in colours that everybody can tell apart."""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, MaxNLocator, NullFormatter

from scrubjay.documents.formats.atomic import atomic
from scrubjay.training.loop import Epoch
from scrubjay.training.space import Range, Setting, Value

# Okabe and Ito's colours; lines differ by their dashes and marks as well.
_BLUE, _ORANGE, _GREEN, _RED, _GREY = "#0072B2", "#E69F00", "#009E73", "#D55E00", "#666666"
_LINES = (("precision", _ORANGE, "--", "s"), ("recall", _GREEN, ":", "^"), ("f1", _BLUE, "-", "o"))
_COLUMNS = 4
_TICKS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.93, 0.95, 0.96, 0.97, 0.98, 0.99, 0.995, 1.0)
_MANY = 40  # epochs that are too many to mark each


def plot_run(epochs: Sequence[Epoch], file: Path) -> None:
    """Draw loss, and precision, recall and F1 on the validation notes, over the epochs; the best one is marked."""
    best = max(epochs, key=lambda epoch: epoch.f1)
    numbers = [epoch.epoch for epoch in epochs]
    figure = Figure(figsize=(10, 4))
    figure.subplots_adjust(left=0.05, right=0.98, top=0.92, bottom=0.21, wspace=0.12)
    left, right = figure.subplots(1, 2)
    size = 4 if len(epochs) <= _MANY else 0
    left.plot(numbers, [epoch.loss for epoch in epochs], color=_BLUE, marker="o", markersize=size)
    left.set_title("Loss on the training notes", loc="left")
    if all(epoch.loss > 0 for epoch in epochs):
        left.set_yscale("log")  # the first epoch would hide all others
        left.yaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
        left.yaxis.set_major_formatter("{x:g}")
        left.yaxis.set_minor_formatter(NullFormatter())
    for name, colour, dashes, mark in _LINES:
        values = [getattr(epoch, name) for epoch in epochs]
        label = "F1" if name == "f1" else name
        right.plot(numbers, values, dashes, color=colour, marker=mark, markersize=size, label=label)
    _ring(left, best.epoch, best.loss)
    _ring(right, best.epoch, best.f1, f"best: epoch {best.epoch}, F1 {best.f1:.4f}")
    right.set_title("Strict scores on the validation notes", loc="left")
    # Errors on a logarithmic scale: from 0.96 to 0.97 is as far as from 0.60 to 0.70.
    right.set_yscale("function", functions=(_by_error, _by_score))
    worst = min(getattr(epoch, name) for epoch in epochs for name, *_ in _LINES)
    top = max(getattr(epoch, name) for epoch in epochs for name, *_ in _LINES)
    ticks = [tick for tick in _TICKS if worst - 0.1 <= tick <= top + (1 - top) / 2]
    right.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    right.set_ylim(max(0.0, min(worst - 0.1 * (1 - worst), 0.99)), min(1.0, top + (1 - top) / 3))
    figure.legend(loc="lower right", ncols=4, frameon=False)
    for axes in (left, right):
        _plain(axes)
        axes.set_xlabel("epoch")
        axes.set_xlim(0.5, max(numbers) + 0.5)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    _save(figure, file)


def plot_search(
    space: Mapping[str, Setting], trials: Sequence[tuple[Mapping[str, Value], float | None]], file: Path
) -> None:
    """Draw the trials' F1 over each searched setting, a panel each; a trial without F1 has failed."""
    columns = min(len(space), _COLUMNS)
    rows = math.ceil(len(space) / columns)
    figure = Figure(figsize=(max(3.2 * columns, 5), 3 * rows + 0.5), layout="constrained")
    grid = figure.subplots(rows, columns, sharey=True, squeeze=False)
    scores = [f1 for _, f1 in trials if f1 is not None]
    for place, axes in enumerate(grid.flat):
        if place >= len(space):
            axes.remove()
    for axes, (name, setting) in zip(grid.flat, space.items(), strict=False):
        _plain(axes)
        axes.set_xlabel(name)
        _scale(axes, setting)
        points = [(_position(setting, values[name]), f1) for values, f1 in trials]
        good = [point for point in points if point[1] is not None]
        axes.scatter(*_unzip(good), color=_BLUE, alpha=0.6, s=28, label="trial")
        if scores:
            best = max(good, key=lambda point: point[1] or 0.0)
            _ring(axes, best[0], best[1] or 0.0, "best")
        # A failed trial has no score: it stands at the foot of the panel.
        failed = [x for x, f1 in points if f1 is None]
        if failed:
            foot = axes.get_xaxis_transform()
            axes.scatter(failed, [0.02] * len(failed), color=_GREY, marker="x", s=28, transform=foot, label="failed")
    for row in grid:
        row[0].set_ylabel("F1")
    figure.suptitle("Strict F1 on the validation notes, by setting", x=0.01, ha="left")
    handles, labels = grid[0][0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower right", ncols=3, frameon=False)
    _save(figure, file)


def _by_error(scores: Any) -> Any:
    return -np.log10(1.002 - np.clip(scores, 0, 1))


def _by_score(heights: Any) -> Any:
    return 1.002 - 10 ** -np.asarray(heights)


def _plain(axes: Axes) -> None:
    """Take away what does not tell anything."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(True, color="#DDDDDD", linewidth=0.8)
    axes.set_axisbelow(True)


def _scale(axes: Axes, setting: Setting) -> None:
    """Lay out a panel's x axis: the whole range, or a place for each choice."""
    if isinstance(setting, Range):
        if setting.log:
            axes.set_xscale("log")
            edge = (setting.high / setting.low) ** 0.06
            edges = setting.low / edge, setting.high * edge
        else:
            edge = (setting.high - setting.low) * 0.06
            edges = setting.low - edge, setting.high + edge
        if setting.low < setting.high:
            axes.set_xlim(*edges)
    else:
        axes.set_xticks(range(len(setting)), [_word(choice) for choice in setting])
        axes.set_xlim(-0.5, len(setting) - 0.5)


def _ring(axes: Axes, x: float, y: float, label: str | None = None) -> None:
    """Mark the best point."""
    look: dict[str, Any] = {"facecolors": "none", "edgecolors": _RED, "linewidths": 2, "clip_on": False, "zorder": 3}
    axes.scatter([x], [y], s=120, label=label, **look)


def _word(choice: Value) -> str:
    return str(choice).lower() if isinstance(choice, bool) else str(choice)


def _position(setting: Setting, value: Value) -> float:
    if isinstance(setting, Range):
        assert isinstance(value, int | float)
        return float(value)
    return float(setting.index(value))


def _unzip(points: Sequence[tuple[float, float | None]]) -> tuple[list[float], list[float | None]]:
    return [x for x, _ in points], [y for _, y in points]


def _save(figure: Figure, file: Path) -> None:
    with atomic(file) as handle:
        figure.savefig(handle, format="png", dpi=110)
