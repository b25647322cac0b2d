"""A small pretrained encoder (BERT's architecture, as MiniLM has it) that also sees casing and accents."""

import torch
from torch import Tensor, nn

from scrubjay.detect.tagger.pieces import MARKS, POSITIONS

_DROPOUT = 0.1


class Layer(nn.Module):
    """Attention over a sentence, then a wider layer; each is added and normalised."""

    def __init__(self, size: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.attention = nn.Linear(size, 3 * size)  # query, key, value
        self.attended = nn.Linear(size, size)
        self.first_norm = nn.LayerNorm(size, eps=1e-12)
        self.inner = nn.Linear(size, 4 * size)
        self.outer = nn.Linear(4 * size, size)
        self.second_norm = nn.LayerNorm(size, eps=1e-12)
        self.dropout = nn.Dropout(_DROPOUT)

    def forward(self, values: Tensor, mask: Tensor) -> Tensor:
        """Return values of the same shape; `mask` tells which pieces are there, sentences x 1 x 1 x pieces."""
        query, key, value = (
            part.unflatten(2, (self.heads, -1)).transpose(1, 2) for part in self.attention(values).chunk(3, 2)
        )
        # No dropout on attention: with it, torch takes a slower way.
        found = nn.functional.scaled_dot_product_attention(query, key, value, mask)
        attended = self.attended(found.transpose(1, 2).flatten(2))
        values = self.first_norm(values + self.dropout(attended))
        wide = self.outer(nn.functional.gelu(self.inner(values)))
        normed: Tensor = self.second_norm(values + self.dropout(wide))
        return normed


class Encoder(nn.Module):
    """Turns the pieces of sentences into a vector for each token, that of its first piece."""

    def __init__(self, pieces: int, size: int, layers: int, heads: int) -> None:
        super().__init__()
        self.pieces = nn.Embedding(pieces, size)
        self.positions = nn.Embedding(POSITIONS, size)
        self.marks = nn.Embedding(MARKS, size)
        nn.init.zeros_(self.marks.weight)
        self.norm = nn.LayerNorm(size, eps=1e-12)
        self.dropout = nn.Dropout(_DROPOUT)
        self.layers = nn.ModuleList(Layer(size, heads) for _ in range(layers))

    def sizes(self) -> tuple[int, int, int]:
        """Return the number of layers, the size and the number of heads."""
        heads = next((layer.heads for layer in self.layers if isinstance(layer, Layer)), 1)
        return len(self.layers), self.pieces.embedding_dim, heads

    def forward(self, pieces: Tensor, marks: Tensor, lengths: Tensor, heads: Tensor) -> Tensor:
        """Return sentences x tokens x size."""
        places = torch.arange(pieces.shape[1])
        values = self.pieces(pieces) + self.positions(places) + self.marks(marks)
        values = self.dropout(self.norm(values))
        mask = (places < lengths[:, None])[:, None, None, :]
        for layer in self.layers:
            values = layer(values, mask)
        found: Tensor = values.gather(1, heads[:, :, None].expand(-1, -1, values.shape[2]))
        return found
