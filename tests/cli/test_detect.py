import json
from pathlib import Path

import pytest

from scrubjay import Document, Span
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.writing import write
from tests.cli.running import scrubjay
from tests.deidentify.notes import here, made_up, planted_in, write_texts

NOTES = Path(__file__).parents[2] / "examples" / "notes"
NOTE = Document("n1", "Zorblat, 67 yo,\nsaw Dr. Lindqvarn on 3/28/2024.", (Span(0, 7, "PATIENT"),))


def found(tmp_path: Path, *extra: str) -> list[tuple[str, str]]:
    """Return what the rules find: in so short a note, a name that nobody has is for the model to doubt."""
    extra = (*extra, "--model", "rules")
    write([NOTE], tmp_path / "notes.jsonl", "jsonl", overwrite=True)
    out = tmp_path / "found.jsonl"
    assert here("detect", tmp_path / "notes.jsonl", "--out", out, "--overwrite", "--jobs", "1", *extra).code == 0
    [note] = read(out)
    assert note.text == NOTE.text
    return [(span.label, note.text_of(span)) for span in note.spans]


def test_finds_are_spans_with_score_and_source(tmp_path: Path) -> None:
    assert found(tmp_path) == [("DOCTOR", "Lindqvarn"), ("DATE", "3/28")]
    [note] = read(tmp_path / "found.jsonl")
    for span in note.spans:
        assert span.source is not None
        assert span.source.startswith("rules:")
        assert span.score is not None
        assert 0.5 <= span.score <= 1


def test_which_spans_and_which_policy(tmp_path: Path) -> None:
    assert found(tmp_path, "--spans", "both")[0] == ("PATIENT", "Zorblat"), "the note brings it along"
    assert found(tmp_path, "--spans", "given") == [("PATIENT", "Zorblat")]
    assert found(tmp_path, "--policy", "all") == [("AGE", "67"), ("DOCTOR", "Lindqvarn"), ("DATE", "3/28/2024")]
    assert found(tmp_path, "--policy", "limited") == [("DOCTOR", "Lindqvarn")]
    assert found(tmp_path, "--threshold", "1") == []
    (tmp_path / "known.csv").write_text("name\nZorblat\n", encoding="utf-8")
    known = found(tmp_path, "--threshold", "1", "--known-identifiers", str(tmp_path / "known.csv"))
    assert known == [("PATIENT", "Zorblat")]


def test_explain_says_why_and_shows_no_words(tmp_path: Path) -> None:
    write([NOTE], tmp_path / "notes.jsonl", "jsonl")
    done = here("detect", tmp_path / "notes.jsonl", "--explain", "--jobs", "1", "--model", "rules")
    assert done.code == 0
    head, doctor, date = done.out.splitlines()
    assert head == "n1"
    assert doctor.split()[:5] == ["line", "2", "[24,", "33)", "DOCTOR"]
    assert "date.full" in date
    assert "a day, month and year in figures" in date
    assert not planted_in(done.out, done.err)
    assert "2 finds in 1 note" in done.err
    shown = here("detect", tmp_path / "notes.jsonl", "--explain", "--show-text", "--jobs", "1")
    assert "Lindqvarn" in shown.out


def test_an_id_that_is_a_sentence_is_not_shown(tmp_path: Path) -> None:
    write([Document("Seen by Dr. Lindqvarn", NOTE.text)], tmp_path / "notes.jsonl", "jsonl")
    done = here("detect", tmp_path / "notes.jsonl", "--explain", "--jobs", "1")
    assert done.out.splitlines()[0] == "(id not shown)"
    assert not planted_in(done.out)


@pytest.mark.parametrize("name", ["found.jsonl", "found.csv", "found.parquet", "found"])
def test_formats_by_name(tmp_path: Path, name: str) -> None:
    write_texts(made_up(2), tmp_path / "notes")
    assert here("detect", tmp_path / "notes", "--out", tmp_path / name, "--jobs", "1").code == 0
    notes = list(read(tmp_path / name, None if "." in name else "jsonl"))
    assert [len(note.spans) for note in notes] == [6, 6]


def test_the_result_can_be_scored(tmp_path: Path) -> None:
    assert scrubjay("detect", NOTES, "--out", tmp_path / "found.jsonl", "--policy", "i2b2").returncode == 0
    scores = json.loads(here("evaluate", NOTES, tmp_path / "found.jsonl", "--json").out)
    assert scores["token_binary"]["recall"] > 0.9


def test_notes_that_cannot_be_read_are_exit_code_1(tmp_path: Path) -> None:
    write_texts(made_up(2), tmp_path / "notes")
    (tmp_path / "notes" / "x.txt").write_bytes(b"Dr. Lindqvarn \xff")
    done = here("detect", tmp_path / "notes", "--out", tmp_path / "f.jsonl", "--faults", tmp_path / "faults.jsonl")
    assert done.code == 1
    assert "withheld: note x" in done.err
    assert "12 finds in 2 notes, written to" in done.err
    assert not planted_in(done.err, tmp_path / "faults.jsonl")


WRONG = [
    (["notes"], "say where to write with --out FILE, or ask for --explain", "nothing to do"),
    (["notes", "--out", "f.jsonl", "--show-text"], "--show-text goes with --explain", "words without reasons"),
    (["-", "--explain"], "say which with --format", "standard input of no format"),
    (["none", "--explain"], "no such file or folder", "notes that are not there"),
    (["notes", "--out", "found.docx"], "the suffix does not tell the format", "a format nobody knows"),
    (["notes", "--out", "-"], "'-' is standard output", "standard output"),
    (["notes", "--out", "notes/found.jsonl"], "one lies within the other", "into the notes"),
    (["notes", "--out", "mine.jsonl"], "is there already", "over a file"),
]


@pytest.mark.parametrize(("arguments", "message", "remark"), WRONG, ids=[row[2] for row in WRONG])
def test_wrong_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str, remark: str
) -> None:
    monkeypatch.chdir(tmp_path)
    write_texts(made_up(1), Path("notes"))
    Path("mine.jsonl").write_text("mine", encoding="utf-8")
    done = here("detect", *arguments)
    assert done.code == 2
    assert message in done.err
    assert "--to" not in done.err, "detect has no such option"
    assert Path("mine.jsonl").read_text(encoding="utf-8") == "mine"


def test_help() -> None:
    done = here("detect", "--help")
    assert done.code == 0
    assert "--explain" in done.out


def test_help_shows_the_command_s_own_default() -> None:
    for command, default in (("detect", "found"), ("redact", "both")):
        shown = " ".join(here(command, "--help").out.split("--spans [")[1].split())
        assert shown.split("[default: ")[1].startswith(f"{default}]"), command
