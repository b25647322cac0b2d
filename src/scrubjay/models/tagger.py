"""A tagger whole: network, CRF, tags, alphabet, word vectors, and how notes are read."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor, nn

from scrubjay.detect.tagger.decoding import Chain
from scrubjay.detect.tagger.gazetteers import Gazetteers, listed
from scrubjay.detect.tagger.inputs import Alphabet, arrays, casings
from scrubjay.detect.tagger.pieces import LONGEST, Pieces
from scrubjay.detect.tagger.reading import Reading, allowed
from scrubjay.detect.tagger.vectors import Vectors
from scrubjay.errors import UsageError
from scrubjay.models.crf import CRF
from scrubjay.models.network import Batch, Network, NetworkSettings


@dataclass(frozen=True)
class Description:
    """What a tagger is, without its weights."""

    network: NetworkSettings
    tags: tuple[str, ...]
    alphabet: Alphabet
    reading: Reading
    pieces: Pieces | None = None  # of the encoder, if there is one
    gazetteers: Gazetteers = field(default_factory=lambda: listed({}))


class Tagger(nn.Module):
    """Turns sentences into scores of tags, and learns from tags; `vectors` are its words' vectors."""

    def __init__(self, description: Description, vectors: Vectors, forbid: bool = True) -> None:
        super().__init__()
        self.description, self.vectors, self.forbids = description, vectors, forbid
        settings, tags = description.network, description.tags
        pieces = description.pieces
        if settings.encoder_layers and pieces is None:
            raise UsageError("network.encoder_layers comes from encoder.folder: name the folder, and leave it out")
        if settings.encoder_layers and description.reading.longest > LONGEST:
            raise UsageError(f"an encoder reads sentences of at most {LONGEST} tokens: set reading.longest to that")
        self.network = Network(settings, len(tags), len(description.alphabet), len(vectors), len(pieces or ()))
        if self.network.words is not None:
            self.network.words.weight.data.copy_(torch.from_numpy(np.array(vectors.matrix, np.float32)))
        rules = allowed(tags) if forbid else ()  # else the CRF has learnt what may follow what
        self.crf = CRF(len(tags), *map(torch.tensor, rules)) if settings.crf else None

    def batch(self, sentences: Sequence[Sequence[str]]) -> Batch:
        """Return sentences as tensors."""
        found = arrays(sentences)
        characters, letters = self.description.alphabet.numbers(found.words)
        trained = self.network.words is not None
        vectors = self.vectors.rows(found.words) if trained else self.vectors.vectors(found.words)
        pieces = self.description.pieces.arrays(found) if self.description.pieces is not None else ()
        lists = self.description.gazetteers
        listed = torch.from_numpy(lists.features(found.words)) if len(lists) else None
        numbers = (found.lengths, found.spelling, vectors, casings(found.words), characters, letters)
        lengths, spelling, vector, casing, character, letter = map(torch.from_numpy, numbers)
        cut = tuple(map(torch.from_numpy, pieces))
        return Batch(lengths, spelling, vector, casing, character, letter, listed, cut)

    def numbers(self, tags: Sequence[Sequence[str]]) -> Tensor:
        """Return the numbers of tags, sentences x tokens; 0 where there is no token."""
        known = {tag: place for place, tag in enumerate(self.description.tags)}
        found = torch.zeros(len(tags), max(map(len, tags)), dtype=torch.long)
        for row, names in enumerate(tags):
            found[row, : len(names)] = torch.tensor([known[name] for name in names])
        return found

    def loss(self, batch: Batch, wanted: Tensor) -> Tensor:
        """Return the mean negative log likelihood of the sentences' tags: their numbers, or a share for each tag."""
        return self.loss_of(self.network(batch), batch, wanted)

    def loss_of(self, scores: Tensor, batch: Batch, wanted: Tensor) -> Tensor:
        """Return the same for scores, whoever gave them: sentences x tokens x tags."""
        mask = torch.arange(scores.shape[1]) < batch.lengths[:, None]
        if self.crf is not None:
            loss: Tensor = self.crf(scores, wanted, mask).mean()
            return loss
        given = wanted if wanted.dim() == 2 else wanted.transpose(1, 2)
        every = nn.functional.cross_entropy(scores.transpose(1, 2), given, reduction="none")
        return (every * mask).sum() / len(wanted)

    def chain(self) -> Chain:
        """Return the scores of the chain of tags; without a CRF, of what may follow what."""
        if self.crf is not None:
            with torch.no_grad():
                return Chain(*(part.double().numpy() for part in self.crf.chain()))
        follows, first, last = (np.array(part) for part in allowed(self.description.tags))
        return Chain(*(np.where(part, 0.0, -1e4) for part in (follows, first, last)))
