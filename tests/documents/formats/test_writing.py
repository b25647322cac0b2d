from collections.abc import Iterator
from pathlib import Path

import pytest

from scrubjay import Document, Span
from scrubjay.documents.formats.format import Faults
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.writing import check_target, safe_name, write
from scrubjay.errors import FormatError, UsageError


def test_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    target = tmp_path / "n.jsonl"
    target.write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="--overwrite"):
        write([Document("n", "x")], target, "jsonl")
    assert target.read_text(encoding="utf-8") == "mine"
    write([Document("n", "x")], target, "jsonl", overwrite=True)
    assert "mine" not in target.read_text(encoding="utf-8")


def test_after_an_error_nothing_half_written_is_there(tmp_path: Path) -> None:
    def notes() -> Iterator[Document]:
        yield Document("n", "Ann Ruiz")
        raise RuntimeError

    for name in ("jsonl", "csv", "parquet", "i2b2-2006"):
        with pytest.raises(RuntimeError):
            write(notes(), tmp_path / f"n.{name}", name)
    assert not list(tmp_path.iterdir())


def test_files_of_an_earlier_run_are_counted(tmp_path: Path) -> None:
    write([Document("a", "x"), Document("b", "x")], tmp_path / "out", "text")
    written = write([Document("b", "y")], tmp_path / "out", "text", overwrite=True)
    assert (written.documents, written.others) == (1, 1)


ONE = [("text", "n.txt", {"n.txt"}), ("i2b2-2014", "n.XML", {"n.XML"})]


@pytest.mark.parametrize(("name", "target", "files"), ONE, ids=[row[0] for row in ONE])
def test_a_path_with_the_format_s_suffix_is_one_note_s(
    tmp_path: Path, name: str, target: str, files: set[str]
) -> None:
    note = Document("other", "Ann", () if name == "text" else (Span(0, 3, "PATIENT"),))
    assert write([note], tmp_path / "out" / target, name).documents == 1
    assert {path.name for path in (tmp_path / "out").iterdir()} == files
    [back] = read(tmp_path / "out" / target, name)
    assert (back.id, back.text, back.spans) == ("n", note.text, note.spans)
    with pytest.raises(UsageError, match="is the name of one file, and there are several notes; name a folder"):
        write([note, Document("m", "x")], tmp_path / "m" / target, name)
    assert not (tmp_path / "m").exists()


def test_two_files_a_note_need_a_folder(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="one file, and brat has several a note; name a folder"):
        write([Document("n", "x")], tmp_path / "out" / "n.txt", "brat")
    assert not (tmp_path / "out").exists()


def test_an_id_may_not_be_a_folder_and_a_file(tmp_path: Path) -> None:
    faults = Faults()
    notes = [
        Document("a", "x"),
        Document("a.txt/b", "x"),
        Document("/".join("x" * 150 for _ in range(40)), "x"),
        Document("c", "x"),
    ]
    for name in ("text", "brat"):
        assert write(notes, tmp_path / name, name, None, faults).documents == 2
    assert "needs a folder where another note's file is" in faults.found[0].problem
    assert "too long" in faults.found[1].problem


def test_a_device_is_no_place_to_write(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="neither a file nor a folder"):
        check_target(Path("/dev/null"), True)
    with pytest.raises(UsageError, match="the same"):
        check_target(tmp_path / "new.jsonl", False, tmp_path / "new.jsonl")


@pytest.mark.parametrize(("source", "target"), [("n", "n"), ("n", "n/out"), ("n/a.jsonl", "n"), ("n", "n/../n")])
def test_what_is_read_is_never_written_over(tmp_path: Path, source: str, target: str) -> None:
    (tmp_path / "n").mkdir()
    (tmp_path / "n/a.jsonl").touch()
    with pytest.raises(UsageError, match="one lies within the other"):
        check_target(tmp_path / target, True, tmp_path / source)


def test_of_a_pair_the_annotation_comes_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run killed between the two files leaves a text without annotation, which is withheld when read."""
    write([Document("n", "Ann", (Span(0, 3, "PATIENT"),))], tmp_path / "out", "brat")
    replace = Path.replace

    def killed(self: Path, target: Path) -> Path:
        if target.suffix == ".ann":
            raise KeyboardInterrupt
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        write([Document("n", "Dr. Ann")], tmp_path / "out", "brat", overwrite=True)
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["n.txt"]


def test_ids_become_paths_below_the_folder(tmp_path: Path) -> None:
    write([Document("a/b/n.1", "x")], tmp_path / "out", "text")
    assert (tmp_path / "out/a/b/n.1.txt").read_text(encoding="utf-8") == "x"


@pytest.mark.parametrize("bad", ["../x", "/etc/x", "a//b", ".", "a/..", "a\\b", "x" * 300, ".n", "a/.n"])
def test_ids_that_leave_the_folder_are_refused(bad: str) -> None:
    with pytest.raises(FormatError, match="file name"):
        safe_name(bad)
