"""The recurrence against torch's own layer and against numbers that are nudged."""

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from scrubjay.models.recurrence import Weights, bidirectional

LENGTHS = torch.tensor([2, 5, 1, 5])


def weights_of(layer: nn.LSTM) -> Weights:
    inputs, state, one, two = (
        torch.stack([getattr(layer, f"{name}_l0{direction}") for direction in ("", "_reverse")])
        for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
    )
    return Weights(inputs, state, one + two)


def test_outputs_and_gradients_are_those_of_torch() -> None:
    torch.manual_seed(1)
    layer = nn.LSTM(3, 4, bidirectional=True, batch_first=True).double()
    values = torch.randn(4, 5, 3, dtype=torch.double, requires_grad=True)
    packed = pack_padded_sequence(values, LENGTHS, batch_first=True, enforce_sorted=False)
    found, (state, _) = layer(packed)
    expected, _ = pad_packed_sequence(found, batch_first=True)
    zeros = torch.zeros(2, 4, dtype=torch.double)
    outputs, last = bidirectional(values, LENGTHS, weights_of(layer), (zeros, zeros))
    torch.testing.assert_close(outputs, expected)
    torch.testing.assert_close(last, state.transpose(0, 1).reshape(4, 8))
    pull = torch.randn_like(expected)
    everything = [values, *layer.parameters()]
    theirs = torch.autograd.grad((expected * pull).sum() + state.square().sum(), everything)
    ours = torch.autograd.grad((outputs * pull).sum() + last.square().sum(), everything)
    for one, two in zip(ours, theirs, strict=True):
        torch.testing.assert_close(one, two)


def test_gradients_with_a_first_state_and_dropped_ones() -> None:
    torch.manual_seed(2)
    shapes = [(4, 5, 2), (2, 12, 2), (2, 12, 3), (2, 12), (2, 3), (2, 3)]
    given = [torch.randn(shape, dtype=torch.double, requires_grad=True) for shape in shapes]
    dropped = torch.bernoulli(torch.full((2, 4, 3), 0.6, dtype=torch.double)) / 0.6

    def both(values: Tensor, inputs: Tensor, state: Tensor, bias: Tensor, output: Tensor, cell: Tensor) -> Tensor:
        outputs, last = bidirectional(values, LENGTHS, Weights(inputs, state, bias), (output, cell), dropped)
        return torch.cat([outputs.flatten(), last.flatten()])

    assert torch.autograd.gradcheck(both, given)
