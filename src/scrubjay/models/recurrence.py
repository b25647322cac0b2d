"""An LSTM over sequences of different lengths, both directions at once, with its gradient written out.

Torch's own layer spends most of a training step on a gradient for each step that is as large as the whole batch, and
on a product of matrices a step for the weights. Here both are one product at the end; a mask on the state, as
variational dropout needs, costs one multiplication more. `tests/models/test_recurrence.py` has the naive oracle.

Rows are packed: all sequences' first steps, then all second ones, the longest sequence first.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable
from torch.nn.utils.rnn import PackedSequence, pack_padded_sequence, pad_packed_sequence


class Weights(NamedTuple):
    """Those of torch's LSTM for two directions; gates in the order input, forget, cell, output."""

    inputs: Tensor  # 2 x 4 units x inputs
    state: Tensor  # 2 x 4 units x units
    bias: Tensor  # 2 x 4 units


def bidirectional(
    values: Tensor, lengths: Tensor, weights: Weights, start: tuple[Tensor, Tensor], dropped: Tensor | None = None
) -> tuple[Tensor, Tensor]:
    """Return outputs (sequences x steps x 2 units) and each direction's last output (sequences x 2 units).

    `start` is the first output and the first cell (2 x units); `dropped` multiplies the state of each sequence at
    every step (2 x sequences x units).
    """
    packed = pack_padded_sequence(values, lengths, batch_first=True, enforce_sorted=False)
    assert packed.sorted_indices is not None
    assert packed.unsorted_indices is not None
    sizes = packed.batch_sizes
    begin = torch.cat([sizes.new_zeros(1), sizes.cumsum(0)])
    column = torch.cat([torch.arange(int(size)) for size in sizes])
    ends = lengths[packed.sorted_indices][column]  # of each row's sequence
    steps = torch.repeat_interleave(torch.arange(len(sizes)), sizes)
    mirrored = begin[ends - 1 - steps] + column  # where a row is when its sequence is read backwards
    both = torch.stack([packed.data, packed.data[mirrored]])
    moved = torch.baddbmm(weights.bias[:, None], both, weights.inputs.transpose(1, 2))
    output, cell = (state[:, None].expand(2, len(lengths), -1) for state in start)
    if dropped is not None:
        dropped = dropped[:, packed.sorted_indices]
    apply: Callable[..., Tensor] = _Recurrence.apply
    found = apply(moved, weights.state, output, cell, dropped, begin.tolist())
    forward, backward = found
    together = torch.cat([forward, backward[mirrored]], 1)
    unpacked = PackedSequence(together, sizes, packed.sorted_indices, packed.unsorted_indices)
    last = begin[lengths - 1] + packed.unsorted_indices
    outputs, _ = pad_packed_sequence(unpacked, batch_first=True)
    return outputs, torch.cat([forward[last], backward[last]], 1)


class _Recurrence(torch.autograd.Function):
    """The steps: rows x 4 units of what goes in, to rows x units, each for two directions."""

    @staticmethod
    def forward(
        context: Any,
        moved: Tensor,
        weight: Tensor,
        output: Tensor,
        cell: Tensor,
        dropped: Tensor | None,
        begin: list[int],
    ) -> Tensor:
        count, units = output.shape[1:]
        turned = weight.transpose(1, 2)
        gates = torch.empty_like(moved)
        outputs, cells = (state.new_empty(2, count + begin[-1], units) for state in (output, cell))
        outputs[:, :count], cells[:, :count] = output, cell  # before the first step
        before = 0
        for first, end in pairwise(begin):
            going = end - first
            state = outputs[:, before : before + going]
            if dropped is not None:
                state = state * dropped[:, :going]
            now = torch.baddbmm(moved[:, first:end], state, turned, out=gates[:, first:end])
            now[:, :, : 2 * units].sigmoid_()
            now[:, :, 2 * units : 3 * units].tanh_()
            now[:, :, 3 * units :].sigmoid_()
            entered, kept, fresh, told = now.chunk(4, 2)
            after = slice(count + first, count + end)
            held = torch.mul(kept, cells[:, before : before + going], out=cells[:, after])
            held.addcmul_(entered, fresh)
            torch.mul(told, held.tanh(), out=outputs[:, after])
            before = count + first
        context.save_for_backward(gates, outputs, cells, weight, dropped)
        context.begin = begin
        return outputs[:, count:]

    @staticmethod
    @once_differentiable
    def backward(context: Any, wanted: Tensor) -> tuple[Tensor | None, ...]:
        gates, outputs, cells, weight, dropped = context.saved_tensors
        begin: list[int] = context.begin
        count, units = begin[1], weight.shape[2]
        sizes = [end - first for first, end in pairwise(begin)]
        before = torch.cat(  # each row's state before its step
            [torch.arange(count), *(count + begin[i] + torch.arange(size) for i, size in enumerate(sizes[1:]))]
        )
        entered, kept, fresh, told = gates.chunk(4, 2)
        bent = cells[:, count:].tanh()
        # How each gate moves what it is for; all that needs no recurrence, for all rows at once.
        slopes = torch.empty_like(gates)
        by_entered, by_kept, by_fresh, by_told = slopes.chunk(4, 2)
        torch.mul(fresh * entered, 1 - entered, out=by_entered)
        torch.mul(cells[:, before] * kept, 1 - kept, out=by_kept)
        torch.addcmul(entered, entered * fresh, fresh, value=-1, out=by_fresh)
        torch.mul(bent * told, 1 - told, out=by_told)
        through = told * (1 - bent * bent)
        moves = torch.empty_like(gates)
        split = (2, begin[-1], 4, units)
        slopes_by_gate, moves_by_gate = slopes.view(split), moves.view(split)
        to_output, to_cell = wanted.new_zeros(2, 2, count, units)
        for first, end in reversed(list(pairwise(begin))):
            going = end - first
            output = to_output[:, :going].add_(wanted[:, first:end])
            cell = to_cell[:, :going].addcmul_(output, through[:, first:end])
            here, slope = moves_by_gate[:, first:end], slopes_by_gate[:, first:end]
            torch.mul(slope[:, :, :3], cell[:, :, None], out=here[:, :, :3])
            torch.mul(slope[:, :, 3], output, out=here[:, :, 3])
            cell.mul_(kept[:, first:end])
            for direction in range(2):
                torch.mm(moves[direction, first:end], weight[direction], out=output[direction])
            if dropped is not None:
                output.mul_(dropped[:, :going])
        states = outputs[:, before]
        if dropped is not None:
            column = torch.cat([torch.arange(size) for size in sizes])
            states = states * dropped[:, column]
        by_weight = torch.bmm(moves.transpose(1, 2), states)
        return moves, by_weight, to_output, to_cell, None, None
