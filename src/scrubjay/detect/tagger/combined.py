"""The English rules and a tagger as one detector, with a referee between them."""

from collections.abc import Sequence

from scrubjay.detect.rules.detector import RuleDetector
from scrubjay.detect.tagger.detector import TaggerDetector
from scrubjay.detect.tagger.referee import Referee
from scrubjay.documents.document import Document
from scrubjay.documents.span import Span


class CombinedDetector:
    """Finds what rules or a tagger find; a find's score is how probably it is right, by what both say of it."""

    def __init__(self, tagger: TaggerDetector, referee: Referee) -> None:
        self.name = tagger.name
        self._rules, self._tagger, self._referee = RuleDetector(), tagger, referee

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        """Return the spans of each document."""
        by_rules = self._rules.detect(documents)
        by_tagger = self._tagger.detect(documents)
        return [
            self._referee.judged(document.text, one, two)
            for document, one, two in zip(documents, by_rules, by_tagger, strict=True)
        ]
