"""CSV, TSV and Parquet: named columns, others carried along."""

import datetime
import json
from pathlib import Path

import pytest

from scrubjay import Document, Span
from scrubjay.documents.formats import parquet
from scrubjay.documents.formats.format import Faults, Header, ReadOptions, WriteOptions
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.writing import write
from scrubjay.errors import ColumnError, FormatError, MissingExtraError, UsageError


def csv(folder: Path, content: str, name: str = "notes.csv") -> Path:
    (folder / name).write_bytes(content.encode())
    return folder / name


def test_usual_names_are_recognised_and_other_columns_carried(tmp_path: Path) -> None:
    file = csv(tmp_path, 'ROW_ID,SUBJECT_ID,CATEGORY,TEXT\r\n7,31,Nursing,"Seen\r\nby ""Dr."" Wells, MD"\r\n')
    assert list(read(file)) == [
        Document("7", 'Seen\r\nby "Dr." Wells, MD', (), {"CATEGORY": "Nursing", "patient": "31"})
    ]


def test_columns_can_be_named(tmp_path: Path) -> None:
    file = csv(tmp_path, "key\tbody\twho\na\tx\tp\n", "notes.tsv")
    options = ReadOptions(text_column="body", id_column="key", patient_column="who")
    assert list(read(file, options=options)) == [Document("a", "x", (), {"patient": "p"})]


def test_spans_are_read_from_their_column(tmp_path: Path) -> None:
    file = csv(tmp_path, 'id,text,spans\na,Wells,"[{""start"":0,""end"":5,""label"":""DOCTOR""}]"\n')
    assert next(read(file)).spans == (Span(0, 5, "DOCTOR"),)


def test_notes_without_id_are_called_after_file_and_row(tmp_path: Path) -> None:
    faults = Faults()
    assert [n.id for n in read(csv(tmp_path, "text\na\nb\n"), faults=faults)] == ["notes-1", "notes-2"]
    assert "no id column" in faults.of("noted")[0].problem


def test_empty_fields_are_null_and_keep_their_column(tmp_path: Path) -> None:
    file = csv(tmp_path, "id,text,patient,ward\n1,x,,\n2,y,p,3\n")
    first, second = notes = list(read(file))
    assert (first.patient, second.patient) == ("1", "p")
    assert dict(first.metadata) == {"patient": None, "ward": None}
    write(notes, tmp_path / "b.tsv", "tsv")
    assert list(read(tmp_path / "b.tsv")) == notes


def test_a_faulty_row_is_withheld_alone(tmp_path: Path) -> None:
    file = csv(tmp_path, 'id,text,spans\na,x,\nb,x\n,x,\nc,x,nonsense\nd,x,"[{""begin"":0}]"\ne,x,\n')
    faults = Faults()
    assert [note.id for note in read(file, faults=faults)] == ["a", "e"]
    assert [(fault.place, fault.problem) for fault in faults.of("withheld")] == [
        ("row 2", "2 fields where the header has 3"),
        ("row 3", "the id column is empty"),
        ("row 4", "not JSON (Expecting value at column 1)"),
        ("row 5", "span 0 must have start, end and label, and may have score and source"),
    ]


FILES = [
    ("a,b\n1,2\n", "first row: none of the 2 columns has a usual name for the text (text, ", "no text column"),
    ("7,Ann Ruiz was seen by Dr. Wells and is well\n8,x\n", "Name it with --text-column", "no header: a note"),
    ("Ruiz,Ann,Boston\n", "none of the 3 columns", "no header: a name"),
    ("id,text,text\n1,2,3\n", "two columns have the same name", "a column twice"),
    ('id,text\n1,"open\n', "line 2: broken quoting", "an open quotation mark"),
]


@pytest.mark.parametrize(("content", "part", "remark"), FILES, ids=[row[2] for row in FILES])
def test_a_faulty_file(tmp_path: Path, content: str, part: str, remark: str) -> None:
    with pytest.raises(FormatError) as caught:
        list(read(csv(tmp_path, content)))
    assert part in str(caught.value)
    assert "Ruiz" not in str(caught.value)


@pytest.mark.parametrize("option", ["text", "id", "patient"])
@pytest.mark.parametrize("name", ["n.csv", "n.tsv", "n.jsonl", "n.parquet"])
def test_a_wrong_column_name(tmp_path: Path, name: str, option: str) -> None:
    write([Document("1", "x")], tmp_path / name, name.split(".")[1])
    options = ReadOptions(**{f"{option}_column": "body"})
    problem = rf"none of the \d columns is named 'body'; there are id, text, .*spans.*\. Correct --{option}-column"
    for faults in (None, Faults()):
        with pytest.raises(ColumnError, match=problem):
            list(read(tmp_path / name, options=options, faults=faults))


def test_a_wrong_column_name_of_a_table_without_header(tmp_path: Path) -> None:
    file = csv(tmp_path, "n1,Ruiz,Seen by Dr. Wells\n")
    with pytest.raises(ColumnError) as caught:
        list(read(file, options=ReadOptions(text_column="body")))
    assert "none of the 3 columns is named 'body'; their names are not shown" in str(caught.value)
    assert not any(word in str(caught.value) for word in ("Ruiz", "Wells", "n1"))


def test_of_several_tables_one_without_the_column_is_withheld_alone(tmp_path: Path) -> None:
    for name, content in (("a", "id,body\n1,x\n"), ("b", "id,text\n2,x\n"), ("c", "id,body\n3,x\n")):
        csv(tmp_path, content, f"{name}.csv")
    faults = Faults()
    notes = list(read(tmp_path, options=ReadOptions(text_column="body"), faults=faults))
    assert [note.id for note in notes] == ["1", "3"]
    assert [fault.file for fault in faults.of("withheld")] == [str(tmp_path / "b.csv")]


def test_another_encoding(tmp_path: Path) -> None:
    file = tmp_path / "n.csv"
    file.write_bytes("id,text\n0,x\n1,Núñez\n2,y\n".encode("cp1252"))
    with pytest.raises(FormatError, match=r"row 2: not utf-8 text.*--encoding"):
        list(read(file))
    faults = Faults()
    assert [note.id for note in read(file, faults=faults)] == ["0", "2"], "the rows around it are read"
    assert list(read(file, options=ReadOptions(encoding="cp1252")))[1].text == "Núñez"
    (tmp_path / "w.csv").write_bytes("id,text\n1,Núñez\n".encode("utf-16"))
    assert next(read(tmp_path / "w.csv", options=ReadOptions(encoding="utf-16"))).text == "Núñez"
    for wrong in ("nonsense", "rot13"):
        with pytest.raises(UsageError, match="unknown encoding"):
            list(read(file, options=ReadOptions(encoding=wrong)))


def test_a_byte_order_mark_is_no_part_of_the_header(tmp_path: Path) -> None:
    assert next(read(csv(tmp_path, "\ufeffid,text\n1,x\n"))).id == "1"


def test_notes_longer_than_a_field_may_be_by_default(tmp_path: Path) -> None:
    note = Document("n", "x" * 200_000)
    write([note], tmp_path / "n.csv", "csv")
    assert list(read(tmp_path / "n.csv")) == [note]


@pytest.mark.parametrize("name", ["csv", "parquet"])
def test_metadata_that_the_first_note_lacks_needs_a_column(tmp_path: Path, name: str) -> None:
    notes = [Document("a", "x"), Document("b", "y", (), {"ward": "3"})]
    faults = Faults()
    write(notes, tmp_path / f"n.{name}", name, None, faults)
    assert faults.found[0].note == "b"
    assert "--columns ward" in faults.found[0].remedy
    write(notes, tmp_path / f"n.{name}", name, WriteOptions(columns=("ward",)), overwrite=True)
    assert [note.metadata.get("ward") for note in read(tmp_path / f"n.{name}")] == [None, "3"]


def header(file: Path, **named: str) -> tuple[list[Document], Header]:
    """Return the notes of a table, and what it calls its columns."""
    told = Header()
    return list(read(file, options=ReadOptions(**named), header=told)), told


OWN = [
    ("CATEGORY,ROW_ID,TEXT,SUBJECT_ID\na,7,x,31\n", {}, "CATEGORY,ROW_ID,TEXT,SUBJECT_ID", "all columns"),
    ("body,key\nx,7\n", {"text_column": "body", "id_column": "key"}, "body,key", "named by the user"),
    ("id,text,spans\n7,x,[]\n", {}, "id,text,spans", "with spans"),
    ("ward,text\n3,x\n", {}, "id,ward,text", "without ids, which then get a column"),
    ("note,text,id\na,x,7\n", {}, "note,text,id", "another column with a usual name for the text"),
]


@pytest.mark.parametrize(("content", "named", "expected", "remark"), OWN, ids=[row[3] for row in OWN])
@pytest.mark.parametrize("suffix", ["csv", "tsv", "parquet", "jsonl"])
def test_a_table_can_be_written_with_the_columns_it_was_read_with(
    tmp_path: Path, suffix: str, content: str, named: dict[str, str], expected: str, remark: str
) -> None:
    notes, told = header(csv(tmp_path, content), **named)
    write(notes, tmp_path / f"b.{suffix}", suffix, WriteOptions(header=told))
    if suffix == "jsonl":
        [record] = (tmp_path / "b.jsonl").read_text(encoding="utf-8").splitlines()
        assert list(json.loads(record)) == expected.split(",")
        named = {"text_column": "TEXT" if "TEXT" in expected else "text", **named}
    back, again = header(tmp_path / f"b.{suffix}", **named)
    assert again.columns is not None
    assert list(again.columns.names) == expected.split(",")
    assert [(n.id, n.text, n.spans, dict(n.metadata)) for n in back] == [
        (n.id, n.text, n.spans, dict(n.metadata)) for n in notes
    ]


@pytest.mark.parametrize("suffix", ["csv", "parquet", "jsonl"])
def test_of_its_columns_only_those_are_written_that_the_notes_have(tmp_path: Path, suffix: str) -> None:
    _, told = header(csv(tmp_path, "ward,note_text,mrn,note_id,bed\n3,x,p,7,4\n"))
    write([Document("7", "y", (), {"bed": "4"})], tmp_path / f"b.{suffix}", suffix, WriteOptions(header=told))
    _, again = header(tmp_path / f"b.{suffix}", text_column="note_text")
    assert again.columns is not None
    assert again.columns.names == ("note_text", "note_id", "bed")


def test_spans_are_not_lost_in_a_table_that_had_none(tmp_path: Path) -> None:
    _, told = header(csv(tmp_path, "id,text\n7,x\n"))
    for suffix in ("csv", "parquet", "jsonl"):
        with pytest.raises(FormatError, match="no column for spans"):
            write(
                [Document("7", "x", (Span(0, 1, "AGE"),))],
                tmp_path / f"b.{suffix}",
                suffix,
                WriteOptions(header=told),
            )


def test_parquet_keeps_types(tmp_path: Path) -> None:
    note = Document("n", "x", (), {"age": 61, "score": 0.5, "adult": True, "ward": "3", "codes": ["a", "b"]})
    write([note], tmp_path / "n.parquet", "parquet")
    [back] = read(tmp_path / "n.parquet")
    assert dict(back.metadata) == {**note.metadata, "codes": '["a", "b"]'}, "lists become JSON text"
    faults = Faults()
    write([note, Document("m", "x", (), {"age": "old"})], tmp_path / "m.parquet", "parquet", None, faults)
    assert "metadata of another type" in faults.found[0].problem


def test_parquet_in_many_batches(tmp_path: Path) -> None:
    notes = [Document(str(i), "é" * i, (Span(0, i, "DATE", 0.5),) if i else ()) for i in range(2_100)]
    write(notes, tmp_path / "n.parquet", "parquet")
    assert list(read(tmp_path / "n.parquet")) == notes


def test_parquet_of_others(tmp_path: Path) -> None:
    import pyarrow
    import pyarrow.parquet

    when = datetime.datetime(2024, 3, 30, tzinfo=datetime.UTC)
    table = pyarrow.table({"note_id": [1, 2], "note_text": ["x", None], "person_id": [7, 8], "at": [when, when]})
    pyarrow.parquet.write_table(table, tmp_path / "n.parquet")
    faults = Faults()
    [note] = read(tmp_path / "n.parquet", faults=faults)
    assert note == Document("1", "x", (), {"at": "2024-03-30T00:00:00+00:00", "patient": "7"})
    assert faults.of("withheld")[0].problem == "the text column is empty"


def test_binary_text_is_utf_8_or_refused(tmp_path: Path) -> None:
    import pyarrow
    import pyarrow.parquet

    pyarrow.parquet.write_table(
        pyarrow.table({"id": ["1", "2"], "text": ["Núñez".encode(), b"\xff"]}), tmp_path / "n.parquet"
    )
    faults = Faults()
    assert [note.text for note in read(tmp_path / "n.parquet", faults=faults)] == ["Núñez"]
    assert faults.of("withheld")[0].problem == "a column holds bytes that are no utf-8 text"


def test_a_damaged_parquet_file(tmp_path: Path) -> None:
    (tmp_path / "n.parquet").write_bytes(b"PAR1 nonsense")
    with pytest.raises(FormatError, match="not a Parquet file"):
        list(read(tmp_path / "n.parquet"))


def test_without_the_extra_its_name_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow.parquet", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'scrubjay\[parquet\]'"):
        parquet._pyarrow()
