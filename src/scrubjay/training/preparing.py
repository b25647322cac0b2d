"""Everything a run needs before its first step: notes as sentences, words with vectors, an untrained tagger."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch

from scrubjay.detect.tagger.gazetteers import gazetteers
from scrubjay.detect.tagger.inputs import Alphabet
from scrubjay.detect.tagger.reading import Sentence, sentences, tag_names
from scrubjay.detect.tagger.vectors import Vectors, load_vectors
from scrubjay.documents.document import Document
from scrubjay.documents.formats.reading import read
from scrubjay.errors import UsageError
from scrubjay.models.importing.encoder import load_encoder
from scrubjay.models.tagger import Description, Tagger
from scrubjay.training.learner import Learner
from scrubjay.training.settings import TrainingSettings, VectorSettings
from scrubjay.training.starting import start_from

UNKNOWN = "<unknown>"
_DIGIT = re.compile(r"\d").sub


@dataclass(frozen=True, repr=False)
class Prepared:
    """Sentences to learn from, notes to stop by, and a tagger that knows nothing yet."""

    train: list[Sentence]
    validation: list[Document]
    tagger: Tagger
    remarks: tuple[str, ...]  # on what was read, for the user and the card
    learner: Learner | None = None  # what the tagger learns with, if it is not the usual


def prepare(settings: TrainingSettings) -> Prepared:
    """Read the notes and build the tagger; the same seed gives the same weights."""
    notes = list(read(settings.data.train, settings.data.format))
    validation = list(read(settings.data.validation, settings.data.format))
    if not notes or not validation:
        raise UsageError(f"{settings.data.train if not notes else settings.data.validation} holds no note")
    if not any(note.spans for note in notes):
        raise UsageError(f"{settings.data.train}: no note has a span, so there is nothing to learn")
    if not any(note.spans for note in validation):
        raise UsageError(f"{settings.data.validation}: no note has a span, so no epoch can be told from another")
    prepared = prepare_notes(settings, notes, validation)
    if settings.start is None:
        return prepared
    return replace(
        prepared, remarks=(*prepared.remarks, start_from(prepared.tagger, settings.start, settings.start_parts))
    )


def prepare_notes(
    settings: TrainingSettings,
    notes: Sequence[Document],
    validation: Sequence[Document],
    labels: Iterable[str] = (),
    characters: str = "",
) -> Prepared:
    """Build the tagger for notes that were read; it knows these labels and characters beside the notes' own."""
    counts: Counter[str] = Counter()
    learnt = [one for one in sentences(notes, settings.reading, tagged=True, counts=counts) if one.words]
    labels = {*labels, *(span.label for note in notes for span in note.spans)}
    signs = {*characters, *(sign for one in learnt for word in one.words for sign in word)}
    vectors = word_vectors(learnt, settings.vectors, settings.network.words, settings.seed)
    tagger = untrained(settings, labels, signs, vectors)
    return Prepared(learnt, list(validation), tagger, _remarks(notes, validation, counts))


def untrained(
    settings: TrainingSettings, labels: Iterable[str], characters: Iterable[str], vectors: Vectors
) -> Tagger:
    """Return a tagger that knows nothing yet but its labels, characters and words; one seed, one set of weights."""
    tags = tag_names(labels, settings.reading.scheme)
    alphabet = Alphabet("".join(sorted(characters)) if settings.network.characters == "learned" else "")
    network, encoder, pieces = settings.network, None, None
    if settings.encoder.folder is not None:
        encoder, pieces = load_encoder(settings.encoder.folder)
        layers, size, heads = encoder.sizes()
        network = replace(network, encoder_layers=layers, encoder_size=size, encoder_heads=heads)
    lists = gazetteers(network.lists)
    torch.manual_seed(settings.seed)
    tagger = Tagger(Description(network, tuple(tags), alphabet, settings.reading, pieces, lists), vectors)
    if encoder is not None and tagger.network.encoder is not None:
        tagger.network.encoder.load_state_dict(encoder.state_dict())
    return tagger


def aligned(notes: int, counts: Counter[str]) -> str:
    """Return what became of the spans of notes, as `reading.sentences` has counted them."""
    return (
        f"{notes:,} notes with {counts['spans']:,} spans, of which {counts['widened']:,} were widened to whole "
        f"tokens, {counts['trimmed']:,} gave tokens to a longer one and {counts['lost']:,} were lost"
    )


def _remarks(notes: Sequence[Document], validation: Sequence[Document], counts: Counter[str]) -> tuple[str, ...]:
    """Return what is to be said about the notes: what no token fits, and whether validation is validation."""
    remarks = [aligned(len(notes), counts)]
    taught = {span.label for note in notes for span in note.spans}
    if len(taught) == 1:
        remarks.append(f"all training spans are {min(taught)}: the tagger will know no other label")
    asked = Counter(span.label for note in validation for span in note.spans if span.label not in taught)
    if asked:
        remarks.append(
            f"{asked.total():,} validation spans have labels that no training note has, and cannot be found: "
            f"{', '.join(sorted(asked))}"
        )
    seen = {note.text for note in notes}
    if shared := sum(note.text in seen for note in validation):
        remarks.append(
            f"{shared:,} of {len(validation):,} validation notes are training notes as well: their scores say nothing"
        )
    return tuple(remarks)


def word_vectors(learnt: Sequence[Sentence], settings: VectorSettings, size: int, seed: int) -> Vectors:
    """Return the vectors of a folder, or vectors learnt from the sentences themselves (skip-gram).

    A list of words is part of a tagger, and must not name the patients it learnt from. So a word has a vector of its
    own only if it stands outside of identities often enough, or inside those of many notes ("Hospital", "Calle", a
    capital). All others share the first vector.
    """
    if settings.folder is not None:
        found = load_vectors(settings.folder)
        if found.matrix.shape[1] != size:
            raise UsageError(
                f"{settings.folder} has vectors of {found.matrix.shape[1]} numbers, network.words says {size}"
            )
        return found
    from gensim.models import Word2Vec

    lines = [[_folded(word) if settings.fold else word for word in one.words] for one in learnt]
    outside = Counter(
        word
        for one, line in zip(learnt, lines, strict=True)
        for word, tag in zip(line, one.tags, strict=True)
        if tag == "O"
    )
    inside = Counter(
        word
        for word, _ in {
            (word, one.document)
            for one, line in zip(learnt, lines, strict=True)
            for word, tag in zip(line, one.tags, strict=True)
            if tag != "O"
        }
    )
    known = {word for word, count in outside.items() if count >= settings.fewest}
    known |= {word for word, count in inside.items() if count >= settings.fewest_notes}
    words = [UNKNOWN, *sorted(known, key=lambda word: (-outside[word] - inside[word], word))]
    lines = [[word if word in known else UNKNOWN for word in line] for line in lines]
    model = Word2Vec(
        lines,
        vector_size=size,
        window=5,
        min_count=1,
        sg=1,
        epochs=settings.epochs,
        seed=seed,
        workers=1,
    )
    matrix = np.zeros((len(words), size), np.float32)
    for row, word in enumerate(words):
        if word in model.wv:
            matrix[row] = model.wv[word]
    return Vectors(words, matrix)


def _folded(word: str) -> str:
    return _DIGIT("0", word.lower())
