import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.detect.tagger.decoding import FORBIDDEN, Chain
from scrubjay.detect.tagger.reading import allowed, tag_names
from tests.detect.tagger.chains import chains, enumerated, sentences


@given(st.data())
def test_the_best_tags_and_their_probabilities_against_enumeration(data: st.DataObject) -> None:
    chain = data.draw(chains())
    scores, lengths = data.draw(sentences(chain))
    best, marginals = chain.best(scores, lengths), chain.marginals(scores, lengths)
    for row, length in enumerate(lengths):
        every = enumerated(chain, scores[row, :length])
        found = tuple(best[row, :length])
        assert every[found] == max(every.values()) or np.isclose(every[found], max(every.values()))
        assert not best[row, length:].any()
        weights = {tags: np.exp(score - max(every.values())) for tags, score in every.items()}
        total = sum(weights.values())
        for place in range(length):
            for tag in range(len(chain.start)):
                expected = sum(weight for tags, weight in weights.items() if tags[place] == tag) / total
                assert np.isclose(marginals[row, place, tag], expected, atol=1e-9)
        assert not marginals[row, length:].any()


@given(st.data())
def test_decoding_at_once_is_as_good_as_a_search(data: st.DataObject) -> None:
    chain = data.draw(chains())
    scores, lengths = data.draw(sentences(chain))
    best, marginals = chain.best(scores, lengths), chain.marginals(scores, lengths)
    tags, every = chain.decode(scores, lengths)
    assert np.allclose(every, marginals)
    for row, length in enumerate(lengths):
        [alone], [sure] = chain.decode(scores[row : row + 1, :length], lengths[row : row + 1])
        assert np.allclose(sure, marginals[row, :length])
        all_of_it = enumerated(chain, scores[row, :length])
        for found in (tags[row, :length], alone):
            assert np.isclose(all_of_it[tuple(found)], all_of_it[tuple(best[row, :length])])


@pytest.mark.filterwarnings("error::RuntimeWarning")
def test_where_numbers_vanish_the_only_way_is_still_the_way() -> None:
    """It leads over a score that is e^5000 too low, and is certain."""
    far = np.array([[FORBIDDEN, 0.0, FORBIDDEN], [FORBIDDEN, FORBIDDEN, 0.0], [0.0, FORBIDDEN, FORBIDDEN]])
    chain = Chain(far, np.array([0.0, FORBIDDEN, FORBIDDEN]), np.zeros(3))
    scores = np.array([[[0, 5000, 0], [5000, 0, 0], [0, 5000, 0], [5000, 0, 0]]], float)
    for rows in (1, 2):  # alone, and with another
        many, lengths = np.repeat(scores, rows, 0), np.full(rows, 4)
        tags, every = chain.decode(many, lengths)
        assert tags.tolist() == [[0, 1, 2, 0]] * rows
        assert np.allclose(every, np.eye(3)[tags])


@pytest.mark.parametrize("alone", [True, False])
def test_a_lane_that_falls_far_behind_and_wins_at_the_end_is_found(alone: bool) -> None:
    """Its numbers would vanish beside the other lane's, long before that one comes to nothing."""
    lanes = np.array([[0.0, FORBIDDEN], [FORBIDDEN, 0.0]])
    chain = Chain(lanes, np.zeros(2), np.zeros(2))
    for last in (-2000.0, -1200.0, -800.5):
        scores = np.zeros((1 if alone else 2, 101, 2))
        scores[:, :100, 0] = 8
        scores[:, 100, 0] = last
        tags, every = chain.decode(scores, np.full(len(scores), 101))
        behind = last + 800 < 0
        assert (tags == int(behind)).all()
        assert np.allclose(every[:, :, 0], np.exp(-np.logaddexp(0, -(last + 800))))


def test_scores_far_apart_at_one_token_leave_the_others_their_doubts() -> None:
    chain = Chain(np.zeros((3, 3)), np.zeros(3), np.zeros(3))
    for far in (-100.0, -151.0, -1e3, -1e5):
        scores = np.array([[[0, 0, far], [0, 0, 0]]])
        _, every = chain.decode(scores, np.array([2]))
        assert np.allclose(every, [[[0.5, 0.5, 0], [1 / 3] * 3]])


@pytest.mark.parametrize("scale", [8, 30, 100])
@pytest.mark.parametrize("labels", [1, 3])
def test_forbidden_transitions_are_never_taken(scale: float, labels: int) -> None:
    """Tags in BIOES, scores as they come: the best tags, and probabilities against sums of logarithms."""
    tags = tag_names([f"L{i}" for i in range(labels)], "bioes")
    follows, starts, ends = (np.where(way, 0.0, FORBIDDEN).astype(np.float32) for way in allowed(tags))
    chain, random = Chain(follows, starts, ends), np.random.default_rng(int(scale))
    for _ in range(400):
        lengths = random.integers(1, 26, random.integers(1, 3))
        scores = (random.normal(size=(len(lengths), lengths.max(), len(tags))) * scale).astype(np.float32)
        found, every = chain.decode(scores, lengths)
        best = chain.best(scores, lengths)
        for row, length in enumerate(lengths):
            one, two = (_score(chain, scores[row], tagged[row, :length]) for tagged in (found, best))
            assert np.isclose(one, two)
            assert np.allclose(every[row, :length], _in_logarithms(chain, scores[row, :length]), atol=1e-6)


def _in_logarithms(chain: Chain, scores: np.ndarray) -> np.ndarray:
    """Return the probability of each tag at each token."""
    ahead, behind = [chain.start + scores[0].astype(float)], [chain.end.astype(float)]
    for row in scores[1:]:
        ahead.append(np.logaddexp.reduce(ahead[-1][:, None] + chain.transitions, axis=0) + row)
    for row in scores[:0:-1]:
        behind.append(np.logaddexp.reduce(chain.transitions + row + behind[-1], axis=1))
    both = np.array(ahead) + np.array(behind[::-1])
    found: np.ndarray = np.exp(both - np.logaddexp.reduce(both, axis=1, keepdims=True))
    return found


@pytest.mark.parametrize("scale", [0.1, 1, 5, 30, 100, 400, 2000])
def test_decoding_long_sentences_is_as_good_as_a_search_at_any_scale(scale: float) -> None:
    random = np.random.default_rng(7)
    for _ in range(30):
        tags, tokens, rows = (int(random.integers(*bounds)) for bounds in ((2, 30), (1, 60), (1, 4)))
        transitions = random.normal(size=(tags, tags)) * scale / 10
        transitions[random.random((tags, tags)) < 0.4] = FORBIDDEN
        transitions[:, 0] = transitions[0] = 0  # a way is always open
        chain = Chain(transitions, np.zeros(tags), np.zeros(tags))
        scores, lengths = random.normal(size=(rows, tokens, tags)) * scale, random.integers(1, tokens + 1, rows)
        found, every = chain.decode(scores, lengths)
        best = chain.best(scores, lengths)
        for row, length in enumerate(lengths):
            one, two = (_score(chain, scores[row], tagged[row, :length]) for tagged in (found, best))
            assert np.isclose(one, two)
            assert np.allclose(every[row, :length].sum(1), 1)


def _score(chain: Chain, scores: np.ndarray, tags: np.ndarray) -> float:
    total = chain.start[tags[0]] + chain.end[tags[-1]] + scores[np.arange(len(tags)), tags].sum()
    return float(total + chain.transitions[tags[:-1], tags[1:]].sum())
