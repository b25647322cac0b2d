"""Plants a name in every kind of good and broken input, and looks for it everywhere it must not be."""

import json
from pathlib import Path

import pytest

from tests.cli.running import scrubjay

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
    ["-v", "redact", "IN", "--out", "OUT/redacted"],
    ["-v", "evaluate", "IN", "IN", "--json"],
]


@pytest.mark.parametrize(("name", "content", "remark"), INPUTS, ids=[row[2] for row in INPUTS])
def test_the_planted_name_is_nowhere(tmp_path: Path, name: str, content: bytes, remark: str) -> None:
    source, out, temporary = tmp_path / "in", tmp_path / "out", tmp_path / "tmp"
    for folder in (source, out, temporary):
        folder.mkdir()
    (source / name).write_bytes(content)
    if name == "n.ann":
        (source / "n.txt").write_text("nobody here", encoding="utf-8")
    for command in COMMANDS:
        arguments = [part.replace("IN", str(source)).replace("OUT", str(out)) for part in command]
        done = scrubjay(*arguments, env={"TMPDIR": str(temporary)})
        assert NAME not in done.stdout + done.stderr, command
        assert done.returncode in (0, 1, 2), command
    assert not [path for path in tmp_path.rglob("*") if NAME in path.name]
    assert not list(temporary.iterdir()), "no temporary file"
    assert not list(out.rglob(".*")), "nothing half-written"
    for path in (out / "redacted").rglob("*"):
        assert NAME not in path.read_text(encoding="utf-8")
