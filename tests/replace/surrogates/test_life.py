import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.replace.options import StyleOptions
from scrubjay.replace.surrogate import Surrogate
from tests.replace.notes import KEY, note, rewritten

STYLE = Surrogate(KEY, StyleOptions())


def one(label: str, text: str, patient: str = "p1") -> str:
    return rewritten(note((label, text), patient=patient), STYLE)[0]


@given(st.integers(0, 140), st.text("abc", max_size=3))
def test_ages_move_a_little_or_into_the_last_category(years: int, patient: str) -> None:
    new = int(one("AGE", str(years), patient))
    assert new == 90 if years > 89 else 1 <= new <= 89
    assert years > 89 or 1 <= abs(new - years) <= 2


@pytest.mark.parametrize(
    ("text", "pattern", "remark"),
    [
        ("97-year-old", "90-year-old", "the rest stays"),
        ("45 y/o", r"4\d y/o", "abbreviated"),
        ("in her 90s", "in her 90s", "the category"),
        ("> 89", "> 90", "more than 89 is 90 or older"),
        ("95 days", r"9\d days", "no age of 95 years"),
        ("6 months", r"[45678] months", "an infant"),
        ("forty-five", r"\[AGE\]", "in words"),
        ("45 (forty-five)", r"\[AGE\]", "in both"),
        ("50s", r"\[AGE\]", "a decade cannot move a little"),
        ("2019", r"\[AGE\]", "no age"),
        ("elderly", r"\[AGE\]", "no number"),
    ],
)
def test_ages(text: str, pattern: str, remark: str) -> None:
    assert re.fullmatch(pattern, one("AGE", text)), remark


def test_all_ages_of_a_patient_move_the_same_way() -> None:
    new = [int(each) for each in rewritten(note(*(("AGE", str(age)) for age in (20, 40, 60))), STYLE)]
    assert new[1] - new[0] == new[2] - new[1] == 20


@pytest.mark.parametrize("text", ["nurse", "Retired Engineer", "TEACHER", " farmer "])
def test_professions(text: str) -> None:
    new = one("PROFESSION", text)
    assert new.strip().lower() != text.strip().lower()
    assert new.isupper() == text.isupper()
    assert new.islower() == text.islower()
    assert (new[0], new[-1]).count(" ") == (text[0], text[-1]).count(" ")
