import io
import sys

import pytest

from scrubjay.cli import terminal


class Clock:
    """Seconds that pass when told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


class Screen(io.StringIO):
    """Standard error that is, or is not, a terminal."""

    def __init__(self, real: bool) -> None:
        super().__init__()
        self._real = real

    def isatty(self) -> bool:
        return self._real


def shown(monkeypatch: pytest.MonkeyPatch, real: bool, *moments: tuple[float, int]) -> str:
    """Return what appears on the screen of a task that is told (seconds, bytes done of 100 million)."""
    clock, screen = Clock(), Screen(real)
    monkeypatch.setattr(terminal, "time", clock)
    monkeypatch.setattr(sys, "stderr", screen)
    with terminal.progress("redacting") as update:
        clock.now += 50  # what comes before the first call is not counted
        start = clock.now
        for seconds, done in moments:
            clock.now = start + seconds
            update(done, 100_000_000)
    return screen.getvalue()


def test_a_short_task_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for real in (True, False):
        assert shown(monkeypatch, real, (0, 1), (1.5, 90_000_000)) == ""


def test_a_terminal_shows_rate_and_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(monkeypatch, True, (0, 1), (10, 50_000_000), (16, 80_000_000))
    assert "redacting, 5.00 MB/s" in text
    assert "80%" in text


def test_elsewhere_a_line_appears_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(monkeypatch, False, (0, 1), (10, 25_000_000), (20, 50_000_000), (21, 60_000_000), (40, 80_000_000))
    assert text.splitlines() == [
        "redacting: 50%, 2.50 MB/s, about 20 s left",
        "redacting: 80%, 2.00 MB/s, about 10 s left",
    ]


@pytest.mark.parametrize(
    ("count", "noun", "expected"),
    [
        (1, "note", "1 note"),
        (0, "note", "0 notes"),
        (1, "identity", "1 identity"),
        (2000, "identity", "2,000 identities"),
    ],
)
def test_plurals(count: int, noun: str, expected: str) -> None:
    assert terminal.plural(count, noun) == expected


def test_each_stage_has_a_clock_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, screen = Clock(), Screen(False)
    monkeypatch.setattr(terminal, "time", clock)
    monkeypatch.setattr(sys, "stderr", screen)
    with terminal.stages("attacking", "epochs") as update:
        for stage in ("fresh", "continued"):
            for done in range(11):
                update(stage, done, 10)
                clock.now += 10
            clock.now += 1000
    assert screen.getvalue().splitlines()[0] == "attacking: fresh: 20%, 0.10 epochs/s, about 80 s left"
    assert "attacking: continued: 20%, 0.10 epochs/s, about 80 s left" in screen.getvalue()
