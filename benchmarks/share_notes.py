"""The notes and word vectors of benchmarks/share.py: MEDDOCAN's with GloVe made Spanish, and made-up English ones."""

import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "recipes"))

import material

from scrubjay.detect.tagger.reading import Reading, Sentence, sentences
from scrubjay.detect.tagger.vectors import Vectors, load_vectors
from scrubjay.documents.corpus import Corpus
from scrubjay.documents.document import Document
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.writing import write
from scrubjay.documents.mappings import mapping
from scrubjay.randomness import generator
from scrubjay.share.publication import public
from scrubjay.share.usual import shapes
from scrubjay.synthesis.notes import injected, make

WORK = material.ROOT / "runs" / "share"
_NOT_HIPAA = (None, "AGE", "COUNTRY", "STATE", "PROFESSION")
_UNSEEN, _ELSEWHERE = 100, "walnut"  # notes of another source, in the habits of another institution
_SHARES = {"validation": 0.15, "train": 0.85}


@dataclass(frozen=True)
class Given:
    """The notes and word vectors of a language, in a folder of their own."""

    name: str
    reading: Reading
    epochs: int  # of P1: made-up English notes have fewer sentences

    @property
    def folder(self) -> Path:
        """Return where they are, and what is learnt from them."""
        return WORK / self.name

    def public(self) -> list[Document]:
        """Return the notes to learn from, those that stop trainings among them."""
        return [*self.part("train"), *self.part("validation")]

    def part(self, name: str) -> list[Document]:
        """Return those to learn from alone, or those that stop trainings."""
        return list(read(self.folder / f"{name}.jsonl"))

    def judged(self) -> list[Document]:
        """Return the notes to judge by."""
        return list(read(self.folder / "judged.jsonl"))

    def unseen(self) -> list[Document]:
        """Return notes of another source than all others, if there are any (F1.28)."""
        file = self.folder / "unseen.jsonl"
        return list(read(file)) if file.exists() else []

    def lines(self, notes: Sequence[Document]) -> list[Sentence]:
        """Return the sentences of notes that have a word."""
        return [line for line in sentences(notes, self.reading, tagged=True) if line.words]

    def vectors(self) -> Vectors:
        """Return the words' vectors."""
        return load_vectors(self.folder / "vectors")

    def make(self, learnt: list[Document], judged: Iterable[Document], vectors: Callable[[], Vectors]) -> None:
        """Put all of it into the folder, if it is not there."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if not (self.folder / "train.jsonl").exists():
            write(judged, self.folder / "judged.jsonl", "jsonl", overwrite=True)
            for name, part in Corpus(learnt).split(_SHARES, generator(1, "share")).items():
                write(part.documents, self.folder / f"{name}.jsonl", "jsonl", overwrite=True)
        if not (self.folder / "vectors").exists():
            target = self.folder / "vectors.new"
            target.mkdir(exist_ok=True)
            lines = sentences(self.public(), self.reading, tagged=True)
            public(vectors(), shapes=shapes(list(lines))).save(target, np.float32)
            target.rename(self.folder / "vectors")


MEDDOCAN = Given("meddocan", Reading("es", "aggressive", "sentences", 120), 5)
ENGLISH = Given("english", Reading("en", "aggressive", "sentences", 120), 20)


def prepared() -> None:
    """Make the notes to learn from, and to judge by, and the vectors, of both languages.

    English has notes of visits from an open collection as well, with identities put into them.
    """
    WORK.mkdir(parents=True, exist_ok=True)
    learnt, judged = (list(read(material.DATA / "meddocan" / part / "brat")) for part in ("train", "dev"))
    MEDDOCAN.make(
        [identifiers(note, "meddocan") for note in learnt],
        (identifiers(note, "meddocan") for note in judged),
        lambda: spanish(material.glove(WORK), learnt),
    )
    ENGLISH.make(
        [identifiers(note, "i2b2-2014") for note in make(500, 1)],
        (identifiers(note, "i2b2-2014") for note in make(250, 2, part="test")),
        lambda: material.glove(WORK),
    )
    if not (ENGLISH.folder / "unseen.jsonl").exists():
        visits = list(material.open_notes("aci-bench", "note"))[:_UNSEEN]
        found = injected(visits, 3, (_ELSEWHERE,), part="test")
        write((identifiers(note, "i2b2-2014") for note in found), ENGLISH.folder / "unseen.jsonl", "jsonl")


def identifiers(note: Document, labels: str) -> Document:
    """Return a note with what HIPAA names, as S1 measures; MEDDOCAN marks sex, relatives, ages and trades, too."""
    names = mapping(labels, "i2b2-2014").table
    return note.with_spans(span for span in note.spans if names[span.label] not in _NOT_HIPAA)


def spanish(english: Vectors, notes: Sequence[Document]) -> Vectors:
    """Return vectors for Spanish notes: English ones, which know names and places of all the world, learnt on.

    Words that stand outside of identities learn on from there by skip-gram, or from nothing if they have no vector
    yet; words of identities stay where they are. A word with accents starts from the one without. As in all taggers
    here, no word is listed that stands in the identities of few notes only.
    """
    from gensim.models import Word2Vec

    lines = [line for line in sentences(notes, MEDDOCAN.reading, tagged=True) if line.words]
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
