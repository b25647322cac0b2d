from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.detect.tagger.curve import FILE, Point, curve_of, load_curve
from scrubjay.errors import FormatError, UsageError

SHARE = st.floats(0, 1)
POINTS = st.lists(st.builds(Point, SHARE, SHARE, SHARE), min_size=1, max_size=12, unique_by=lambda p: p.threshold)


@given(POINTS, SHARE)
def test_the_highest_threshold_that_reached_a_recall(points: list[Point], recall: float) -> None:
    curve = curve_of("some notes", "safe-harbor", 0.3, points)
    reached = [point for point in points if point.recall >= recall]
    if reached:
        assert curve.for_recall(recall) == max(reached, key=lambda point: point.threshold)
    else:
        with pytest.raises(UsageError, match="was not reached on some notes"):
            curve.for_recall(recall)


def test_it_is_read_as_it_was_written(tmp_path: Path) -> None:
    assert load_curve(tmp_path) is None
    curve = curve_of("two notes", "safe-harbor", 0.3, [Point(0.5, 0.9, 0.99), Point(0.1, 0.99, 0.9)])
    curve.save(tmp_path)
    assert load_curve(tmp_path) == curve
    (tmp_path / FILE).write_text('{"points": [[1, 2]]}')
    with pytest.raises(FormatError, match="holds no curve"):
        load_curve(tmp_path)
