from scrubjay import Document, Span
from scrubjay.replace.release import cut
from scrubjay.replace.tag import Numbers, Tag, numbered, tag
from tests.replace.notes import note


def test_spans_that_touch_stay_apart() -> None:
    document = Document("n", "AnnRuiz", (Span(0, 3, "PATIENT"), Span(3, 7, "DOCTOR")))
    assert cut(document, Tag().replacements(document)).text == "[PATIENT][DOCTOR]"
    assert tag(document) == Tag().replacements(document)


def test_numbers_follow_a_patient_through_notes() -> None:
    numbers = Numbers()

    def shown(patient: str, *names: str) -> list[str]:
        document = note(*(("DOCTOR", name) for name in names), patient=patient)
        return [each.text for each in numbered(document, numbers.of(document.patient))]

    assert shown("p1", "Wells", "Ruiz", "WELLS") == ["[DOCTOR-1]", "[DOCTOR-2]", "[DOCTOR-1]"]
    assert shown("p2", "Ruiz") == ["[DOCTOR-1]"], "another patient, another numbering"
    assert shown("p1", "Kim", "Ruiz") == ["[DOCTOR-3]", "[DOCTOR-2]"], "the next note goes on"


def test_labels_are_numbered_apart() -> None:
    document = note(("DOCTOR", "Wells"), ("CITY", "Wells"), ("CITY", "Lowell"))
    assert [each.text for each in numbered(document, Numbers().of("p"))] == ["[DOCTOR-1]", "[CITY-1]", "[CITY-2]"]


def test_the_numbering_holds_no_names() -> None:
    numbers = Numbers()
    numbered(note(("DOCTOR", "Xanthippe")), numbers.of("p"))
    assert "xanthippe" not in repr(vars(numbers.of("p"))).lower()
    assert repr(numbers) == "Numbers(patients=1)"
