import pytest

from scrubjay import Document, Span
from scrubjay.replace.release import cut
from scrubjay.replace.tag import Numbers, Tag, identity, numbered, tag
from tests.replace.notes import note


def test_spans_that_touch_stay_apart() -> None:
    document = Document("n", "AnnRuiz", (Span(0, 3, "PATIENT"), Span(3, 7, "DOCTOR")))
    assert cut(document, Tag().replacements(document)).text == "[PATIENT][DOCTOR]"
    assert tag(document) == Tag().replacements(document)


@pytest.mark.parametrize(
    ("one", "other", "label", "same", "remark"),
    [
        ("Ann Ruiz", "ANN  RUIZ", "PATIENT", True, "case and white space"),
        ("Ann\nRuiz", "Ann Ruiz", "PATIENT", True, "a line end is white space"),
        ("Jose\u0301", "José", "PATIENT", True, "one letter, or letter and accent"),
        ("O’Connell", "O'Connell", "DOCTOR", True, "both apostrophes"),
        ("Ann", "Anna", "PATIENT", False, "two names"),
        ("(617) 555-0134", "617.555.0134", "PHONE", True, "signs in a number"),
        ("12-34 56", "123456", "MEDICALRECORD", True, "signs in an identifier"),
        ("12-3", "1-23", "DATE", False, "signs matter in a date"),
        ("---", "--", "IDNUM", False, "nothing but signs"),
    ],
)
def test_identity(one: str, other: str, label: str, same: bool, remark: str) -> None:
    assert (identity(one, label) == identity(other, label)) is same, remark


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
    assert "xanthippe" not in repr(vars(numbers)).lower()
    assert repr(numbers) == "Numbers(identities=1)"
