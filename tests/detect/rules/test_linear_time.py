"""No text, however nasty, takes more than linear time: four times the text, at most about four times the time."""

from collections.abc import Callable

import pytest

from scrubjay import Document
from scrubjay.detect.rules.detector import FAMILIES, RuleDetector
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family
from tests.timing import slower

# What may be repeated in a note: a broken table, a dump of a monitor, a stuck key.
PIECES = {
    "digits": "1234567890",
    "digits and spaces": "1 ",
    "digits and dots": "1.",
    "digits and slashes": "1/",
    "digits and hyphens": "1-",
    "spaces": " ",
    "newlines": "\n",
    "capitals": "A",
    "words in capitals": "ABBA ",
    "initials": "A. ",
    "titles": "Dr. ",
    "saints": "St. ",
    "commas": ",",
    "quotes": '"',
    "letters and hyphens": "a-",
    "at signs": "@",
    "letters and at signs": "a@",
    "web": "www.",
    "hosts": "a.com",
    "apostrophes": "x'",
    "other letters": "é",
    "letters without case": "中",
    "combining marks": "e\u0301",
    "marks alone": "\u0301",
    "NUL bytes": "\x00",
}
# What some family reads step by step.
READABLE = {
    "colons": "ab:",
    "underscores": "a_",
    "names": "Anna Wells, ",
    "titles and names": "Dr. Abernathy ",
    "fields": "Name: ",
    "record numbers": "MRN 1234567 ",
    "streets": "1 Elm ",
    "towns": "in Boston ",
    "hospitals": "Hospital ",
    "relatives": "mother ",
    "months": "May 1 ",
    "unknown words": "Zqxw ",
}
_ALLOWED = 10


def _long(piece: str, length: int) -> str:
    return (piece * (length // len(piece) + 1))[:length]


@pytest.mark.parametrize("piece", PIECES.values(), ids=PIECES)
def test_a_note(piece: str) -> None:
    small, large = Document("s", _long(piece, 50_000)), Document("l", _long(piece, 200_000))
    detector = RuleDetector()
    assert slower(lambda: detector.detect([small]), lambda: detector.detect([large]), _ALLOWED) <= _ALLOWED


@pytest.mark.parametrize("piece", (PIECES | READABLE).values(), ids=PIECES | READABLE)
def test_each_family_within_a_page(piece: str) -> None:
    # A long note is read in pages of 60,000 characters, so what is slow within one page must be looked for there.
    small, large = Page(_long(piece, 15_000)), Page(_long(piece, 60_000))
    slow = {}
    for family in FAMILIES:
        ratio = slower(_reading(family, small), _reading(family, large), _ALLOWED)
        if ratio > _ALLOWED:
            slow[family.name] = ratio
    assert not slow


def _reading(family: Family, page: Page) -> Callable[[], object]:
    return lambda: list(family.find(page))


def test_a_note_with_a_million_digits() -> None:
    small, large = Document("s", "7" * 250_000), Document("l", "7" * 1_000_000)
    detector = RuleDetector()
    assert slower(lambda: detector.detect([small]), lambda: detector.detect([large]), _ALLOWED) <= _ALLOWED


def _word(number: int) -> str:
    letters = ""
    while number:
        number, rest = divmod(number, 85)
        letters += "bcdfghjklmnprstvz"[rest % 17] + "aeiou"[rest // 17]
    return letters.capitalize()


DISTINCT: dict[str, Callable[[int], str]] = {
    "telephones of one area": lambda i: f"Phone 617 555 {i:04}.\n",
    "hospitals of one name": lambda i: f"Seen at Harrow {_word(i + 9000)} Hospital.\n",
    "doctors": lambda i: f"Dr. {_word(i + 9000)}{_word(7 * i + 99).lower()} agrees.\n",
    "doctors in one line": lambda i: f"Dr. {_word(i + 9000)} saw Mrs. {_word(i + 20_000)} ",
    "e-mail and web": lambda i: f"Mail a{i}@example.org or www.example.org/{i}.\n",
}


@pytest.mark.parametrize("line", DISTINCT.values(), ids=DISTINCT)
def test_many_different_things_to_look_for_again(line: Callable[[int], str]) -> None:
    small = Document("s", "".join(map(line, range(1200))))
    large = Document("l", "".join(map(line, range(4800))))
    detector = RuleDetector()
    assert slower(lambda: detector.detect([small]), lambda: detector.detect([large]), _ALLOWED) <= _ALLOWED
