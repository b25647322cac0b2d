import json
from pathlib import Path

from scrubjay import Document, Span
from scrubjay.documents.formats.writing import write
from tests.cli.running import scrubjay

NOTES = Path(__file__).parents[2] / "examples" / "notes"


def test_figures_as_json() -> None:
    figures = json.loads(scrubjay("inspect", NOTES, "--json").stdout)
    assert (figures["documents"], figures["phi"]) == (8, 235)
    assert figures["label_sets"] == ["i2b2-2014"]
    assert len(figures["labels"]) == 28, "the examples use every label of the published 2014 guidelines"
    assert figures["faults"] == {"withheld": 0, "repaired": 0, "noted": 0}


def test_overlaps_and_duplicates_are_told(tmp_path: Path) -> None:
    span = Span(0, 3, "PATIENT")
    write([Document("n", "Ann Ruiz", (span, span, Span(0, 8, "PATIENT")))], tmp_path / "a.jsonl", "jsonl")
    done = scrubjay("inspect", tmp_path / "a.jsonl")
    assert done.returncode == 0
    assert "noted: note n: the same span is there twice" in done.stderr
    assert "noted: note n: 1 pair of overlapping spans" in done.stderr


def test_faulty_notes_are_exit_code_2(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text("<deIdi2b2>", encoding="utf-8")
    done = scrubjay("inspect", tmp_path)
    assert done.returncode == 2
    assert "a.xml, line 1, column 11): broken XML" in done.stderr


def test_verbose_says_what_is_done() -> None:
    assert 'reading file="' in scrubjay("-v", "inspect", NOTES).stderr
    assert 'reading file="' in scrubjay("inspect", NOTES, "-v").stderr


def test_what_looks_like_no_name_is_counted_only(tmp_path: Path) -> None:
    notes = [
        Document("1", "x", (), {"note_type": "nursing"}),
        Document("2", "x", (), {"note_type": "Seen by Dr. Wells on 3/8."}),
    ]
    write(notes, tmp_path / "a.jsonl", "jsonl")
    done = scrubjay("inspect", tmp_path / "a.jsonl")
    assert "note types            nursing 1, (not shown: no name) 1" in done.stdout
