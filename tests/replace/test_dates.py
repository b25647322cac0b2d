from collections.abc import Callable
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.replace.dates import full_year, read


@pytest.mark.parametrize(
    ("text", "kind", "moved", "remark"),
    [
        ("3/28/2024", "full", "4/9/2024", "no zeros"),
        ("03-28-24", "full", "04-09-24", "zeros, two digits for the year"),
        ("2024-03-30", "full", "2024-04-11", "ISO"),
        ("2024/3/30", "full", "2024/4/11", "year first, no zeros"),
        ("20240330", "full", "20240411", "one number"),
        ("03302024", "full", "04112024", "one number, year last"),
        ("28.03.2024", "full", "09.04.2024", "no 28th month: day first"),
        ("3 / 28 / 2024", "full", "4 / 9 / 2024", "spaces around the signs"),
        ("March 30, 2024", "full", "April 11, 2024", "long month"),
        ("Mar 30 2024", "full", "Apr 11 2024", "short month"),
        ("Mar. 30, 2024", "full", "Apr. 11, 2024", "the dot stays"),
        ("MARCH 30, 2024", "full", "APRIL 11, 2024", "capitals"),
        ("march 30, 2024", "full", "april 11, 2024", "small letters"),
        ("30 March 2024", "full", "11 April 2024", "day first"),
        ("30-Mar-24", "full", "11-Apr-24", "hyphens"),
        ("26-Mar-24", "full", "07-Apr-24", "columns are padded"),
        ("March 26, 2024", "full", "April 7, 2024", "sentences are not"),
        ("30MAR2024", "full", "11APR2024", "no signs at all"),
        ("2024 March 30", "full", "2024 April 11", "year first"),
        ("20-May-24", "full", "01-Jun-24", "May between hyphens is short"),
        ("May 20, 2024", "full", "June 1, 2024", "May in a sentence is long"),
        ("Sept 3, 2024", "full", "Sept 15, 2024", "Sept stays Sept"),
        ("March 30th", "month-day", "April 11th", "without a year"),
        ("March 21st", "month-day", "April 2nd", "another ordinal"),
        ("the 4th of July", "month-day", "the 16th of July", "words between stay"),
        ("3/28", "month-day", "4/9", "month and day"),
        ("March 2024", "month-year", "March 2024", "the 15th moves into the 27th"),
        ("11/2021", "month-year", "11/2021", "month and year"),
        ("Mar 98", "month-year", "Mar 98", "no month has a 98th day"),
        ("2019", "year", "2019", "the 1st of July moves into the 13th"),
        ("March", "month", "March", "a month alone"),
        ("Tuesday", "weekday", "Sunday", "12 days later"),
        ("Tues", "weekday", "Sun", "short"),
        ("WED.", "weekday", "MON.", "capitals, dot"),
        ("Friday, March 15th, 2024", "full", "Wednesday, March 27th, 2024", "the weekday moves along"),
        ("Thurs 3/14", "month-day", "Tues 3/26", "short weekday of four letters and more"),
        ("2024-04-02 (Tuesday)", "full", "2024-04-14 (Sunday)", "weekday behind"),
        ("2024-04-02 16:11", "full", "2024-04-14 16:11", "the time stays"),
        ("2024-04-02T16:11:00Z", "full", "2024-04-14T16:11:00Z", "ISO with T"),
        ("3/28/24 at 1430", "full", "4/9/24 at 1430", "the time in four digits"),
        ("16:11 on 3/28/2024", "full", "16:11 on 4/9/2024", "the time first"),
        ("March\u00a030,\n2024", "full", "April\u00a011,\n2024", "any white space stays"),
    ],
)
def test_shapes_moved_by_twelve_days(text: str, kind: str, moved: str, remark: str) -> None:
    written = read(text)
    assert written is not None
    assert written.kind == kind
    if written.short_year and written.year is not None:
        written = written.with_year(full_year(written.year, []))
    assert written.moved(12) == moved, remark


@pytest.mark.parametrize(
    "text",
    [
        "Christmas",
        "fall 2019",
        "'98",
        "the 80s",
        "13/13/2024",
        "0/5",
        "3/28-3/30",
        "",
        "0930",
        "ſunday",
        "x" * 99,
        "٣/٤",
    ],
)
def test_what_cannot_be_read(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize(
    ("text", "days", "remark"),
    [
        ("2/30/2024", 1, "no such day"),
        ("2/29/2023", 1, "no leap year"),
        ("2/29", 1, "2001 is assumed, and had none"),
        ("12/31/9999", 1, "after the last year there is"),
        ("01/01/0001", -1, "before the first"),
        ("0000-01-01", 1, "there was no year 0"),
    ],
)
def test_dates_that_do_not_exist(text: str, days: int, remark: str) -> None:
    written = read(text)
    assert written is not None
    assert written.moved(days) is None, remark


@pytest.mark.parametrize(
    ("short", "years", "year", "remark"),
    [
        (24, [2023], 2024, "the same century"),
        (62, [2023], 1962, "a birth date"),
        (43, [2023], 2043, "twenty years after is the last"),
        (44, [2023], 1944, "twenty-one are too many"),
        (99, [2001], 1999, "over the turn of a century"),
        (87, [2091], 2087, "i2b2 dates are moved far ahead"),
        (24, [], 2024, "no full date: the pivot"),
        (40, [], 1940, "no full date: the pivot"),
        (5, [1950, 2003], 2005, "near to any of them"),
    ],
)
def test_two_digits_of_a_year(short: int, years: list[int], year: int, remark: str) -> None:
    assert full_year(short, years) == year, remark


def test_day_first_is_a_choice() -> None:
    for text, day_first, moved in (("4/3/2024", False, "4/4/2024"), ("4/3/2024", True, "5/3/2024")):
        written = read(text, day_first)
        assert written is not None
        assert written.moved(1) == moved
    american = read("3/28/2024", day_first=True)
    assert american is not None
    assert american.moved(1) == "3/29/2024", "there is no 28th month"


def ordinal(day: int) -> str:
    """Return 1st for 1, by the plain rule."""
    return f"{day}{'th' if day in (11, 12, 13) else {1: 'st', 2: 'nd', 3: 'rd'}.get(day % 10, 'th')}"


# How dates are written, as functions: what is moved must be what would have been written that day.
WRITERS: list[Callable[[date], str]] = [
    lambda d: f"{d.month}/{d.day}/{d.year}",
    lambda d: f"{d:%m/%d/%Y}",
    lambda d: f"{d:%Y-%m-%d}",
    lambda d: f"{d:%Y%m%d}",
    lambda d: f"{d:%B} {d.day}, {d.year}",
    lambda d: f"{d:%b} {d.day} {d.year}",
    lambda d: f"{d.day} {d:%B} {d.year}",
    lambda d: f"{d:%d-%b-%Y}",
    lambda d: f"{d:%B} {ordinal(d.day)}, {d.year}",
    lambda d: f"{d:%A}, {d:%B} {ordinal(d.day)}, {d.year}",
    lambda d: f"{d:%a} {d:%Y-%m-%d} 16:11",
    lambda d: f"{d:%Y-%m-%dT16:11:00Z}",
    lambda d: f"the {ordinal(d.day)} of {d:%B} {d.year}",
    lambda d: f"{d:%d%b%Y}".upper(),
]
dates = st.dates(date(1600, 1, 1), date(2199, 12, 31))


def unpadded(text: str) -> str:
    """Return a date without the zeros that no single date shows: 10/12 may be written by a padder or not."""
    return text.replace("/0", "/").removeprefix("0")


@given(dates, st.integers(-365, 365), st.sampled_from(WRITERS))
def test_a_moved_date_is_what_would_have_been_written(day: date, days: int, write: Callable[[date], str]) -> None:
    written = read(write(day))
    assert written is not None
    moved = written.moved(days)
    expected = write(day + timedelta(days))
    if " May " in f" {write(day)} ":
        return  # May is short and long
    assert moved is not None
    assert moved == expected or ("/" in expected and unpadded(moved) == unpadded(expected))


@given(st.lists(st.tuples(dates, st.sampled_from(WRITERS)), min_size=2, max_size=2), st.integers(-365, 365))
def test_intervals_are_kept_whatever_the_shapes(pair: list[tuple[date, Callable[[date], str]]], days: int) -> None:
    found = []
    for day, write in pair:
        written = read(write(day))
        assert written is not None
        again = read(written.moved(days) or "")
        assert again is not None
        found.append(date(again.year or 0, again.month or 0, again.day or 0))
    assert found[1] - found[0] == pair[1][0] - pair[0][0]


@given(st.text(max_size=80))
def test_any_text_is_read_or_not(text: str) -> None:
    written = read(text)
    assert written is None or "WrittenDate(kind=" in repr(written)
    if written is not None:
        written.moved(5)
