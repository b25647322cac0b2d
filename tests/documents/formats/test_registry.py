from pathlib import Path

import pytest

from scrubjay import Document, Span
from scrubjay.documents.formats.registry import FORMATS, format_named, recognise, recognise_name
from scrubjay.documents.formats.writing import write
from scrubjay.errors import FormatError, UnknownNameError

NOTES = [Document("n1", "Seen by Wells", (Span(8, 13, "DOCTOR"),)), Document("n2", "x")]
TARGETS = {"text": "t", "brat": "b", "i2b2-2014": "x", "i2b2-2006": "a.xml", "conll": "a.conll"}


@pytest.mark.parametrize("name", FORMATS)
def test_what_was_written_is_recognised(tmp_path: Path, name: str) -> None:
    target = tmp_path / TARGETS.get(name, f"a.{name}")
    write(NOTES, target, name)
    assert recognise(target).name == name
    if target.is_file():
        assert recognise(tmp_path).name == name, "a folder of such files is recognised, too"


def test_mixed_folders_are_not_guessed_at(tmp_path: Path) -> None:
    (tmp_path / "a.csv").touch()
    (tmp_path / "a.jsonl").touch()
    with pytest.raises(
        FormatError, match=r"several formats \(\.csv, \.jsonl\)\. Say which with --format: text, jsonl"
    ):
        recognise(tmp_path)


def test_unknown_and_missing(tmp_path: Path) -> None:
    (tmp_path / "a.docx").touch()
    with pytest.raises(FormatError, match="no known suffix"):
        recognise(tmp_path / "a.docx")
    with pytest.raises(FormatError, match="no such file or folder"):
        recognise(tmp_path / "nowhere")
    with pytest.raises(UnknownNameError, match="Did you mean 'jsonl'"):
        format_named("json")
    with pytest.raises(FormatError, match=r"with \.jsonl, .*, or say which format with --to: text, jsonl"):
        recognise_name(tmp_path / "folder", "--to")
    with pytest.raises(FormatError, match=r"End the name with \.jsonl, .*\.parquet$"):
        recognise_name(tmp_path / "folder")


def test_folders_without_notes_say_why(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(FormatError, match=r"the folder is empty\. Check the path"):
        recognise(tmp_path)
    (tmp_path / ".hidden.txt").touch()
    with pytest.raises(FormatError, match=r"only hidden files, which are not read"):
        recognise(tmp_path)
    (tmp_path / "a" / "n.docx").touch()
    (tmp_path / "README").touch()
    with pytest.raises(FormatError, match=r"none of its 2 files has a known suffix \(\.jsonl, .*or rename"):
        recognise(tmp_path)


def test_broken_xml_is_left_to_the_reader(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text("<!DOCTYPE x [<!ENTITY a 'b'>]><ROOT><RECORD/></ROOT>", encoding="utf-8")
    assert recognise(tmp_path / "a.xml").name == "i2b2-2014"
