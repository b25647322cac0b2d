import pytest

from scrubjay.documents.identity import identity


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
