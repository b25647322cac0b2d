"""A standard bidirectional LSTM of one or more layers with variational dropout on its state (F1.1).

The mask is drawn once a sequence and direction and is the same at every step, as in Gal and Ghahramani.
"""

import torch
from torch import Tensor, nn

from scrubjay.models.recurrence import Weights, bidirectional


class VariationalLSTM(nn.Module):
    """Returns all outputs, forward then backward, and each direction's last one of the top layer."""

    def __init__(self, inputs: int, units: int, layers: int = 1, dropout: float = 0.0) -> None:
        super().__init__()
        self.units, self.dropout = units, dropout
        self.layers = nn.ModuleList(
            nn.LSTM(inputs if not layer else 2 * units, units, bidirectional=True, batch_first=True)
            for layer in range(layers)
        )
        for name, parameter in self.named_parameters():
            if "weight_ih" in name:
                nn.init.xavier_uniform_(parameter)
            elif "weight_hh" in name:
                for gate in parameter.chunk(4):
                    nn.init.orthogonal_(gate)
            else:
                nn.init.zeros_(parameter)
                if "bias_ih" in name:
                    nn.init.ones_(parameter[units : 2 * units])  # remember at first

    def forward(self, values: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        """Return outputs (sequences x steps x 2 units) and last outputs (sequences x 2 units)."""
        last = values
        count = len(lengths)
        for layer in self.layers:
            inputs, state, bias, second = (
                torch.stack([getattr(layer, f"{name}_l0{direction}") for direction in ("", "_reverse")])
                for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
            )
            zeros = values.new_zeros(2, self.units)
            dropped = None
            if self.training and self.dropout:
                keep = 1 - self.dropout
                dropped = torch.bernoulli(torch.full((2, count, self.units), keep, dtype=values.dtype)) / keep
            weights = Weights(inputs, state, bias + second)
            values, last = bidirectional(values, lengths, weights, (zeros, zeros), dropped)
        return values, last
