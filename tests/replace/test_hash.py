import re

import pytest

from scrubjay.replace.hash import Hash
from tests.replace.notes import KEY, OTHER_KEY, note, rewritten


@pytest.mark.parametrize(
    ("one", "other", "same", "remark"),
    [
        (("PATIENT", "Ann Ruiz"), ("PATIENT", "ANN RUIZ"), True, "one identity"),
        (("PATIENT", "Ann Ruiz"), ("DOCTOR", "Ann Ruiz"), True, "a doctor may be a patient"),
        (("PATIENT", "Ann D'Angelo"), ("PATIENT", "Ann Dangelo"), True, "one name, with and without apostrophe"),
        (("PATIENT", "Boston"), ("CITY", "Boston"), False, "a name is not a place"),
        (("PHONE", "617-555-0134"), ("FAX", "(617) 555 0134"), True, "one number"),
        (("PATIENT", "Ann"), ("PATIENT", "Anna"), False, "two names"),
    ],
)
def test_hashes_are_equal_for_equal_identities(
    one: tuple[str, str], other: tuple[str, str], same: bool, remark: str
) -> None:
    """Also over notes and patients: that is what this style is for."""
    [first] = rewritten(note(one, id="n1", patient="p1"), Hash(KEY))
    [second] = rewritten(note(other, id="n2", patient="p2"), Hash(KEY))
    assert (first.split(":")[1] == second.split(":")[1]) is same, remark


def test_the_shape_and_the_key() -> None:
    [first] = rewritten(note(("PATIENT", "Ann")), Hash(KEY))
    [second] = rewritten(note(("PATIENT", "Ann")), Hash(OTHER_KEY))
    assert re.fullmatch(r"\[PATIENT:[0-9a-f]{16}\]", first)
    assert first != second
