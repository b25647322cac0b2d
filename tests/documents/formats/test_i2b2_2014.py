from pathlib import Path

import pytest

from scrubjay import Document, Span
from scrubjay.documents.formats.format import Faults, ReadOptions
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.writing import write
from scrubjay.errors import FormatError

NOTE = """<?xml version="1.0" encoding="UTF-8" ?>
<deIdi2b2>
<TEXT><![CDATA[Seen by Dr. Wells & co.]]></TEXT>
<TAGS>
<NAME id="P0" start="12" end="17" text="Wells" TYPE="DOCTOR" comment="" />
</TAGS>
</deIdi2b2>"""


def wells(tmp_path: Path, content: str | bytes, name: str = "180-03.xml") -> list[Document]:
    file = tmp_path / name
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(read(file))


def test_a_note_with_its_patient(tmp_path: Path) -> None:
    [note] = wells(tmp_path, NOTE)
    assert note == Document("180-03", "Seen by Dr. Wells & co.", (Span(12, 17, "DOCTOR"),), {"patient": "180"})


@pytest.mark.parametrize("root", ["deIdi2b2", "MEDDOCAN", "deIdi2b2_2016"])
def test_the_roots_of_2014_2016_and_meddocan(tmp_path: Path, root: str) -> None:
    label = "HOSPITAL"  # a label of every one of them
    [note] = wells(tmp_path, NOTE.replace("deIdi2b2", root).replace("DOCTOR", label), "note.xml")
    assert note.spans == (Span(12, 17, label),)
    assert not note.metadata, "a file name that is not patient-note tells no patient"


@pytest.mark.parametrize(
    ("name", "patient"),
    [("220-03", "220"), ("2019-01-05_discharge", None), ("2019-105", None), ("2019-01", None), ("note", None)],
)
def test_only_names_like_220_03_tell_the_patient(tmp_path: Path, name: str, patient: str | None) -> None:
    assert wells(tmp_path, NOTE, f"{name}.xml")[0].metadata.get("patient") == patient


def test_an_element_that_contradicts_its_type_is_noted(tmp_path: Path) -> None:
    (tmp_path / "n.xml").write_text(NOTE.replace("<NAME", "<DATE"), encoding="utf-8")
    faults = Faults()
    assert next(read(tmp_path, faults=faults)).spans == (Span(12, 17, "DOCTOR"),)
    assert "1 tags stand under the element of another category" in faults.of("noted")[0].problem


def test_shifted_offsets_are_repaired_and_counted(tmp_path: Path) -> None:
    file = tmp_path / "180-03.xml"
    file.write_text(NOTE.replace('start="12" end="17"', 'start="10" end="15"'), encoding="utf-8")
    faults = Faults()
    [note] = read(file, faults=faults)
    assert note.spans == (Span(12, 17, "DOCTOR"),)
    [fault] = faults.found
    assert (fault.kind, fault.note) == ("repaired", "180-03")
    assert "1 of 1 spans" in fault.problem


def test_offsets_beyond_the_text_are_repaired_too(tmp_path: Path) -> None:
    file = tmp_path / "n.xml"
    file.write_text(NOTE.replace('start="12" end="17"', 'start="112" end="117"'), encoding="utf-8")
    assert next(read(file, faults=Faults())).spans == (Span(12, 17, "DOCTOR"),)


BOMB = """<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>
<deIdi2b2><TEXT>&b;</TEXT><TAGS></TAGS></deIdi2b2>"""
OUTSIDE = """<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><deIdi2b2><TEXT>&x;</TEXT><TAGS/></deIdi2b2>"""
AFTER_COMMENTS = """<?xml version="1.0"?><!-- <x> --><?go?>
<!DOCTYPE d><deIdi2b2><TEXT>x</TEXT></deIdi2b2>"""
FAULTS = [
    (BOMB, "document type", "an entity bomb"),
    (OUTSIDE, "document type", "an entity from another file"),
    (AFTER_COMMENTS, "line 2: document type", "a document type after comments"),
    (BOMB.encode("utf-16"), "UTF-16", "another encoding's way around"),
    (NOTE.replace("</TAGS>", ""), "line 7, column 3", "broken XML, with its place"),
    (NOTE.replace("TEXT", "BODY"), "no <TEXT>", "no text at all"),
    (NOTE.replace("<TAGS>", "<TEXT>b</TEXT><TAGS>"), "2 <TEXT>", "two texts"),
    (NOTE.replace("<![CDATA[Seen", "<PHI>x</PHI><![CDATA[Seen"), "--format i2b2-2006", "inline annotation"),
    (
        NOTE.replace("DOCTOR", "DOKTOR"),
        "tag P0: unknown label for the set i2b2-2014. Known: ACCOUNT",
        "a misspelt label",
    ),
    (NOTE.replace(' TYPE="DOCTOR"', ""), "tag P0: it lacks its TYPE", "no label"),
    (NOTE.replace('start="12"', 'start="twelve"'), "tag P0: it lacks", "no number"),
    (NOTE.replace('start="12"', 'start="-2"'), "tag P0: span [-2, 17)", "a negative offset"),
    (
        NOTE.replace('text="Wells"', 'text="Xerxes"'),
        "tag P0: its text is not at its offsets",
        "words that are not there",
    ),
    (NOTE.replace('start="12" end="17" text="Wells"', 'start="12" end="99"'), "tag P0: its text", "outside the text"),
    (NOTE.encode("latin-1").replace(b"&", b"\xff"), "broken XML", "bytes that are no UTF-8"),
    (b"", "broken XML (no element found)", "an empty file"),
    (NOTE.replace("UTF-8", "nonsense"), "encoding that cannot be read", "an encoding nobody knows"),
    (NOTE.replace("UTF-8", "shift_jis"), "encoding that cannot be read", "an encoding the parser does not know"),
    (
        NOTE.replace('"P0"', '"Wells"').replace('end="17"', 'end="x"'),
        "tag number 1: it lacks",
        "a name as a tag's id",
    ),
    (NOTE.replace("Seen", "S\x00en"), "broken XML", "a NUL byte"),
]


@pytest.mark.parametrize(("content", "part", "remark"), FAULTS, ids=[row[2] for row in FAULTS])
def test_a_faulty_file_is_an_error_with_place_and_remedy(
    tmp_path: Path, content: str | bytes, part: str, remark: str
) -> None:
    with pytest.raises(FormatError) as caught:
        wells(tmp_path, content)
    assert part in str(caught.value)
    assert "180-03.xml" in str(caught.value)
    assert caught.value.remedy
    assert "Wells" not in str(caught.value).replace(str(tmp_path), "")


def test_other_files_go_on(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(BOMB, encoding="utf-8")
    (tmp_path / "b.xml").write_text(NOTE, encoding="utf-8")
    faults = Faults()
    assert [note.id for note in read(tmp_path, faults=faults)] == ["b"]
    assert len(faults.of("withheld")) == 1


def test_any_label_is_read_if_asked(tmp_path: Path) -> None:
    file = tmp_path / "n.xml"
    file.write_text(NOTE.replace("DOCTOR", "DOKTOR"), encoding="utf-8")
    assert next(read(file, options=ReadOptions(labels="any"))).spans[0].label == "DOKTOR"


def test_a_document_type_inside_the_note_is_only_text(tmp_path: Path) -> None:
    [note] = wells(tmp_path, NOTE.replace("Seen by", "<!DOCTYPE x> ]").replace('"12" end="17"', '"19" end="24"'))
    assert note.text.startswith("<!DOCTYPE x>")


def test_the_end_of_cdata_and_carriage_returns_can_be_in_a_note(tmp_path: Path) -> None:
    note = Document("n", 'a]]>b\r\nc\rd <x> & "y"\tz', (Span(0, 7, "DATE"), Span(18, 22, "AGE")))
    write([note], tmp_path / "out", "i2b2-2014")
    assert list(read(tmp_path / "out")) == [note]
