"""A standard bidirectional LSTM of one or more layers with variational dropout on its state (F1.1).

The mask is drawn once a sequence and direction and is the same at every step, as in Gal and Ghahramani.
"""

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


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
        for layer in self.layers:
            assert isinstance(layer, nn.LSTM)
            if self.training and self.dropout:
                values, last = self._dropped(layer, values, lengths)
            else:
                packed = pack_padded_sequence(values, lengths, batch_first=True, enforce_sorted=False)
                found, (state, _) = layer(packed)
                values, _ = pad_packed_sequence(found, batch_first=True)
                last = state.transpose(0, 1).reshape(len(lengths), 2 * self.units)
        return values, last

    def _dropped(self, layer: nn.LSTM, values: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        """Step through the layer with a mask on the state, both directions at once.

        The second direction reads each sequence backwards, so that padding comes last for both.
        """
        count, steps, _ = values.shape
        backwards = _backwards(lengths, steps)
        inputs = []
        for direction, suffix in enumerate(("", "_reverse")):
            weight, bias = getattr(layer, f"weight_ih_l0{suffix}"), getattr(layer, f"bias_ih_l0{suffix}")
            moved = values @ weight.t() + bias + getattr(layer, f"bias_hh_l0{suffix}")
            inputs.append(moved.gather(1, backwards[:, :, None].expand_as(moved)) if direction else moved)
        stacked = torch.stack(inputs)  # directions x sequences x steps x 4 units
        weights = torch.stack([getattr(layer, f"weight_hh_l0{suffix}").t() for suffix in ("", "_reverse")])
        keep = 1 - self.dropout
        mask = torch.bernoulli(torch.full((2, count, self.units), keep, dtype=values.dtype)) / keep
        state = cell = torch.zeros(2, count, self.units, dtype=values.dtype)
        outputs, going = [], torch.arange(steps) < lengths[:, None]
        for step in range(steps):
            i, f, g, o = (stacked[:, :, step] + torch.bmm(state * mask, weights)).chunk(4, 2)
            new_cell = torch.sigmoid(f) * cell + torch.sigmoid(i) * torch.tanh(g)
            new_state = torch.sigmoid(o) * torch.tanh(new_cell)
            on = going[:, step, None]
            state, cell = torch.where(on, new_state, state), torch.where(on, new_cell, cell)
            outputs.append(new_state * on)
        forward, backward = torch.stack(outputs, 2)  # each sequences x steps x units
        backward = backward.gather(1, backwards[:, :, None].expand_as(backward))
        return torch.cat([forward, backward], 2), torch.cat([state[0], state[1]], 1)


def _backwards(lengths: Tensor, steps: int) -> Tensor:
    """Return for each step where to read when a sequence is read backwards; padding stays where it is."""
    places = torch.arange(steps).expand(len(lengths), steps)
    return torch.where(places < lengths[:, None], lengths[:, None] - 1 - places, places)
