from scrubjay import Document, Span
from scrubjay.replace.release import cut
from scrubjay.replace.tag import tag


def test_overlapping_spans_become_one_under_the_longest() -> None:
    note = Document(
        "n", "Ann Ruiz, 3/8", (Span(0, 5, "CITY"), Span(4, 8, "DOCTOR"), Span(0, 8, "PATIENT"), Span(10, 13, "DATE"))
    )
    assert cut(note, tag(note)).text == "[PATIENT], [DATE]"


def test_spans_that_touch_stay_apart() -> None:
    note = Document("n", "AnnRuiz", (Span(0, 3, "PATIENT"), Span(3, 7, "DOCTOR")))
    assert cut(note, tag(note)).text == "[PATIENT][DOCTOR]"


def test_a_chain_of_overlaps_is_one_cut() -> None:
    note = Document("n", "0123456789", (Span(0, 4, "A"), Span(3, 7, "B"), Span(6, 9, "C")))
    assert cut(note, tag(note)).text == "[A]9"
