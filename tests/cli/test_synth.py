from pathlib import Path

from scrubjay import Document
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.writing import write
from tests.deidentify.notes import here


def test_notes_are_made_up_and_can_be_read(tmp_path: Path) -> None:
    out = tmp_path / "made.jsonl"
    result = here("synth", "--notes", "12", "--type", "letter", "--institution", "birch", "--seed", "3", "--out", out)
    assert result.code == 0
    notes = list(read(out))
    assert len(notes) == 12
    assert all(note.metadata["note_type"] == "letter" and note.spans for note in notes)
    again = tmp_path / "again.jsonl"
    here("synth", "--notes", "12", "--type", "letter", "--institution", "birch", "--seed", "3", "--out", again)
    assert again.read_bytes() == out.read_bytes()


def test_identities_are_put_into_notes(tmp_path: Path) -> None:
    text = "The patient is well. She lives with her husband. Seen by Dr. Lindqvarn yesterday. " * 5
    write([Document(f"n{i}", text) for i in range(10)], tmp_path / "open.jsonl", "jsonl")
    out = tmp_path / "made.jsonl"
    assert here("synth", "--into", tmp_path / "open.jsonl", "--out", out).code == 0
    notes = list(read(out))
    assert len(notes) == 10
    assert all(note.spans and "Lindqvarn" not in note.text for note in notes)


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    result = here("synth", "--type", "lettre", "--out", tmp_path / "x.jsonl")
    assert result.code == 2
    assert "unknown type of note 'lettre'" in result.err
    assert not (tmp_path / "x.jsonl").exists()
    result = here("synth", "--type", "letter", "--into", tmp_path, "--out", tmp_path / "x.jsonl")
    assert result.code == 2
    assert "choose one" in result.err
    assert here("synth", "--out", tmp_path / "x.nothing").code == 2
