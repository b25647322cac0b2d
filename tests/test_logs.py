import logging
from pathlib import Path

import pytest

from scrubjay import logs


def test_an_event_holds_numbers_and_named_words(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "scrubjay"):
        logs.event("note read", note="n1", file=Path("a.txt"), spans=3)
    assert caplog.messages == ['note read note="n1" file="a.txt" spans=3']


def test_text_has_nowhere_to_go() -> None:
    with pytest.raises(TypeError, match="'text' holds text; only command") as caught:
        logs.event("note read", text="Seen by Wells")
    assert "Wells" not in str(caught.value)


def test_an_exception_is_shown_without_its_message() -> None:
    with pytest.raises(ValueError, match="Wells") as caught:
        int("Wells")
    assert logs.place_of(caught.value).startswith("ValueError at test_logs.py:")
