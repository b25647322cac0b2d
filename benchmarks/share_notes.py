"""The notes and word vectors of benchmarks/share.py: MEDDOCAN's, with what HIPAA names, and Spanish GloVe vectors."""

import sys
import unicodedata
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "recipes"))

import material

from scrubjay.detect.tagger.reading import Reading, sentences
from scrubjay.detect.tagger.vectors import Vectors, load_vectors
from scrubjay.documents.corpus import Corpus
from scrubjay.documents.document import Document
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.writing import write
from scrubjay.documents.mappings import mapping
from scrubjay.randomness import generator

WORK = material.ROOT / "runs" / "share"
READING = Reading("es", "aggressive", "sentences", 120)
_MEDDOCAN = material.DATA / "meddocan"
_NOT_HIPAA = (None, "AGE", "COUNTRY", "STATE", "PROFESSION")


def prepared() -> None:
    """Make the vectors, and the notes to learn from and to stop by; the development notes are kept to judge by."""
    WORK.mkdir(parents=True, exist_ok=True)
    if not (WORK / "train.jsonl").exists():
        write(map(identifiers, read(_MEDDOCAN / "dev" / "brat")), WORK / "dev.jsonl", "jsonl", overwrite=True)
        parts = Corpus(list(map(identifiers, read(_MEDDOCAN / "train" / "brat")))).split(
            {"validation": 0.15, "train": 0.85}, generator(1, "share")
        )
        for name, part in parts.items():
            write(part.documents, WORK / f"{name}.jsonl", "jsonl", overwrite=True)
    if not (WORK / "vectors").exists():
        found = spanish(material.glove(WORK), list(read(_MEDDOCAN / "train" / "brat")))
        target = WORK / "vectors.new"
        target.mkdir(exist_ok=True)
        found.save(target, np.float32)
        target.rename(WORK / "vectors")


def identifiers(note: Document) -> Document:
    """Return a note with what HIPAA names, as S1 measures; MEDDOCAN marks sex, relatives, ages and trades, too."""
    names = mapping("meddocan", "i2b2-2014").table
    return note.with_spans(span for span in note.spans if names[span.label] not in _NOT_HIPAA)


def spanish(english: Vectors, notes: Sequence[Document]) -> Vectors:
    """Return vectors for Spanish notes: English ones, which know names and places of all the world, learnt on.

    Words that stand outside of identities learn on from there by skip-gram, or from nothing if they have no vector
    yet; words of identities stay where they are. A word with accents starts from the one without. As in all taggers
    here, no word is listed that stands in the identities of few notes only.
    """
    from gensim.models import Word2Vec

    lines = [line for line in sentences(notes, READING, tagged=True) if line.words]
    outside: Counter[str] = Counter()
    inside: Counter[str] = Counter()
    seen = set()
    for line in lines:
        for word, tag in zip(line.words, line.tags, strict=True):
            if tag == "O":
                outside[_folded(word)] += 1
            elif (_folded(word), line.document) not in seen:
                seen.add((_folded(word), line.document))
                inside[_folded(word)] += 1
    known = {word for word, count in outside.items() if count >= 2} | {
        w for w, count in inside.items() if count >= 10
    }

    def row(word: str) -> int:
        return english.row(word) or english.row(_plain(word))

    text = [
        [word if word in known or row(word) else "<unknown>" for word in map(_folded, line.words)] for line in lines
    ]
    model = Word2Vec(vector_size=english.matrix.shape[1], window=5, min_count=1, sg=1, seed=1, workers=1)
    model.build_vocab(text)
    free = np.ones(len(model.wv), np.float32)
    for place, word in enumerate(model.wv.index_to_key):
        if found := row(word):
            model.wv.vectors[place] = english.matrix[found]
            free[place] = 0.0 if inside[word] and not outside[word] else 1.0
    model.wv.vectors_lockf = free
    model.train(text, total_examples=len(text), epochs=20)
    words, matrix = list(english.words), np.array(english.matrix, np.float32)
    places = {word: place for place, word in enumerate(words)}
    matrix[0] = model.wv["<unknown>"]
    more = [word for word in model.wv.index_to_key if word in known and word not in places]
    for word in model.wv.index_to_key:
        if word in known and word in places:
            matrix[places[word]] = model.wv[word]
    return Vectors([*words, *more], np.vstack([matrix, model.wv[more]]).astype(np.float32))


def _folded(word: str) -> str:
    return "".join("0" if sign.isdigit() else sign for sign in word.lower())


def _plain(word: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFD", word) if not unicodedata.combining(sign))


def public_notes() -> list[Document]:
    """Return the notes to learn from, those that stop trainings among them."""
    return [*read(WORK / "train.jsonl"), *read(WORK / "validation.jsonl")]


def judged_notes() -> list[Document]:
    """Return the notes to judge by."""
    return list(read(WORK / "dev.jsonl"))


def word_vectors() -> Vectors:
    """Return the words' vectors."""
    return load_vectors(WORK / "vectors")
