"""A trained tagger as a detector: documents in, spans with score and source out."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from scrubjay.detect.rules.page import pages
from scrubjay.detect.tagger.reading import Sentence, Tagged, found_spans, sentences
from scrubjay.detect.tagger.runtime import Runtime
from scrubjay.documents.document import Document
from scrubjay.documents.labels import LABEL_SETS
from scrubjay.documents.mappings import MAPPINGS
from scrubjay.documents.span import Span

_LABELS = "i2b2-2014"
_SAYS = re.compile(r"[^\W_]").search  # a find without a letter or figure is a line across the page
_LONG = 100_000  # characters
_TOKENS = 100_000  # looked at before answers become spans: a long note must not be held as tags whole


class TaggerDetector:
    """Finds what a trained tagger finds; a span's score is how probably its least certain token is of an identity.

    Labels are those of i2b2 2014 where there is a mapping from the tagger's, or with `own_labels` its own.
    """

    def __init__(self, folder: Path, name: str = "tagger", own_labels: bool = False) -> None:
        self.name = name
        self._runtime = Runtime(folder)
        labels = {tag[2:] for tag in self._runtime.tags if tag != "O"}
        self._table = {} if own_labels else _table(labels)

    @property
    def language(self) -> str:
        """The language of the notes it is for."""
        return self._runtime.reading.language

    def called(self, label: str) -> str | None:
        """Return what spans of the tagger's label are called; None if they are left out."""
        return self._table.get(label, label)

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        """Return the spans of each document; a long one is read page by page."""
        if all(len(document.text) <= _LONG for document in documents):
            return self._detect(documents)
        found: list[tuple[Span, ...]] = []
        for document in documents:
            spans: list[Span] = []
            for offset, text in pages(document.text):
                [here] = self._detect([Document("page", text)])
                spans += (replace(span, start=span.start + offset, end=span.end + offset) for span in here)
            found.append(tuple(spans))
        return found

    def _detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        found = found_spans(self._tagged(documents), len(documents), f"tagger:{self.name}")
        return [
            tuple(
                _trimmed(document.text, replace(span, label=label))
                for span in spans
                if (label := self.called(span.label)) is not None and _SAYS(document.text, span.start, span.end)
            )
            for document, spans in zip(documents, found, strict=True)
        ]

    def _tagged(self, documents: Sequence[Document]) -> Iterator[tuple[Sentence, Tagged]]:
        waiting: list[Sentence] = []
        tokens = 0
        for line in sentences(documents, self._runtime.reading):
            waiting.append(line)
            tokens += len(line.words)
            if tokens >= _TOKENS:
                yield from zip(waiting, self._runtime.tagged([line.words for line in waiting]), strict=True)
                waiting, tokens = [], 0
        yield from zip(waiting, self._runtime.tagged([line.words for line in waiting]), strict=True)


def _trimmed(text: str, span: Span) -> Span:
    """Return a span without signs at its edges that cannot be seen, which a tokenizer may take for a word's part."""
    written = text[span.start : span.end]
    if written.isprintable():
        return span
    kept = [place for place, sign in enumerate(written) if sign.isprintable()] or [0, len(written) - 1]
    return replace(span, start=span.start + kept[0], end=span.start + kept[-1] + 1)


def _table(labels: set[str]) -> dict[str, str | None]:
    """Return the mapping of the first label set that knows all these labels and can be mapped."""
    for name, known in LABEL_SETS.items():
        if labels <= set(known) and (name, _LABELS) in MAPPINGS:
            return dict(MAPPINGS[name, _LABELS].table)
    return {}
