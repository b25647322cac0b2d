"""The lists: each file plain and named in the README, and what a look-up says."""

import csv
import tomllib
from importlib import resources
from pathlib import Path

import pytest

from scrubjay.detect import lexicon as module
from scrubjay.detect.lexicon import (
    CITY,
    COMMON,
    COUNTRY,
    DRUG,
    EPONYM,
    FEMALE,
    MALE,
    PLACE_START,
    STATE,
    SURNAME,
    lexicon,
    places,
    plain,
    states,
    words,
)

ROOT = Path(__file__).parents[2]
LISTS = Path(str(resources.files("scrubjay.detect").joinpath("lists")))
FILES = sorted(path.name for path in LISTS.iterdir() if path.name != "README.md")


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(".txt")])
def test_every_list_is_full_lower_case_plain_and_without_repeats(name: str) -> None:
    text = (LISTS / name).read_text(encoding="utf-8")
    assert text.endswith("\n")
    lines = text.split("\n")[:-1]
    assert len(lines) > 40 or name == "es_months.txt"
    assert [line for line in lines if line != plain(line.strip()) or not line or not line.isascii()] == []
    assert len(set(lines)) == len(lines)


def test_states_have_codes_of_two_capitals() -> None:
    rows = list(csv.reader((LISTS / "states_us.csv").read_text(encoding="utf-8").splitlines()))
    assert len(rows) >= 50
    assert all(len(row) == 2 and row[1].isupper() and len(row[1]) == 2 for row in rows)
    assert states()["new mexico"] == "NM"
    assert len(set(states().values())) == len(rows)


def test_the_readme_names_each_file_and_no_other() -> None:
    readme = (LISTS / "README.md").read_text(encoding="utf-8")
    assert [name for name in FILES if f"`{name}`" not in readme] == []
    named = {word.strip("`|,") for word in readme.split() if word.strip("|,").startswith("`")}
    assert {name for name in named if name.endswith((".txt", ".csv"))} <= set(FILES)


def test_every_list_is_read_by_something() -> None:
    read = {*module._LISTS, *module._FREQUENT, "cities_us", "cities_world", "counties_us", "countries", "professions"}
    fed = tomllib.loads((ROOT / "benchmarks" / "meddocan.toml").read_text(encoding="utf-8"))["network"]["lists"]
    assert {Path(name).stem for name in FILES} == {*read, "states_us", *fed}


BITS = [
    ("smith", SURNAME, "a surname"),
    ("anna", FEMALE, "a given name of women"),
    ("hans", MALE, "a given name of men"),
    ("table", COMMON, "an everyday word"),
    ("metformin", DRUG, "a drug"),
    ("parkinson", EPONYM, "a name that medicine uses"),
    ("toledo", CITY, "a town"),
    ("grand", PLACE_START, "the first word of a town"),
    ("canada", COUNTRY, "a country"),
    ("ohio", STATE, "a state"),
]


@pytest.mark.parametrize(("word", "bit", "remark"), BITS, ids=[row[2] for row in BITS])
def test_what_the_lists_say(word: str, bit: int, remark: str) -> None:
    assert lexicon()[word] & bit


def test_a_word_of_no_list_is_not_there() -> None:
    assert "zanwick" not in lexicon()


def test_several_meanings_are_kept_in_one_number() -> None:
    assert lexicon()["rose"] & COMMON
    assert lexicon()["rose"] & FEMALE


@pytest.mark.parametrize(
    ("word", "written"),
    [
        ("Siobhán", "siobhan"),
        ("O’Connell", "o'connell"),
        ("Łukasz", "lukasz"),
        ("STRASSE", "strasse"),
        ("Æther", "aether"),
        ("", ""),
    ],
)
def test_words_as_the_lists_write_them(word: str, written: str) -> None:
    assert plain(word) == written
    assert plain(plain(word)) == written


def test_the_most_frequent_stand_first() -> None:
    assert words("surnames")[:2] == ("smith", "johnson")


def test_places_of_several_words_are_places() -> None:
    assert {"grand rapids", "new mexico", "toledo"} <= places()
