"""A note as the rules see it: words and offsets, and long notes in pages."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.detect.lexicon import plain
from scrubjay.detect.rules.cues import flags
from scrubjay.detect.rules.page import Page, pages
from tests import strategies
from tests.detect.rules.marked import Rows, marked

_WORDS = st.sampled_from(
    ["Anna", "WELLS", "x-ray", "O’Connell's", "İstanbul", "ẞ", "3/28", "Dr.", "\n", " ", "-", "e\u0301", "\x00"]
)
_TEXT = st.one_of(strategies.text, st.lists(_WORDS, max_size=20).map(" ".join))


@given(_TEXT)
def test_words_lie_where_they_say_in_order_and_hold_no_space(text: str) -> None:
    page = Page(text)
    assert len(page.lower) == len(text)
    assert page.size == len(page.words) == len(page.ends) == len(page.flags)
    reach = 0
    for i in range(page.size):
        start, end = page.starts[i], page.ends[i]
        assert reach <= start < end <= len(text)
        assert not any(sign.isspace() for sign in text[start:end])
        assert page.words[i] == plain(page.lower[start:end])
        reach = end
    covered = {place for i in range(page.size) for place in range(page.starts[i], page.ends[i])}
    left = "".join(" " if place in covered else sign for place, sign in enumerate(text))
    assert not [sign for sign in left.replace("'s", "").replace("’s", "") if sign.isalnum() and sign not in "sSſ"]


@given(_TEXT)
def test_gaps_and_words_make_up_the_text(text: str) -> None:
    page = Page(text)
    if page.size:
        pieces = [page.lower[page.starts[i] : page.ends[i]] + page.gaps[i] for i in range(page.size)]
        assert page.lower[: page.starts[0]] + "".join(pieces) == page.lower


@given(_TEXT, st.frozensets(st.sampled_from(["anna", "wells", "dr", "x-ray"])))
def test_where_words_stand_against_a_search(text: str, words: frozenset[str]) -> None:
    page = Page(text)
    assert page.where(words) == [i for i in range(page.size) if page.words[i] in words]
    starts = [(i, match.start()) for i, match in page.matches(re.compile(r"\w+"), words)]
    assert starts == [(i, page.starts[i]) for i in page.where(words)]


@given(_TEXT)
def test_capitals_against_the_letters_themselves(text: str) -> None:
    page = Page(text)
    for i in range(page.size):
        start = page.starts[i]
        line = text[text.rfind("\n", 0, start) + 1 :].split("\n")[0]
        assert page.capital[i] == text[start].isupper()
        assert page.caps_line(i) == (line == line.upper()) == page.caps_line_at(start)
        assert page.speaking[i] == (page.capital[i] and not page.caps_line(i))


@given(_TEXT)
def test_flags_cues_and_numbers_are_those_of_the_words(text: str) -> None:
    page = Page(text)
    for i, word in enumerate(page.words):
        if word in flags():
            assert page.flags[i] == flags()[word]
    assert list(page.cues) == sorted(page.cues)
    assert page.vocabulary == set(page.words)
    assert all(any(sign.isdigit() for sign in page.words[i]) for i in page.numbers)


@pytest.mark.parametrize(
    ("text", "letters"),
    [("Anna", "mixed"), ("anna, 3", "lower"), ("ANNA, 3", "upper"), ("3", "mixed"), ("", "mixed")],
)
def test_the_letters_of_a_note(text: str, letters: str) -> None:
    assert Page(text).letters == letters


@pytest.mark.parametrize("piece", ["a", "a b ", "line\n", "one.\n\n", "x. y ", "\n", " ", "é", "🩺"])
@pytest.mark.parametrize("length", [0, 1, 59_999, 60_000, 60_001, 200_000])
def test_pages_make_up_the_note(piece: str, length: int) -> None:
    text = (piece * (length // len(piece) + 1))[:length]
    parts = list(pages(text))
    assert "".join(part for _, part in parts) == text
    place = 0
    for start, part in parts:
        assert start == place
        assert len(part) <= 60_000
        place += len(part)
    assert all(len(part) >= 30_000 for _, part in parts[:-1]), "no page is so short that it costs more than it holds"


def test_pages_end_at_a_paragraph_rather_than_a_line() -> None:
    text = "one line\n" * 5_000 + "\n" + "two lines\n" * 5_000
    assert next(pages(text))[1].endswith("\n\n")


ROWS: Rows = [
    ("Mrs. [[PATIENT:İnönü]] and Dr. [[DOCTOR:Ågård]] agree on [[DATE:3/28]].", "letters that grow in lower case"),
    ("🩺 Dr. [[DOCTOR:Wells]] 🩺 [[DATE:3/28]]", "signs of two bytes"),
    ("Dr. [[DOCTOR:Wel\x00ls]] on [[DATE:3/28/2024]]", "a NUL byte inside a name"),
    ("Seen by Dr. [[DOCTOR:Mu\u0308ller]] today", "an accent apart from its letter"),
    ("Mr. [[PATIENT:Kow\u00adalski]] left", "a soft hyphen"),
    ("Dr. [[DOCTOR:Wells]]\r\nseen [[DATE:3/28/2024]]\r\n", "line ends of another system"),
    ("SEEN BY DR. [[DOCTOR:WELLS]]\nhe slept well", "one line in capitals"),
    ("", "an empty note"),
]


@pytest.mark.parametrize(("sentence", "remark"), ROWS, ids=[row[1] for row in ROWS])
def test_what_is_marked_is_found_and_nothing_else(sentence: str, remark: str) -> None:
    assert marked(sentence) == sentence
