import pytest
import torch

from scrubjay.training.learner import Learner
from scrubjay.training.optimisers import Average, optimiser, schedule
from scrubjay.training.settings import OptimiserSettings
from tests.models.taggers import tagger


def test_an_average_forgets_the_first_weights_and_follows_the_last() -> None:
    made = Learner(tagger("neuroner"))
    [one, *_] = made.parameters()
    average = Average(made, 0.9)
    with torch.no_grad():
        one.fill_(5.0)
    shown = average.values[0].clone()
    for step in range(1, 200):
        decay = min(0.9, step / (step + 9))
        shown = decay * shown + (1 - decay) * 5.0
        average.step()
    torch.testing.assert_close(average.values[0], shown)
    assert torch.allclose(average.values[0], torch.full_like(one, 5.0), atol=1e-3)
    with torch.no_grad():
        one.fill_(7.0)
    with average.used():
        assert torch.allclose(one, torch.full_like(one, 5.0), atol=1e-3)
    assert torch.equal(one, torch.full_like(one, 7.0))


def test_without_a_decay_it_is_the_weights_themselves() -> None:
    made = Learner(tagger("neuroner"))
    average = Average(made, 0.0)
    with torch.no_grad():
        for parameter in made.parameters():
            parameter.add_(1.0)
    average.step()
    for value, parameter in zip(average.values, made.parameters(), strict=True):
        torch.testing.assert_close(value, parameter.detach())


def test_an_encoder_has_a_rate_of_its_own() -> None:
    made = Learner(tagger("encoder"))
    encoder = made.tagger.network.encoder
    settings = OptimiserSettings(rate=0.01, schedule="constant")
    mover = optimiser(settings, made, 0.002)
    assert encoder is not None
    fresh, pretrained = mover.param_groups
    assert (fresh["lr"], pretrained["lr"]) == (0.01, 0.002)
    assert {id(one) for one in pretrained["params"]} == {id(one) for one in encoder.parameters()}
    count = len(fresh["params"]) + len(pretrained["params"])
    assert count == sum(parameter.requires_grad for parameter in made.parameters())
    schedule(OptimiserSettings(rate=0.01), mover, 10)
    assert fresh["lr"] == pytest.approx(5 * pretrained["lr"])


@pytest.mark.parametrize("steps", [1, 2, 3, 5, 9, 10, 19, 20, 400])
def test_a_cycle_may_be_as_short_as_it_likes(steps: int) -> None:
    mover = optimiser(OptimiserSettings(kind="adamw", rate=0.1), Learner(tagger("neuroner")), 0.0)
    rates = schedule(OptimiserSettings(kind="adamw", rate=0.1, schedule="one-cycle"), mover, steps)
    seen = []
    for _ in range(steps):
        seen.append(mover.param_groups[0]["lr"])
        mover.step()
        rates.step()
    assert all(0 < rate <= 0.1 for rate in seen)
    if steps >= 9:
        assert max(seen) == pytest.approx(0.1, rel=0.01)
        assert max(seen) not in (seen[0], seen[-1]), "it rises and falls"
