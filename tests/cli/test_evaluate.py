import json
import stat
from pathlib import Path

import pytest

from scrubjay import Document, Span
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.writing import write
from tests.cli.running import scrubjay

NOTES = Path(__file__).parents[2] / "examples" / "notes"


@pytest.fixture
def predicted(tmp_path: Path) -> Path:
    """The examples without their patients' names."""
    notes = [note.with_spans(s for s in note.spans if s.label != "PATIENT") for note in read(NOTES)]
    write(notes, tmp_path / "found.jsonl", "jsonl")
    return tmp_path / "found.jsonl"


def test_the_table(predicted: Path) -> None:
    done = scrubjay("evaluate", NOTES, predicted)
    assert done.returncode == 0
    assert "spans, strict" in done.stdout
    assert "patients without a missed word: 0 of 8" in done.stdout


def test_counts_of_each_note(predicted: Path) -> None:
    figures = json.loads(scrubjay("evaluate", NOTES, predicted, "--json", "--per-note").stdout)
    misses = [note["token_binary"]["fn"] for note in figures["by_note"].values()]
    assert misses == sorted(misses, reverse=True)
    assert sum(misses) == figures["token_binary"]["fn"]
    assert "words by note" in scrubjay("evaluate", NOTES, predicted, "--per-note").stdout


def test_json_and_a_comparison(predicted: Path) -> None:
    done = scrubjay("evaluate", NOTES, predicted, "--json", "--compare", NOTES, "--shuffles", "500")
    figures = json.loads(done.stdout)
    assert figures["entity_strict"]["fn"] == 32
    assert figures["comparison"]["entity_strict"]["other"]["f1"] == 1.0
    assert figures["comparison"]["entity_strict"]["p"]["recall"] < 0.05


def test_the_page_is_not_written_over_what_is_read(predicted: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_bytes(predicted.read_bytes())
    done = scrubjay("evaluate", NOTES, predicted, "--compare", other, "--html", other, "--overwrite")
    assert done.returncode == 2
    assert other.read_bytes() == predicted.read_bytes()


def test_a_prediction_may_come_through_a_pipe(predicted: Path) -> None:
    done = scrubjay("evaluate", predicted, "-", "--format", "jsonl", "--json", stdin=predicted.read_bytes())
    assert json.loads(done.stdout)["entity_strict"]["f1"] == 1.0


def test_standard_input_is_read_once() -> None:
    done = scrubjay("evaluate", "-", "-", "--format", "jsonl", stdin=b"{}")
    assert done.returncode == 2
    assert "can be read once" in done.stderr


def test_the_page_is_private(predicted: Path, tmp_path: Path) -> None:
    done = scrubjay("evaluate", NOTES, predicted, "--html", tmp_path / "page.html")
    assert done.returncode == 0
    assert stat.S_IMODE((tmp_path / "page.html").stat().st_mode) == 0o600
    assert scrubjay("evaluate", NOTES, predicted, "--html", tmp_path / "page.html").returncode == 2, "there already"


def test_the_official_layout(shared: Path) -> None:
    folder = shared / "i2b2-scorer"
    done = scrubjay("evaluate", folder / "gold", folder / "system", "--official")
    assert "HIPAA Relaxed (40)       Measure        Macro (SD)     Micro (Primary)" in done.stdout
    assert "Total                    Precision      0.8152 (0.092) 0.815" in done.stdout
    by_note = scrubjay("evaluate", folder / "gold", folder / "system", "--official", "--per-note")
    assert "[44(32)46]               Recall                        0.7273" in by_note.stdout


def test_no_score_if_a_note_cannot_be_read(predicted: Path) -> None:
    with predicted.open("a", encoding="utf-8") as handle:
        handle.write("nonsense\n")
    done = scrubjay("evaluate", NOTES, predicted, "--json")
    assert done.returncode == 2
    assert not done.stdout
    assert "line 9: not JSON" in done.stderr


def test_conll_can_be_scored(tmp_path: Path) -> None:
    assert scrubjay("convert", NOTES, tmp_path / "found.conll").returncode == 0
    figures = json.loads(scrubjay("evaluate", NOTES, tmp_path / "found.conll", "--json").stdout)
    assert figures["entity_strict"]["f1"] == 1.0


def test_other_labels_have_no_official_score(tmp_path: Path) -> None:
    write([Document("1", "Wells", (Span(0, 5, "NAAM"),))], tmp_path / "a.jsonl", "jsonl")
    assert "official" not in scrubjay("evaluate", tmp_path / "a.jsonl", tmp_path / "a.jsonl").stdout
    done = scrubjay("evaluate", tmp_path / "a.jsonl", tmp_path / "a.jsonl", "--official")
    assert done.returncode == 2
    assert "need i2b2 2014 labels" in done.stderr


@pytest.mark.parametrize(
    "option", [["--resamples", "-1"], ["--seed", "-1"], ["--shuffles", "-5"], ["--json", "--official"]]
)
def test_options_that_cannot_be_meant(predicted: Path, option: list[str]) -> None:
    assert scrubjay("evaluate", NOTES, predicted, *option).returncode == 2


def test_a_comparison_is_made_on_the_same_notes(predicted: Path, tmp_path: Path) -> None:
    notes = list(read(NOTES))
    write(notes[1:], tmp_path / "a.jsonl", "jsonl")
    write(notes[:-1], tmp_path / "b.jsonl", "jsonl")
    arguments: list[str | Path] = [NOTES, tmp_path / "a.jsonl", "--compare", tmp_path / "b.jsonl", "--missing"]
    assert "cover different notes" in scrubjay("evaluate", *arguments, "skip").stderr
    done = scrubjay("evaluate", *arguments, "empty")
    assert "gold notes without prediction 1 (counted as nothing found)" in done.stdout


def test_missing_notes(predicted: Path, tmp_path: Path) -> None:
    write([Document("other", "x"), *read(NOTES)], tmp_path / "gold.jsonl", "jsonl")
    done = scrubjay("evaluate", tmp_path / "gold.jsonl", predicted)
    assert done.returncode == 2
    assert "such as 'other'" in done.stderr
    assert scrubjay("evaluate", tmp_path / "gold.jsonl", predicted, "--missing", "skip").returncode == 0
