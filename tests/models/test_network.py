import pytest
import torch

from scrubjay.models.families import FAMILIES
from scrubjay.models.network import Batch, Network


def trained(network: Network) -> int:
    return sum(parameter.numel() for parameter in network.parameters() if parameter.requires_grad)


@pytest.mark.parametrize(
    ("family", "tags", "alphabet", "weights", "remark"),
    [
        ("s5", 29, 128, 614_605, "F5.5: 197,376 + 394,200 + 23,029"),
        ("neuroner", 93, 95, 199_744 - 95 * 95 - 1 - 100, "the i2b2 checkpoint without its CRF, step and UNK vector"),
        (
            "s1",
            60,
            0,
            2 * (4 * (307 * 128 + 128**2 + 2 * 128)) + 2 * 4 * (256 * 128 + 128**2 + 2 * 128) + 257 * 60,
            "",
        ),
    ],
)
def test_how_many_weights_the_papers_networks_have(
    family: str, tags: int, alphabet: int, weights: int, remark: str
) -> None:
    assert trained(Network(FAMILIES[family], tags, alphabet)) == weights, remark


@pytest.mark.parametrize("family", FAMILIES)
def test_a_sentence_has_the_same_scores_alone_and_among_others(family: str) -> None:
    torch.manual_seed(3)
    settings = FAMILIES[family]
    network = Network(settings, 7, 30).eval()
    words = Batch(
        lengths=torch.tensor([3, 1]),
        spelling=torch.tensor([[0, 1, 2], [1, 0, 0]]),
        vectors=torch.randn(3, settings.words),
        casing=torch.tensor([0, 4, 6]),
        characters=torch.tensor([[1, 2, 0], [3, 0, 0], [4, 5, 6]]),
        letters=torch.tensor([2, 1, 3]),
    )
    both = network(words)
    alone = network(words._replace(lengths=torch.tensor([1]), spelling=torch.tensor([[1]])))
    assert both.shape == (2, 3, 7)
    torch.testing.assert_close(both[1, :1], alone[0])
