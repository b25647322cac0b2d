"""The parts of a written date, each in the style in which the writer wrote it: padding, length, case, ordinals."""

from datetime import date

MONTH = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|"
    "nov(?:ember)?|dec(?:ember)?"
)
WEEKDAY = (
    "mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?"
)
_MONTHS = "january february march april may june july august september october november december".split()
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()

Field = tuple[str, int, int]


def month_number(name: str) -> int:
    """Return 1 for January, or Jan."""
    return [month[:3] for month in _MONTHS].index(name[:3].lower()) + 1


def weekday_number(name: str) -> int:
    """Return 0 for Monday, or Mon."""
    return [weekday[:3] for weekday in _WEEKDAYS].index(name[:3].lower())


def written_field(
    name: str, text: str, place: tuple[int, int], fields: tuple[Field, ...], new: date, days: int
) -> str:
    """Return a field of the date `new`, written as the field at `place` of `text` was."""
    old = text[slice(*place)]
    match name:
        case "year":
            return f"{new.year:04d}" if len(old) == 4 else f"{new.year % 100:02d}"
        case "month":
            return _number(new.month, old, text, fields)
        case "day":
            return _number(new.day, old, text, fields)
        case "suffix":
            return _cased(_ordinal(new.day), old)
        case "name":
            return _cased(_month_name(new.month, old, text, place[1]), old)
        case _:
            # The weekday moves along, rather than being computed: with a date without a year it could not be.
            return _cased(_weekday_name((weekday_number(old) + days) % 7, old), old)


def _number(value: int, old: str, text: str, fields: tuple[Field, ...]) -> str:
    return f"{value:02d}" if _padded(old, text, fields) else str(value)


def _padded(old: str, text: str, fields: tuple[Field, ...]) -> bool:
    """Tell whether a number under ten gets a zero: by itself, else by the number beside it, else by custom."""
    if len(old) == 1 or old.startswith("0"):
        return len(old) == 2
    others = [text[start:end] for name, start, end in fields if name in ("day", "month")]
    if any(len(other) == 1 for other in others):
        return False
    if any(other.startswith("0") for other in others):
        return True
    # Nothing shows it. Columns of figures are padded (10/12/2024, 30-Mar-24), sentences are not (March 30, 2024).
    named = [(start, end) for name, start, end in fields if name == "name"]
    return not named or text[named[0][1] : named[0][1] + 1] == "-" or text[named[0][0] - 1 : named[0][0]].isdigit()


def _month_name(month: int, old: str, text: str, end: int) -> str:
    name, old = _MONTHS[month - 1], old.lower()
    if old == "may":
        # Three letters are all of May: what surrounds it tells whether months are abbreviated here.
        return name[:3] if text[end : end + 1] in ("-", ".") or text[end : end + 1].isdigit() else name
    if old in _MONTHS:
        return name
    return "sept" if old == "sept" and month == 9 else name[:3]


def _weekday_name(weekday: int, old: str) -> str:
    name, old = _WEEKDAYS[weekday], old.lower()
    if old in _WEEKDAYS:
        return name
    # Tues and Thurs are as customary as Tue and Thu; who wrote the one writes the other.
    return {1: "tues", 3: "thurs"}.get(weekday, name[:3]) if len(old) > 3 else name[:3]


def _ordinal(day: int) -> str:
    return "th" if 11 <= day <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


def _cased(new: str, old: str) -> str:
    if old.isupper():
        return new.upper()
    return new if old.islower() else new.capitalize()
