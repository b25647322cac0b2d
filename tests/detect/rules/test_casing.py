"""Where names may have no capitals, and what is found there."""

import pytest
from hypothesis import given

from scrubjay.detect.rules.casing import letters
from scrubjay.detect.rules.page import Page
from tests import strategies
from tests.detect.rules.marked import Rows, found_as_marked


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("SEEN BY DR. WELLS", "upper"),
        ("seen by dr. wells", "lower"),
        ("Seen by Dr. Wells", "mixed"),
        ("seen by dr. wells, who said that all is well and that nothing need be done about it now, ok A", "lower"),
        ("120/80", "mixed"),
        ("", "mixed"),
    ],
)
def test_how_a_note_is_written(text: str, written: str) -> None:
    assert letters(text) == written


@given(strategies.text)
def test_no_name_is_looked_for_without_a_capital_where_all_are_capitals(text: str) -> None:
    page = Page(text.upper())
    if page.letters == "upper":
        assert not any(page.small)
    page = Page(text.lower())
    if page.letters == "lower":
        assert all(page.small)


ROWS: Rows = [
    (
        "Seen at noon. his brother [[PATIENT:yusuf]] agrees. Stable.",
        "a sentence without capitals in a note with them",
    ),
    ("Plan:\nwill call dr [[DOCTOR:amaechi]] re CT.\nStable.", "abbreviations are no capitals that count"),
    (
        "Stable. Discussed with dr [[DOCTOR:fujimoto]] by phone.",
        "a title in small letters, a sentence with a capital",
    ),
    ("Her son [[PATIENT:jae-sung]] drove.", "a relative, and a word that can only be a name"),
    ("Mother htn, father cva.", "short forms after relatives are no names"),
    ("She came from [[COUNTRY:somalia]] as a child.", "a country in small letters"),
    (
        "The patient was seen in the emergency department after a fall at home and was\n"
        "found to have a hip fracture. Repaired without trouble.",
        "a wrapped line is no sentence without capitals",
    ),
]
test_sentences_without_capitals = found_as_marked(ROWS)
