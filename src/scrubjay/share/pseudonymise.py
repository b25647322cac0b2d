"""Notes as single sentences with other identities, in any order: S1's baseline of what may be shared (F1.4)."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from scrubjay.detect.tagger.reading import Reading, Sentence, sentences
from scrubjay.documents.document import Document
from scrubjay.documents.span import Span
from scrubjay.share.neighbours import Neighbours
from scrubjay.share.pseudonyms import Pseudonyms
from scrubjay.share.reassembly import reassembled
from scrubjay.share.residue import Residue, parts_in_neighbours, shines
from scrubjay.tokens.schemes import decode

Progress = Callable[[int, int], None]


@dataclass(frozen=True, repr=False)
class Shared:
    """Sentences in the place of notes, and what still shines through them."""

    documents: tuple[Document, ...]
    residue: Residue
    lost: int  # spans inside others, or without a token: their words are exchanged, but they are not told


def pseudonymised(
    notes: Sequence[Document],
    neighbours: Neighbours,
    reading: Reading,
    chance: np.random.Generator,
    *,
    consistent: bool = False,
    whole: bool = False,
    progress: Progress | None = None,
) -> Shared:
    """Return the notes' sentences in random order, each word of an identity exchanged for a random neighbour.

    `consistent` gives a word the same neighbour throughout its note. `whole` leaves sentences together in their
    notes, for one's own training: such notes must not be shared, as what they tell together may tell who they are of.
    """
    counts: Counter[str] = Counter()
    lines = [line for line in sentences(notes, reading, tagged=True, counts=counts) if line.words]
    inside = {word for line in lines for word, tag in zip(line.words, line.tags, strict=True) if tag != "O"}
    neighbours.learn({row for word in inside if (row := neighbours.vectors.row(word))}, progress)
    pseudonyms = Pseudonyms(neighbours, chance)
    memories: dict[int, dict[str, str]] = {}
    pieces: list[tuple[int, str, tuple[Span, ...]]] = []
    told: list[tuple[int, list[str]]] = []  # notes and their sentences' pseudonyms
    identities = shining = 0
    for line in lines:
        memory = memories.setdefault(line.document, {}) if consistent else None
        words = pseudonyms.sentence(line.words, line.tags, memory)
        for entity in decode(line.tags).entities:
            identities += 1
            shining += shines(line.words[entity.first : entity.end], words[entity.first : entity.end])
        told.append((line.document, [new for new, tag in zip(words, line.tags, strict=True) if tag != "O"]))
        pieces.append((line.document, *_rewritten(notes[line.document].text, line, words)))
    documents = _joined(pieces, notes) if whole else _shuffled(pieces, chance)
    made = pseudonyms.counts
    residue = Residue(
        words=made["words"],
        unchanged=made["unchanged"],
        with_vector=made["neighbours"],
        figures=made["figures"],
        without_vector=made["without a vector"],
        identities=identities,
        shining=shining,
        parts=parts_in_neighbours(neighbours, inside),
        together=reassembled(told, neighbours.vectors, chance),
    )
    return Shared(tuple(documents), residue, counts["lost"])


def _rewritten(text: str, line: Sentence, words: Sequence[str]) -> tuple[str, tuple[Span, ...]]:
    """Return a sentence with other words, what stood between them as it was, and where its identities are."""
    parts: list[str] = []
    starts, ends = [], []
    place, at = 0, line.tokens[0].start
    for token, old, new in zip(line.tokens, line.words, words, strict=True):
        written = text[token.start : token.end] if new == old else new  # a line's end is a word of its own
        parts += [text[at : token.start], written]
        place += token.start - at
        starts.append(place)
        place += len(written)
        ends.append(place)
        at = token.end
    found = decode(line.tags).entities
    return "".join(parts), tuple(Span(starts[one.first], ends[one.end - 1], one.label) for one in found)


def _shuffled(pieces: Sequence[tuple[int, str, tuple[Span, ...]]], chance: np.random.Generator) -> Iterator[Document]:
    for number, place in enumerate(chance.permutation(len(pieces)).tolist(), 1):
        _, text, spans = pieces[place]
        yield Document(f"sentence-{number}", text, spans)


def _joined(pieces: Sequence[tuple[int, str, tuple[Span, ...]]], notes: Sequence[Document]) -> Iterator[Document]:
    for number, own in groupby(pieces, key=lambda piece: piece[0]):
        texts: list[str] = []
        spans: list[Span] = []
        place = 0
        for _, text, found in own:
            spans += [Span(place + span.start, place + span.end, span.label) for span in found]
            texts.append(text)
            place += len(text) + 1
        yield Document(notes[number].id, "\n".join(texts), tuple(spans), dict(notes[number].metadata))
