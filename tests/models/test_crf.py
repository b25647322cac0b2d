import numpy as np
import torch
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.detect.tagger.decoding import FORBIDDEN, Chain
from scrubjay.models.crf import CRF
from tests.detect.tagger.chains import chains, enumerated, sentences


def crf_of(chain: Chain) -> CRF:
    crf = CRF(len(chain.start), allowed=torch.from_numpy(chain.transitions > FORBIDDEN)).double()
    with torch.no_grad():
        for name in ("transitions", "start", "end"):
            getattr(crf, name).copy_(torch.from_numpy(getattr(chain, name)))
    return crf


@given(st.data())
def test_likelihood_against_enumeration(data: st.DataObject) -> None:
    chain = data.draw(chains())
    scores, lengths = data.draw(sentences(chain))
    crf, emissions = crf_of(chain), torch.from_numpy(scores)
    mask = torch.arange(scores.shape[1]) < torch.from_numpy(lengths)[:, None]
    tags = torch.from_numpy(chain.best(scores, lengths))
    loss, total = crf(emissions, tags, mask), crf.partition(emissions, mask)
    for row, length in enumerate(lengths):
        every = enumerated(chain, scores[row, :length])
        partition = np.logaddexp.reduce(list(every.values()))
        assert np.isclose(total[row].item(), partition)
        assert np.isclose(loss[row].item(), partition - every[tuple(tags[row, :length].tolist())], atol=1e-6)


@given(st.data())
def test_the_expected_score_against_enumeration(data: st.DataObject) -> None:
    """Of certain tags it is their score; else each token's tag is drawn by itself, and what cannot be is 0."""
    chain = data.draw(chains())
    scores, lengths = data.draw(sentences(chain))
    crf, emissions = crf_of(chain), torch.from_numpy(scores)
    mask = torch.arange(scores.shape[1]) < torch.from_numpy(lengths)[:, None]
    tags = torch.from_numpy(chain.best(scores, lengths))
    certain = torch.nn.functional.one_hot(tags, len(chain.start)).double()
    torch.testing.assert_close(crf.expected(emissions, certain, mask), crf.score(emissions, tags, mask))
    shares = chain.marginals(scores, lengths)
    found = crf.expected(emissions, torch.from_numpy(shares), mask)
    known = Chain(np.where(chain.transitions > FORBIDDEN, chain.transitions, 0), chain.start, chain.end)
    for row, length in enumerate(lengths):
        every = enumerated(known, scores[row, :length])
        weights = {each: np.prod([shares[row, place, tag] for place, tag in enumerate(each)]) for each in every}
        assert np.isclose(found[row].item(), sum(weights[each] * score for each, score in every.items()))


def test_gradients() -> None:
    torch.manual_seed(0)
    crf = CRF(3).double()
    emissions = torch.randn(2, 4, 3, dtype=torch.double, requires_grad=True)
    tags, mask = torch.randint(3, (2, 4)), torch.tensor([[1, 1, 1, 1], [1, 1, 0, 0]], dtype=torch.bool)
    names = ("transitions", "start", "end")

    def loss(emissions: torch.Tensor, *parameters: torch.Tensor) -> torch.Tensor:
        values = dict(zip(names, parameters, strict=True))
        every: torch.Tensor = torch.func.functional_call(crf, values, (emissions, tags, mask))
        return every.sum()

    assert torch.autograd.gradcheck(loss, (emissions, *(getattr(crf, name) for name in names)))


@given(st.data())
def test_the_gradient_against_the_one_of_sums_of_logarithms(data: st.DataObject) -> None:
    """The one that is written out, for sentences of unlike lengths and weights, and torch's own of the slow way."""
    chain = data.draw(chains())
    scores, lengths = data.draw(sentences(chain))
    crf, emissions = crf_of(chain), torch.from_numpy(scores).requires_grad_()
    mask = torch.arange(scores.shape[1]) < torch.from_numpy(lengths)[:, None]
    weights = torch.arange(1.0, len(lengths) + 1, dtype=torch.double)
    fast, slow = (
        torch.autograd.grad(
            (way(emissions, mask) * weights).sum(), [emissions, *crf.parameters()], materialize_grads=True
        )
        for way in (crf.partition, crf._slow_partition)
    )
    for one, other in zip(fast, slow, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-6, atol=1e-9)


def test_a_short_sentence_beside_a_long_one_has_finite_gradients() -> None:
    """What is computed behind its end must not spoil them, however certain it is."""
    allowed = torch.tensor([[True, True, False], [False, False, True], [True, True, False]])
    crf = CRF(3, allowed=allowed).double()
    emissions = torch.zeros(2, 3, 3, dtype=torch.double)
    emissions[0, 0, 0] = 760
    emissions.requires_grad_()
    mask = torch.tensor([[True, False, False], [True, True, True]])
    loss = crf(emissions, torch.tensor([[0, 0, 0], [0, 1, 2]]), mask).sum()
    for gradient in torch.autograd.grad(loss, [emissions, *crf.parameters()]):
        assert torch.isfinite(gradient).all()


def test_a_tag_that_only_an_improbable_one_leads_to() -> None:
    """Where products vanish the slow way is taken, and is right."""
    allowed = torch.tensor([[True, False], [True, True]])
    crf = CRF(2, allowed=allowed)
    with torch.no_grad():
        for parameter in crf.parameters():
            parameter.zero_()
    emissions = torch.tensor([[[2000.0, 0.0], [0.0, 0.0], [-5000.0, 0.0]]])
    mask = torch.ones(1, 3, dtype=torch.bool)
    every = {(0, 0, 0): 2000.0 - 5000, (1, 1, 1): 0.0, (1, 0, 0): -5000.0, (1, 1, 0): -5000.0}
    assert np.isclose(crf.partition(emissions, mask).item(), np.logaddexp.reduce(list(every.values())))
    loss = crf(emissions, torch.tensor([[1, 1, 1]]), mask)
    loss.sum().backward()
    assert torch.isfinite(loss).all()
    assert all(torch.isfinite(parameter.grad).all() for parameter in crf.parameters() if parameter.grad is not None)


def test_sums_that_have_lost_digits_are_added_as_logarithms() -> None:
    """Between what vanishes and what is whole: e^715 less probable than the best, and yet the only way."""
    crf = CRF(2, allowed=torch.tensor([[True, False], [True, True]])).double()
    with torch.no_grad():
        for parameter in crf.parameters():
            parameter.zero_()
    emissions = torch.tensor([[[715.0, 0.0], [0.0, 0.0], [-2000.0, 0.0]]], dtype=torch.double, requires_grad=True)
    mask = torch.ones(1, 3, dtype=torch.bool)
    [found] = torch.autograd.grad(crf.partition(emissions, mask).sum(), emissions)
    [slow] = torch.autograd.grad(crf._slow_partition(emissions, mask).sum(), emissions)
    torch.testing.assert_close(found, slow)
