"""The English model that comes along: as good as its card says, in any guise, and the same however it is asked."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scrubjay.deidentify.deidentifier import Settings, everywhere, for_recall, load
from scrubjay.detect.policy import POLICIES
from scrubjay.detect.tagger.curve import load_curve
from scrubjay.detect.tagger.detector import TaggerDetector
from scrubjay.detect.tagger.shelf import find_tagger
from scrubjay.documents.document import Document
from scrubjay.documents.formats.reading import read
from scrubjay.documents.span import Span
from scrubjay.errors import UsageError
from scrubjay.evaluate.matching import token_binary
from scrubjay.synthesis.copies import COPIES

NOTES = Path(__file__).parents[3] / "benchmarks" / "notes"
SAFE_HARBOR = POLICIES["safe-harbor"]


@pytest.mark.parametrize(("guise", "recall", "precision"), [("", 0.98, 0.94), ("small", 0.97, 0.91)])
def test_it_is_as_good_as_its_card_says(guise: str, recall: float, precision: float) -> None:
    gold = [COPIES[guise](note) if guise else note for note in read(NOTES / "validation.jsonl")][::2]
    found = Settings(SAFE_HARBOR, spans="found").build().find([note.with_spans(()) for note in gold])
    counts = [token_binary(*map(SAFE_HARBOR.apply, pair)) for pair in zip(gold, found, strict=True)]
    hits, alarms, misses = (sum(getattr(one, name) for one in counts) for name in ("tp", "fp", "fn"))
    assert hits / (hits + misses) > recall
    assert hits / (hits + alarms) > precision


def test_a_recall_chooses_a_threshold_and_the_card_tells_what_it_costs() -> None:
    curve = load_curve(find_tagger("default"))
    assert curve is not None
    point = for_recall("default", 0.995)
    assert point.threshold < curve.usual
    assert point.recall >= 0.995
    card = (find_tagger("default") / "card.md").read_text(encoding="utf-8")
    assert f"| {curve.usual:g} | " in card
    assert load(recall=0.995).threshold == point.threshold
    assert load().threshold == curve.usual
    for model, recall in (("default", 0.99999), ("rules", 0.9), ("default", 0.0)):
        with pytest.raises(UsageError):
            for_recall(model, recall)
    with pytest.raises(UsageError, match="give one of them"):
        load(recall=0.995, threshold=0.3)


def test_scores_are_about_the_share_that_is_right() -> None:
    """In-sample for the referee, so the bounds are wide."""
    [detector] = Settings(SAFE_HARBOR).build().detectors
    gold = list(read(NOTES / "validation.jsonl"))[::3]
    told: list[tuple[float, bool]] = []
    for note, spans in zip(gold, detector.detect([note.with_spans(()) for note in gold]), strict=True):
        told += [(span.score or 0, any(span.overlaps(one) for one in note.spans)) for span in spans]
    for low, high in ((0.05, 0.35), (0.35, 0.65), (0.65, 0.95), (0.95, 1.01)):
        some = [(score, right) for score, right in told if low <= score < high]
        expected, actual = (sum(column) / len(some) for column in zip(*some, strict=True))
        assert abs(expected - actual) < 0.15, (low, expected, actual)


def test_a_long_note_is_read_page_by_page_and_gives_the_same_finds() -> None:
    tagger = TaggerDetector(find_tagger("default"))
    notes = list(read(NOTES / "development.jsonl"))[:8]
    page = "\n\n".join(note.text for note in notes) + "\n\n"
    times = 150_000 // len(page) + 1
    [long] = tagger.detect([Document("long", page * times)])
    [once] = tagger.detect([Document("once", page)])
    known = {(span.start, span.label) for span in once}
    same = sum((span.start % len(page), span.label) in known for span in long)
    assert len(long) > 0.98 * times * len(once)
    assert same > 0.98 * len(long)


def test_what_is_found_once_is_found_everywhere() -> None:
    note = Document("n", "Zorblat came. Later zorblat left for Ward 4.", (Span(0, 7, "PATIENT", 0.9),))
    assert [note.text_of(span) for span in everywhere(note).spans] == ["Zorblat", "zorblat"]


def test_onnxruntime_reports_to_nobody_and_leaves_no_file(tmp_path: Path) -> None:
    script = "import scrubjay; scrubjay.load().redact('Seen by Dr. Wells.')"
    environment = {**os.environ, "TMPDIR": str(tmp_path), "HOME": str(tmp_path)}
    environment.pop("ORT_DISABLE_TELEMETRY", None)
    subprocess.run([sys.executable, "-c", script], env=environment, check=True)
    assert not list(tmp_path.iterdir())


def test_a_line_across_the_page_is_no_find() -> None:
    tagger = TaggerDetector(find_tagger("default"))
    lines = [mark * 42 for mark in "~-=_*#.:|"]
    note = Document("n", "FINAL REPORT\n" + "\nLAB.......: 3\n".join(lines) + "\nSM: CW3\n")
    [found] = tagger.detect([note])
    assert all(any(sign.isalnum() for sign in note.text[span.start : span.end]) for span in found)
