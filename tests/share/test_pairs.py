"""Pairs differ in one word of an identity, and neither of the two is likelier to be the real one."""

from collections import Counter

import numpy as np
import pytest
import torch

from scrubjay.detect.tagger.inputs import CASINGS, casings
from scrubjay.detect.tagger.reading import Reading, Sentence, sentences
from scrubjay.detect.tagger.vectors import Vectors
from scrubjay.errors import UsageError
from scrubjay.share.neighbours import Neighbours
from scrubjay.share.pairs import PairMaker, exchanged
from tests.share.small import NAMES, notes, vectors

VECTORS = vectors()
LINES = [one for one in sentences(notes(), Reading(tokenizer="aggressive"), tagged=True) if one.words]


def maker(count: int = 8, literal: bool = False, casing: bool = False) -> PairMaker:
    return PairMaker(LINES, VECTORS, Neighbours(VECTORS, count), literal, casing=casing)


def test_both_are_the_same_sentence_but_for_one_word_of_an_identity() -> None:
    pairs = list(maker().epoch(5, np.random.default_rng(1)))
    assert sum(len(batch.lengths) for batch in pairs) == len(maker()) == 2 * len(notes()), "two have a name or a town"
    for batch in pairs:
        different = (batch.first != batch.second).any(2)  # sentences x tokens
        assert different.sum(1).tolist() == [1] * len(different)
        assert torch.equal(different.int().argmax(1), batch.places)
        assert (batch.places < batch.lengths).all()
        for line, place in enumerate(batch.places.tolist()):
            one, other = batch.rows[line].tolist()
            assert one != other
            assert torch.equal(batch.first[line, place], torch.from_numpy(VECTORS.matrix[one]))
            assert torch.equal(batch.second[line, place], torch.from_numpy(VECTORS.matrix[other]))


def test_casing_stays_as_it_was_written() -> None:
    for batch in maker(casing=True).epoch(5, np.random.default_rng(1)):
        every = torch.arange(len(batch.lengths))
        for side in (batch.first, batch.second):
            assert side.shape[2] == VECTORS.matrix.shape[1] + len(CASINGS)
            told = side[every, batch.places, VECTORS.matrix.shape[1] :]
            assert (told.sum(1) == 1).all()
            assert (told.argmax(1) == casings(["Wells"])[0]).all(), "names and towns begin with a capital"


def test_both_words_are_as_usual_as_they_are_when_written_so() -> None:
    small, initial = CASINGS.index("all lower"), CASINGS.index("initial upper")
    wells, seen = VECTORS.row("wells"), VECTORS.row("seen")
    known = Vectors(
        VECTORS.words,
        VECTORS.matrix,
        usual={(wells, small): 0.75, (wells, initial): 0.25, (seen, initial): 0.5},
    )
    made = PairMaker(LINES, known, Neighbours(known, 8), casing=True)
    begun = set()
    for batch in made.epoch(5, np.random.default_rng(1)):
        assert batch.first.shape[2] == 12 + 1 + len(CASINGS)
        every = torch.arange(len(batch.lengths))
        for side, there in enumerate((batch.first, batch.second)):
            told = there[every, batch.places, 12]
            assert told.tolist() == [0.25 * (row == wells) for row in batch.rows[:, side].tolist()]
        begun |= set(batch.first[:, 0, 12].tolist())
    assert begun == {0.0, 0.5}, "the rest of a sentence is read as it stands there: Seen by, Lives in"


def test_neither_word_is_likelier_than_the_other_unless_taken_literally() -> None:
    chance, made = np.random.default_rng(2), maker()
    first, second = Counter(), Counter()  # type: ignore[var-annotated]
    for _ in range(200):
        for batch in made.epoch(64, chance):
            for one, other in batch.rows.tolist():
                first[one] += 1
                second[other] += 1
    assert first.keys() == second.keys()
    assert all(abs(first[row] - second[row]) < 0.2 * first[row] for row in first)
    real = {VECTORS.row(word) for one in LINES for word, tag in zip(one.words, one.tags, strict=True) if tag != "O"}
    literal = list(maker(literal=True).epoch(64, chance))
    assert all(row in real for batch in literal for row in batch.rows[:, 0].tolist())


def test_sentences_without_a_word_that_has_a_vector_are_no_pair() -> None:
    lines = [Sentence(0, (), ("Zyxw", "walks"), ("S-PATIENT", "O")), Sentence(0, (), ("walks",), ("O",))]
    assert not len(PairMaker(lines, VECTORS, Neighbours(VECTORS, 4)))


@pytest.mark.parametrize(
    ("word", "expected", "remark"),
    [
        ("Wells", True, ""),
        ("O'Brien", True, ""),
        ("02138", False, "figures become other figures"),
        ("h1n1", False, "in part, too"),
        ("/", False, "signs name nobody"),
    ],
)
def test_words_of_letters_are_exchanged(word: str, expected: bool, remark: str) -> None:
    assert exchanged(word) == expected, remark


def test_figures_and_signs_of_an_identity_are_not_asked_for() -> None:
    known = Vectors([*VECTORS.words, "00", "/"], np.vstack([VECTORS.matrix, np.ones((2, 12), np.float32)]))
    tags = ("B-DATE", "I-DATE", "E-DATE", "S-PATIENT")
    lines = [Sentence(0, (), ("12", "/", "34", "Wells"), tags), Sentence(0, (), ("12", "/", "34"), tags[:3])]
    made = PairMaker(lines, known, Neighbours(known, 4))
    assert len(made) == 1
    [pairs] = made.epoch(5, np.random.default_rng(1))
    assert pairs.places.tolist() == [3]


def test_everyday_words_are_not_asked_for() -> None:
    tags = ("B-PATIENT", "I-PATIENT", "E-PATIENT")
    lines = [Sentence(0, (), ("Henry", "By", "Scott"), tags), Sentence(0, (), ("by",), ("S-PATIENT",))]
    made = PairMaker(lines, VECTORS, Neighbours(VECTORS, 4), common={"By", "by"})
    places = [pairs.places.tolist() for seed in range(20) for pairs in made.epoch(5, np.random.default_rng(seed))]
    assert {place for batch in places for place in batch} == {0, 2}
    assert len(made) == 1
    assert len(PairMaker(lines, VECTORS, Neighbours(VECTORS, 4))) == 2


def test_familiar_words_are_not_put_in_the_place_of_others() -> None:
    lines = [Sentence(0, (), ("Henry",), ("S-PATIENT",)), Sentence(0, (), ("henry",), ("S-PATIENT",))]
    near = Neighbours(VECTORS, 8)
    few = [VECTORS.words[row] for row in near.of(VECTORS.row("henry"))[1:4]]
    familiar = {few[0].title(), few[1].title(), few[2]}
    for line, missing in zip(lines, (set(few[:2]), {few[2]}), strict=True):
        made = PairMaker([line], VECTORS, near, familiar=familiar)
        drawn = {row for seed in range(60) for pairs in made.epoch(5, np.random.default_rng(seed))
                 for row in pairs.rows.flatten().tolist()}  # fmt: skip
        assert {VECTORS.words[row] for row in set(near.of(VECTORS.row("henry")).tolist()) - drawn} == missing
    every = {VECTORS.words[row].title() for row in near.of(VECTORS.row("henry"))[1:]}
    assert not len(PairMaker(lines[:1], VECTORS, near, familiar=every)), "nobody else might have stood there"
    asked = PairMaker(lines[:1], VECTORS, near, familiar={"Henry"})
    assert len(asked) == 1, "a familiar word that is somebody's name is asked for"
    assert len(PairMaker(lines[:1], VECTORS, near, common={"Henry"})) == 0


def test_words_with_figures_are_not_put_in_the_place_of_others() -> None:
    likest = VECTORS.matrix[VECTORS.row("henry")][None] * 2
    known = Vectors([*VECTORS.words, "cam0"], np.vstack([VECTORS.matrix, likest]))
    near = Neighbours(known, 8)
    assert known.words[near.of(known.row("henry"))[1]] == "cam0"
    made = PairMaker([Sentence(0, (), ("Henry",), ("S-PATIENT",))], known, near)
    drawn = {row for seed in range(60) for pairs in made.epoch(5, np.random.default_rng(seed))
             for row in pairs.rows.flatten().tolist()}  # fmt: skip
    assert len(drawn) == 7
    assert known.row("cam0") not in drawn


def test_a_word_needs_another() -> None:
    with pytest.raises(UsageError, match="2 neighbours"):
        maker(count=1)


def test_fewer_pairs_may_be_asked_for() -> None:
    assert sum(len(batch.lengths) for batch in maker().epoch(5, np.random.default_rng(1), most=7)) == 7
    assert len(NAMES) == 8
