import json
import shutil
from pathlib import Path

from scrubjay import Document, Span
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.writing import write
from tests.cli.running import scrubjay

NOTES = Path(__file__).parents[2] / "examples" / "notes"


def test_there_and_back(tmp_path: Path) -> None:
    assert scrubjay("convert", NOTES, tmp_path / "a.jsonl").returncode == 0
    assert scrubjay("convert", tmp_path / "a.jsonl", tmp_path / "xml", "--to", "i2b2-2014").returncode == 0
    assert list(read(tmp_path / "xml")) == list(read(NOTES))


def test_from_standard_input(tmp_path: Path) -> None:
    line = json.dumps({"id": "n", "text": "x"}).encode()
    done = scrubjay("convert", "-", tmp_path / "a.csv", "--format", "jsonl", stdin=line)
    assert done.returncode == 0
    assert next(read(tmp_path / "a.csv")).id == "n"


def test_unreadable_notes_are_exit_code_2_and_the_others_go_on(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.txt").write_bytes(b"\xff")
    (tmp_path / "in/b.txt").write_bytes(b"fine")
    done = scrubjay("convert", tmp_path / "in", tmp_path / "a.jsonl", "--faults", tmp_path / "faults.jsonl")
    assert done.returncode == 2
    assert "in/a.txt, byte 0): not utf-8 text. Say which encoding it is with --encoding" in done.stderr
    assert "withheld: note a (" in done.stderr
    assert [note.id for note in read(tmp_path / "a.jsonl")] == ["b"]
    [fault] = [json.loads(line) for line in (tmp_path / "faults.jsonl").read_text(encoding="utf-8").splitlines()]
    assert (fault["kind"], fault["place"]) == ("withheld", "byte 0")


def test_notes_the_target_cannot_hold_are_exit_code_1(tmp_path: Path) -> None:
    overlapping = Document("n", "Ann Ruiz", (Span(0, 8, "PATIENT"), Span(4, 8, "DOCTOR")))
    write([overlapping, Document("m", "x")], tmp_path / "a.jsonl", "jsonl")
    done = scrubjay("convert", tmp_path / "a.jsonl", tmp_path / "a.conll")
    assert done.returncode == 1
    assert "note n: overlapping spans" in done.stderr
    assert [note.id for note in read(tmp_path / "a.conll")] == ["m"]


def test_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("mine", encoding="utf-8")
    done = scrubjay("convert", NOTES, tmp_path / "a.jsonl")
    assert done.returncode == 2
    assert "--overwrite" in done.stderr
    assert (tmp_path / "a.jsonl").read_text(encoding="utf-8") == "mine"


def test_unknown_labels_list_the_known(tmp_path: Path) -> None:
    write([Document("n", "Ann", (Span(0, 3, "NAAM"),))], tmp_path / "a.jsonl", "jsonl")
    done = scrubjay("convert", tmp_path / "a.jsonl", tmp_path / "b.jsonl", "--map", "i2b2-2014:s4-8")
    assert done.returncode == 2
    assert "withheld: note n: unknown label" in done.stderr
    assert "Known: ACCOUNT, AGE" in done.stderr


def test_the_input_is_never_written_over(tmp_path: Path) -> None:
    shutil.copytree(NOTES, tmp_path / "n")
    before = sorted((path.name, path.read_bytes()) for path in (tmp_path / "n").iterdir())
    attempts: tuple[list[str | Path], ...] = (
        ["convert", tmp_path / "n", tmp_path / "n", "--to", "text", "--overwrite"],
        ["convert", tmp_path / "n", tmp_path / "n/all.jsonl"],
        ["redact", tmp_path / "n", "--out", tmp_path / "n", "--overwrite"],
        ["inspect", tmp_path / "n", "--faults", tmp_path / "n/letter-1043.txt"],
        ["convert", tmp_path / "n", tmp_path / "a.jsonl", "--faults", tmp_path / "n/letter-1043.txt", "--overwrite"],
    )
    for arguments in attempts:
        assert scrubjay(*arguments).returncode == 2, arguments
    assert sorted((path.name, path.read_bytes()) for path in (tmp_path / "n").iterdir()) == before


def test_what_tables_lose_is_told(tmp_path: Path) -> None:
    write([Document("n", "x", (), {"age": 61})], tmp_path / "a.jsonl", "jsonl")
    assert "csv cannot hold: numbers" in scrubjay("convert", tmp_path / "a.jsonl", tmp_path / "a.csv").stderr


def test_a_mapping_that_is_none(tmp_path: Path) -> None:
    done = scrubjay("convert", NOTES, tmp_path / "b.jsonl", "--map", "i2b2-2014")
    assert done.returncode == 2
    assert "--map takes two label sets" in done.stderr
