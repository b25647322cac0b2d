"""All 750 open MEDDOCAN notes through the formats: no span is lost, no offset moves."""

from pathlib import Path

import pytest

from scrubjay.documents.formats.format import WriteOptions
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.writing import write


@pytest.mark.parametrize(("part", "notes", "spans"), [("train", 500, 11_333), ("dev", 250, 5_801)])
def test_xml_jsonl_brat_xml_and_conll(shared: Path, tmp_path: Path, part: str, notes: int, spans: int) -> None:
    original = list(read(shared / "meddocan" / part / "xml"))
    assert (len(original), sum(len(note.spans) for note in original)) == (notes, spans)
    assert list(read(shared / "meddocan" / part / "brat")) == original, "brat and XML read to equal documents"
    write(original, tmp_path / "a.jsonl", "jsonl")
    write(read(tmp_path / "a.jsonl"), tmp_path / "brat", "brat")
    write(read(tmp_path / "brat"), tmp_path / "xml", "i2b2-2014")
    assert list(read(tmp_path / "xml")) == original
    for scheme, tokenizer in (("bio", "aggressive"), ("bioes", "spacy")):
        write(original, tmp_path / f"{scheme}.conll", "conll", WriteOptions(scheme=scheme, tokenizer=tokenizer))
        back = {note.id: note for note in read(tmp_path / f"{scheme}.conll")}
        assert {note.id: note.spans for note in original} == {name: note.spans for name, note in back.items()}
        assert all("".join(back[note.id].text.split()) == "".join(note.text.split()) for note in original)
