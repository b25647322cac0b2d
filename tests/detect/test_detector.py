"""What every detector must keep to, whatever it looks for."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay import Document
from scrubjay.detect.detector import Detector
from scrubjay.detect.known import KnownIdentifiers
from scrubjay.detect.rules.detector import RuleDetector
from tests import strategies

DETECTORS: dict[str, Detector] = {
    "rules": RuleDetector(),
    "known": KnownIdentifiers({"": (("Anna Wells", "PATIENT"), ("é 1", "IDNUM"), ("617-555-0142", "PHONE"))}),
}
_PIECES = st.sampled_from(
    [
        "Dr. ", "Wells", "Anna Wells", "WELLS, ANNA", " MD", "Seen by ", "3/28", "/", "2024-03-30", "67 yo ", "MRN: ",
        "447190", "617-555-0142", "a@example.org", "www.example.org", "mother ", "Ann", "Lives at 48 Alder Lane",
        "Muskegon, MI 49440", " in ", "Boston", "Mercy Hospital", "works as a ", "\n", "\n\n", " ", "  ", "\u2028",
        ", ", ". ", "'s", "’s", "İ", "ß", "\x00", "e\u0301", "中", "🩺", "A. ", "1", "-", ":", "(", ")", "#",
    ]
)  # fmt: skip
_TEXTS = st.one_of(strategies.text, st.lists(_PIECES, max_size=25).map("".join))
_NOTES = st.lists(_TEXTS, max_size=3).map(lambda texts: [Document(f"n{i}", text) for i, text in enumerate(texts)])

each = pytest.mark.parametrize("detector", DETECTORS.values(), ids=DETECTORS)


@each
@given(notes=_NOTES)
def test_the_contract(detector: Detector, notes: list[Document]) -> None:
    before = [(note.id, note.text, note.spans, dict(note.metadata)) for note in notes]
    results = detector.detect(notes)
    assert len(results) == len(notes), "one result a document"
    for note, spans in zip(notes, results, strict=True):
        assert isinstance(spans, tuple)
        note.with_spans(spans)  # refuses spans that do not fit
        for span in spans:
            assert 0 <= span.start < span.end <= len(note.text)
            assert span.score is not None
            assert 0 <= span.score <= 1
            assert span.source is not None
            assert span.source.startswith(f"{detector.name}:")
            assert span.label.isupper()
        assert len({(span.start, span.end, span.label) for span in spans}) == len(spans), "nothing is said twice"
    assert [(note.id, note.text, note.spans, dict(note.metadata)) for note in notes] == before, "nothing is changed"
    assert detector.detect(notes) == results, "the same again"
    assert [detector.detect([note])[0] for note in notes] == results, "alone or in a batch"


@each
def test_no_documents_and_empty_ones(detector: Detector) -> None:
    assert detector.detect([]) == []
    assert detector.detect([Document("1", ""), Document("2", " "), Document("3", "\n")]) == [(), (), ()]


@each
def test_a_detector_travels_to_another_process_and_has_a_name(detector: Detector) -> None:
    note = Document("n", "Seen by Dr. Anna Wells, 617-555-0142")
    there = pickle.loads(pickle.dumps(detector))
    assert there.name == detector.name
    assert there.name.isidentifier()
    assert there.detect([note]) == detector.detect([note])
    assert detector.detect([note])[0], "and finds something"


@each
def test_spans_that_a_note_has_already_change_nothing(detector: Detector) -> None:
    note = Document("n", "Seen by Dr. Anna Wells, 617-555-0142")
    [found] = detector.detect([note])
    assert detector.detect([note.with_spans(found)]) == [found]
