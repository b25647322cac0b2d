import json
from pathlib import Path

import pytest

from scrubjay import Document, Span
from scrubjay.documents.formats import jsonl
from scrubjay.documents.formats.format import Faults, ReadOptions
from scrubjay.documents.formats.reading import read


def test_the_contract(tmp_path: Path) -> None:
    record = {
        "id": "n1",
        "text": "Seen by Dr. Wells",
        "spans": [{"start": 12, "end": 17, "label": "DOCTOR", "score": 0.9, "source": "rules"}],
        "metadata": {"patient": "7", "note_type": "nursing", "anything": [1, {"deep": None}]},
    }
    file = tmp_path / "n.jsonl"
    file.write_text(json.dumps(record) + "\n\n", encoding="utf-8")
    [note] = read(file)
    assert note == Document("n1", record["text"], (Span(12, 17, "DOCTOR", 0.9, "rules"),), record["metadata"])  # type: ignore[arg-type]
    assert json.loads(jsonl.line(note)) == record, "unknown metadata is kept"


LINES = [
    ('{"id": "n", "text": "Wells"', "not JSON", "cut off"),
    ('["Wells"]', "not a JSON object", "a list"),
    ('{"id": "n"}', "missing: text", "no text"),
    ('{"id": "n", "text": 7}', "text must be a string", "a number for text"),
    (
        '{"id": "n", "text": "Wells", "span": []}',
        "1 unknown keys (is one meant to be 'spans'?)",
        "a misspelt key would lose the gold",
    ),
    ('{"id": "n", "text": "Wells", "spans": {}}', "spans must be a list", "an object for the spans"),
    ('{"id": "n", "text": "Wells", "spans": [{"start": 0, "end": 9, "label": "DOCTOR"}]}', "ends after", "outside"),
    ('{"id": "n", "text": "Wells", "spans": [{"start": "0", "end": 5, "label": "DOCTOR"}]}', "whole numbers", "text"),
    (
        '{"id": "n", "text": "Wells", "spans": [{"start": 0, "end": 5, "label": "D", "score": "x"}]}',
        "no number from 0 to 1",
        "score",
    ),
    (
        '{"id": "n", "text": "Wells", "spans": [{"start": 0, "end": 5, "label": "D", "source": 7}]}',
        "no name",
        "source",
    ),
    (
        '{"id": "n", "text": "Wells", "metadata": {"a": "\\ud800"}}',
        "metadata must be text",
        "broken Unicode in metadata",
    ),
    ('{"id": "n", "text": "Wells", "metadata": {"a": ' + "9" * 5000 + "}}", "too many digits", "an endless number"),
    ('{"id": {"who": "Wells"}, "text": "x"}', "document id must be", "an object for the id"),
    (
        '{"id": "n", "text": "Wells", "spans": [{"start": 0, "end": 5, "label": "D", "x": 1}]}',
        "may have",
        "more keys",
    ),
    ('{"id": "n", "text": "Wells", "metadata": 7}', "metadata must be an object", "metadata"),
    ('{"id": "n", "text": "Wells \\ud800"}', "half of a surrogate pair", "broken Unicode"),
    ('{"id": "", "text": "Wells"}', "non-empty", "no id"),
    ("[" * 100_000, "JSON nested too deeply", "nested without end"),
]


@pytest.mark.parametrize(("line", "part", "remark"), LINES, ids=[row[2] for row in LINES])
def test_a_faulty_line_is_withheld_alone(tmp_path: Path, line: str, part: str, remark: str) -> None:
    file = tmp_path / "n.jsonl"
    file.write_text('{"id": "a", "text": "x"}\n' + line + '\n{"id": "b", "text": "y"}\n', encoding="utf-8")
    faults = Faults()
    assert [note.id for note in read(file, faults=faults)] == ["a", "b"]
    [fault] = faults.of("withheld")
    assert fault.place == "line 2"
    assert part in fault.problem
    assert "Wells" not in str(fault)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    file = tmp_path / "n.jsonl"
    file.write_bytes(b'{"id": "a", "text": "\xff"}\n{"id": "b", "text": "y"}\n')
    faults = Faults()
    assert [note.id for note in read(file, faults=faults)] == ["b"]
    assert "not utf-8 text" in faults.found[0].problem


def test_other_records_are_read_as_rows(tmp_path: Path) -> None:
    file = tmp_path / "n.jsonl"
    file.write_text('{"note_id": 7, "body": "x", "ward": 3}\n{"body": "y"}\n', encoding="utf-8")
    faults = Faults()
    notes = list(read(file, options=ReadOptions(text_column="body"), faults=faults))
    assert notes == [Document("7", "x", (), {"ward": 3})]
    assert faults.of("withheld")[0].problem == "a column of the first record is missing"
