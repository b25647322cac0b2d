"""Each way to learn from several institutions, against its definition, computed slowly."""

import math
from collections.abc import Sequence

import pytest
import torch
from torch import Tensor

from scrubjay.detect.tagger.reading import Sentence
from scrubjay.models.tagger import Tagger
from scrubjay.training.learner import Learner
from scrubjay.transfer.domains import Augmented, Decomposed, Joint
from tests.models.taggers import SENTENCES, tagger

HOMES = (1, 0, 1)
TAGS = [
    ["O", "O", "O", "S-DOCTOR", "S-DATE"],
    ["S-DOCTOR"],
    ["O", "O", "O", "O", "B-DATE", "E-DATE", "O", "O"],
]


@pytest.fixture
def made() -> Tagger:
    return tagger("neuroner")


def given(made: Tagger) -> tuple[list[Sentence], Tensor]:
    return [Sentence(place, (), tuple(words)) for place, words in enumerate(SENTENCES)], made.numbers(TAGS)


def one_by_one(made: Tagger, weights: Sequence[tuple[Tensor, Tensor]]) -> Tensor:
    """Return the mean loss of sentences scored one by one, each by a matrix and bias of its own."""
    losses = []
    for words, tags, (weight, bias) in zip(SENTENCES, TAGS, weights, strict=True):
        batch = made.batch([words])
        tokens, _ = made.network.represented(batch)
        losses.append(made.loss_of(tokens @ weight.T + bias, batch, made.numbers([tags])))
    return torch.stack(losses).mean()


def test_a_plain_learner_is_the_tagger(made: Tagger) -> None:
    sentences, wanted = given(made)
    assert Learner(made).loss(sentences, wanted) == made.loss(made.batch(SENTENCES), wanted)


def test_joint_learning_adds_the_domain_of_each_sentence(made: Tagger) -> None:
    learner = Joint(made, HOMES, weight=0.15)
    sentences, wanted = given(made)
    expected = 0.0
    for words, home in zip(SENTENCES, HOMES, strict=True):
        _, last = made.network.represented(made.batch([words]))
        scores = learner.head(last)[0]
        expected += float((torch.logsumexp(scores, 0) - scores[home]).detach()) / len(SENTENCES)
    label = float(made.loss(made.batch(SENTENCES), wanted).detach())
    assert learner.domains == 2
    assert float(learner.loss(sentences, wanted).detach()) == pytest.approx(0.85 * label + 0.15 * expected, rel=1e-5)
    by_token = Joint(made, HOMES, weight=0.15, by_token=True)
    by_token.head.load_state_dict(learner.head.state_dict())
    tokens = sum(map(len, SENTENCES))
    whole = 0.85 * label * len(SENTENCES) / tokens + 0.15 * expected
    assert float(by_token.loss(sentences, wanted).detach()) == pytest.approx(whole, rel=1e-5)


def test_joint_learning_may_tell_the_domain_from_the_mean_of_all_tokens(made: Tagger) -> None:
    learner = Joint(made, HOMES, weight=0.5, pooling="mean")
    sentences, wanted = given(made)
    expected = 0.0
    for words, home in zip(SENTENCES, HOMES, strict=True):
        tokens, _ = made.network.represented(made.batch([words]))
        scores = learner.head(tokens[0].mean(0))
        expected += float((torch.logsumexp(scores, 0) - scores[home]).detach()) / len(SENTENCES)
    label = float(made.loss(made.batch(SENTENCES), wanted).detach())
    assert float(learner.loss(sentences, wanted).detach()) == pytest.approx(0.5 * label + 0.5 * expected, rel=1e-5)


@pytest.mark.parametrize("rank", [1, 2])
def test_decomposition_scores_by_common_and_specific_weights(made: Tagger, rank: int) -> None:
    learner = Decomposed(made, HOMES, rank, orthogonality=0.5)
    with torch.no_grad():
        learner.embedding.normal_()
    sentences, wanted = given(made)
    common, share = made.network.scores, math.tanh(0.1)
    own = []
    for home in HOMES:
        weight, bias = share * common.weight, share * common.bias
        for k in range(rank):
            how = math.tanh(float(learner.embedding[home, k].detach()))
            weight, bias = weight + how * learner.specific[k], bias + how * learner.specific_bias[k]
        own.append((weight, bias))
    skew = 0.0
    for tag in range(common.out_features):
        rows = torch.stack([common.weight[tag], *(learner.specific[k, tag] for k in range(rank))])
        skew += float((rows @ rows.T - torch.eye(rank + 1)).square().mean().detach()) / common.out_features
    expected = one_by_one(made, own) + one_by_one(made, [(common.weight, common.bias)] * 3) + 0.5 * skew
    torch.testing.assert_close(learner.loss(sentences, wanted), expected)


def test_orthonormal_weights_are_not_skewed(made: Tagger) -> None:
    learner = Decomposed(made, HOMES)
    with torch.no_grad():
        made.network.scores.weight.zero_()[:, 0] = 1
        learner.specific.zero_()[:, :, 1] = 1
    assert float(learner.skew().detach()) == pytest.approx(0, abs=1e-12)
    with torch.no_grad():
        learner.specific[:, :, 0] = 0.5
    assert float(learner.skew().detach()) > 0.1


def test_the_specific_part_is_gone_at_work(made: Tagger) -> None:
    learner = Decomposed(made, HOMES)
    before = made.network(made.batch(SENTENCES))
    with torch.no_grad():
        learner.specific.fill_(9.0)
    with learner.at_work():
        assert torch.equal(made.network(made.batch(SENTENCES)), before)


def test_augmented_features_are_there_once_for_all_and_once_for_their_domain(made: Tagger) -> None:
    learner = Augmented(made, HOMES, at_home=1)
    with torch.no_grad():
        learner.own.normal_()
        learner.own_bias.normal_()
    sentences, wanted = given(made)
    common = made.network.scores
    # Daume's definition: features (x, x, 0) in domain 0 and (x, 0, x) in domain 1, and one long row of weights.
    long = torch.cat([common.weight, learner.own[0], learner.own[1]], 1)
    losses = []
    for words, tags, home in zip(SENTENCES, TAGS, HOMES, strict=True):
        batch = made.batch([words])
        x, _ = made.network.represented(batch)
        empty = torch.zeros_like(x)
        features = torch.cat([x, empty if home else x, x if home else empty], 2)
        scores = features @ long.T + common.bias + learner.own_bias[home]
        losses.append(made.loss_of(scores, batch, made.numbers([tags])))
    torch.testing.assert_close(learner.loss(sentences, wanted), torch.stack(losses).mean())


def test_at_home_the_tagger_scores_as_its_domain_does_and_nothing_stays(made: Tagger) -> None:
    learner = Augmented(made, HOMES, at_home=1)
    with torch.no_grad():
        learner.own.normal_()
    before = {name: each.clone() for name, each in made.state_dict().items()}
    with learner.at_work():
        weight = made.network.scores.weight.clone()
    torch.testing.assert_close(weight, before["network.scores.weight"] + learner.own[1])
    assert all(torch.equal(each, before[name]) for name, each in made.state_dict().items())
    abroad = Augmented(made, HOMES)
    with torch.no_grad():
        abroad.own.normal_()
    with abroad.at_work():
        assert torch.equal(made.network.scores.weight, before["network.scores.weight"])


@pytest.mark.parametrize("kind", [Joint, Decomposed, Augmented])
def test_every_weight_learns(made: Tagger, kind: type[Joint] | type[Decomposed] | type[Augmented]) -> None:
    learner = kind(made, HOMES)
    sentences, wanted = given(made)
    torch.autograd.backward(learner.loss(sentences, wanted))
    own = [name for name, each in learner.named_parameters() if not name.startswith("tagger.")]
    assert own
    for name, each in learner.named_parameters():
        if each.requires_grad and (name in own or "scores" in name):
            assert each.grad is not None
            assert each.grad.abs().sum() > 0, name
