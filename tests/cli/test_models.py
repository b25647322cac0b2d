"""Taggers on disk, and at work by --model."""

import json
from pathlib import Path

import pytest

from scrubjay.detect.tagger.detector import TaggerDetector
from scrubjay.detect.tagger.shelf import bundled
from scrubjay.documents.formats.reading import read
from scrubjay.models.export import export
from scrubjay.models.folder import save
from tests.deidentify.notes import here
from tests.models.taggers import tagger

NOTE = "Seen by Dr. Wells on 3/28.\n\nNo pain.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    export(tagger("trained words"), tmp_path / "made-up", "# Made up\n\nFor tests.\n")
    return tmp_path / "made-up"


def test_what_is_on_the_shelf() -> None:
    done = here("models", "list")
    assert done.code == 0
    assert [line.split()[0] for line in done.out.splitlines()] == bundled()


def test_a_runtime_is_shown_and_verified(folder: Path) -> None:
    shown = here("models", "show", folder)
    assert shown.code == 0
    assert shown.out.startswith("# Made up")
    assert "labels    DATE, DOCTOR" in shown.out
    assert here("models", "verify", folder).code == 0
    (folder / "words.txt").write_text("no\nwords\n")
    done = here("models", "verify", folder)
    assert done.code == 2
    assert "words.txt" in done.err
    assert "is not what was written" in done.err
    (folder / "words.txt").unlink()
    assert "is missing" in here("models", "verify", folder).err


def test_notes_are_looked_at_by_a_tagger_and_by_rules(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text(NOTE)
    found = tmp_path / "found.jsonl"
    arguments = ("detect", tmp_path / "note.txt", "--out", found, "--policy", "all", "--jobs", "1")
    assert here(*arguments, "--model", folder, "--threshold", "0").code == 0
    [note] = read(found)
    [alone] = TaggerDetector(folder, own_labels=True).detect([note])
    taken = {place for span in note.spans for place in range(span.start, span.end)}
    assert {place for span in alone for place in range(span.start, span.end)} <= taken
    assert {(span.source or "").split(":")[0] for span in note.spans} <= {"rules", "tagger"}
    assert "tagger:made-up" in {span.source for span in note.spans}


def test_the_report_names_the_tagger(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text(NOTE)
    done = here("redact", tmp_path / "note.txt", "--out", tmp_path / "safe.txt", "--model", folder, "--jobs", "1")
    assert done.code == 0, done.err
    report = json.loads((tmp_path / "safe-report.json").read_text())
    assert report["settings"]["tagger"] == "made-up"
    assert "Wells" not in (tmp_path / "safe.txt").read_text()


def test_what_is_no_tagger(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text(NOTE)
    arguments = ("detect", tmp_path / "note.txt", "--explain", "--model")
    done = here(*arguments, "nobody")
    assert done.code == 2
    assert "nobody" in done.err
    save(tagger("neuroner"), tmp_path / "model")
    done = here(*arguments, tmp_path / "model")
    assert done.code == 2
    assert "scrubjay models export" in done.err


def test_folders_with_other_files_are_not_written_into(folder: Path, tmp_path: Path) -> None:
    tagger = folder.parent / "model" if (folder.parent / "model").exists() else folder
    file = tmp_path / "glove.txt"
    file.write_text("a 1 2\nb 3 4\n")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "card.md").write_text("mine")
    for command in (["export", tagger], ["import", "vectors", file]):
        result = here("models", *command, "--out", tmp_path / "mine")
        assert result.code == 2
        assert "holds other files" in result.err
        result = here("models", *command, "--out", file)
        assert result.code == 2
        assert "is a file; name a folder" in result.err
    assert (tmp_path / "mine" / "card.md").read_text() == "mine"
    assert here("models", "import", "vectors", file, "--out", tmp_path / "v").code == 0
    assert here("models", "import", "vectors", file, "--out", tmp_path / "v").code == 0, "its own it replaces"
