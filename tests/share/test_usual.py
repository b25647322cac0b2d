"""Words that stand outside of identities again and again name nobody."""

import pytest

from scrubjay.detect.tagger.reading import Sentence
from scrubjay.share.usual import everyday, shapes, usual

LINES = [
    Sentence(0, (), ("Seen", "of", "Wells"), ("O", "O", "S-PATIENT")),
    Sentence(0, (), ("Room", "of", "12"), ("O", "O", "O")),
    Sentence(1, (), ("seen", "of", "Wells", "12"), ("O", "O", "S-PATIENT", "O")),
    Sentence(2, (), ("Wells", "of", "Of", "12"), ("B-PATIENT", "E-PATIENT", "O", "O")),
    Sentence(3, (), ("of", "seen", "12"), ("O", "O", "O")),
]


@pytest.mark.parametrize(
    ("share", "expected", "remark"),
    [
        (0.5, {"of", "seen", "12"}, "Wells and one `of` stand in identities, Seen is no seen"),
        (0.75, {"of", "12"}, "in three of four notes"),
        (0.1, {"of", "seen", "Seen", "Room", "Of", "12"}, "whatever stands outside in one of ten"),
        (0.0, set(), "none is so"),
    ],
)
def test_words_of_every_second_note_are_everyday_ones(share: float, expected: set[str], remark: str) -> None:
    assert everyday(LINES, share) == expected, remark


def test_a_word_is_the_more_usual_the_more_notes_have_it_outside_of_identities() -> None:
    assert usual(LINES) == {"of": pytest.approx(0.7925)}, "log 3 / log 4; no figures, nor what few notes have"
    more = [Sentence(note, (), ("seen", "12", "Wells"), ("O", "O", "S-PATIENT")) for note in range(4, 9)]
    found = usual([*LINES, *more])
    assert set(found) == {"of", "seen"}
    assert 0 < found["of"] < found["seen"] < 1
    assert usual([]) == {}


def test_shapes_are_numbers_of_several_notes_without_letters() -> None:
    words = [("12", "b12", "Wells"), ("34", "b12", "7/3"), ("56", "b12", "99/1"), ("1962", "7/3", "56")]
    lines = [Sentence(note, (), each, ("O",) * len(each)) for note, each in enumerate(words)]
    assert shapes(lines) == ["00"], "0/0 and 00/0 stand in fewer notes than three, 0000 in one, b00 names something"
    assert shapes([]) == []
