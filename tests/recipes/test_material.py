"""Notes to learn from: those that were written are sound, and are told again with other identities."""

import re
from pathlib import Path

import material

from scrubjay.documents.document import Document
from scrubjay.documents.formats.reading import read
from scrubjay.documents.labels import label_set
from scrubjay.documents.span import Span

NOTES = Path(__file__).parents[2] / "benchmarks" / "notes"


def test_written_notes_have_ids_of_their_own_and_known_labels() -> None:
    notes = list(material.written_notes(material.EVERY))
    assert len(notes) > 2000
    assert len({note.id for note in notes}) == len(notes)
    assert {span.label for note in notes for span in note.spans} <= set(label_set("i2b2-2014"))
    assert not any(note.text[span.start : span.end].strip() == "" for note in notes for span in note.spans)


def test_no_written_note_is_one_to_judge_by() -> None:
    written = {note.text for note in material.written_notes(material.EVERY)}
    for name in ("validation", "validation-queries", "held-out", "held-out-queries"):
        judged = {note.text for note in read(NOTES / f"{name}.jsonl")}
        assert not written & judged, name


def test_a_note_is_told_again_with_others_in_it() -> None:
    text = "Anna Wells (MRN 4471903) saw Dr. Price on 3/28/2024; Foley out at 10:15, BP 120/80."
    spans = [
        Span(text.index(one), text.index(one) + len(one), label)
        for one, label in (
            ("Anna Wells", "PATIENT"),
            ("4471903", "MEDICALRECORD"),
            ("Price", "DOCTOR"),
            ("3/28/2024", "DATE"),
        )
    ]
    note = Document("n1", text, tuple(spans))
    first, second = (next(material.retold([note], seed)) for seed in (1, 2))
    for told in (first, second):
        assert [span.label for span in told.spans] == [span.label for span in note.spans]
        assert "; Foley out at 10:15, BP 120/80." in told.text
        assert not any(told.text[span.start : span.end] in text for span in told.spans)
    assert first.text != second.text
    assert next(material.retold([note], 1)).text == first.text


def test_numbers_of_nobody_get_other_figures() -> None:
    text = "MRN 4471903: CPT 74177, plate AR-8943, BP 120/80 since 2019, platelets 214,000, lot 1129847A."
    note = Document("n1", text, (Span(4, 11, "MEDICALRECORD"),))
    told = {next(material.renumbered([note], seed)).text for seed in range(8)}
    assert text in told  # every other note stays as it is
    for other in told - {text}:
        assert len(other) == len(text)
        assert other.startswith("MRN 4471903: CPT ")
        assert not {"74177", "AR-8943", "1129847A"} & set(re.findall(r"[\w-]+", other))
        assert ", BP 120/80 since 2019, platelets 214,000, lot " in other
    assert len(told) > 2
    plain = next(material.renumbered([note], 3))
    assert plain.spans == note.spans
