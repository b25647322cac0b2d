import json
import pickle

import pytest
from hypothesis import given

from scrubjay import Document, Span
from scrubjay.errors import DocumentError
from tests.strategies import documents


def test_text_is_in_no_representation() -> None:
    note = Document("n1", "Seen by Dr. Wells", (Span(12, 17, "DOCTOR"),), {"patient": "Ann Ruiz"})
    for shown in (repr(note), str(note), f"{note}", repr([note]), f"{note!r:>80}"):
        assert "Wells" not in shown
        assert "Ruiz" not in shown


def test_nothing_can_be_changed() -> None:
    note = Document("n1", "text", (), {"patient": "7"})
    with pytest.raises(AttributeError):
        note.text = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        note.metadata["patient"] = "8"  # type: ignore[index]


def test_what_was_lent_is_not_changed_and_not_kept() -> None:
    metadata = {"patient": "7"}
    note = Document("n1", "text", (), metadata)
    metadata["patient"] = "8"
    assert note.metadata["patient"] == "7"


def test_spans_are_in_reading_order() -> None:
    note = Document("n1", "0123456789", (Span(5, 6, "B"), Span(0, 2, "A"), Span(0, 1, "C")))
    assert [span.label for span in note.spans] == ["C", "A", "B"]


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("n", "abc", (Span(1, 4, "DATE"),)), "ends after the text's 3 characters"),
        (("n", "a\ud800b"), "character 1 is half of a surrogate pair"),
        (("", "abc"), "non-empty"),
        (("a\nb", "abc"), "printable"),
        (("n", b"abc"), "must be a string"),
        (("n", "abc", (), {"a": object()}), "metadata must be"),
        (("n", "abc", (), {"a": ["\ud800"]}), "metadata must be"),
        (("n", "abc", (), {"a": float("nan")}), "metadata must be"),
        (("n", "abc", (), {1: "a"}), "metadata must be"),
        (("n", "abc", (), json.loads('{"a":' * 500 + "1" + "}" * 500)), "metadata must be"),
    ],
)
def test_a_document_that_contradicts_itself_is_refused(arguments: tuple[object, ...], part: str) -> None:
    with pytest.raises(DocumentError, match=part):
        Document(*arguments)  # type: ignore[arg-type]


@given(documents())
def test_documents_travel_between_processes(note: Document) -> None:
    assert pickle.loads(pickle.dumps(note)) == note


@given(documents())
def test_overlapping_pairs_are_those_a_naive_search_finds(note: Document) -> None:
    naive = any(a.overlaps(b) for i, a in enumerate(note.spans) for b in note.spans[i + 1 :])
    assert bool(note.overlapping()) == naive
    assert all(a.overlaps(b) for a, b in note.overlapping())


def test_patient_falls_back_to_the_note() -> None:
    assert Document("n1", "x").patient == "n1"
    assert Document("n1", "x", (), {"patient": 7}).patient == "7"
    assert Document("n1", "x", (), {"patient": ""}).patient == "n1"
