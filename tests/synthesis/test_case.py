import pytest

from scrubjay.documents.labels import LABEL_SETS
from scrubjay.errors import FormatError
from scrubjay.synthesis.case import SLOTS, Case
from scrubjay.synthesis.chance import Chance
from scrubjay.synthesis.institutions import NAMES, institution


def case(seed: int = 1, **options: bool) -> Case:
    return Case(Chance(seed), "train", institution("elm"), **options)


@pytest.mark.parametrize(
    "slot", [*SLOTS, "patient", "doctor2.comma", "date", "date-3.short", "dob", "past.yyyy", "n:3-9", "x:0.5-2.5"]
)
def test_every_slot_has_something_to_say(slot: str) -> None:
    for seed in range(30):
        pieces = case(seed).fill(slot)
        assert "".join(piece.text for piece in pieces).strip()
        assert all(not piece.label or piece.label in LABEL_SETS["i2b2-2014"] for piece in pieces)


def test_somebody_stays_the_same_in_a_note() -> None:
    one = case()
    last = one.fill("patient.last")[0].text
    assert one.fill("patient.full")[0].text.endswith(last)
    assert one.fill("PATIENT.last")[0].text == last.upper()
    assert one.fill("doctor.last") == one.fill("doctor.last")
    assert one.fill("hospital") == one.fill("hospital")


def test_words_follow_the_person() -> None:
    woman = case(female=True)
    assert [woman.fill(f"patient.{form}")[0].text for form in ("he", "His", "sex", "m")] == [
        "she",
        "Her",
        "female",
        "F",
    ]
    assert woman.fill("patient.Mr")[0].text.strip(".") in ("Ms", "Mrs", "Miss")
    assert not woman.fill("patient.he")[0].label
    assert woman.fill("spouse.he")[0].text == "he"


def test_who_is_what() -> None:
    one = case()
    assert {one.fill(role)[0].label for role in ("patient", "mother", "friend")} == {"PATIENT"}
    assert {one.fill(role)[0].label for role in ("doctor", "nurse.first", "pcp.last")} == {"DOCTOR"}


def test_numbers_keep_to_their_range() -> None:
    for seed in range(50):
        assert 3 <= int(case(seed).fill("n:3-9")[0].text) <= 9
        found = case(seed).fill("x:0.25-2.50")[0].text
        assert 0.25 <= float(found) <= 2.5
        assert len(found) == 4


def test_an_unknown_slot_is_an_error() -> None:
    with pytest.raises(FormatError, match="there is no slot nobody"):
        case().fill("nobody")


def test_institutions_differ_and_stay_as_they_are() -> None:
    assert len({institution(name).long for name in NAMES}) > 3
    assert institution("elm") == institution("elm")
