from pathlib import Path

import pytest

from scrubjay import Document, Span
from scrubjay.documents.formats.format import Faults
from scrubjay.documents.formats.reading import read
from scrubjay.errors import FormatError

RECORDS = """<?xml version="1.0" encoding="UTF-8"?>
<ROOT>
<RECORD ID="641">
<TEXT>
Seen by Dr. <PHI TYPE="DOCTOR">Wells</PHI> &amp; co on <PHI TYPE="DATE">3/8</PHI>
</TEXT>
</RECORD>
<RECORD ID="642"><TEXT>Nothing here.</TEXT></RECORD>
</ROOT>
"""


def test_records_and_their_spans(tmp_path: Path) -> None:
    file = tmp_path / "deid.xml"
    file.write_text(RECORDS, encoding="utf-8")
    first, second = read(file)
    assert first.text == "\nSeen by Dr. Wells & co on 3/8\n"
    assert [(first.text_of(span), span.label) for span in first.spans] == [("Wells", "DOCTOR"), ("3/8", "DATE")]
    assert second == Document("642", "Nothing here.")


def test_a_large_file_is_read_in_pieces(tmp_path: Path) -> None:
    file = tmp_path / "deid.xml"
    record = '<RECORD ID="{}"><TEXT>{}<PHI TYPE="DATE">3/8</PHI></TEXT></RECORD>\n'
    file.write_text(
        "<ROOT>" + "".join(record.format(i, "é" * (7 * i)) for i in range(300)) + "</ROOT>", encoding="utf-8"
    )
    notes = list(read(file))
    assert [note.spans for note in notes] == [(Span(7 * i, 7 * i + 3, "DATE"),) for i in range(300)]


def test_labels_are_those_of_2006(tmp_path: Path) -> None:
    file = tmp_path / "deid.xml"
    file.write_text(RECORDS.replace('"DOCTOR"', '"WIZARD"'), encoding="utf-8")
    faults = Faults()
    assert [note.id for note in read(file, faults=faults)] == ["642"]
    assert "Known: AGE, DATE, DOCTOR" in faults.of("withheld")[0].problem


def test_records_before_a_stray_element_are_read(tmp_path: Path) -> None:
    file = tmp_path / "deid.xml"
    file.write_text(RECORDS.replace("</ROOT>", "<B/></ROOT>"), encoding="utf-8")
    faults = Faults()
    assert [note.id for note in read(file, faults=faults)] == ["641", "642"]
    assert "no RECORD, TEXT or PHI" in faults.of("withheld")[0].problem


def test_records_before_the_break_are_read(tmp_path: Path) -> None:
    file = tmp_path / "deid.xml"
    file.write_text(RECORDS.replace("</ROOT>", "<RECORD>"), encoding="utf-8")
    faults = Faults()
    assert [note.id for note in read(file, faults=faults)] == ["641", "642"]
    assert "broken XML" in faults.of("withheld")[0].problem


def test_a_faulty_record_is_withheld_alone(tmp_path: Path) -> None:
    file = tmp_path / "deid.xml"
    file.write_text(RECORDS.replace('TYPE="DOCTOR"', 'TYPE="a doctor"'), encoding="utf-8")
    faults = Faults()
    assert [note.id for note in read(file, faults=faults)] == ["642"]
    [fault] = faults.found
    assert (fault.note, fault.place) == ("641", "record of line 3")


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (RECORDS.replace("<ROOT>", '<!DOCTYPE x [<!ENTITY a "b">]><ROOT>'), "document type"),
        (RECORDS.replace("Nothing here.", "<B>Nothing</B>"), "no RECORD, TEXT or PHI"),
        (RECORDS.replace("&amp;", "&"), "broken XML"),
        (RECORDS.replace("Wells</PHI>", '<PHI TYPE="DOCTOR">Wells</PHI></PHI>'), "no RECORD, TEXT or PHI"),
    ],
)
def test_a_faulty_file(tmp_path: Path, content: str, part: str) -> None:
    file = tmp_path / "deid.xml"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(FormatError, match=part):
        list(read(file, "i2b2-2006"))
