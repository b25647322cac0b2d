"""Dates and the ways they are written."""

from collections.abc import Callable
from datetime import date, timedelta

from scrubjay.synthesis.chance import Chance
from scrubjay.synthesis.lists import own

_MONTHS = "January February March April May June July August September October November December".split()
_SEASONS = ("winter", "spring", "summer", "fall")
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


def ordinal(day: int) -> str:
    """Return a number as one that counts places: 1st, 22nd."""
    return f"{day}{'th' if 10 < day < 20 else {1: 'st', 2: 'nd', 3: 'rd'}.get(day % 10, 'th')}"


FORMS: dict[str, Callable[[date], str]] = {
    "m/d/yyyy": lambda day: f"{day.month}/{day.day}/{day.year}",
    "mm/dd/yyyy": lambda day: f"{day:%m/%d/%Y}",
    "m/d/yy": lambda day: f"{day.month}/{day.day}/{day:%y}",
    "mm/dd/yy": lambda day: f"{day:%m/%d/%y}",
    "mm-dd-yyyy": lambda day: f"{day:%m-%d-%Y}",
    "m-d-yy": lambda day: f"{day.month}-{day.day}-{day:%y}",
    "mm.dd.yyyy": lambda day: f"{day:%m.%d.%Y}",
    "iso": lambda day: day.isoformat(),
    "dd/mm/yyyy": lambda day: f"{day:%d/%m/%Y}",
    "dd-mon-yyyy": lambda day: f"{day.day:02}-{_MONTHS[day.month - 1][:3]}-{day.year}",
    "dd-MON-yy": lambda day: f"{day.day:02}-{_MONTHS[day.month - 1][:3].upper()}-{day:%y}",
    "dd mon yyyy": lambda day: f"{day.day} {_MONTHS[day.month - 1][:3]} {day.year}",
    "dd MONTH yyyy": lambda day: f"{day.day} {_MONTHS[day.month - 1].upper()} {day.year}",
    "d month yyyy": lambda day: f"{day.day} {_MONTHS[day.month - 1]} {day.year}",
    "ddMONyyyy": lambda day: f"{day.day:02}{_MONTHS[day.month - 1][:3].upper()}{day.year}",
    "mon d, yyyy": lambda day: f"{_MONTHS[day.month - 1][:3]} {day.day}, {day.year}",
    "mon. d, yyyy": lambda day: f"{_MONTHS[day.month - 1][:3]}. {day.day}, {day.year}",
    "month d, yyyy": lambda day: f"{_MONTHS[day.month - 1]} {day.day}, {day.year}",
    "month d yyyy": lambda day: f"{_MONTHS[day.month - 1]} {day.day} {day.year}",
    "month dth, yyyy": lambda day: f"{_MONTHS[day.month - 1]} {ordinal(day.day)}, {day.year}",
    "dth of month yyyy": lambda day: f"{ordinal(day.day)} of {_MONTHS[day.month - 1]} {day.year}",
    "yyyymmdd": lambda day: f"{day:%Y%m%d}",
    "weekday, month d, yyyy": lambda day: f"{_DAYS[day.weekday()]}, {_MONTHS[day.month - 1]} {day.day}, {day.year}",
    "d/m/yyyy": lambda day: f"{day.day}/{day.month}/{day.year}",
    "d/m/yy": lambda day: f"{day.day}/{day.month}/{day:%y}",
    "dd.mm.yyyy": lambda day: f"{day:%d.%m.%Y}",
    "d.m.yy": lambda day: f"{day.day}.{day.month}.{day:%y}",
    "d mon yy": lambda day: f"{day.day} {_MONTHS[day.month - 1][:3]} {day:%y}",
    "mon-d-yy": lambda day: f"{_MONTHS[day.month - 1][:3]}-{day.day}-{day:%y}",
    "mm.dd.yy": lambda day: f"{day:%m.%d.%y}",
    "yyyy.mm.dd": lambda day: f"{day:%Y.%m.%d}",
    "yyyy/mm/dd": lambda day: f"{day:%Y/%m/%d}",
    "month-d-yyyy": lambda day: f"{_MONTHS[day.month - 1][:3]}-{day.day:02}-{day.year}",
    "MON d,yyyy": lambda day: f"{_MONTHS[day.month - 1][:3].upper()} {day.day},{day.year}",
    "day d mon yyyy": lambda day: f"{_DAYS[day.weekday()][:3]} {day.day} {_MONTHS[day.month - 1][:3]} {day.year}",
    "m/d": lambda day: f"{day.month}/{day.day}",
    "mm/dd": lambda day: f"{day:%m/%d}",
    "m-d": lambda day: f"{day.month}-{day.day}",
    "month d": lambda day: f"{_MONTHS[day.month - 1]} {day.day}",
    "mon d": lambda day: f"{_MONTHS[day.month - 1][:3]} {day.day}",
    "month dth": lambda day: f"{_MONTHS[day.month - 1]} {ordinal(day.day)}",
    "the dth": lambda day: f"the {ordinal(day.day)}",
    "d month": lambda day: f"{day.day} {_MONTHS[day.month - 1]}",
    "d mon": lambda day: f"{day.day} {_MONTHS[day.month - 1][:3]}",
    "dth of month": lambda day: f"{ordinal(day.day)} of {_MONTHS[day.month - 1]}",
    "day m/d": lambda day: f"{_DAYS[day.weekday()][:3]} {day.month}/{day.day}",
    "mm.dd": lambda day: f"{day:%m.%d}",
    "m.d": lambda day: f"{day.month}.{day.day}",
    "dth": lambda day: ordinal(day.day),
    "day dth": lambda day: f"{_DAYS[day.weekday()][:3]} {ordinal(day.day)}",
    "day, mon d": lambda day: f"{_DAYS[day.weekday()][:3]}, {_MONTHS[day.month - 1][:3]} {day.day}",
    "weekday the dth": lambda day: f"{_DAYS[day.weekday()]} the {ordinal(day.day)}",
    "day. the dth": lambda day: f"{_DAYS[day.weekday()][:3]}. the {ordinal(day.day)}",
    "d/m": lambda day: f"{day.day}/{day.month}",
    "season yyyy": lambda day: f"{_SEASONS[day.month % 12 // 3]} {day.year}",
    "season of yyyy": lambda day: f"{_SEASONS[day.month % 12 // 3]} of {day.year}",
    "yyyy-yy": lambda day: f"{day.year}-{(day.year + 1) % 100:02}",
    "yyyys": lambda day: f"{day.year // 10 * 10}s",
    "weekday": lambda day: _DAYS[day.weekday()],
    "day": lambda day: _DAYS[day.weekday()][: 4 if day.weekday() in (1, 3) else 3],
    "month": lambda day: _MONTHS[day.month - 1],
    "mon": lambda day: _MONTHS[day.month - 1][:3],
    "month yyyy": lambda day: f"{_MONTHS[day.month - 1]} {day.year}",
    "month of yyyy": lambda day: f"{_MONTHS[day.month - 1]} of {day.year}",
    "mon yyyy": lambda day: f"{_MONTHS[day.month - 1][:3]} {day.year}",
    "m/yyyy": lambda day: f"{day.month}/{day.year}",
    "mm/yy": lambda day: f"{day:%m/%y}",
    "m/yy": lambda day: f"{day.month}/{day:%y}",
    "day d mon": lambda day: f"{_DAYS[day.weekday()][:3]} {day.day} {_MONTHS[day.month - 1][:3]}",
    "yyyy": lambda day: str(day.year),
    "'yy": lambda day: f"'{day:%y}",
}  # fmt: skip
LONG = tuple(form for form in FORMS if ("d" in form and "yy" in form) or form == "iso")
SHORT = (
    "m/d",
    "m/d",
    "m/d",
    "mm/dd",
    "m-d",
    "month d",
    "mon d",
    "month dth",
    "d month",
    "d mon",
    "dth of month",
    "day m/d",
    "mm.dd",
    "m.d",
    "weekday the dth",
    "day, mon d",
)
LOOSE = ("month yyyy", "month of yyyy", "mon yyyy", "m/yyyy", "mm/yy", "season yyyy", "season of yyyy")


def written(chance: Chance, day: date, form: str) -> str:
    """Return a date in a form, or in one of a kind of forms: long, short, loose."""
    kinds = {"long": LONG, "short": SHORT, "loose": LOOSE}
    return FORMS[chance.pick(kinds[form]) if form in kinds else form](day)


def holiday(chance: Chance) -> str:
    """Return a day that has a name."""
    return chance.pick(own("holidays"))


def today(chance: Chance) -> date:
    """Return the day of a note."""
    return date(2000, 1, 1) + timedelta(days=chance.whole(0, 10_950))


_ONES = "one two three four five six seven eight nine".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def spelled(chance: Chance) -> str:
    """Return an age in words."""
    ones = chance.below(10)
    return chance.pick(_TENS) + (f"{chance.pick('- ')}{_ONES[ones - 1]}" if ones else "")


def infancy(chance: Chance) -> str:
    """Return an age in months, weeks or days."""
    count, units = chance.pick(
        (
            (chance.whole(1, 30), ("months", "mo", "mos", "month", "m.o.")),
            (chance.whole(1, 14), ("weeks", "wk", "wks", "week")),
            (chance.whole(1, 28), ("days", "d", "day")),
        )
    )
    return f"{count}{chance.pick(' -')}{chance.pick(units)}"
