import pytest
import torch
from torch import Tensor

from scrubjay.models.coupled import CoupledLSTM


def plainly(layer: CoupledLSTM, values: Tensor, direction: int) -> Tensor:
    """Return the outputs of one sequence, step by step as the paper writes them."""
    cell, output = layer.start[:, direction]
    found = []
    steps = range(len(values)) if direction == 0 else range(len(values) - 1, -1, -1)
    for step in steps:
        j, f, o = (torch.cat([values[step], output]) @ layer.weight[direction] + layer.bias[direction]).chunk(3)
        f = torch.sigmoid(f + 1)
        cell = f * cell + (1 - f) * torch.tanh(j)
        output = torch.sigmoid(o) * torch.tanh(cell)
        found.append(output)
    return torch.stack(found if direction == 0 else found[::-1])


def test_against_the_equations() -> None:
    torch.manual_seed(1)
    layer = CoupledLSTM(4, 3, learned_start=True).double()
    with torch.no_grad():
        for parameter in layer.parameters():
            parameter.normal_()
    values, lengths = torch.randn(3, 5, 4, dtype=torch.double), torch.tensor([2, 5, 1])
    outputs, last = layer(values, lengths)
    for row, length in enumerate(lengths.tolist()):
        forward, backward = (plainly(layer, values[row, :length], direction) for direction in (0, 1))
        torch.testing.assert_close(outputs[row, :length], torch.cat([forward, backward], 1))
        torch.testing.assert_close(last[row], torch.cat([forward[-1], backward[0]]))
        assert not outputs[row, length:].any()


def test_gradients() -> None:
    torch.manual_seed(2)
    layer = CoupledLSTM(2, 2, learned_start=True).double()
    values = torch.randn(2, 3, 2, dtype=torch.double, requires_grad=True)
    names = [name for name, _ in layer.named_parameters()]

    def outputs(values: Tensor, *parameters: Tensor) -> Tensor:
        given = dict(zip(names, parameters, strict=True))
        found: Tensor = torch.func.functional_call(layer, given, (values, torch.tensor([3, 2])))[0]
        return found

    assert torch.autograd.gradcheck(outputs, (values, *layer.parameters()))


@pytest.mark.parametrize(("inputs", "units", "weights"), [(150, 100, 75_300), (25, 25, 3_825), (128, 128, 98_688)])
def test_how_many_weights_a_direction_has(inputs: int, units: int, weights: int) -> None:
    layer = CoupledLSTM(inputs, units)
    trained = sum(parameter.numel() for parameter in layer.parameters() if parameter.requires_grad)
    assert trained == 2 * weights == 2 * 3 * (units * inputs + units**2 + units)
