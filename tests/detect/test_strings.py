"""Many strings looked for at once, against an oracle that looks for each at every place."""

import re
import tracemalloc
from collections.abc import Callable
from itertools import pairwise
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.detect import strings as module
from scrubjay.detect.lexicon import plain
from scrubjay.detect.strings import Strings
from tests.timing import slower

_PARTS = st.sampled_from(
    [
        "Anna",
        "ANNA",
        "anna",
        "Wells",
        "wells",
        "é",
        "É",
        "12",
        "1",
        "a",
        " ",
        "  ",
        ", ",
        "-",
        "\n",
        "\n\n",
        "_",
        "’",
        "    ",
    ]
)
_TEXT = st.lists(_PARTS, max_size=14).map("".join)
_STRINGS = st.lists(st.tuples(_TEXT, st.sampled_from(["PATIENT", "DATE"])), max_size=5)


def _words(text: str) -> list[tuple[int, int, str]]:
    """Return runs of letters and runs of figures, sign by sign."""
    found: list[tuple[int, int, str]] = []
    for place, sign in enumerate(text):
        kind = "figure" if sign.isdecimal() else "letter" if re.fullmatch(r"[^\W\d_]", sign) else ""
        before = text[place - 1] if place else ""
        goes_on = (
            kind and before and (before.isdecimal() if kind == "figure" else bool(re.fullmatch(r"[^\W\d_]", before)))
        )
        if kind and goes_on:
            start, _, word = found[-1]
            found[-1] = start, place + 1, word + sign
        elif kind:
            found.append((place, place + 1, sign))
    return [(start, end, plain(word)) for start, end, word in found]


def _naive(strings: list[tuple[str, str]], text: str) -> list[tuple[int, int, str]]:
    words, found = _words(text), []
    for i in range(len(words)):
        for j in range(len(words), i, -1):
            run = words[i:j]
            gaps = [text[one[1] : other[0]] for one, other in pairwise(run)]
            if any(len(gap) > 3 or gap.count("\n") > 1 for gap in gaps):
                continue
            same = [what for string, what in strings if [w for *_, w in _words(string)] == [w for *_, w in run]]
            if same:
                found.append((run[0][0], run[-1][1], same[0]))
                break
    return found


@given(_STRINGS, _TEXT, st.sampled_from([1, 2, 3, 5, 1000]))
def test_against_looking_for_each_string_everywhere(strings: list[tuple[str, str]], text: str, window: int) -> None:
    with mock.patch.object(module, "_WINDOW", window):
        assert list(Strings(strings).find(text)) == _naive(strings, text)


ROWS = [
    ("Anna Wells", "ANNA WELLS", "another casing"),
    ("Anna Wells", "anna_wells.txt", "inside a file name"),
    ("O'Connell", "o’connell's", "another apostrophe, and a possessive"),
    ("Håkonsen", "HAKONSEN", "without its accent"),
    ("Hakonsen", "Håkonsen", "with an accent"),
    ("555-0142", "555 0142", "another separator"),
    ("(617) 555-0142", "617.555.0142", "a telephone with points"),
    ("219-09-9999", "219 09 9999", "a number in groups"),
    ("48 Alder Lane", "48 alder  lane", "two spaces"),
    ("Anna Wells", "Anna\nWells", "over a line end"),
]


@pytest.mark.parametrize(("string", "text", "remark"), ROWS, ids=[row[2] for row in ROWS])
def test_is_found(string: str, text: str, remark: str) -> None:
    assert [what for *_, what in Strings([(string, "X")]).find(f"so {text} went")] == ["X"]


ABSENT = [
    ("Anna", "Hannah", "inside a longer word"),
    ("4471", "44719", "inside a longer number"),
    ("Anna Wells", "Anna\n\nWells", "over an empty line"),
    ("Anna Wells", "Anna     Wells", "over a column"),
    ("Anna Wells", "Anna M Wells", "with something between"),
    ("--", "-- --", "no letters or figures at all"),
    ("", "anything", "an empty string"),
]


@pytest.mark.parametrize(("string", "text", "remark"), ABSENT, ids=[row[2] for row in ABSENT])
def test_is_not_found(string: str, text: str, remark: str) -> None:
    assert not list(Strings([(string, "X")]).find(text))


def test_nothing_to_look_for_is_false_and_finds_nothing() -> None:
    assert not Strings([])
    assert not Strings([("--", "X")])
    assert Strings([("a", "X")])
    assert not list(Strings([]).find("text"))


def test_the_first_of_two_meanings_wins() -> None:
    assert list(Strings([("Rose", "PATIENT"), ("ROSE", "CITY")]).find("Rose")) == [(0, 4, "PATIENT")]


def test_a_long_number_in_groups_is_found_across_windows() -> None:
    numbers = Strings([("617-555-0142", "PHONE"), ("4471903", "MEDICALRECORD")])
    text = "x 6-1 75-5 501 42, 44 71903 x"
    for window in range(1, 12):
        with mock.patch.object(module, "_WINDOW", window):
            assert [text[start:end] for start, end, _ in numbers.find(text)] == ["6-1 75-5 501 42", "44 71903"]


def test_a_huge_text_takes_little_memory() -> None:
    strings = Strings([("Anna Wells", "PATIENT"), ("4471903", "MEDICALRECORD")])
    text = "labs were reviewed on 3 of 4 days, and the wound is dry. " * 20_000
    tracemalloc.start()
    try:
        assert not list(strings.find(text))
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 3_000_000, "all of its words at once would be 40 MB"


@pytest.mark.parametrize("piece", ["a ", "a", "1", "1 ", "Anna ", "\n", "é", "_"])
def test_time_is_linear(piece: str) -> None:
    strings = Strings([("a a a a a a b", "X"), ("Anna Wells", "Y"), ("1 1 1 2", "Z")])

    def finding(text: str) -> Callable[[], object]:
        return lambda: list(strings.find(text))

    assert slower(finding(piece * 10_000), finding(piece * 160_000), 64) < 64, "16 where linear, 256 where quadratic"
