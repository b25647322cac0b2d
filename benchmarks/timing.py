"""CPU seconds of work, for what measures speed."""

import time
from collections.abc import Callable
from typing import Any


def seconds(work: Callable[[], Any], rounds: int = 8) -> float:
    """Return the CPU seconds of the quickest of several rounds: the machine may be busy."""
    best = float("inf")
    for _ in range(rounds):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best
