from pathlib import Path

import pytest

from scrubjay import Document, Span
from scrubjay.documents.formats.format import Faults
from scrubjay.documents.formats.reading import read
from scrubjay.errors import FormatError

TEXT = "Seen by Dr. Wells\non 3/8."


def note(folder: Path, annotations: str, text: str = TEXT) -> Path:
    (folder / "n.txt").write_bytes(text.encode())
    (folder / "n.ann").write_bytes(annotations.encode())
    return folder


def test_text_bound_annotations(tmp_path: Path) -> None:
    note(tmp_path, "T1\tDOCTOR 12 17\tWells\r\nT2\tDATE 21 24\t3/8\n\n")
    assert list(read(tmp_path)) == [Document("n", TEXT, (Span(12, 17, "DOCTOR"), Span(21, 24, "DATE")))]


@pytest.mark.parametrize("given", ["n.txt", "n.ann"])
def test_one_note_is_read_by_either_name(tmp_path: Path, given: str) -> None:
    note(tmp_path, "T1\tDATE 21 24\t3/8\n")
    assert len(next(read(tmp_path / given)).spans) == 1


def test_line_ends_of_windows_are_no_part_of_the_words(tmp_path: Path) -> None:
    note(tmp_path, "\ufeffT1\tDOCTOR 0 5\tWells\r\n", text="Wells saw Wells")
    faults = Faults()
    assert next(read(tmp_path, faults=faults)).spans == (Span(0, 5, "DOCTOR"),)
    assert not faults.found


def test_fragments_become_spans_and_the_rest_is_counted(tmp_path: Path) -> None:
    note(tmp_path, "T1\tDOCTOR 8 11;12 17\tDr. Wells\nA1\tNegation T1\nR1\tOrg Arg1:T1 Arg2:T1\n#1\tNote T1\tx\n")
    faults = Faults()
    [found] = read(tmp_path, faults=faults)
    assert found.spans == (Span(8, 11, "DOCTOR"), Span(12, 17, "DOCTOR"))
    assert [fault.kind for fault in faults.found] == ["repaired", "noted"]
    assert faults.found[1].problem == "not spans, passed over: 1 attribute, 1 comment, 1 relation"


def test_a_span_over_a_line_end_is_quoted_with_a_space(tmp_path: Path) -> None:
    note(tmp_path, "T1\tDOCTOR 12 20\tWells on\n")
    assert next(read(tmp_path)).spans == (Span(12, 20, "DOCTOR"),)


@pytest.mark.parametrize(
    ("annotations", "part"),
    [
        ("T1\tDOCTOR 12\tWells\n", "n.ann, line 1: not of the form"),
        ("T1 DOCTOR 12 17 Wells\n", "n.ann, line 1: not of the form"),
        ("T1\tDATE 21 24\t3/8\nsomething\n", "n.ann, line 2: a line that is no brat annotation"),
        ("T1\tDOCTOR 12 17\tXerxes\n", "n.ann, line 1: the annotation's words are not at its offsets"),
        ("T1\tDOCTOR 12 99\n", "line 1: the annotation's words"),
        ("T1\tDOC!TOR 12 17\tWells\n", "line 1: span [12, 17) has a label"),
    ],
)
def test_a_faulty_line_is_named(tmp_path: Path, annotations: str, part: str) -> None:
    note(tmp_path, annotations)
    with pytest.raises(FormatError) as caught:
        list(read(tmp_path))
    assert part in str(caught.value)
    assert "Wells" not in str(caught.value)


def test_a_text_without_annotation_is_withheld(tmp_path: Path) -> None:
    note(tmp_path, "")
    (tmp_path / "m.txt").write_text("x", encoding="utf-8")
    faults = Faults()
    assert [found.id for found in read(tmp_path, faults=faults)] == ["n"]
    assert "no .ann file" in faults.of("withheld")[0].problem


def test_an_annotation_without_text_is_withheld(tmp_path: Path) -> None:
    note(tmp_path, "")
    (tmp_path / "m.ann").write_text("", encoding="utf-8")
    faults = Faults()
    assert [found.id for found in read(tmp_path, faults=faults)] == ["n"]
    assert "no .txt file" in faults.of("withheld")[0].problem
