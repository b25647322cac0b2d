"""What all tests share: hypothesis settings, and the open corpora beside the checkout where they are present."""

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Documents are slow to draw on a busy machine; the number of examples is what counts, not the clock.
# Where CI decides about a change, the examples are the same every time; elsewhere they are new ones.
settings.register_profile(
    "scrubjay", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize="CI" in os.environ
)
settings.load_profile("scrubjay")

# Shells start what runs in the background deaf to Ctrl-C, and so would be the programs that tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

_SHARED = Path(os.environ.get("SCRUBJAY_DATA", Path(__file__).parents[2] / "shared" / "data"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The open corpora (MEDDOCAN, ACI-Bench, the scorer's reference)."""
    if not _SHARED.is_dir():
        pytest.skip(f"the open corpora are not at {_SHARED}; SCRUBJAY_DATA may name another folder")
    return _SHARED
