"""A corpus at a glance: the figures of S4's Table 2 (F4.6)."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from scrubjay.documents.document import Document


@dataclass
class CorpusProfile:
    """Counts over a stream of documents; the ratios of S4's Table 2 follow from them.

    "Tokens per PHI" divides by PHI spans: that is what the paper's figures are (586,186 / 19,498 = 30), though
    its text calls the same number "PHI labels per note" (A4.6).
    """

    documents: int = 0
    characters: int = 0
    tokens: int = 0
    phi: int = 0
    without_phi: int = 0
    patients: set[str] = field(default_factory=set, repr=False)
    patients_given: int = 0
    labels: Counter[str] = field(default_factory=Counter)
    note_types: Counter[str] = field(default_factory=Counter)
    institutions: Counter[str] = field(default_factory=Counter)
    splits: Counter[str] = field(default_factory=Counter)

    def add(self, document: Document, tokens: int) -> None:
        """Count one document of so many tokens."""
        self.documents += 1
        self.characters += len(document.text)
        self.tokens += tokens
        self.phi += len(document.spans)
        self.without_phi += not document.spans
        self.patients.add(document.patient)
        self.patients_given += document.metadata.get("patient") not in (None, "")
        self.labels.update(span.label for span in document.spans)
        for key, counter in (
            ("note_type", self.note_types),
            ("institution", self.institutions),
            ("split", self.splits),
        ):
            if (value := document.metadata.get(key)) not in (None, ""):
                counter[str(value)] += 1

    @property
    def tokens_per_document(self) -> float | None:
        """Average number of tokens per record."""
        return self.tokens / self.documents if self.documents else None

    @property
    def phi_per_document(self) -> float | None:
        """Average number of PHI spans per record."""
        return self.phi / self.documents if self.documents else None

    @property
    def tokens_per_phi(self) -> float | None:
        """Average number of tokens per PHI span; higher is sparser."""
        return self.tokens / self.phi if self.phi else None

    def as_dict(self) -> dict[str, Any]:
        """Return the figures as plain values."""
        return {
            "documents": self.documents,
            "patients": len(self.patients),
            "patients_given": self.patients_given,
            "institutions": dict(self.institutions.most_common()),
            "note_types": dict(self.note_types.most_common()),
            "splits": dict(self.splits.most_common()),
            "characters": self.characters,
            "tokens": self.tokens,
            "tokens_per_document": self.tokens_per_document,
            "phi": self.phi,
            "phi_per_document": self.phi_per_document,
            "tokens_per_phi": self.tokens_per_phi,
            "documents_without_phi": self.without_phi,
            "labels": dict(self.labels.most_common()),
        }


def profile(documents: Iterable[Document], count_tokens: Callable[[str], int]) -> CorpusProfile:
    """Return the profile of a stream of documents, counting tokens with the given function."""
    result = CorpusProfile()
    for document in documents:
        result.add(document, count_tokens(document.text))
    return result
