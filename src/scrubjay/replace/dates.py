"""Dates as clinicians write them: read into year, month and day, and written back in the very same layout.

A written date keeps its text and where its fields stand in it. Writing another date fills the fields and leaves every
other sign alone, so separators, times and brackets survive without being understood.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass, replace
from datetime import date, timedelta

from scrubjay.replace.date_fields import MONTH, WEEKDAY, month_number, written_field

ASSUMED_YEAR = 2001  # for dates without a year in notes without a full date; no leap year, like most
_LONGEST = 60  # characters; nobody writes a single date longer
_PIVOT = 40

_SPACES = str.maketrans("\u00a0\u2007\u2009\u202f", "    ")

_CLOCK = r"\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?\s?(?:[ap]\.?m\.?)?"
_ZONE = r"\s?(?:Z|UTC|GMT|[ECMP][SD]T|[+-]\d\d:?\d\d)"
_BEFORE = rf"\s*(?:{_CLOCK}(?:{_ZONE})?,?\s+)?(?:on\s+)?(?:(?P<weekday>{WEEKDAY})\.?,?\s+)?(?:on\s+)?(?:the\s+)?"
_TIME = (
    rf"(?:(?:T|,?\s+(?:at\s+)?|\s?@\s?|-)(?:{_CLOCK}(?:{_ZONE})?|\d{{4}}\s?(?:h|hrs?|hours)\b\.?)|\s+at\s+\d{{4}})"
)
_AFTER = rf"(?:{_TIME})?(?:,?\s+\(?(?P<last>{WEEKDAY})\.?\)?)?\s*"

_DAY = r"(?P<day>\d{1,2})(?P<suffix>st|nd|rd|th)?"
_NUMBER = r"(?P<month>\d{1,2})"
_NAME = rf"(?P<name>{MONTH})"
_YEAR = r"(?P<year>\d{4}|\d\d)"
_JOINED = r"[\s.\-/]{0,3}"
_COMMA = r"(?:[\s.,\-/]{1,3}['’]?|\s+(?:of|in)\s+)"
_OF = rf"(?:\s+(?:day\s+)?of\s+|{_JOINED})"
_SIGN = r"(?P<sign>\s?[-/.–]\s?)"

# The first that fits and names a month and day that exist somewhere in a year is taken.
_CORES = [
    rf"(?P<year>\d{{4}}){_SIGN}{_NUMBER}(?P=sign)(?P<day>\d{{1,2}})",  # 2024-03-30
    r"(?P<year>(?:1[5-9]|2[0-2])\d\d)(?P<month>\d\d)(?P<day>\d\d)",  # 20240330
    r"(?P<month>\d\d)(?P<day>\d\d)(?P<year>(?:1[5-9]|2[0-2])\d\d)",  # 03302024
    rf"(?P<first>\d{{1,2}}){_SIGN}(?P<second>\d{{1,2}})(?P=sign){_YEAR}",  # 3/30/2024, 30.03.24
    rf"{_NAME}{_JOINED}{_DAY}{_COMMA}{_YEAR}",  # March 30, 2024
    rf"{_DAY}{_OF}{_NAME}(?:{_COMMA})?{_YEAR}",  # 30 March 2024, 30-Mar-24, 30MAR2024
    rf"(?P<year>\d{{4}}){_JOINED}{_NAME}{_JOINED}{_DAY}",  # 2024 March 30
    rf"{_NAME}{_JOINED}{_DAY}",  # March 30th
    rf"{_DAY}{_OF}{_NAME}",  # the 4th of July
    rf"{_NAME}(?:{_COMMA})?(?P<year>\d{{4}}|(?<=['’])\d\d|3[2-9]|[4-9]\d)",  # March 2024, Mar 98: no 98th day
    rf"(?P<first>\d{{1,2}}){_SIGN}(?P<second>\d{{1,2}})",  # 3/28
    rf"{_NUMBER}{_SIGN}(?P<year>\d{{4}}|3[2-9]|[4-9]\d)",  # 11/2021, 12/86
    rf"(?P<year>\d{{4}}){_SIGN}{_NUMBER}",  # 2021-11
    r"(?P<year>(?:1[5-9]|2[0-2])\d\d)",  # 2019
    _NAME,  # March
]
_FLAGS = re.IGNORECASE | re.ASCII  # without ASCII, a long s would be an s, and an Arabic zero no zero
_SHAPES = [re.compile(f"{_BEFORE}{core}{_AFTER}", _FLAGS) for core in _CORES]
_WEEKDAY_ALONE = re.compile(rf"\s*(?:on\s+)?(?P<weekday>{WEEKDAY})(?:['’]?s)?\.?(?:{_TIME})?\s*", _FLAGS)


@dataclass(frozen=True, slots=True, repr=False)
class WrittenDate:
    """A date as it was written: what it names, and where in its text. The representation does not show it.

    `kind` is full, month-day, month-year, month, year or weekday; what the text does not name is None.
    """

    kind: str
    text: str
    fields: tuple[tuple[str, int, int], ...]
    year: int | None = None
    month: int | None = None
    day: int | None = None
    short_year: bool = False

    def __repr__(self) -> str:
        """Show the kind only."""
        return f"WrittenDate(kind={self.kind!r})"

    def with_year(self, year: int) -> "WrittenDate":
        """Return the date with its year completed."""
        return replace(self, year=year, short_year=False)

    def moved(self, days: int, assumed_year: int = ASSUMED_YEAR) -> str | None:
        """Return the text of the date that many days later, or None if this or that date does not exist.

        A month counts as its 15th, a year as its 1st of July; a date without a year gets `assumed_year`.

        >>> [read(text).moved(12) for text in ("3/28/2024", "Friday, March 15th, 2024", "30 Mar", "11/2021")]
        ['4/9/2024', 'Wednesday, March 27th, 2024', '11 Apr', '11/2021']
        """
        try:
            if self.kind == "weekday":
                new = date(ASSUMED_YEAR, 1, 1)  # only the weekday is written
            elif self.kind == "year":
                new = date(self.year or 0, 7, 1) + timedelta(days)
            else:
                year = assumed_year if self.year is None else self.year
                new = date(year, self.month or 0, 15 if self.day is None else self.day) + timedelta(days)
        except (ValueError, OverflowError):
            return None
        pieces, position = [], 0
        for name, start, end in self.fields:
            pieces += [
                self.text[position:start],
                written_field(name, self.text, (start, end), self.fields, new, days),
            ]
            position = end
        return "".join([*pieces, self.text[position:]])


def read(text: str, day_first: bool = False) -> WrittenDate | None:
    """Return what a written date names, or None if it cannot be read.

    4/3 is April 3rd unless `day_first`; a number over 12 is the day wherever it stands.
    """
    if len(text) > _LONGEST:
        return None
    plain = text.translate(_SPACES)
    if match := _WEEKDAY_ALONE.fullmatch(plain):
        return WrittenDate("weekday", text, _fields(match))
    for shape in _SHAPES:
        if (match := shape.fullmatch(plain)) and (found := _understood(match, day_first)):
            return replace(found, text=text)
    return None


def full_year(short: int, years: list[int]) -> int:
    """Return the year that two digits mean in a note whose full dates have these years, in order.

    The century is the one that brings the year nearest to one of them, and not more than 20 years after the last;
    without full dates, 39 is 2039 and 40 is 1940.

    >>> full_year(62, [2019]), full_year(31, [2019]), full_year(31, [])
    (1962, 2031, 2031)
    """
    if not years:
        return short + (2000 if short < _PIVOT else 1900)
    choices = [short + century for century in range(0, years[-1] + 21 - short, 100) if short + century > 0]

    def distance(choice: int) -> int:
        place = bisect_left(years, choice)
        return min(abs(choice - year) for year in years[max(0, place - 1) : place + 1])

    return min(choices, key=distance, default=2000 + short)


def _understood(match: re.Match[str], day_first: bool) -> WrittenDate | None:
    groups = {name: value for name, value in match.groupdict().items() if value is not None}
    order: dict[str, str] = {}
    if "first" in groups:
        first, second = int(groups["first"]), int(groups["second"])
        swapped = first > 12 or (day_first and second <= 12)
        order = {"first": "day", "second": "month"} if swapped else {"first": "month", "second": "day"}
        groups |= {order[name]: groups[name] for name in ("first", "second")}
    month = month_number(groups["name"]) if "name" in groups else int(groups["month"]) if "month" in groups else None
    day = int(groups["day"]) if "day" in groups else None
    year = int(groups["year"]) if "year" in groups else None
    if (month is not None and not 1 <= month <= 12) or (day is not None and not 1 <= day <= 31):
        return None
    kind = "full" if day and year is not None else "month-day" if day else "month-year" if month else "year"
    if kind == "month-year" and year is None:
        kind = "month"
    short = len(groups.get("year", "")) == 2
    return WrittenDate(kind, match.string, _fields(match, order), year, month, day, short)


def _fields(match: re.Match[str], order: dict[str, str] | None = None) -> tuple[tuple[str, int, int], ...]:
    """Return where the fields stand, in reading order."""
    found = [
        ((order or {}).get(name, name), *match.span(name))
        for name, value in match.groupdict().items()
        if value is not None and name != "sign"
    ]
    return tuple(sorted(found, key=lambda field: field[1]))
