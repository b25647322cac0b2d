"""Plants a name in every kind of good and broken input, and looks for it everywhere it must not be."""

import json
import os
import signal
import tempfile
from pathlib import Path

import pytest

from scrubjay import Document, Span
from scrubjay.deidentify.batch import Outcome, run
from scrubjay.deidentify.deidentifier import Settings
from scrubjay.deidentify.order import Order
from scrubjay.detect.policy import POLICIES
from scrubjay.documents.formats.format import Faults
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.registry import FORMATS
from scrubjay.documents.formats.writing import write
from tests.deidentify.notes import DEADLY, FAULTY, KEY, KEY_TEXT, PLANTED, STYLES, here, key_file, made_up, planted_in
from tests.deidentify.test_workers import Waiting, patched

NAME = "Xanthippe"
TEXT = f"Seen by Dr. {NAME} on 3/8"
SPAN = {"start": 12, "end": 21, "label": "DOCTOR"}
XML = f"""<deIdi2b2><TEXT><![CDATA[{TEXT}]]></TEXT><TAGS>
<NAME id="P0" start="12" end="21" text="{NAME}" TYPE="DOCTOR" comment="" /></TAGS></deIdi2b2>"""
INPUTS = [
    ("n.txt", TEXT.encode() + b"\xff", "text in another encoding"),
    ("n.xml", XML.encode(), "sound XML"),
    ("n.xml", XML.replace("<TAGS>", "").encode(), "broken XML"),
    ("n.xml", XML.replace('"DOCTOR"', f'"{NAME}"').encode(), "the name as a label"),
    ("n.xml", XML.replace('id="P0"', f'id="{NAME} R."').replace('end="21"', 'end="999"').encode(), "as a tag's id"),
    ("n.xml", XML.replace(f'text="{NAME}"', f'text="{NAME}x"').encode(), "words that are not there"),
    ("n.xml", f"<!DOCTYPE {NAME} [<!ENTITY a '{NAME}'>]>{XML}".encode(), "as a document type"),
    ("n.xml", XML.replace("TAGS>", f"{NAME}>").encode(), "as an element"),
    ("n.jsonl", json.dumps({"id": "1", "text": TEXT, "spans": [SPAN]}).encode(), "sound JSONL"),
    ("n.jsonl", json.dumps({"id": "1", "text": TEXT, "spans": [{**SPAN, "end": 99}]}).encode(), "a span too long"),
    ("n.jsonl", json.dumps({"id": "1", "text": TEXT, "spans": [{**SPAN, "label": TEXT}]}).encode(), "as a label"),
    ("n.jsonl", json.dumps({"id": "1", "text": TEXT, "spans": [{**SPAN, "start": NAME}]}).encode(), "as an offset"),
    ("n.jsonl", json.dumps({"id": "1", "text": TEXT, "spans": [{**SPAN, TEXT: 1}]}).encode(), "as a span's key"),
    ("n.jsonl", json.dumps({"id": "1", "text": TEXT, TEXT: 1}).encode(), "as a key"),
    ("n.jsonl", json.dumps({"id": "1", "text": [TEXT]}).encode(), "as a list"),
    ("n.jsonl", (json.dumps({"id": "1", "text": TEXT}) + "}").encode(), "a line with a brace too many"),
    ("n.csv", f"1,{TEXT}\n2,x\n".encode(), "a table without header"),
    ("n.csv", f"{NAME},Smith,Boston\n".encode(), "a table without header, of plain words"),
    ("n.csv", f"id,text,{TEXT}\n1,x,y\n".encode(), "as a column"),
    ("n.jsonl", json.dumps({"id": {"who": NAME}, "text": "x"}).encode(), "in an object for the id"),
    ("n.jsonl", json.dumps({"id": "1", "text": TEXT, NAME: 1}).encode(), "as a single key"),
    ("n.jsonl", json.dumps({"id": "1", "text": "x", "metadata": {TEXT: 1}}).encode(), "as a key of metadata"),
    ("n.jsonl", json.dumps({"id": "1", "text": "x", "metadata": {"note_type": TEXT}}).encode(), "as a note type"),
    ("n.xml", XML.replace('"P0"', f'"{NAME}"').replace('"21"', '"x"').encode(), "as a tag's plain id"),
    ("n.conll", f"John {NAME} 0 4 O\nx {NAME} 1 2 O\n".encode(), "as the id column"),
    ("n.csv", f'id,text,spans\n1,{TEXT},"{NAME}"\n'.encode(), "as spans"),
    ("n.csv", f"id,text\n1,{TEXT},{NAME}\n".encode(), "a field too many"),
    ("n.csv", f'id,text\n1,"{TEXT}'.encode(), "an open quotation mark"),
    ("n.conll", f"Dr n 0 2 O\n{NAME} n 3 4 B-DOCTOR\n".encode(), "a token too long"),
    ("n.conll", f"Dr n 0 2 O\n{NAME} n 3 12 {NAME}\n".encode(), "as a tag"),
    ("n.ann", f"T1\tDOCTOR 1 3\t{NAME}\n".encode(), "brat words that are not there"),
    ("n.ann", f"{NAME}\tDOCTOR 1 3\n".encode(), "a line that is not brat"),
    ("n.parquet", TEXT.encode(), "no Parquet"),
]
COMMANDS = [
    ["-v", "inspect", "IN"],
    ["-v", "convert", "IN", "OUT/converted.jsonl"],
    ["-v", "convert", "IN", "OUT/xml", "--to", "i2b2-2014"],
    ["-v", "convert", "IN", "OUT/converted.csv"],
    ["-v", "convert", "IN", "OUT/mapped.jsonl", "--map", "i2b2-2006:s4-8"],
    ["-v", "redact", "IN", "--out", "OUT/redacted", "--jobs", "1"],
    ["-v", "detect", "IN", "--out", "OUT/found.jsonl", "--explain", "--jobs", "1"],
    ["-v", "evaluate", "IN", "IN", "--json"],
]


# Outputs that hold notes as they are, because that is their job.
NOTES = ("converted.jsonl", "xml", "converted.csv", "mapped.jsonl", "found.jsonl")


@pytest.mark.parametrize(("name", "content", "remark"), INPUTS, ids=[row[2] for row in INPUTS])
def test_the_planted_name_is_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: bytes, remark: str
) -> None:
    source, out, temporary = tmp_path / "in", tmp_path / "out", tmp_path / "tmp"
    for folder in (source, out, temporary):
        folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    (source / name).write_bytes(content)
    if name == "n.ann":
        (source / "n.txt").write_text("nobody here", encoding="utf-8")
    for command in COMMANDS:
        arguments = [part.replace("IN", str(source)).replace("OUT", str(out)) for part in command]
        done = here(*arguments)
        assert NAME not in done.out + done.err, command
        assert done.code in (0, 1, 2), command
    assert not [path for path in tmp_path.rglob("*") if NAME in path.name]
    assert not list(temporary.iterdir()), "no temporary file"
    assert not list(out.rglob(".*")), "nothing half-written"
    for path in out.rglob("*"):
        if path.is_file() and not path.relative_to(out).parts[0].startswith(NOTES):
            assert NAME.encode() not in path.read_bytes(), path


def corpus() -> list[Document]:
    """Return notes of which some cannot be released: rules that raise, a process that dies, a name left standing."""
    notes = made_up(70)
    notes[3] = Document("faulty", notes[3].text + FAULTY, (), notes[3].metadata)
    notes[40] = Document("deadly", notes[40].text + DEADLY, (), notes[40].metadata)
    # An annotation that ends inside a word leaves the rest of a name.
    notes[66] = Document("leaking", "zz Ottilia zz ottilia_x", (Span(3, 10, "PATIENT"),))
    return notes


@pytest.mark.parametrize("style", STYLES)
def test_redaction_shows_no_name(tmp_path: Path, style: str) -> None:
    (tmp_path / "tmp").mkdir()
    write(corpus(), tmp_path / "notes.jsonl", "jsonl")
    with (tmp_path / "notes.jsonl").open("ab") as handle:
        handle.write(b'{"id": "broken", "text": "Dr. Lindqvarn", "Dr. Quenneville": 1}\n')
    assert set(planted_in(tmp_path / "notes.jsonl")) == set(PLANTED)
    out = tmp_path / "out"
    command = ["-v", "redact", tmp_path / "notes.jsonl", "--verbose", "--out", out / "safe.jsonl", "--style", style]
    command += [
        "--jobs",
        "2",
        "--faults",
        out / "faults.jsonl",
        "--key",
        key_file(tmp_path),
        "--vault",
        out / "vault",
    ]
    done = patched(*command, env={"TMPDIR": str(tmp_path / "tmp")})
    assert done.returncode == 1, done.stderr
    assert {"faulty", "deadly", "broken"} <= set(json_values(out / "safe-report.json"))
    assert len(list(read(out / "safe.jsonl"))) >= 67
    assert not planted_in(done.stdout, done.stderr, out), "nor a file name, a report, a fault or the vault"
    assert not list((tmp_path / "tmp").iterdir())


def json_values(file: Path) -> list[str]:
    return [each["note"] for each in json.loads(file.read_text(encoding="utf-8"))["withheld"]]


def test_a_leak_is_told_by_id_alone(tmp_path: Path) -> None:
    write(corpus()[66:67], tmp_path / "notes.jsonl", "jsonl")
    done = here("redact", tmp_path / "notes.jsonl", "--out", tmp_path / "safe.jsonl", "--spans", "given")
    assert done.code == 1
    assert "note leaking: 1 found or known identifiers still stand in the release" in done.err
    assert not planted_in(done.out, done.err, tmp_path / "safe.jsonl", tmp_path / "safe-report.html")


@pytest.mark.parametrize("options", [["--numbered", "--vault", "vault"], ["--style", "hash", "--vault", "vault"]])
def test_a_run_killed_half_way_leaves_no_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    monkeypatch.setenv("SCRUBJAY_KEY", KEY_TEXT)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    waiting = Waiting(tmp_path / "safe.jsonl", *options)
    waiting.until_done(64)
    os.killpg(waiting.process.pid, signal.SIGKILL)
    out, err = waiting.process.communicate()
    state = tmp_path / ".safe.jsonl.scrubjay-run"
    assert {path.name for path in state.iterdir()} >= {"state.sqlite", "releases", "vault"}
    assert not planted_in(out.decode(), err.decode(), tmp_path)


def test_surrogates_stopped_half_way_leave_no_name(tmp_path: Path) -> None:
    write(made_up(20), tmp_path / "notes.jsonl", "jsonl")
    settings = Settings(POLICIES["all"], "surrogate", key=KEY)
    target = tmp_path / "out" / "safe.jsonl"

    def stop(outcome: Outcome) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        run(Order(tmp_path / "notes.jsonl", FORMATS["jsonl"], target, settings), Faults(), conclude=stop)
    assert (tmp_path / "out" / ".safe.jsonl.scrubjay-run" / "state.sqlite").exists(), "it holds the names' digests"
    assert not planted_in(tmp_path / "out")


def test_detection_and_restoring_show_no_name(tmp_path: Path) -> None:
    write(made_up(70), tmp_path / "notes.jsonl", "jsonl")
    secret = ["--key", key_file(tmp_path), "--vault", tmp_path / "out" / "vault"]
    source, out = tmp_path / "notes.jsonl", tmp_path / "out"
    explained = patched("-v", "detect", source, "--explain", "--jobs", "2")
    assert explained.stdout.count("DOCTOR") == 70
    assert here("redact", source, "--out", out / "safe.jsonl", *secret, "--jobs", "1").code == 0
    lines = (out / "safe.jsonl").read_text(encoding="utf-8").splitlines()
    lines[0] = lines[0].replace("120/80", "121/80")
    (out / "safe.jsonl").write_text("\n".join(lines), encoding="utf-8")
    restored = here("-v", "restore", out / "safe.jsonl", *secret, "--out", tmp_path / "back.jsonl")
    assert restored.code == 1
    assert planted_in(tmp_path / "back.jsonl")
    assert not planted_in(explained.stdout, explained.stderr, restored.out, restored.err, out)
    wrong = here("-v", "restore", source, *secret, "--out", tmp_path / "wrong.jsonl")
    assert wrong.code == 1, "notes that are no releases"
    assert not planted_in(wrong.out, wrong.err)


def test_known_identifiers_are_shown_nowhere(tmp_path: Path) -> None:
    write(made_up(3), tmp_path / "notes.jsonl", "jsonl")
    for content in ("name\nLindqvarn\n", "Lindqvarn,Ottilia\nx,y\n", "name\nLindqvarn,Ottilia\n", 'name\n"Lindqvarn'):
        known = tmp_path / "known.csv"
        known.write_text(content, encoding="utf-8")
        extra = ["--known-identifiers", known, "--jobs", "1", "--overwrite"]
        done = here("-v", "redact", tmp_path / "notes.jsonl", "--out", tmp_path / "out" / "safe.jsonl", *extra)
        assert done.code in (0, 2)
        assert not planted_in(done.out, done.err, tmp_path / "out")
