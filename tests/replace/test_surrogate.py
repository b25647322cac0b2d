"""Surrogates as a whole: stable, independent, never the original, never a name that is real nearby."""

import re
import time

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scrubjay import Document
from scrubjay.detect.lexicon import plain
from scrubjay.replace.replacer import StyleOptions
from scrubjay.replace.surrogate import FAMILIES, Surrogate, name_words, pool
from scrubjay.replace.surrogates.kept import NO_NAMES
from scrubjay.replace.surrogates.pools import pools
from scrubjay.replace.surrogates.words import pieces
from tests.replace.notes import KEY, MENTIONS, OTHER_KEY, any_notes, note, rewritten
from tests.strategies import text

STYLE = Surrogate(KEY, StyleOptions())
names = st.sampled_from(
    [*pools().choices["surname"]["k"][:60], *pools().choices["female"]["m"][:60], "xiaoyu", "o'neil"]
)
people = st.lists(names, min_size=1, max_size=3).map(lambda words: " ".join(words).title())


def every_word(mention: str) -> set[str]:
    return {plain(piece.text) for piece in pieces(mention) if piece.kind == "word"}


@given(st.sampled_from([label for label in FAMILIES if label != "AGE"]), text.filter(bool))
@settings(max_examples=300)
def test_no_surrogate_is_its_original(label: str, mention: str) -> None:
    [new] = rewritten(note((label, mention)), STYLE)
    assert new != mention
    assert new


@given(people, st.lists(people, max_size=5), st.sets(names, max_size=60))
def test_no_name_is_one_to_avoid(first: str, others: list[str], avoid: set[str]) -> None:
    """Neither a name of the corpus, as told, nor any of the note itself."""
    style = Surrogate(KEY, StyleOptions(avoid=frozenset(avoid)))
    document = note(
        ("PATIENT", first), *(("DOCTOR", each) for each in others), ("CITY", "Keller"), ("PROFESSION", "x")
    )
    real = set().union(*(every_word(each) for each in (first, *others))) | avoid | {"keller"}
    for new in rewritten(document, style):
        assert not every_word(new) & real


def test_a_note_that_holds_every_name_is_tagged() -> None:
    style = Surrogate(KEY, StyleOptions(avoid=pool()))
    mentions = [
        ("PATIENT", "Ann Ruiz"),
        ("CITY", "Boston"),
        ("CITY", "San Antonio"),
        ("STATE", "MA"),
        ("EMAIL", "a.b@c.d"),
    ]
    tags = rewritten(note(*mentions, ("EMAIL", "ann@c.d")), style)
    assert tags[:4] == ["[PATIENT]", "[CITY]", "[CITY]", "[STATE]"]
    assert tags[4].endswith(("example.org", "example.com", "example.net")), "initials are no names"
    assert tags[5] == "[EMAIL]"


def test_a_letter_of_which_every_name_is_real_gives_way_to_another() -> None:
    [usual] = rewritten(note(("PATIENT", "Kowalski")), STYLE)
    avoid = frozenset(pools().choices["surname"][usual[0].lower()])
    [other] = rewritten(note(("PATIENT", "Kowalski")), Surrogate(KEY, StyleOptions(avoid=avoid)))
    assert other[0] not in (usual[0], "K")


@given(any_notes(), any_notes())
@settings(max_examples=50)
def test_the_order_of_notes_does_not_matter(one: Document, other: Document) -> None:
    forwards, backwards = Surrogate(KEY, StyleOptions()), Surrogate(KEY, StyleOptions())
    first = [forwards.replacements(one), forwards.replacements(other)]
    assert [backwards.replacements(other), backwards.replacements(one)] == first[::-1]


@given(people, people)
def test_a_name_has_one_surrogate_in_all_notes_of_a_patient(first: str, second: str) -> None:
    both = rewritten(note(("PATIENT", first), ("DOCTOR", second), id="n1"), STYLE)
    alone = rewritten(note(("DOCTOR", second), id="n2"), STYLE)
    assume(
        "xiaoyu" not in second.lower(),
    )  # in no list: its role is read off the note
    assume(not every_word(alone[0]) & every_word(first))  # the exception: the choice is a real name of the other note
    assert both[1] == alone[0]


def test_patients_and_keys_are_independent() -> None:
    mentions = [mention for mention in MENTIONS if mention[0] not in ("OTHER", "AGE", "STATE", "DATE")]
    first = rewritten(note(*mentions), STYLE)
    for other in (
        rewritten(note(*mentions, patient="p2"), STYLE),
        rewritten(note(*mentions), Surrogate(OTHER_KEY, StyleOptions())),
    ):
        same = [label for (label, _), one, two in zip(mentions, first, other, strict=True) if one == two]
        assert len(same) <= 2, "few meet by chance"


def test_what_has_no_family_is_tagged() -> None:
    document = note(("OTHER", "tattoo"), ("FECHAS", "3/8"), ("PATIENT", "---"), ("CITY", "🩺"))
    assert rewritten(document, STYLE) == ["[OTHER]", "[FECHAS]", "[PATIENT]", "[CITY]"]


def test_dates_move_as_under_shift() -> None:
    new = rewritten(note(("DATE", "3/28/2024"), ("DATE", "Christmas")), STYLE)
    assert new == rewritten(note(("DATE", "3/28/2024"), ("DATE", "Christmas")), STYLE._shift)
    assert re.fullmatch(r"\d{1,2}/\d{1,2}/202[345]", new[0])
    assert new[1] == "[DATE]"


def test_no_surrogate_reads_as_a_word() -> None:
    chosen = {name for initials in pools().choices.values() for found in initials.values() for name in found}
    assert not chosen & pools().common
    assert not chosen & NO_NAMES
    assert chosen <= pool()
    assert {role: sum(map(len, found.values())) for role, found in pools().choices.items()} == {
        "female": 2000,
        "male": 2000,
        "surname": 8000,
        "town": 3000,
    }
    assert len(pools().letters) >= 15


@pytest.mark.parametrize(
    ("mention", "words", "remark"),
    [
        ("Dr. Siobhán O’Connell-Byrne, MD", ["siobhan", "oconnell", "byrne"], "title and degree are none"),
        ("J. R. Wells", ["wells"], "initials are none"),
        ("St. Brendan Hospital", ["brendan"], "everyday words of places are none"),
        ("Rose Brown's", ["rose", "brown"], "everyday words that are names are"),
        ("Ludwig van Beethoven", ["ludwig", "beethoven"], "particles are none"),
        ("12, ---", [], "no word at all"),
    ],
)
def test_words_that_are_names(mention: str, words: list[str], remark: str) -> None:
    assert list(name_words(mention)) == words, remark


def test_the_pools_are_built_quickly() -> None:
    seconds = []
    for _ in range(3):
        pools.cache_clear()
        start = time.process_time()
        pools()
        seconds.append(time.process_time() - start)
    assert min(seconds) < 0.25, "about 70 ms, file reading included; generous"
