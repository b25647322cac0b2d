from pathlib import Path

import pytest

from scrubjay import Document
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.writing import write
from tests.deidentify.notes import STYLES, here, key_file, made_up, planted_in, write_texts

FORMATS = [("text", "notes", "safe", "back"), ("jsonl", "notes.jsonl", "safe.jsonl", "back.jsonl")]
FORMATS += [(suffix, f"notes.{suffix}", f"safe.{suffix}", f"back.{suffix}") for suffix in ("csv", "tsv", "parquet")]


def released(tmp_path: Path, *extra: str) -> list[object]:
    """Release two notes with a vault, and return what `restore` wants to know about it."""
    write_texts(made_up(2), tmp_path / "notes")
    secret = ["--vault", tmp_path / "vault", "--key", key_file(tmp_path)]
    assert here("redact", tmp_path / "notes", "--out", tmp_path / "safe", *secret, "--jobs", "1", *extra).code == 0
    return ["restore", tmp_path / "safe", *secret, "--out", tmp_path / "back"]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("format", "source", "target", "back"), FORMATS, ids=[row[0] for row in FORMATS])
def test_every_note_comes_back_exactly(
    tmp_path: Path, format: str, source: str, target: str, back: str, style: str
) -> None:
    notes = [*made_up(3), Document("empty", ""), Document("odd", "\tDr. Lindqvarn\r\n\n met 'Ann', \"3/28\"\x00é")]
    write(notes, tmp_path / source, format)
    secret = ["--vault", tmp_path / "vault", "--key", key_file(tmp_path)]
    done = here("redact", tmp_path / source, "--out", tmp_path / target, "--style", style, *secret, "--jobs", "1")
    assert done.code == 0, done.err
    done = here("restore", tmp_path / target, *secret, "--out", tmp_path / back)
    assert (done.code, done.out) == (0, ""), done.err
    assert f"5 notes restored to {tmp_path / back}" in done.err
    assert {note.id: note.text for note in read(tmp_path / back)} == {note.id: note.text for note in notes}
    assert not planted_in(done.err)


def test_notes_that_were_changed_or_are_not_held_are_withheld(tmp_path: Path) -> None:
    command = released(tmp_path)
    changed = tmp_path / "safe" / "n0000.txt"
    changed.write_text(changed.read_text(encoding="utf-8") + ".", encoding="utf-8")
    (tmp_path / "safe" / "other.txt").write_text("[PATIENT]", encoding="utf-8")
    done = here(*command, "--faults", tmp_path / "faults.jsonl")
    assert done.code == 1
    assert "withheld: note n0000: the released text was changed; give the text as it was released" in done.err
    assert "withheld: note other: the vault does not hold it" in done.err
    assert [note.id for note in read(tmp_path / "back")] == ["n0001"]
    assert len((tmp_path / "faults.jsonl").read_text(encoding="utf-8").splitlines()) == 2


def test_without_the_key_nothing_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SCRUBJAY_KEY", raising=False)
    command = released(tmp_path)
    assert not planted_in(tmp_path / "vault", tmp_path / "safe")
    (tmp_path / "secret.key").write_text("another key of at least thirty-two letters", encoding="utf-8")
    done = here(*command)
    assert done.code == 2
    assert "line 1: this line of a vault was sealed with another key, of the check " in done.err
    assert not (tmp_path / "back").exists()
    done = here("restore", tmp_path / "safe", "--vault", tmp_path / "vault", "--out", tmp_path / "back")
    assert (done.code, "a key is needed" in done.err) == (2, True)


def test_the_key_may_come_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = released(tmp_path)
    monkeypatch.setenv("SCRUBJAY_KEY", (tmp_path / "secret.key").read_text(encoding="utf-8"))
    without = [part for part in command if part not in ("--key", tmp_path / "secret.key")]
    assert here(*without).code == 0
    assert [note.text for note in read(tmp_path / "back")] == [note.text for note in made_up(2)]


@pytest.mark.parametrize(("format", "source", "target", "back"), FORMATS, ids=[row[0] for row in FORMATS])
def test_notes_that_are_restored_are_their_owner_s_alone(
    tmp_path: Path, format: str, source: str, target: str, back: str
) -> None:
    write([Document("ward/n1", "Dr. Lindqvarn")], tmp_path / source, format)
    secret = ["--vault", tmp_path / "vault", "--key", key_file(tmp_path)]
    assert here("redact", tmp_path / source, "--out", tmp_path / target, *secret, "--jobs", "1").code == 0
    assert here("restore", tmp_path / target, *secret, "--out", tmp_path / "new" / back).code == 0
    below = list((tmp_path / "new").rglob("*"))
    assert [path for path in below if path.is_file()]
    for path in (tmp_path / "new", *below):
        assert path.stat().st_mode & 0o777 == (0o600 if path.is_file() else 0o700), path


def test_from_standard_input(tmp_path: Path) -> None:
    write(made_up(1), tmp_path / "n.jsonl", "jsonl")
    secret = ["--vault", tmp_path / "vault", "--key", key_file(tmp_path)]
    here("redact", tmp_path / "n.jsonl", "--out", tmp_path / "s.jsonl", *secret, "--jobs", "1")
    command = ["restore", "-", *secret, "--out", tmp_path / "b.jsonl"]
    line = (tmp_path / "s.jsonl").read_bytes()
    done = here(*command, stdin=line)
    assert (done.code, "say which with --format" in done.err) == (2, True)
    assert here(*command, "--format", "jsonl", stdin=line).code == 0
    assert next(read(tmp_path / "b.jsonl")).text == made_up(1)[0].text


def test_wrong_use(tmp_path: Path) -> None:
    command = released(tmp_path)
    (tmp_path / "back").mkdir()
    (tmp_path / "back" / "mine.txt").write_text("mine", encoding="utf-8")
    assert "is there already" in here(*command).err
    assert here(*command, "--overwrite").code == 0
    assert (tmp_path / "back" / "mine.txt").read_text(encoding="utf-8") == "mine"
    onto = [tmp_path / "safe" if part == tmp_path / "back" else part for part in command]
    assert "are the same" in here(*onto, "--overwrite").err
    none = [tmp_path / "none" if part == tmp_path / "vault" else part for part in command]
    assert "the vault cannot be read (No such file or directory)" in here(*none, "--overwrite").err


def test_a_vault_without_notes(tmp_path: Path) -> None:
    command = released(tmp_path)
    for content in (b"", b"\n\n"):
        (tmp_path / "vault").write_bytes(content)
        done = here(*command)
        assert done.code == 2
        assert done.err == f"scrubjay: {tmp_path}/vault: the vault is empty. Take the one written with this release\n"
        assert not (tmp_path / "back").exists()


def test_onto_a_file(tmp_path: Path) -> None:
    command = released(tmp_path)
    (tmp_path / "back").write_text("mine", encoding="utf-8")
    done = here(*command, "--overwrite")
    assert (done.code, "is a file, and text goes into a folder" in done.err) == (2, True), done.err
    assert (tmp_path / "back").read_text(encoding="utf-8") == "mine"


def test_help() -> None:
    done = here("restore", "--help")
    assert done.code == 0
    assert "--vault" in done.out
