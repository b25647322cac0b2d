"""Sentences in which the things to be found are marked: `Seen by Dr. [[DOCTOR:Wells]] on [[DATE:3/28]]`."""

import re
from collections.abc import Callable

import pytest

from scrubjay import Document
from scrubjay.detect.resolve import resolve
from scrubjay.detect.rules.detector import RuleDetector

Rows = list[tuple[str, str]]
THRESHOLD = 0.5
_MARK = re.compile(r"\[\[[A-Z-]+:(.*?)\]\]", re.DOTALL)


def unmarked(sentence: str) -> str:
    """Return the sentence as a note has it."""
    return _MARK.sub(r"\1", sentence)


def marked(sentence: str) -> str:
    """Return the sentence with the marks of what all rules together find in it, whatever was marked before."""
    text = unmarked(sentence)
    [spans] = RuleDetector().detect([Document("n", text)])
    for span in reversed(resolve(span for span in spans if (span.score or 0) >= THRESHOLD)):
        text = f"{text[: span.start]}[[{span.label}:{text[span.start : span.end]}]]{text[span.end :]}"
    return text


def sources(sentence: str) -> set[str]:
    """Return the sources of all spans of a sentence, also of those under the threshold."""
    [spans] = RuleDetector().detect([Document("n", unmarked(sentence))])
    return {span.source or "" for span in spans}


def found_as_marked(rows: Rows) -> Callable[[str], None]:
    """Return a test that what is marked in each row is found, and nothing else."""

    @pytest.mark.parametrize("sentence", [pytest.param(sentence, id=remark) for sentence, remark in rows])
    def test(sentence: str) -> None:
        assert marked(sentence) == sentence

    return test


def still_failing(rows: Rows) -> Callable[[], None]:
    """Return a test that known failures still fail, so that those mended move to the rows that must hold."""

    def test() -> None:
        assert not [sentence for sentence, _ in rows if marked(sentence) == sentence], "found now: move them to ROWS"

    return test
