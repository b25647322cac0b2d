from datetime import date

import pytest

from scrubjay.synthesis.calendar import FORMS, LONG, LOOSE, SHORT, holiday, today, written
from scrubjay.synthesis.chance import Chance


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("m/d/yyyy", "3/2/2024"),
        ("mm/dd/yy", "03/02/24"),
        ("iso", "2024-03-02"),
        ("dd-mon-yyyy", "02-Mar-2024"),
        ("ddMONyyyy", "02MAR2024"),
        ("month dth, yyyy", "March 2nd, 2024"),
        ("dth of month", "2nd of March"),
        ("day m/d", "Sat 3/2"),
        ("weekday, month d, yyyy", "Saturday, March 2, 2024"),
        ("mm/yy", "03/24"),
        ("'yy", "'24"),
    ],
)
def test_forms_of_a_date(form: str, expected: str) -> None:
    assert FORMS[form](date(2024, 3, 2)) == expected


@pytest.mark.parametrize(
    ("day", "expected"), [(1, "1st"), (3, "3rd"), (11, "11th"), (12, "12th"), (22, "22nd"), (30, "30th")]
)
def test_ordinals(day: int, expected: str) -> None:
    assert FORMS["the dth"](date(2024, 1, day)) == f"the {expected}"


def test_kinds_of_forms() -> None:
    day = date(2024, 3, 2)
    assert all(
        "24" in FORMS[form](day) and "2" in FORMS[form](day).replace("2024", "").replace("24", "") for form in LONG
    )
    assert not any("24" in FORMS[form](day) for form in SHORT)
    assert {written(Chance(seed), day, "loose") for seed in range(99)} == {FORMS[form](day) for form in LOOSE}
    assert today(Chance(1)) == today(Chance(1))
    assert len({holiday(Chance(seed)) for seed in range(200)}) > 10
