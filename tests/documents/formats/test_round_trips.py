"""The contract every format keeps: what it can hold comes back the same, what it cannot is refused with a reason."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay import Document, Span
from scrubjay.documents.formats.format import Faults, ReadOptions, WriteOptions
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.registry import FORMATS
from scrubjay.documents.formats.writing import write
from tests.strategies import corpora

SUFFIX = {
    "jsonl": ".jsonl",
    "i2b2-2006": ".xml",
    "conll": ".conll",
    "csv": ".csv",
    "tsv": ".tsv",
    "parquet": ".parquet",
}
COLUMNS = ("patient", "note_type", "ward")


def carried(documents: list[Document], name: str, options: WriteOptions) -> tuple[list[Document], Faults]:
    """Write documents, read them again, and return them with what was refused on the way."""
    refused = Faults()
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "out" + SUFFIX.get(name, ""))
        write(documents, target, name, options, refused)
        if FORMATS[name].files and not any(target.iterdir()):
            return [], refused
        return list(read(target, name, ReadOptions(labels="any"))), refused


def comparable(document: Document, name: str) -> tuple[object, ...]:
    """Return what the format promises to keep of a document."""
    loses = FORMATS[name].loses
    text = "".join(document.text.split()) if "white space" in loses else document.text
    spans = () if "spans" in loses else document.spans
    metadata = (
        {}
        if "metadata" in loses
        else {key: value for key, value in document.metadata.items() if value not in ("", None)}
    )
    return document.id, text, spans, metadata


@pytest.mark.parametrize("name", FORMATS)
@given(data=st.data())
@settings(max_examples=150)
def test_what_a_format_holds_comes_back(name: str, data: st.DataObject) -> None:
    documents = data.draw(corpora())
    options = WriteOptions(
        scheme=data.draw(st.sampled_from(["bio", "bioes"])) if name == "conll" else "bio",
        tokenizer=data.draw(st.sampled_from(["aggressive", "spacy", "nltk"])) if name == "conll" else "aggressive",
        columns=COLUMNS,
    )
    back, refused = carried(documents, name, options)
    kept = [document for document in documents if document.id not in {fault.note for fault in refused.found}]
    assert {comparable(d, name)[0]: comparable(d, name)[1:] for d in back} == {
        comparable(d, name)[0]: comparable(d, name)[1:] for d in kept
    }
    assert all(fault.problem for fault in refused.found)


REFUSALS = [
    ("i2b2-2014", Document("n", "a\x00b"), "U+0000", "XML has no NUL"),
    ("i2b2-2006", Document("n", "a\x0bb"), "U+000B", "XML has no vertical tab"),
    ("i2b2-2006", Document("n", "Ann Ruiz", (Span(0, 8, "PATIENT"), Span(4, 8, "DOCTOR"))), "overlap", "inline"),
    ("conll", Document("n", "Ann Ruiz", (Span(0, 8, "PATIENT"), Span(4, 8, "DOCTOR"))), "overlap", "one tag a token"),
    ("conll", Document("n", "Ann Ruiz", (Span(0, 4, "PATIENT"),)), "white space", "a span edge between tokens"),
    ("conll", Document("n", " \n"), "without a token", "nothing to write a line for"),
    ("conll", Document("n", "a" + "\n" * 200_000 + "b"), "more white space", "more than the reader would believe"),
    ("conll", Document("n", "a -DOCSTART- b"), "-DOCSTART-", "the marker itself"),
    ("i2b2-2014", Document("n", "Ann", (Span(0, 3, "NOSUCH"),)), "Known: ", "no category for an unknown label"),
    ("i2b2-2006", Document("n", "Ann", (Span(0, 3, "USERNAME"),)), "Known: AGE", "no label of 2006"),
    ("text", Document("../n", "a"), "file name", "an id that leaves the folder"),
    ("brat", Document("a//n", "a"), "file name", "an id that names an empty folder"),
    ("csv", Document("n", "a", (), {"spans": "x"}), "'spans'", "metadata named as a column of ours"),
]


@pytest.mark.parametrize(("name", "document", "reason", "remark"), REFUSALS, ids=[row[3] for row in REFUSALS])
def test_what_a_format_cannot_hold_is_refused(
    tmp_path: Path, name: str, document: Document, reason: str, remark: str
) -> None:
    refused = Faults()
    written = write([document, Document("fine", "x")], tmp_path / "out", name, None, refused)
    assert [fault.note for fault in refused.found] == [document.id]
    assert reason in refused.found[0].problem
    assert written.documents == 1, "the other note goes on"


@pytest.mark.parametrize("name", FORMATS)
def test_crlf_and_astral_characters_keep_their_offsets(name: str) -> None:
    note = Document("n", "Pt 🩺\r\nseen by\r\n𐐷 Wells\r\n", (Span(17, 22, "DOCTOR"),))
    assert note.text_of(note.spans[0]) == "Wells"
    back, refused = carried([note], name, WriteOptions())
    assert not refused.found
    assert comparable(back[0], name) == comparable(note, name)
    if "spans" not in FORMATS[name].loses:
        assert back[0].text_of(back[0].spans[0]) == "Wells"


def test_scores_and_sources_survive_where_they_can(tmp_path: Path) -> None:
    note = Document("n", "Ann Ruiz", (Span(0, 8, "PATIENT", 0.25, "rules"), Span(4, 8, "DOCTOR")))
    for name in ("jsonl", "csv", "tsv", "parquet"):
        back, _ = carried([note], name, WriteOptions())
        assert back == [note], name
    written = write([note], tmp_path / "out", "brat")
    assert written.lost == {"scores and sources of spans"}
