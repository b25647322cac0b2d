"""Made-up institutions: each writes dates, names and numbers in its own way, and makes its own mistakes."""

from dataclasses import dataclass

from scrubjay.synthesis import calendar, numbers
from scrubjay.synthesis.chance import Chance

NAMES = (
    "alder",
    "birch",
    "cypress",
    "dogwood",
    "elm",
    "fir",
    "gum",
    "hazel",
    "ironwood",
    "juniper",
    "kapok",
    "larch",
)
_STAFF = {"full": 4.0, "last": 3.0, "middle": 2.0, "comma": 1.0, "short": 1.0, "whole": 0.5}


@dataclass(frozen=True)
class Institution:
    """The habits of a house; any name makes one, always the same."""

    name: str
    long: str  # form of dates with a year
    short: str  # form of dates without
    own: float  # share of dates in these forms
    staff: str  # form of the staff's names
    shapes: dict[str, str]  # of numbers, by label
    shouts: float  # share of notes in capitals
    whispers: float  # share of notes in small letters
    slips: float  # share of words with a typing error
    scans: float  # share of notes that were scanned, with a machine's reading errors
    wraps: float  # share of notes with lines that end at a fixed width
    bare: float  # share of notes without punctuation


def institution(name: str) -> Institution:
    """Return the institution of a name."""
    chance = Chance(0, "institution", name)
    return Institution(
        name,
        long=chance.pick(calendar.LONG),
        short=chance.pick(calendar.SHORT),
        own=chance.number(0.4, 0.95),
        staff=chance.weighted(_STAFF),
        shapes={label: chance.pick(numbers.shapes(label)) for label in numbers.LABELS},
        shouts=chance.pick((0.02, 0.05, 0.2)),
        whispers=chance.pick((0.02, 0.05, 0.2)),
        slips=chance.pick((0.0, 0.002, 0.01)),
        scans=chance.pick((0.0, 0.0, 0.1)),
        wraps=chance.pick((0.0, 0.3, 0.8)),
        bare=chance.pick((0.02, 0.05, 0.1)),
    )
