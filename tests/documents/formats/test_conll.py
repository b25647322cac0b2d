from pathlib import Path

import pytest

from scrubjay import Document, Span
from scrubjay.documents.formats.format import Faults, WriteOptions
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.writing import write

NOTE = Document("n 1", "25yo seen by Dr. Wells.\nHe left.", (Span(0, 2, "AGE"), Span(17, 22, "DOCTOR")))


def test_columns_are_neuroners(tmp_path: Path) -> None:
    write([NOTE], tmp_path / "a.conll", "conll", WriteOptions(scheme="bioes"))
    lines = (tmp_path / "a.conll").read_text(encoding="utf-8").split("\n")
    assert lines[:4] == ["-DOCSTART- n%201 0 0 O", "", "25 n%201 0 2 S-AGE", "yo n%201 2 4 O"]
    assert lines.count("") == 4, "a blank line after the start, two sentences, and the end of the file"


def test_a_token_that_a_span_cuts_is_written_in_parts(tmp_path: Path) -> None:
    note = Document("n", "Wellsville", (Span(0, 5, "DOCTOR"),))
    write([note], tmp_path / "a.conll", "conll", WriteOptions(tokenizer="spacy"))
    assert next(read(tmp_path / "a.conll")) == note


def test_without_offsets_tokens_are_joined_by_spaces(tmp_path: Path) -> None:
    file = tmp_path / "ner.conll"
    file.write_text(
        "-DOCSTART- -X- O O\n\nEU NNP I-NP B-ORG\nrejects VBZ I-VP O\n\nPeter NNP I-NP B-PER\n"
        "Blackburn NNP I-NP I-PER\n\n-DOCSTART- -X- O O\n\nx NN O O\n",
        encoding="utf-8",
    )
    first, second = read(file)
    assert first == Document("ner-1", "EU rejects\nPeter Blackburn", (Span(0, 2, "ORG"), Span(11, 26, "PER")))
    assert second.text == "x"


def test_damaged_tags_are_repaired_and_counted(tmp_path: Path) -> None:
    file = tmp_path / "a.conll"
    file.write_text("Ann O\nRuiz I-PATIENT\n", encoding="utf-8")
    faults = Faults()
    [note] = read(file, faults=faults)
    assert note.spans == (Span(4, 8, "PATIENT"),)
    assert faults.of("repaired")


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("Wells b 3 5 B-DOCTOR", "offsets do not fit"),
        ("Wells b 1 6 B-DOCTOR", "offsets do not fit"),
        ("Wells b 3 x B-DOCTOR", "offsets do not fit"),
        ("Wells b 3 8 X-DOCTOR", "tag"),
        ("Wells b 3000000000 3000000005 O", "more white space than a note has"),
        ("Wélls b 3 8 O", "line 3 is not utf-8 text"),
    ],
)
def test_a_faulty_note_is_withheld_alone(tmp_path: Path, line: str, part: str) -> None:
    file = tmp_path / "a.conll"
    file.write_bytes(f"x a 0 1 O\nDr b 0 2 O\n{line}\ny c 0 1 O\n".encode("latin-1"))
    faults = Faults()
    assert [note.id for note in read(file, faults=faults)] == ["a", "c"]
    [fault] = faults.of("withheld")
    assert part in fault.problem
    assert "Wells" not in str(fault)
