import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.documents.document import Document
from scrubjay.documents.span import Span
from scrubjay.synthesis.copies import COPIES, bare, broken

NOTE = Document("n", "A. Lee, (B) C's x.\nMr. O'Hara. 3.4", (Span(0, 6, "PATIENT"), Span(23, 29, "PATIENT")))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("small", ["a. lee", "o'hara"]),
        ("capitals", ["A. LEE", "O'HARA"]),
        ("bare", ["A Lee", "O'Hara"]),
        ("broken", ["A. Lee", "O'Hara"]),
        ("joined", ["A. Lee", "O'Hara"]),
    ],
)
def test_spans_go_along(name: str, expected: list[str]) -> None:
    copy = COPIES[name](NOTE)
    assert [copy.text_of(span) for span in copy.spans] == expected


@given(st.text(alphabet="aB1.,:'( \nßİ", max_size=30), st.data())
def test_no_letter_and_no_span_that_has_one_is_lost(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, max(len(text) - 1, 0)))
    end = data.draw(st.integers(start, len(text)))
    note = Document("n", text, (Span(start, end, "DATE"),) if start < end else ())
    written = [c for c in text[start:end] if c.isalnum()]
    for name, copy in COPIES.items():
        made = copy(note)
        assert sum(map(str.isalnum, made.text)) == sum(map(str.isalnum, text)), name
        spanned = [c for span in made.spans for c in made.text_of(span) if c.isalnum()]
        assert [c.lower() for c in spanned] == [c.lower() for c in written] or not text.isascii()


def test_signs_within_numbers_stay() -> None:
    assert bare(Document("n", "T 98.6, BP 120/80; O'Hara's.")).text == "T 98.6 BP 120/80 O'Hara's"


def test_lines_break_behind_the_width() -> None:
    made = broken(Document("n", "one two three four five"), 8)
    assert made.text == "one two three\nfour five"
