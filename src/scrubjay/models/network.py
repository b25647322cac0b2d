"""One network for three papers: word vectors, characters and casing, a recurrent layer, a head, scores of tags.

S1, NeuroNER (S3, S4) and S5 are settings of it; see `families.py`.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.functional import one_hot

from scrubjay.detect.tagger.inputs import CASINGS, ONE_HOT_CHARACTERS
from scrubjay.errors import UsageError
from scrubjay.models.coupled import CoupledLSTM
from scrubjay.models.encoder import Encoder
from scrubjay.models.representation import Representation
from scrubjay.models.variational import VariationalLSTM


@dataclass(frozen=True)
class NetworkSettings:
    """The sizes and habits of a network; `families.py` has those of the papers."""

    words: int = 100  # numbers in a word's vector
    train_words: bool = False
    casing: bool = False
    representation: int = (
        0  # numbers of S1's private representation, which takes the place of words' vectors; 0: none
    )
    representation_units: int = 128
    representation_bottleneck: int = 0  # numbers that a word becomes before its context is read; 0: its vector (S1)
    representation_casing: bool = False  # whether it knows how words are written; in S1 it does not
    representation_usual: bool = False  # whether it knows how usual words are outside of identities; neither
    dynamic_noise: bool = False
    lists: tuple[str, ...] = ()  # of names and places that come with scrubjay: which of them hold a word
    encoder_layers: int = 0  # of a pretrained encoder; 0 for none
    encoder_size: int = 384
    encoder_heads: int = 12
    characters: Literal["none", "learned", "one-hot"] = "learned"
    character_size: int = 25
    character_units: int = 25
    cell: Literal["coupled", "standard"] = "coupled"
    layers: int = 1
    units: int = 100
    learned_start: bool = True
    hidden: int = 100  # of the tanh layer before the scores; 0 for none
    crf: bool = True
    word_dropout: float = 0.0  # on word vectors alone
    input_dropout: float = 0.5  # on all that goes into the recurrent layer
    recurrent_dropout: float = 0.0  # variational, on the state
    output_dropout: float = 0.0  # on what comes out of it


class Batch(NamedTuple):
    """Sentences as numbers: what `Inputs.batch` makes, as tensors. Repeated words have their characters once."""

    lengths: Tensor  # sentences
    spelling: Tensor  # sentences x tokens: which of the distinct words
    vectors: Tensor  # distinct words x numbers, or rows (distinct words) if vectors are trained
    casing: Tensor  # distinct words
    characters: Tensor  # distinct words x letters
    letters: Tensor  # distinct words: how many
    listed: Tensor | None = None  # distinct words x lists
    pieces: tuple[Tensor, ...] = ()  # what the encoder is fed: `PieceArrays`


class Network(nn.Module):
    """Turns a batch into scores of tags: sentences x tokens x tags."""

    def __init__(
        self, settings: NetworkSettings, tags: int, alphabet: int, vocabulary: int = 0, pieces: int = 0
    ) -> None:
        super().__init__()
        self.settings = settings
        size = settings.representation or settings.words
        self.representation: Representation | None = None
        if settings.representation:
            if settings.characters != "none" or settings.encoder_layers or settings.lists:
                raise UsageError(
                    "a private representation is made of words' vectors alone: network.characters must be 'none', "
                    "without an encoder and lists (F1.2)"
                )
            if settings.representation_casing and not settings.casing:
                raise UsageError("network.representation_casing needs network.casing")
            self.representation = Representation(
                settings.words + settings.representation_usual,
                settings.representation,
                settings.representation_units,
                settings.dynamic_noise,
                settings.representation_bottleneck,
                settings.representation_casing,
            )
        self.noisy = False  # whether a representation has its noise at work, too
        self.words = nn.Embedding(vocabulary, settings.words) if settings.train_words else None
        self.embedding: nn.Embedding | None = None
        self.spelling: CoupledLSTM | None = None
        if settings.characters != "none":
            learned = settings.characters == "learned"
            self.embedding = nn.Embedding(alphabet, settings.character_size, padding_idx=0) if learned else None
            letters = settings.character_size if learned else ONE_HOT_CHARACTERS
            self.spelling = CoupledLSTM(letters, settings.character_units, settings.learned_start)
            size += 2 * settings.character_units
        size += len(CASINGS) * settings.casing + len(settings.lists)
        self.encoder: Encoder | None = None
        if settings.encoder_layers:
            self.encoder = Encoder(pieces, settings.encoder_size, settings.encoder_layers, settings.encoder_heads)
            size += settings.encoder_size
        self.word_dropout, self.input_dropout = nn.Dropout(settings.word_dropout), nn.Dropout(settings.input_dropout)
        self.recurrent: CoupledLSTM | VariationalLSTM
        if settings.cell == "coupled":
            if settings.layers != 1 or settings.recurrent_dropout:
                raise UsageError("the coupled cell has one layer and no recurrent dropout; choose the standard cell")
            self.recurrent = CoupledLSTM(size, settings.units, settings.learned_start)
        else:
            self.recurrent = VariationalLSTM(size, settings.units, settings.layers, settings.recurrent_dropout)
        self.output_dropout = nn.Dropout(settings.output_dropout)
        self.hidden = nn.Linear(2 * settings.units, settings.hidden) if settings.hidden else None
        self.scores = nn.Linear(settings.hidden or 2 * settings.units, tags)
        for layer in (self.hidden, self.scores):
            if layer is not None:
                nn.init.xavier_uniform_(layer.weight)
                nn.init.zeros_(layer.bias)

    def spelled(self, characters: Tensor, letters: Tensor) -> Tensor:
        """Return a vector for each word from its letters: words x 2 units."""
        assert self.spelling is not None
        if self.embedding is not None:
            values = self.embedding(characters)
        else:
            values = one_hot(characters, ONE_HOT_CHARACTERS).to(self.scores.weight.dtype)
        found: Tensor = self.spelling(values, letters)[1]
        return found

    def forward(self, batch: Batch) -> Tensor:
        """Return the scores."""
        scores: Tensor = self.scores(self.represented(batch)[0])
        return scores

    def represented(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """Return what scores are made of, for each token, and for each sentence the last state of each direction."""
        vectors = self.words(batch.vectors) if self.words is not None else batch.vectors
        parts = [vectors]  # distinct words x numbers
        if self.spelling is not None:
            parts.insert(0, self.spelled(batch.characters, batch.letters))  # NeuroNER's order: characters first
        if self.settings.casing:
            parts.append(one_hot(batch.casing, len(CASINGS)).to(vectors.dtype))
        if batch.listed is not None:
            parts.append(batch.listed.to(vectors.dtype))
        if self.representation is None:
            values = torch.cat(parts, 1)[batch.spelling]  # sentences x tokens x inputs
        else:
            known = torch.cat(parts[: 1 + self.representation.casing], 1)[batch.spelling]
            drawn = self.representation.draw(*known.shape[:2]) if self.training or self.noisy else None
            hidden = self.representation(known, batch.lengths, drawn)
            values = torch.cat([hidden, *(part[batch.spelling] for part in parts[1:])], 2)
        if self.training and self.settings.word_dropout:
            first = parts[0].shape[1] if self.spelling is not None else 0
            words = slice(first, first + (self.settings.representation or vectors.shape[1]))
            values[:, :, words] = self.word_dropout(values[:, :, words])
        if self.encoder is not None:
            values = torch.cat([values, self.encoder(*batch.pieces)], 2)
        values = self.input_dropout(values)
        outputs, last = self.recurrent(values, batch.lengths)
        outputs = self.output_dropout(outputs)
        if self.hidden is not None:
            outputs = torch.tanh(self.hidden(outputs))
        return outputs, last  # sentences x tokens x hidden, sentences x 2 units
