"""Which mentions get one number: against tables, and against a slow and plain way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.replace.numbering import Numbering, Row


def fresh(rows: list[Row] | None = None) -> Numbering:
    return Numbering(lambda text: text.encode(), rows or ())


@pytest.mark.parametrize(
    ("names", "numbers", "remark"),
    [
        (["Henrik Solberg", "Solberg", "SOLBERG, HENRIK", "Henrik"], [1, 1, 1, 1], "parts of one name in any order"),
        (["Solberg", "Henrik Solberg", "Marta Solberg"], [1, 1, 2], "a surname that gets its given name later"),
        (["Henrik Solberg", "Marta Solberg", "Solberg"], [1, 2, 1], "a surname of two goes to the first"),
        (["Henrik Solberg", "H. Solberg", "M. Solberg"], [1, 1, 2], "an initial that fits, and one that does not"),
        (["H. Solberg", "Henrik Solberg"], [1, 1], "an initial first"),
        (["Ann Ruiz", "Ann Wells", "Ann"], [1, 2, 1], "a given name of two"),
        (["Siobh\u00e1n O'Connell", "SIOBHAN O’CONNELL"], [1, 1], "accents, apostrophes and letters"),
        (["D'Angelo", "Dangelo", "D’Angelo", "D‘ANGELO", "Dʼangelo"], [1, 1, 1, 1, 1], "with and without apostrophe"),
        (["Ann O'Brien-Nakamura", "OBrien-Nakamura", "O’Brien Nakamura"], [1, 1, 1], "and in a double name"),
        (["Jan van Dyke", "Dyke", "van Dyke"], [1, 1, 1], "particles"),
        (["Wells", "Ruiz", "wells"], [1, 2, 1], "two people"),
        (["A.B.", "A.B.", "C.D."], [1, 1, 2], "nothing but initials"),
    ],
)
def test_people(names: list[str], numbers: list[int], remark: str) -> None:
    numbering = fresh()
    assert [numbering.number("PATIENT", name) for name in names] == numbers, remark


def test_what_is_no_name_is_the_same_only_when_equal() -> None:
    numbering = fresh()
    mentions = ["617-555-0134", "(617) 555 0134", "555-0134"]
    assert [numbering.number("PHONE", mention) for mention in mentions] == [1, 1, 2]
    assert [numbering.number("CITY", town) for town in ("Salem", "North Salem", "SALEM")] == [1, 2, 1]


_NAMES = st.lists(
    st.tuples(
        st.sampled_from(["PATIENT", "DOCTOR", "CITY"]),
        st.sampled_from(["Ann", "Ben", "Ann Ruiz", "RUIZ, BEN", "A. Ruiz", "Kim", "Ann Kim Ruiz", "A. K."]),
    ),
    max_size=12,
)


@given(_NAMES, st.integers(0, 12))
def test_a_numbering_goes_on_from_its_rows_as_if_never_stopped(mentions: list[tuple[str, str]], stop: int) -> None:
    whole = fresh()
    expected = [whole.number(*mention) for mention in mentions]
    first = fresh()
    numbers = [first.number(*mention) for mention in mentions[:stop]]
    second = fresh(first.fresh)
    assert numbers + [second.number(*mention) for mention in mentions[stop:]] == expected
    assert set(first.fresh + second.fresh) == set(whole.fresh)


@given(_NAMES)
def test_numbers_of_a_label_count_up_from_one_and_stay(mentions: list[tuple[str, str]]) -> None:
    numbering = fresh()
    given_numbers: dict[str, list[int]] = {}
    for label, text in mentions:
        number = numbering.number(label, text)
        numbers = given_numbers.setdefault(label, [])
        assert 1 <= number <= max(numbers, default=0) + 1
        numbers.append(number)
        assert numbering.number(label, text) == number, "the same mention again"


def test_many_people_of_one_name_are_numbered_in_linear_time() -> None:
    numbering = fresh()
    for count in range(10_000):
        given_name = "".join("bcdfghjklm"[int(figure)] for figure in f"{count:05}").title()
        assert numbering.number("PATIENT", f"{given_name} Ruiz") == count + 1
    assert numbering.number("PATIENT", "Ruiz") == 1
