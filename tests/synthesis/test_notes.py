import pytest

from scrubjay.documents.labels import LABEL_SETS
from scrubjay.errors import UnknownNameError
from scrubjay.synthesis.case import Case
from scrubjay.synthesis.chance import Chance
from scrubjay.synthesis.institutions import institution
from scrubjay.synthesis.notes import document, grammar, make, types

HARMLESS = "harmless"


@pytest.mark.parametrize("kind", types())
def test_every_alternative_of_a_type_makes_a_note(kind: str) -> None:
    rules = grammar(kind)
    for number in range(rules.count(kind)):
        for seed in range(3):
            chance = Chance(seed, kind, number)
            pieces = list(rules.expand(kind, chance, Case(chance, "train", institution("elm")).fill, number))
            note = document("n", pieces)
            assert note.text.strip()
            assert {span.label for span in note.spans} <= set(LABEL_SETS["i2b2-2014"])
            assert kind != HARMLESS or not note.spans


@pytest.mark.parametrize("kind", [*types(), "injection"])
def test_every_slot_of_a_template_can_be_filled(kind: str) -> None:
    case = Case(Chance(1), "train", institution("elm"))
    for slot in sorted(grammar(kind).slots()):
        assert case.fill(slot), slot


def test_the_same_arguments_make_the_same_notes() -> None:
    assert list(make(20, 5)) == list(make(20, 5))
    assert [note.text for note in make(20, 5)] != [note.text for note in make(20, 6)]


def test_notes_say_what_they_are() -> None:
    for note in make(10, 1, houses=["birch"], kinds=["progress"]):
        assert note.metadata == {"note_type": "progress", "institution": "birch"}
    with pytest.raises(UnknownNameError, match="progress"):
        list(make(1, 1, kinds=["progres"]))


def test_names_of_the_test_part_are_other_names() -> None:
    def surnames(part: str) -> set[str]:
        return {Case(Chance(seed), part, institution("elm")).who("patient").last for seed in range(400)}  # type: ignore[arg-type]

    assert len(surnames("train") & surnames("test")) <= 2, "only names put together of two may come up in both"
