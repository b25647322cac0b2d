import pytest

from scrubjay.synthesis.chance import Chance
from scrubjay.synthesis.people import Person, cased, person, surname


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("full", "Ann Lee"),
        ("first", "Ann"),
        ("last", "Lee"),
        ("nick", "Ann"),
        ("comma", "Lee, Ann M"),
        ("comma-full", "Lee, Ann Maria"),
        ("comma-tight", "Lee,Ann"),
        ("middle", "Ann M. Lee"),
        ("whole", "Ann Maria Lee"),
        ("suffix", "Ann Lee"),
        ("short", "A. Lee"),
        ("tight", "A.Lee"),
        ("initial", "Ann L."),
        ("back", "Lee A"),
    ],
)
def test_forms_of_a_name(form: str, expected: str) -> None:
    assert Person("Ann", "Lee", True, "Maria").written(form) == expected


def test_a_name_without_a_middle_one_has_no_second_initial() -> None:
    who = Person("Ann", "Lee", True)
    assert [who.written(form) for form in ("comma", "middle", "whole", "initials")] == [
        "Lee, Ann",
        "Ann Lee",
        "Ann Lee",
        "AL",
    ]


def test_people_are_the_same_for_the_same_seed_and_many_for_many() -> None:
    made = [person(Chance(seed), "train") for seed in range(300)]
    assert made == [person(Chance(seed), "train") for seed in range(300)]
    assert len({who.last for who in made}) > 200
    assert all(who.first and who.last and who.first[0].isupper() for who in made)
    assert 90 < sum(who.female for who in made) < 210


def test_surnames_of_all_kinds_come_up() -> None:
    made = [surname(Chance(seed), "test") for seed in range(600)]
    for sign in ("-", " ", "'"):
        assert any(sign in name for name in made), sign
    assert any(not name.isascii() for name in made)


def test_small_letters_become_a_written_name() -> None:
    assert [cased(name) for name in ("o'neil", "mcgee", "mccall", "new york city")] == [
        "O'Neil",
        "McGee",
        "McCall",
        "New York City",
    ]
