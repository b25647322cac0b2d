"""Sentences of one note are found by what became of the same names."""

import numpy as np
import pytest

from scrubjay.detect.tagger.reading import Reading
from scrubjay.detect.tagger.vectors import Vectors
from scrubjay.share.neighbours import Neighbours
from scrubjay.share.pseudonymise import pseudonymised
from scrubjay.share.reassembly import reassembled
from tests.share.small import NAMES, notes, vectors


def test_names_that_tell_nothing_are_guessing_and_names_that_tell_all_are_not() -> None:
    chance = np.random.default_rng(1)
    words = [f"name{'abcdefghijklmnopqrst'[i]}" for i in range(20)]
    given = Vectors(["<unknown>", *words], np.vstack([np.zeros(20), np.eye(20)]).astype(np.float32))
    own = [(note, [words[note]]) for note in range(20) for _ in range(3)]
    assert reassembled(own, given, chance) == pytest.approx(1.0)
    shuffled = [(note, [str(chance.choice(words))]) for note in range(20) for _ in range(300)]
    assert reassembled(shuffled, given, chance) == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize(
    ("sentences", "remark"),
    [
        ([], "nothing"),
        ([(1, ["wells"]), (1, ["ruiz"])], "one note"),
        ([(1, ["wells"]), (2, ["ruiz"])], "no note has two sentences"),
        ([(1, ["x7", "Zzyzx"]), (1, ["12"]), (2, ["wells"])], "no vectors"),
    ],
)
def test_what_cannot_be_asked_is_none(sentences: list[tuple[int, list[str]]], remark: str) -> None:
    assert reassembled(sentences, vectors(), np.random.default_rng(1)) is None, remark


def test_the_same_neighbour_throughout_a_note_tells_more() -> None:
    """Notes that name one person thrice: with the same pseudonym they come together, with others less so."""
    text = "Seen by Dr. {0}. Dr. {0} walks. Well, {0} sleeps."
    given = []
    for i, note in enumerate(notes(40)):
        name = NAMES[i % len(NAMES)].title()
        made = text.format(name)
        places = [at for at in range(len(made)) if made.startswith(name, at)]
        given.append(
            type(note)(note.id, made, tuple(type(note.spans[0])(at, at + len(name), "DOCTOR") for at in places))
        )
    told = [
        pseudonymised(
            given,
            Neighbours(vectors(), 8),
            Reading(tokenizer="aggressive"),
            np.random.default_rng(1),
            consistent=consistent,
        ).residue.together
        for consistent in (False, True)
    ]
    assert told[0] is not None
    assert told[1] is not None
    assert told[0] < 0.65 < 0.8 < told[1]
