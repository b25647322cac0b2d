"""A trained tagger as a detector: documents in, spans with score and source out."""

from collections.abc import Sequence
from pathlib import Path

from scrubjay.detect.tagger.reading import found_spans, sentences
from scrubjay.detect.tagger.runtime import Runtime
from scrubjay.documents.document import Document
from scrubjay.documents.span import Span


class TaggerDetector:
    """Finds what a trained tagger finds; a span's score is the probability of its least certain token."""

    def __init__(self, folder: Path, name: str = "tagger") -> None:
        self.name = name
        self._runtime = Runtime(folder)

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        """Return the spans of each document."""
        lines = [line for line in sentences(documents, self._runtime.reading) if line.words]
        answers = self._runtime.tagged([line.words for line in lines])
        tagged = [(line, tags, sure.tolist()) for line, (tags, sure) in zip(lines, answers, strict=True)]
        return found_spans(tagged, len(documents), self.name)
