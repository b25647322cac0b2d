"""How a tagger reads notes: documents as sentences of words, and tags as spans of documents again."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from scrubjay.documents.document import Document
from scrubjay.documents.span import Span
from scrubjay.errors import UsageError
from scrubjay.tokens.alignment import align, to_spans
from scrubjay.tokens.schemes import Entity, decode, encode
from scrubjay.tokens.splitters import splitter
from scrubjay.tokens.token import Token
from scrubjay.tokens.tokenizers import READERS, tokenizer

FEWEST = 0.01  # as probable must it be that a token is part of an identity to be told as a doubt


@dataclass(frozen=True)
class Reading:
    """How notes are read: the language, the tokenizer, the splitter of sentences, and how long one may be."""

    language: str = "en"
    tokenizer: str = "spacy"
    splitter: str = "sentences"
    longest: int = 200  # tokens
    scheme: str = "bioes"


@dataclass(frozen=True, repr=False)
class Sentence:
    """A sentence of a document: which, its tokens, its words, and its tags if they are known."""

    document: int
    tokens: tuple[Token, ...]
    words: tuple[str, ...]
    tags: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Show sizes, no text."""
        return f"Sentence(document={self.document}, tokens={len(self.tokens)})"


class Tagged(NamedTuple):
    """What a tagger says of a sentence: tags, how probably each token is part of an identity, and doubts.

    Doubts are the labels of tokens that are tagged as no identity and yet may be part of one.
    """

    tags: Sequence[str]
    certain: Sequence[float]
    doubts: Mapping[int, str] = MappingProxyType({})


def sentences(
    documents: Sequence[Document], reading: Reading, tagged: bool = False, counts: Counter[str] | None = None
) -> list[Sentence]:
    """Return the sentences of documents, in their order; `tagged` ones have the tags of the documents' spans.

    `counts` is told how many spans there were, and how many were widened to whole tokens, trimmed, or lost.
    """
    tokenize, split = tokenizer(reading.tokenizer, READERS), splitter(reading.splitter)
    found: list[Sentence] = []
    for place, document in enumerate(documents):
        tokens = tokenize(document.text)
        entities: tuple[Entity, ...] = ()
        if tagged:
            aligned = align(document.spans, tokens)
            entities = aligned.entities
            if counts is not None:
                counts["spans"] += len(document.spans)
                counts["widened"] += aligned.widened
                counts["trimmed"] += aligned.trimmed
                counts["lost"] += len(aligned.lost)
        tags = encode(entities, len(tokens), reading.scheme) if tagged else []
        # Gold spans are not cut in training; at work nobody knows them.
        keep = [(tokens[e.first].start, tokens[e.end - 1].end) for e in entities]
        for first, end in split(document.text, tokens, max_tokens=reading.longest, keep=keep):
            words = tuple(_word(document.text[token.start : token.end]) for token in tokens[first:end])
            found.append(Sentence(place, tuple(tokens[first:end]), words, tuple(tags[first:end])))
    return found


def _word(text: str) -> str:
    """Return how a token is written in lists of words, which have one a line."""
    return "¶" if text == "\n" else text


def tag_names(labels: Iterable[str], scheme: str) -> list[str]:
    """Return the tags of labels in a scheme, O first; without labels there is nothing to learn.

    >>> tag_names(["AGE"], "bioes")
    ['O', 'B-AGE', 'I-AGE', 'E-AGE', 'S-AGE']
    """
    kinds = {"bio": "BI", "bioes": "BIES"}[scheme]
    names = ["O", *(f"{kind}-{label}" for label in sorted(set(labels)) for kind in kinds)]
    if len(names) == 1:
        raise UsageError("no note has a span: there is nothing to learn")
    return names


def allowed(tags: Sequence[str]) -> tuple[list[list[bool]], list[bool], list[bool]]:
    """Return which tag may follow which, which may come first and which last.

    >>> follows, first, last = allowed(["O", "B-AGE", "I-AGE"])
    >>> follows[0], first, last
    ([True, True, False], [True, True, False], [True, True, True])
    """
    closes = any(tag[0] in "ES" for tag in tags)

    def may(one: str, two: str) -> bool:
        inside = one[0] in "BI" and two[0] in "IE" and one[2:] == two[2:]
        opens = two[0] in "OBS"
        return inside or (opens and (one[0] in "OES" or not closes))

    return (
        [[may(one, two) for two in tags] for one in tags],
        [may("O", tag) for tag in tags],
        [may(tag, "O") for tag in tags],
    )


def found_spans(tagged: Iterable[tuple[Sentence, Tagged]], count: int, source: str) -> list[tuple[Span, ...]]:
    """Return the spans of each of `count` documents from their sentences' tags.

    A span's score is that of its least certain token. What is tagged as no identity but could be one is a span of a
    low score, for those who ask for such.
    """
    spans: list[list[Span]] = [[] for _ in range(count)]
    for sentence, (tags, certain, doubts) in tagged:
        entities = [*decode(tags).entities, *_runs(doubts)]
        for entity, span in zip(entities, to_spans(entities, sentence.tokens), strict=True):
            score = min(certain[entity.first : entity.end])
            told = int(score * 10_000) / 10_000  # rounded down: only what is certain is 1
            spans[sentence.document].append(Span(span.start, span.end, span.label, told, source))
    return [tuple(each) for each in spans]


def _runs(labels: Mapping[int, str]) -> Iterator[Entity]:
    """Yield tokens that follow each other and have one label as one entity."""
    run: Entity | None = None
    for place, label in sorted(labels.items()):
        if run is not None and run.end == place and run.label == label:
            run = Entity(run.first, place + 1, label)
            continue
        if run is not None:
            yield run
        run = Entity(place, place + 1, label)
    if run is not None:
        yield run
