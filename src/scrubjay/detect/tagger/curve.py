"""What a threshold costs: recall and precision of a model on its validation notes, as its folder tells."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from scrubjay.errors import FormatError, UsageError

FILE = "curve.json"


@dataclass(frozen=True)
class Point:
    """A threshold, and the recall and precision it gives, in words that hold PHI or not."""

    threshold: float
    recall: float
    precision: float


@dataclass(frozen=True)
class Curve:
    """The points of a model, by falling threshold; `usual` is the threshold unless somebody says otherwise."""

    notes: str  # what it was measured on, in words
    policy: str
    usual: float
    points: tuple[Point, ...]

    def for_recall(self, recall: float) -> Point:
        """Return the highest threshold that gave so much recall.

        >>> Curve("ten notes", "safe-harbor", 0.5, (Point(0.5, 0.9, 0.99), Point(0.2, 0.99, 0.9))).for_recall(0.95)
        Point(threshold=0.2, recall=0.99, precision=0.9)
        """
        for point in self.points:
            if point.recall >= recall:
                return point
        most = max(self.points, key=lambda point: point.recall)
        raise UsageError(
            f"a recall of {recall:g} was not reached on {self.notes}: {most.recall:.4f} at most, at the threshold "
            f"{most.threshold:g}"
        )

    def save(self, folder: Path) -> None:
        """Write the curve."""
        told = asdict(self) | {"points": [list(asdict(point).values()) for point in self.points]}
        folder.joinpath(FILE).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def curve_of(notes: str, policy: str, usual: float, points: Sequence[Point]) -> Curve:
    """Return a curve on which a lower threshold never has a lower recall."""
    ordered = sorted(points, key=lambda point: -point.threshold)
    kept: list[Point] = []
    for point in ordered:
        if not kept or point.recall > kept[-1].recall:
            kept.append(point)
    return Curve(notes, policy, usual, tuple(kept))


def load_curve(folder: Path) -> Curve | None:
    """Return the curve of a model's folder, if it has one."""
    file = folder / FILE
    if not file.exists():
        return None
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        points = tuple(Point(*map(float, point)) for point in told["points"])
        return Curve(str(told["notes"]), str(told["policy"]), float(told["usual"]), points)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise FormatError("holds no curve, or a damaged one", file=str(file)) from error
