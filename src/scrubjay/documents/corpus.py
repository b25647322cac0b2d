"""A corpus: documents with distinct ids, and splits that keep a patient's notes together."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrubjay.documents.document import Document, nameable
from scrubjay.errors import DocumentError, UsageError

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, slots=True, repr=False)
class Corpus:
    """Documents in a fixed order, found by id.

    >>> corpus = Corpus([Document("a", "x", (), {"patient": "7"}), Document("b", "y", (), {"patient": "7"})])
    >>> corpus
    Corpus(documents=2, patients=1, spans=0)
    """

    documents: tuple[Document, ...]

    def __init__(self, documents: Iterable[Document]) -> None:
        object.__setattr__(self, "documents", tuple(documents))
        seen: set[str] = set()
        for document in self.documents:
            if document.id in seen:
                shown = repr(document.id) if nameable(document.id) else "that is not shown"
                raise DocumentError(f"document id {shown} appears twice; ids must be distinct")
            seen.add(document.id)

    def __repr__(self) -> str:
        """Show counts only."""
        spans = sum(len(document.spans) for document in self.documents)
        return f"Corpus(documents={len(self)}, patients={len(self.by_patient())}, spans={spans})"

    def __len__(self) -> int:
        """Return the number of documents."""
        return len(self.documents)

    def __iter__(self) -> Iterator[Document]:
        """Iterate over the documents in order."""
        return iter(self.documents)

    def by_id(self) -> dict[str, Document]:
        """Return the documents by id."""
        return {document.id: document for document in self.documents}

    def by_patient(self) -> dict[str, list[Document]]:
        """Return each patient's documents, patients in order of first appearance."""
        patients: dict[str, list[Document]] = {}
        for document in self.documents:
            patients.setdefault(document.patient, []).append(document)
        return patients

    def split(
        self, parts: int | Mapping[str, float], random: "np.random.Generator", by: str = "documents"
    ) -> dict[str, "Corpus"]:
        """Return patient-disjoint parts: `k` of similar size, or named ones in the given proportions.

        All notes of a patient land in one part (F0.7). `by` says what "similar size" counts: `documents` or
        `characters`. Patients are dealt largest first to the part that is furthest below its share, ties
        in an order drawn from `random`; so no part is off its share by more than about one patient.

        >>> from scrubjay.randomness import generator
        >>> notes = Corpus([Document(str(i), "x") for i in range(10)])
        >>> {name: len(part) for name, part in notes.split({"train": 8, "test": 2}, generator(1)).items()}
        {'train': 8, 'test': 2}
        """
        shares = {str(i + 1): 1.0 for i in range(parts)} if isinstance(parts, int) else dict(parts)
        if not shares or min(shares.values()) <= 0:
            raise UsageError("a split needs at least one part, each with a positive share")
        if by not in ("documents", "characters"):
            raise UsageError(f"a split goes by 'documents' or 'characters', not {by!r}")
        patients = list(self.by_patient().items())
        if len(patients) < len(shares):
            raise UsageError(f"{len(patients)} patients cannot be split into {len(shares)} patient-disjoint parts")
        size = {
            patient: len(notes) if by == "documents" else sum(len(note.text) for note in notes)
            for patient, notes in patients
        }
        order = [patients[i][0] for i in random.permutation(len(patients))]
        order.sort(key=lambda patient: -size[patient])  # stable: equal sizes keep the drawn order
        names = list(shares)
        filled = dict.fromkeys(names, 0)
        home: dict[str, str] = {}
        for patient in order:
            part = min(names, key=lambda name: (filled[name] + size[patient] / 2) / shares[name])
            filled[part] += size[patient]
            home[patient] = part
        if empty := [name for name in names if not filled[name] and name not in home.values()]:
            raise UsageError(f"part {empty[0]!r} would be empty: its share is too small for {len(patients)} patients")
        return {name: Corpus(d for d in self.documents if home[d.patient] == name) for name in names}
