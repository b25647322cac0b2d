import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from scrubjay import Document
from scrubjay.documents.formats.writing import atomic, safe_name, write
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


def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "n.txt"
    target.write_text("old", encoding="utf-8")

    def fill() -> None:
        with atomic(target) as handle:
            handle.write(b"new")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(OSError, match="space"):
        fill()
    assert [path.name for path in tmp_path.iterdir()] == ["n.txt"]
    assert target.read_text(encoding="utf-8") == "old"


def test_files_of_an_earlier_run_are_counted(tmp_path: Path) -> None:
    write([Document("a", "x"), Document("b", "x")], tmp_path / "out", "text")
    written = write([Document("b", "y")], tmp_path / "out", "text", overwrite=True)
    assert (written.documents, written.others) == (1, 1)


def test_while_writing_no_name_tells_the_note(tmp_path: Path) -> None:
    with atomic(tmp_path / "ann-ruiz.txt") as handle:
        handle.write(b"x")
        assert not [path for path in tmp_path.iterdir() if "ruiz" in path.name]


def test_ids_become_paths_below_the_folder(tmp_path: Path) -> None:
    write([Document("a/b/n.1", "x")], tmp_path / "out", "text")
    assert (tmp_path / "out/a/b/n.1.txt").read_text(encoding="utf-8") == "x"


@pytest.mark.parametrize("bad", ["../x", "/etc/x", "a//b", ".", "a/..", "a\\b", "x" * 300])
def test_ids_that_leave_the_folder_are_refused(bad: str) -> None:
    with pytest.raises(FormatError, match="file name"):
        safe_name(bad)
