"""Attacks break what can be broken, and guess where there is nothing to be told."""

import math

import numpy as np
import pytest
import torch

from scrubjay.models.representation import Representation
from scrubjay.share.adversaries import Adversaries, pose
from scrubjay.share.attacks import Field, adversaries_attack, best_guesses, bound, divergence, look_up, reconstruct
from scrubjay.share.neighbours import Neighbours
from scrubjay.share.pairs import PairMaker
from scrubjay.share.verdict import Attempt, broken_by
from tests.share.small import vectors
from tests.share.test_pairs import LINES

SIZE = 6
VECTORS = vectors(spread=1.0)


def maker() -> PairMaker:
    return PairMaker(LINES, VECTORS, Neighbours(VECTORS, 8))


def representation(loud: float = -4.0, deaf: bool = False) -> Representation:
    """Return one with so much noise; a deaf one makes the same of every sentence."""
    torch.manual_seed(3)
    one = Representation(VECTORS.matrix.shape[1], SIZE, units=8)
    with torch.no_grad():
        one.output_noise.fill_(loud)
        one.input_noise.fill_(-4.0)
        one.output.weight.mul_(0.0 if deaf else 3.0)
    return one.eval().requires_grad_(False)


def field(one: Representation, judged: int = 400, noisy: bool = True) -> Field:
    return Field(one, maker(), maker(), batch=48, judged=judged, noisy=noisy)


def test_a_look_up_tells_everything_from_little_noise_and_nothing_from_a_deaf_one() -> None:
    assert look_up(field(representation()), np.random.default_rng(1)).accuracy > 0.95
    assert not look_up(field(representation(deaf=True), 2000), np.random.default_rng(1)).breaks()
    quiet = look_up(field(representation(), noisy=False), np.random.default_rng(1))
    assert quiet.accuracy == 1.0, "without noise every encoding is its own"


def test_many_encodings_of_one_sentence_take_the_noise_away() -> None:
    one = field(representation(loud=0.5), 1500)
    once = look_up(one, np.random.default_rng(1)).accuracy
    often = look_up(one, np.random.default_rng(1), published=64).accuracy
    assert 0.5 < once < often


def test_a_look_up_is_right_as_often_as_arithmetic_says() -> None:
    """With the same two sentences and normal noise, the best guess is right with probability Phi(distance / 2)."""
    one = representation(loud=0.3)
    with torch.no_grad():
        one.input_noise.fill_(-20.0)
    distances = []
    for pairs in maker().epoch(64, np.random.default_rng(1)):
        (first, spread), (second, _) = (one.middle(each, pairs.lengths) for each in pairs[:2])
        there = torch.arange(first.shape[1]) < pairs.lengths[:, None]
        distances += (((first - second) / spread).square().sum(2) * there).sum(1).sqrt().tolist()
    expected = np.mean([0.5 * (1 + math.erf(d / 2 / math.sqrt(2))) for d in distances])
    found = look_up(field(one, 4000), np.random.default_rng(2), draws=2)
    assert found.accuracy == pytest.approx(expected, abs=0.03)


def test_no_attack_exceeds_the_bound() -> None:
    for loud in (0.5, 1.5, 3.0):
        one = representation(loud=loud)
        limit = bound(one, maker().epoch(16, np.random.default_rng(1)))
        found = look_up(field(one, 2000), np.random.default_rng(1))
        assert found.interval()[0] <= limit
    assert bound(representation(deaf=True), maker().epoch(16, np.random.default_rng(1))) == pytest.approx(0.5)


def test_each_pair_has_a_limit_of_its_own() -> None:
    one = field(representation(loud=0.5))
    pairs = list(one.trials(np.random.default_rng(1)))
    found = best_guesses(one.representation, pairs)
    assert len(found) == 400
    assert ((found >= 0.5) & (found <= 1)).all()
    assert found.std() > 0.001, "some are told more easily"
    deaf = best_guesses(representation(deaf=True), pairs)
    assert torch.allclose(deaf, torch.full((400,), 0.5)), "who always says the same tells nothing"


def test_divergence_is_that_of_two_normal_distributions() -> None:
    one = representation(loud=0.0)
    [pairs] = maker().epoch(999, np.random.default_rng(1))
    torch.manual_seed(5)
    found = divergence(one, pairs)
    torch.manual_seed(5)
    drawn = one.draw(*pairs.first.shape[:2])
    for line in range(4):
        length = int(pairs.lengths[line])
        (first, spread), (second, _) = (one.middle(each, pairs.lengths, drawn) for each in pairs[:2])
        wanted = torch.distributions.kl_divergence(
            torch.distributions.Normal(first[line, :length], spread),
            torch.distributions.Normal(second[line, :length], spread),
        ).sum()
        torch.testing.assert_close(found[line], wanted)


def test_a_reconstruction_finds_the_nearer_word_where_there_is_little_noise() -> None:
    torch.manual_seed(1)
    assert reconstruct(field(representation()), 150, np.random.default_rng(1), units=24).accuracy > 0.6
    torch.manual_seed(1)
    assert not reconstruct(field(representation(deaf=True), 1000), 3, np.random.default_rng(1), units=8).breaks()


def test_adversaries_learn_to_tell_and_leave_the_representation_as_it_is() -> None:
    torch.manual_seed(1)
    one = representation(loud=-6.0)
    before = [each.clone() for each in one.parameters()]
    attempts = adversaries_attack(
        field(one), Adversaries(VECTORS.matrix.shape[1], SIZE, 16), 150, np.random.default_rng(1), "fresh", rate=5e-3
    )
    assert [each.attack for each in attempts] == ["fresh T1", "fresh T2"]
    assert attempts[1].accuracy > 0.75, "two encodings of one sentence are alike"
    assert all(torch.equal(old, new) for old, new in zip(before, one.parameters(), strict=True))


@pytest.mark.parametrize("seed", range(5))
def test_who_always_says_the_same_is_right_in_one_half_without_luck(seed: int) -> None:
    given = field(representation(), 480)
    stubborn = Adversaries(VECTORS.matrix.shape[1], SIZE, 4)
    for one, says in ((stubborn.first, 9.0), (stubborn.second, -9.0)):
        torch.nn.init.zeros_(one.output.weight)
        torch.nn.init.constant_(one.output.bias, says)
    for found in adversaries_attack(given, stubborn, 0, np.random.default_rng(seed), "stubborn"):
        odd = sum(len(pairs.lengths) % 2 for pairs in given.trials(np.random.default_rng(seed)))
        assert abs(2 * found.right - found.total) <= odd


def test_questions_have_both_answers_and_the_right_parts() -> None:
    one = representation()
    [pairs] = maker().epoch(999, np.random.default_rng(1))
    posed = pose(one, pairs, noisy=False)
    count = len(pairs.lengths)
    assert posed.answers.tolist() == [1.0] * count + [0.0] * count
    assert torch.equal(posed.vectors[:count], pairs.first)
    assert torch.equal(posed.vectors[count:], pairs.second)
    assert torch.equal(posed.representation[:count], posed.other[:count]), (
        "without noise, the same sentence is the same"
    )
    assert not torch.equal(posed.representation[count:], posed.other[count:])


def test_the_average_of_two_adversaries_is_that_of_their_outputs() -> None:
    torch.manual_seed(1)
    both = Adversaries(VECTORS.matrix.shape[1], SIZE, 4)
    [pairs] = maker().epoch(999, np.random.default_rng(1))
    posed = pose(representation(), pairs)
    first, second = both(posed)
    mean = (torch.sigmoid(first) + torch.sigmoid(second)) / 2
    expected = -(posed.answers * mean.log() + (1 - posed.answers) * (1 - mean).log()).mean()
    torch.testing.assert_close(both.averaged(posed), expected)


@pytest.mark.parametrize(
    ("right", "total", "breaks", "remark"),
    [
        (500, 1000, False, "guessing"),
        (531, 1000, False, "within 3.1 points"),
        (535, 1000, True, ""),
        (10, 10, True, ""),
    ],
)
def test_an_attempt_breaks_if_its_exact_interval_lies_above_a_half(
    right: int, total: int, breaks: bool, remark: str
) -> None:
    assert Attempt("x", right, total).breaks() == breaks, remark


def test_of_several_attempts_all_together_are_judged() -> None:
    attempts = [Attempt("one", 535, 1000), Attempt("two", 600, 1000), Attempt("three", 490, 1000)]
    assert [each.attack for each in broken_by(attempts)] == ["two"]
    low, high = attempts[0].interval()
    assert (round(low, 4), round(high, 4)) == (0.5035, 0.5663), "Clopper and Pearson"
