import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.replace.options import StyleOptions
from scrubjay.replace.shift import Shift
from tests.replace.notes import KEY, OTHER_KEY, note, rewritten

patients = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


class Fixed(Shift):
    """A shift by twelve days for everybody, so that tests can say what comes out."""

    def days(self, patient: str) -> int:
        return 12


def moved(*dates: str, options: StyleOptions | None = None) -> list[str]:
    return rewritten(note(*(("DATE", each) for each in dates)), Fixed(KEY, options or StyleOptions()))


@pytest.mark.parametrize(
    ("dates", "expected", "remark"),
    [
        (["3/28/2024", "Tuesday"], ["4/9/2024", "Sunday"], "both move"),
        (["Christmas", "2/30", "'98"], ["[DATE]", "[DATE]", "[DATE]"], "what cannot be read is tagged"),
        (["2/20/2024", "2/20"], ["3/3/2024", "3/3"], "the year of the note's date is a leap year"),
        (["2/20"], ["3/4"], "without one, 2001 is assumed"),
        (["2/20/2023", "2/20", "2/20/2024"], ["3/4/2023", "3/3", "3/3/2024"], "the nearer of two"),
        (["2/29", "1/1/2024"], ["3/12", "1/13/2024"], "a day that only leap years have"),
        (["5/25/62", "3/28/2024"], ["6/6/62", "4/9/2024"], "two digits"),
        (["2/20/00", "1/1/2001"], ["3/3/00", "1/13/2001"], "2000 had a 29th of February"),
        (["2/20/00", "1/1/1901"], ["3/4/00", "1/13/1901"], "1900 had none"),
    ],
)
def test_notes_moved_by_twelve_days(dates: list[str], expected: list[str], remark: str) -> None:
    assert moved(*dates) == expected, remark


def test_other_labels_are_tagged() -> None:
    assert rewritten(note(("PATIENT", "Ann"), ("AGE", "2019")), Fixed(KEY, StyleOptions())) == ["[PATIENT]", "[AGE]"]


def test_day_first_is_passed_on() -> None:
    assert moved("4/3/2024", options=StyleOptions(day_first=True)) == ["16/3/2024"]


@given(patients, st.integers(1, 400), st.booleans())
def test_the_shift_is_never_nothing_and_within_bounds(patient: str, most: int, keep_weekday: bool) -> None:
    most = max(most, 7) if keep_weekday else most
    days = Shift(KEY, StyleOptions(keep_weekday=keep_weekday, max_shift_days=most)).days(patient)
    assert days != 0
    assert abs(days) <= most
    assert not keep_weekday or days % 7 == 0


def test_shifts_are_spread_and_secret() -> None:
    shift, other = Shift(KEY, StyleOptions(max_shift_days=3)), Shift(OTHER_KEY, StyleOptions())
    assert {shift.days(str(each)) for each in range(200)} == {-3, -2, -1, 1, 2, 3}
    assert [other.days(str(each)) for each in range(9)] != [Shift(KEY, StyleOptions()).days(str(e)) for e in range(9)]


def test_a_patient_has_one_shift_in_all_notes() -> None:
    style = Shift(KEY, StyleOptions())
    first = rewritten(note(("DATE", "3/28/2024"), id="n1"), style)
    assert first == rewritten(note(("DATE", "3/28/2024"), id="n2"), style)
    assert first != rewritten(note(("DATE", "3/28/2024"), patient="p2"), style)
    alone = [rewritten(note(("DATE", "3/28/2024"), id=each, patient=None), style) for each in ("n1", "n2")]
    assert alone[0] != alone[1], "a note without patient is a patient of its own"
