import torch
from torch import Tensor, nn

from scrubjay.models.variational import VariationalLSTM


def test_without_dropout_the_steps_are_those_of_the_stock_layer() -> None:
    torch.manual_seed(4)
    layer = VariationalLSTM(3, 4, layers=2, dropout=0.5).double()
    values, lengths = torch.randn(3, 5, 3, dtype=torch.double), torch.tensor([5, 2, 3])
    expected, last = layer.eval()(values, lengths)
    layer.train()
    layer.dropout = 1e-300  # a mask of ones
    outputs, final = layer(values, lengths)
    torch.testing.assert_close(outputs, expected)
    torch.testing.assert_close(final, last)


def plainly(layer: nn.LSTM, values: Tensor, mask: Tensor, suffix: str) -> Tensor:
    """Return the outputs of one sequence in one direction, step by step; the mask is on the old state."""
    state = cell = torch.zeros(layer.hidden_size, dtype=values.dtype)
    found = []
    for value in values.flip(0) if suffix else values:
        moved = getattr(layer, f"weight_ih_l0{suffix}") @ value + getattr(layer, f"weight_hh_l0{suffix}") @ (
            state * mask
        )
        i, f, g, o = (moved + getattr(layer, f"bias_ih_l0{suffix}") + getattr(layer, f"bias_hh_l0{suffix}")).chunk(4)
        cell = torch.sigmoid(f) * cell + torch.sigmoid(i) * torch.tanh(g)
        state = torch.sigmoid(o) * torch.tanh(cell)
        found.append(state)
    return torch.stack(found[::-1] if suffix else found)


def test_one_mask_a_sequence_and_direction_on_the_state_at_every_step() -> None:
    torch.manual_seed(5)
    whole = VariationalLSTM(2, 3, dropout=0.4).double().train()
    [layer] = whole.layers
    assert isinstance(layer, nn.LSTM)
    values, lengths = torch.randn(2, 4, 2, dtype=torch.double), torch.tensor([4, 2])
    torch.manual_seed(6)
    outputs, _ = whole(values, lengths)
    torch.manual_seed(6)
    masks = torch.bernoulli(torch.full((2, 2, 3), 0.6, dtype=torch.double)) / 0.6  # directions x sequences x units
    assert (masks == 0).any()
    for row, length in enumerate(lengths.tolist()):
        both = [plainly(layer, values[row, :length], masks[d, row], s) for d, s in enumerate(("", "_reverse"))]
        torch.testing.assert_close(outputs[row, :length], torch.cat(both, 1))


def test_gradients_flow_through_the_dropped_steps() -> None:
    torch.manual_seed(7)
    layer = VariationalLSTM(2, 2, layers=1, dropout=0.25).double().train()
    values = torch.randn(2, 3, 2, dtype=torch.double, requires_grad=True)

    def outputs(values: Tensor) -> Tensor:
        torch.manual_seed(8)
        found: Tensor = layer(values, torch.tensor([3, 2]))[0]
        return found

    assert torch.autograd.gradcheck(outputs, (values,))
