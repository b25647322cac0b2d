"""Everything a run needs before its first step: notes as sentences, words with vectors, an untrained tagger."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from scrubjay.detect.tagger.inputs import Alphabet
from scrubjay.detect.tagger.reading import Sentence, sentences, tag_names
from scrubjay.detect.tagger.vectors import Vectors, load_vectors
from scrubjay.documents.document import Document
from scrubjay.documents.formats.reading import read
from scrubjay.errors import UsageError
from scrubjay.models.tagger import Description, Tagger
from scrubjay.training.settings import TrainingSettings, VectorSettings

UNKNOWN = "<unknown>"
_DIGIT = re.compile(r"\d").sub


@dataclass(frozen=True, repr=False)
class Prepared:
    """Sentences to learn from, notes to stop by, and a tagger that knows nothing yet."""

    train: list[Sentence]
    validation: list[Document]
    tagger: Tagger


def prepare(settings: TrainingSettings) -> Prepared:
    """Read the notes and build the tagger; the same seed gives the same weights."""
    notes = list(read(settings.data.train, settings.data.format))
    validation = list(read(settings.data.validation, settings.data.format))
    if not notes or not validation:
        raise UsageError(f"{settings.data.train if not notes else settings.data.validation} holds no note")
    learnt = [one for one in sentences(notes, settings.reading, tagged=True) if one.words]
    tags = tag_names((span.label for note in notes for span in note.spans), settings.reading.scheme)
    characters = settings.network.characters == "learned"
    alphabet = Alphabet(
        "".join(sorted({c for one in learnt for word in one.words for c in word})) if characters else ""
    )
    vectors = word_vectors(learnt, settings.vectors, settings.network.words, settings.seed)
    torch.manual_seed(settings.seed)
    description = Description(settings.network, tuple(tags), alphabet, settings.reading)
    return Prepared(learnt, validation, Tagger(description, vectors))


def word_vectors(learnt: Sequence[Sentence], settings: VectorSettings, size: int, seed: int) -> Vectors:
    """Return the vectors of a folder, or vectors learnt from the sentences themselves (skip-gram)."""
    if settings.folder is not None:
        found = load_vectors(settings.folder)
        if found.matrix.shape[1] != size:
            raise UsageError(
                f"{settings.folder} has vectors of {found.matrix.shape[1]} numbers, network.words says {size}"
            )
        return found
    from gensim.models import Word2Vec

    lines = [[_folded(word) if settings.fold else word for word in one.words] for one in learnt]
    counted = Counter(word for line in lines for word in line)
    words = [UNKNOWN, *(word for word, count in counted.most_common() if count >= settings.fewest)]
    model = Word2Vec(
        lines,
        vector_size=size,
        window=5,
        min_count=settings.fewest,
        sg=1,
        epochs=settings.epochs,
        seed=seed,
        workers=1,
    )
    matrix = np.zeros((len(words), size), np.float32)
    for row, word in enumerate(words[1:], 1):
        matrix[row] = model.wv[word]
    return Vectors(words, matrix)


def _folded(word: str) -> str:
    return _DIGIT("0", word.lower())
