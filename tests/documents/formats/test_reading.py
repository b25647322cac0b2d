import io
import json
import os
from pathlib import Path
from typing import Any

import pytest

from scrubjay import Document
from scrubjay.documents.formats.format import Faults, ReadOptions
from scrubjay.documents.formats.reading import read
from scrubjay.errors import FormatError, UnknownNameError, UsageError


def lines(*records: dict[str, object]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def test_an_id_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(lines({"id": "1", "text": "x"}, {"id": "1", "text": "y"}), encoding="utf-8")
    (tmp_path / "b.jsonl").write_text(lines({"id": "1", "text": "z"}, {"id": "2", "text": "z"}), encoding="utf-8")
    faults = Faults()
    assert [note.text for note in read(tmp_path, faults=faults)] == ["x", "z"]
    assert [(f.note, f.problem) for f in faults.of("withheld")] == [("1", "its id was read before")] * 2


def test_labels_are_checked_against_a_set(tmp_path: Path) -> None:
    spans = [{"start": 0, "end": 1, "label": "NAAM"}]
    (tmp_path / "a.jsonl").write_text(lines({"id": "1", "text": "x", "spans": spans}), encoding="utf-8")
    with pytest.raises(FormatError, match="Known: AGE, DATE, DOCTOR"):
        list(read(tmp_path, options=ReadOptions(labels="i2b2-2006")))
    with pytest.raises(UnknownNameError, match="Known: hipaa-18"):
        list(read(tmp_path, options=ReadOptions(labels="nosuch")))
    assert len(list(read(tmp_path))) == 1


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stdin:
        buffer = io.BytesIO(lines({"id": "1", "text": "x"}).encode())

    monkeypatch.setattr("sys.stdin", Stdin)
    assert list(read("-", "jsonl")) == [Document("1", "x")]
    with pytest.raises(UsageError, match="--format"):
        list(read("-"))


def test_strict_is_the_default(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("nonsense\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"a\.jsonl, line 1: not JSON"):
        list(read(tmp_path))


def test_an_unreadable_file_is_withheld(tmp_path: Path) -> None:
    (tmp_path / "a.txt").symlink_to(tmp_path / "gone")
    (tmp_path / "b.txt").write_text("x", encoding="utf-8")
    faults = Faults()
    assert [note.id for note in read(tmp_path, "text", faults=faults)] == ["b"]
    assert faults.of("withheld")[0].problem == "cannot be read (No such file or directory)"


def test_a_folder_without_permission_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As root every folder can be read, so the refusal is made here."""
    (tmp_path / "a.txt").write_text("x", encoding="utf-8")
    (tmp_path / "closed").mkdir()
    scan = os.scandir

    def refusing(path: str) -> Any:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr("os.scandir", refusing)
    faults = Faults()
    assert [note.id for note in read(tmp_path, "text", faults=faults)] == ["a"]
    assert "the folder cannot be read (Permission denied)" in faults.of("withheld")[0].problem


def test_a_file_without_notes_is_noted(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").touch()
    faults = Faults()
    assert not list(read(tmp_path, faults=faults))
    assert faults.of("noted")[0].problem == "it holds no note"


def test_sentences_are_no_ids(tmp_path: Path) -> None:
    record: dict[str, object] = {"id": "Seen by Wells", "text": "x"}
    (tmp_path / "a.jsonl").write_text(lines(record, record), encoding="utf-8")
    faults = Faults()
    list(read(tmp_path, faults=faults))
    assert "Wells" not in str(faults.of("withheld")[0])


def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"no \.txt file"):
        list(read(tmp_path, "text"))


def test_progress_reaches_the_end(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.txt").write_bytes(b"x" * (number + 1))
    told: list[tuple[int, int]] = []
    (tmp_path / "gone.txt").symlink_to(tmp_path / "nowhere")
    list(read(tmp_path, faults=Faults(), progress=lambda done, total: told.append((done, total))))
    assert told[-1] == (6, 6)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
