import copy
import pickle

import pytest

from scrubjay import Span
from scrubjay.errors import DocumentError

BAD = [
    ((-1, 3, "DATE"), "starts before the text"),
    ((3, 3, "DATE"), "holds no character"),
    ((4, 3, "DATE"), "ends before it starts"),
    ((0, 3, ""), "no label"),
    ((0, 3, "two words"), "a label is one name"),
    ((0, 3, "DATE\n"), "a line end in the label"),
    ((0, 3, "1ST"), "a label begins with a letter"),
    ((0, 3, "DATE", 1.5), "a probability over 1"),
    ((0, 3, "DATE", float("nan")), "no probability at all"),
    ((0, 3, "DATE", "0.5"), "a score in words"),
    ((0, 3, "DATE", True), "a truth value for a score"),
    ((0, 3, "DATE", 0.5, 7), "a source that is no name"),
    ((0, 3, "DATE", 0.5, "a\ud800"), "a source that is no Unicode"),
    ((0.0, 3, "DATE"), "offsets are whole numbers"),
    ((True, 3, "DATE"), "nor are they truth values"),
]


@pytest.mark.parametrize(("arguments", "remark"), BAD, ids=[row[1] for row in BAD])
def test_a_span_that_cannot_be_meant_is_refused(arguments: tuple[object, ...], remark: str) -> None:
    with pytest.raises(DocumentError):
        Span(*arguments)  # type: ignore[arg-type]


def test_a_label_that_is_no_name_is_not_repeated() -> None:
    with pytest.raises(DocumentError) as caught:
        Span(0, 3, "seen by Dr. Wells")
    assert "Wells" not in str(caught.value)


def test_overlap_shares_a_character() -> None:
    assert Span(0, 5, "A").overlaps(Span(4, 6, "B"))
    assert not Span(0, 5, "A").overlaps(Span(5, 6, "B")), "half-open: touching is not overlapping"
    assert len(Span(3, 7, "A")) == 4


def test_a_span_travels_between_processes_as_it_is() -> None:
    for span in (Span(0, 3, "DATE"), Span(4, 9, "DOCTOR", 0.5, "rules:name.title")):
        assert pickle.loads(pickle.dumps(span)) == copy.deepcopy(span) == span
