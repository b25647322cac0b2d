from pathlib import Path

import pytest

from scrubjay import Document
from scrubjay.documents.formats.format import Faults, ReadOptions
from scrubjay.documents.formats.reading import read
from scrubjay.errors import FormatError


def test_a_folder_with_folders_below(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "2.txt").write_bytes(b"two\r\n")
    (tmp_path / "1.txt").write_bytes(b"one")
    (tmp_path / "README.md").write_bytes(b"#")
    (tmp_path / ".hidden.txt").write_bytes(b"no")
    (tmp_path / "again").symlink_to(tmp_path / "b")
    faults = Faults()
    assert list(read(tmp_path, faults=faults)) == [Document("1", "one"), Document("b/2", "two\r\n")]
    assert [fault.problem for fault in faults.of("noted")] == [
        "2 hidden files or folders, or folders that are links, were not read",
        "1 files were not read (.md)",
    ]


def test_a_byte_order_mark_is_no_part_of_the_note(tmp_path: Path) -> None:
    (tmp_path / "n.txt").write_bytes(b"\xef\xbb\xbfAnn")
    assert next(read(tmp_path / "n.txt")).text == "Ann"


def test_another_encoding_is_an_error_that_names_the_byte(tmp_path: Path) -> None:
    (tmp_path / "n.txt").write_bytes("Señor Núñez".encode("cp1252"))
    with pytest.raises(FormatError, match=r"n\.txt, byte 2: not utf-8 text.*--encoding cp1252"):
        list(read(tmp_path / "n.txt"))
    assert next(read(tmp_path / "n.txt", options=ReadOptions(encoding="cp1252"))).text == "Señor Núñez"


def test_an_empty_note_is_a_note(tmp_path: Path) -> None:
    (tmp_path / "n.txt").write_bytes(b"")
    assert list(read(tmp_path / "n.txt")) == [Document("n", "")]
