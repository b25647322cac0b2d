import re

import pytest

from scrubjay.detect.lexicon import states, words
from scrubjay.replace.options import StyleOptions
from scrubjay.replace.surrogate import Surrogate
from tests.replace.notes import KEY, note, rewritten

STYLE = Surrogate(KEY, StyleOptions())
WORD = "[A-Z][a-z]+"


def places(label: str, *mentions: str) -> list[str]:
    return rewritten(note(*((label, each) for each in mentions)), STYLE)


@pytest.mark.parametrize(
    ("label", "text", "pattern", "remark"),
    [
        ("HOSPITAL", "Brigham General Hospital", f"{WORD} General Hospital", "kinds of place stay"),
        ("HOSPITAL", "St. Mary's Hospital", f"St\\. {WORD}'s Hospital", "the saint changes"),
        ("HOSPITAL", "Mercy Hospital", f"{WORD} Hospital", "all everyday words: the first changes"),
        ("HOSPITAL", "The Children's Hospital", f"The {WORD}'s Hospital", "the first that means something"),
        ("HOSPITAL", "MGH", "[A-Z]{3}", "an abbreviation stays one"),
        (
            "HOSPITAL",
            "University of Iowa Hospitals & Clinics",
            f"University of {WORD} Hospitals & Clinics",
            "in between",
        ),
        ("HOSPITAL", "BOSTON MEDICAL CENTER", "[A-Z]+ MEDICAL CENTER", "capitals"),
        ("DEPARTMENT", "Ellison 10", f"{WORD} [1-9]\\d", "numbers change"),
        ("ORGANIZATION", "Walmart", WORD, "one word"),
        ("STREET", "123 Elm St., Apt 4B", f"[1-9]\\d\\d {WORD} St\\., Apt [1-9][A-Z]", "what is no name stays"),
        ("STREET", "1600 Pennsylvania Ave NW", f"[1-9]\\d{{3}} {WORD} Ave NW", "directions stay"),
        ("STREET", "5th Avenue", "[1-9](st|nd|rd|th) Avenue", "numbered streets"),
        ("STREET", "42 N. Circle Drive", f"[1-9]\\d N\\. {WORD} Drive", "a street called like a street"),
        ("STREET", "P.O. Box 912", "P\\.O\\. Box [1-9]\\d\\d", "no street at all"),
        ("CITY", "Boston", WORD, "a town for a town"),
        ("CITY", "San Antonio", f"{WORD}( {WORD})+", "several words for several"),
        ("CITY", "BOSTON", "[A-Z]{4,}", "capitals"),
        ("CITY", "Boston, MA 02114", f"{WORD}, [A-Z]{{2}} 0\\d{{4}}", "a whole address line"),
        ("STATE", "MA", "[A-Z]{2}", "a code for a code"),
        ("STATE", "ma", "[a-z]{2}", "small letters"),
        ("STATE", "Massachusetts", f"{WORD}( ({WORD}|of))*", "a name for a name"),
        ("STATE", "NEW YORK", "[A-Z ]{4,}", "capitals"),
        ("COUNTRY", "France", WORD, "a country"),
        ("COUNTRY", "USA", WORD, "an abbreviation that no list has"),
        ("ROOM", "Room 5B", "Room \\d[A-Z]", "the word stays"),
        ("ROOM", "ICU bed 4", "ICU bed \\d", "the words stay"),
        ("ZIP", "02114-1234", "\\d{5}-\\d{4}", "the same form"),
    ],
)
def test_places(label: str, text: str, pattern: str, remark: str) -> None:
    [new] = places(label, text)
    assert re.fullmatch(pattern, new), remark
    assert new != text


def test_ordinals_are_right() -> None:
    for number in range(1, 60):
        [new] = places("STREET", f"{number}th Street")
        found = re.fullmatch(r"(\d+)(st|nd|rd|th) Street", new)
        assert found
        teens = found[1][-2:] in ("11", "12", "13")
        assert found[2] == ("th" if teens else {"1": "st", "2": "nd", "3": "rd"}.get(found[1][-1], "th"))


def test_one_town_is_one_town_wherever_it_stands() -> None:
    city, hospital = rewritten(note(("CITY", "Boston"), ("HOSPITAL", "Boston Medical Center")), STYLE)
    assert hospital == f"{city} Medical Center"


def test_both_forms_of_a_state_agree() -> None:
    code, name = places("STATE", "MA", "Massachusetts")
    assert states()[name.lower()] == code != "MA"


def test_no_place_is_itself() -> None:
    cities = [each.title() for each in words("cities_us")[:150]]
    assert all(new != old for old, new in zip(cities, places("CITY", *cities), strict=True))
    names = [*states().values(), *(name.title() for name in states())]
    assert all(new.lower() != old.lower() for old, new in zip(names, places("STATE", *names), strict=True))
    lands = [each.title() for each in words("countries")]
    assert all(new.lower() != old.lower() for old, new in zip(lands, places("COUNTRY", *lands[:50]), strict=False))
