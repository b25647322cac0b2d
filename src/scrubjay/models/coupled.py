"""The recurrent layer of NeuroNER and of S5: an LSTM whose input and forget gates are coupled (A3.1, F5.4).

    z = [x, h] W + b;  j, f, o = z's thirds
    f = sigmoid(f + 1);  c = f c' + (1 - f) tanh(j);  h = sigmoid(o) tanh(c)

As sigmoid(-x) = 1 - sigmoid(x), this is a stock LSTM with W_i = -W_f and b_i = -(b_f + 1).
"""

import torch
from torch import Tensor, nn

from scrubjay.models.recurrence import Weights, bidirectional

FORGET_BIAS = 1.0


class CoupledLSTM(nn.Module):
    """A bidirectional layer; returns all outputs, forward then backward, and each direction's last one.

    Per direction 3(nm + n^2 + n) weights for n units and m inputs; with `learned_start`, 2n more for the first state.
    """

    def __init__(self, inputs: int, units: int, learned_start: bool = False) -> None:
        super().__init__()
        self.inputs, self.units = inputs, units
        self.weight = nn.ParameterList(nn.Parameter(torch.empty(inputs + units, 3 * units)) for _ in range(2))
        self.bias = nn.ParameterList(nn.Parameter(torch.zeros(3 * units)) for _ in range(2))
        self.start = nn.Parameter(
            torch.zeros(2, 2, units), requires_grad=learned_start
        )  # cell and output x direction
        for weight in self.weight:
            nn.init.xavier_uniform_(weight)

    def stock(self) -> list[Tensor]:
        """Return the weights of the stock LSTM that computes the same: per direction W_x, W_h, b and no second b."""
        weights: list[Tensor] = []
        for weight, bias in zip(self.weight, self.bias, strict=True):
            j, f, o = weight.t().chunk(3)  # each units x (inputs + units)
            bias_j, bias_f, bias_o = bias.chunk(3)
            gates = torch.cat([-f, f, j, o])  # torch's order: input, forget, cell, output
            forget = bias_f + FORGET_BIAS
            weights += [
                gates[:, : self.inputs],
                gates[:, self.inputs :],
                torch.cat([-forget, forget, bias_j, bias_o]),
            ]
            weights.append(torch.zeros_like(weights[-1]))
        return weights

    def forward(self, values: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        """Return outputs (sequences x steps x 2 units) and last outputs (sequences x 2 units); lengths on the CPU."""
        inputs, state, bias = (torch.stack(self.stock()[part::4]) for part in range(3))
        cell, output = self.start
        return bidirectional(values, lengths, Weights(inputs, state, bias), (output, cell))
