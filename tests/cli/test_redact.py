from pathlib import Path

import pytest

from scrubjay import Document, Span
from scrubjay.documents.formats.format import Faults
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.writing import write
from tests.cli.running import scrubjay

NOTES = Path(__file__).parents[2] / "examples" / "notes"


def test_no_annotated_word_is_left(tmp_path: Path) -> None:
    done = scrubjay("redact", NOTES, "--out", tmp_path / "safe")
    assert done.returncode == 0
    assert not done.stdout, "without --preview no note is shown"
    released = {note.id: note.text for note in read(tmp_path / "safe", "text")}
    for note in read(NOTES):
        kept, position = [], 0
        for span in note.spans:
            kept.append(note.text[position : span.start] + f"[{span.label}]")
            position = span.end
        assert released[note.id] == "".join(kept) + note.text[position:]


def test_a_note_nobody_has_looked_at_is_withheld(tmp_path: Path) -> None:
    notes = [
        Document("a", "Seen by Wells", (Span(8, 13, "DOCTOR"),), {"patient": "Ann Ruiz"}),
        Document("b", "Wells"),
    ]
    write(notes, tmp_path / "in.jsonl", "jsonl")
    done = scrubjay("redact", tmp_path / "in.jsonl", "--out", tmp_path / "out.jsonl")
    assert done.returncode == 1
    assert "withheld: note b: it carries no span" in done.stderr
    assert list(read(tmp_path / "out.jsonl")) == [Document("a", "Seen by [DOCTOR]")], "metadata is not released"


def test_a_release_of_an_earlier_run_is_told(tmp_path: Path) -> None:
    note = Document("a", "Seen by Wells", (Span(8, 13, "DOCTOR"),))
    write([note, Document("b", "Wells", (Span(0, 5, "DOCTOR"),))], tmp_path / "brat", "brat")
    scrubjay("redact", tmp_path / "brat", "--out", tmp_path / "safe")
    (tmp_path / "brat/b.ann").write_text("", encoding="utf-8")
    done = scrubjay("redact", tmp_path / "brat", "--out", tmp_path / "safe", "--overwrite")
    assert done.returncode == 1
    assert "also holds 1 file that this run did not write" in done.stderr


def test_a_label_nobody_knows_is_not_released(tmp_path: Path) -> None:
    write([Document("a", "Seen by Wells", (Span(8, 13, "Wells"),))], tmp_path / "in.jsonl", "jsonl")
    done = scrubjay("redact", tmp_path / "in.jsonl", "--out", tmp_path / "out.jsonl")
    assert done.returncode == 1
    assert not list(read(tmp_path / "out.jsonl", faults=Faults()))
    assert scrubjay("redact", tmp_path / "in.jsonl", "--out", tmp_path / "b.jsonl", "--labels", "any").returncode == 0


def test_plain_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Seen by Wells", encoding="utf-8")
    done = scrubjay("redact", tmp_path, "--out", tmp_path / "safe")
    assert done.returncode == 2
    assert "plain text carries no spans" in done.stderr
    assert not (tmp_path / "safe").exists()


@pytest.mark.parametrize(("suffix", "released"), [("csv", "csv"), ("parquet", "parquet"), ("conll", "conll")])
def test_formats(tmp_path: Path, suffix: str, released: str | None) -> None:
    write([Document("a", "Seen by Wells", (Span(8, 13, "DOCTOR"),))], tmp_path / f"in.{suffix}", suffix)
    out = tmp_path / (f"out.{suffix}" if released else "out")
    assert scrubjay("redact", tmp_path / f"in.{suffix}", "--out", out).returncode == 0
    assert next(read(out)).text == "Seen by [DOCTOR]"


def test_the_preview_shows_one_note(tmp_path: Path) -> None:
    done = scrubjay("redact", NOTES, "--out", tmp_path / "safe", "--preview")
    assert "--- discharge-1042, before" in done.stdout
    assert "Patient:    [PATIENT]" in done.stdout
    assert done.stdout.count(", after ---") == 1
