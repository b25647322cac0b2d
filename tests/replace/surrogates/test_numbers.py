import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.replace.options import StyleOptions
from scrubjay.replace.surrogate import Surrogate
from tests.replace.notes import KEY, note, rewritten

STYLE = Surrogate(KEY, StyleOptions())
identifiers = st.text("abcXYZ0123456789- /.", min_size=1, max_size=12).filter(
    lambda each: any(map(str.isalnum, each))
)


def shape(text: str) -> str:
    return "".join("A" if s.isupper() else "a" if s.isalpha() else "0" if s.isalnum() else s for s in text)


def one(label: str, text: str) -> str:
    return rewritten(note((label, text)), STYLE)[0]


@given(st.sampled_from(["MEDICALRECORD", "IDNUM", "DEVICE", "USERNAME", "ZIP", "SSN"]), identifiers)
def test_the_shape_is_kept_and_the_number_is_not(label: str, text: str) -> None:
    new = one(label, text)
    assert shape(new) == shape(text)
    assert new.lower() != text.lower()


@given(identifiers)
def test_one_number_is_one_number_under_any_label_and_with_any_signs(text: str) -> None:
    bare = "".join(filter(str.isalnum, text))
    new = one("MEDICALRECORD", text)
    assert "".join(filter(str.isalnum, new)) == one("IDNUM", bare)


@pytest.mark.parametrize(
    ("label", "text", "pattern", "remark"),
    [
        ("SSN", "123-45-6789", r"9\d\d-\d\d-\d{4}", "an area never issued"),
        ("SSN", "987654321", r"9\d{8}", "also when it was one before"),
        ("SSN", "6789", r"\d{4}", "the last four"),
        ("PHONE", "(617) 726-2000", r"\([2-9]\d\d\) 555-01\d\d", "numbers that belong to nobody"),
        ("PHONE", "617-726-2000 x1234", r"[2-9]\d\d-555-01\d\d x[1-9]\d{3}", "extension"),
        ("FAX", "1 617 726 2000", r"1 [2-9]\d\d 555 01\d\d", "the country stays"),
        ("PHONE", "726-2000", r"555-01\d\d", "no area"),
        ("PHONE", "x61234", r"x\d{5}", "an extension alone"),
        ("PHONE", "6177262000", r"[2-9]\d\d55501\d\d", "no signs"),
        ("PHONE", "555-0134", r"555-01\d\d", "a number that belongs to nobody already"),
        ("PHONE", "617.726.2000 or 726.2001", r"[2-9]\d\d\.555\.01\d\d or 555\.01\d\d", "two numbers"),
        ("PHONE", "1-800-FLOWERS", r"\d-\d{3}-[A-Z]{7}", "letters that are dialled change"),
        ("PHONE", "pager 12345", r"pager [1-9]\d{4}", "words beside it stay"),
        ("PHONE", "+44 20 7946 0958", r"\+\d\d \d\d \d555 01\d\d", "another country"),
    ],
)
def test_shapes(label: str, text: str, pattern: str, remark: str) -> None:
    new = one(label, text)
    assert re.fullmatch(pattern, new), remark
    assert new != text


@given(st.integers(200, 999))
def test_areas_change_and_are_no_service_numbers(area: int) -> None:
    new = one("PHONE", f"{area}-726-2000")[:3]
    assert new != str(area)
    assert new[1:] != "11"
    assert new[0] in "23456789"
