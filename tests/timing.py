"""Whether time grows with a text and not faster, told on machines where other work goes on."""

import time
from collections.abc import Callable

# Below this, the clock and not the work is measured.
_MEASURABLE = 0.004
_LOOKS = 6


def slower(small: Callable[[], object], large: Callable[[], object], allowed: float) -> float:
    """Return how many times longer the large one takes, in CPU seconds; the best of up to six looks."""
    best_small = best_large = float("inf")
    for _ in range(_LOOKS):
        best_large = min(best_large, _seconds(large))
        best_small = min(best_small, _seconds(small))
        ratio = best_large / max(best_small, _MEASURABLE)
        if ratio <= allowed:
            break
    return ratio


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start
