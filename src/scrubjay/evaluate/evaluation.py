"""Scores a prediction against gold: per-note integer counts under every measure, and what follows from them."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Literal

import numpy as np

from scrubjay.documents.corpus import Corpus
from scrubjay.documents.document import Document, nameable, plain_name
from scrubjay.errors import UsageError
from scrubjay.evaluate import i2b2, matching
from scrubjay.evaluate.counts import Counts, IntArray, total
from scrubjay.evaluate.statistics import bootstrap, by_unit, exact_lower_bound
from scrubjay.randomness import generator

Missing = Literal["error", "empty", "skip"]


@dataclass(frozen=True)
class Evaluation:
    """Counts `[notes, 3]` (tp, fp, fn) by measure, with the patient and type of each note.

    Measures are `token_binary`, `entity_strict`, `covered/LABEL`, `i2b2/strict/label/LABEL` (likewise relaxed and
    token) and `i2b2/...` (see `i2b2.score`).
    """

    notes: tuple[str, ...]
    patients: tuple[str, ...]
    note_types: tuple[str, ...]
    rows: Mapping[str, IntArray]
    i2b2_labels: bool
    patients_given: bool

    def micro(self, measure: str) -> Counts:
        """Return the counts over all notes."""
        return total(self._rows(measure))

    def macro(self, measure: str) -> dict[str, float | None]:
        """Return means and standard deviations over notes as the official script has them.

        A note's undefined precision or recall counts as 0; F1 is that of the means.
        """
        rows = self._rows(measure).astype(np.float64)
        tp, fp, fn = rows.T
        precision = np.divide(tp, tp + fp, out=np.zeros_like(tp), where=tp + fp > 0)
        recall = np.divide(tp, tp + fn, out=np.zeros_like(tp), where=tp + fn > 0)
        p, r = float(precision.mean()), float(recall.mean())
        return {
            "precision": p,
            "precision_sd": float(precision.std()),
            "recall": r,
            "recall_sd": float(recall.std()),
            "f1": 2 * ((p * r) / (p + r)) if p + r else None,
        }

    def by_note_type(self, measure: str) -> dict[str, Counts]:
        """Return the counts by note type; notes without one come under ''."""
        rows = self._rows(measure)
        kinds = np.array(self.note_types)
        return {kind: total(rows[kinds == kind]) for kind in dict.fromkeys(self.note_types)}

    def by_note(self) -> dict[str, dict[str, dict[str, Any]]]:
        """Return words and spans of each note as plain values, the notes with most missed words first."""
        tables = {measure: self._rows(measure).tolist() for measure in ("token_binary", "entity_strict")}
        order = sorted(range(len(self.notes)), key=lambda i: (-tables["token_binary"][i][2], self.notes[i]))
        return {
            self.notes[i]: {measure: Counts(*rows[i]).as_dict() for measure, rows in tables.items()} for i in order
        }

    def labels(self) -> list[str]:
        """Return the labels that gold or prediction uses."""
        prefix = "i2b2/strict/label/"
        return sorted(name.removeprefix(prefix) for name in self.rows if name.startswith(prefix))

    def per_patient(self, measure: str) -> IntArray:
        """Return the counts `[patients, 3]`."""
        return by_unit(self._rows(measure), self.patients)

    def leak_free(self, unit: Literal["note", "patient"], level: float = 0.95) -> dict[str, Any]:
        """Return how many notes or patients with PHI have no missed word, and the exact bound of that share."""
        every = self._rows("token_binary") if unit == "note" else self.per_patient("token_binary")
        rows = every[every[:, 0] + every[:, 2] > 0]  # who has nothing to protect says nothing about protection
        clean, count = int((rows[:, 2] == 0).sum()), len(rows)
        return {
            "total": count,
            "clean": clean,
            "without_phi": len(every) - count,
            "share": clean / count if count else None,
            "lower_bound": exact_lower_bound(clean, count, level),
            "level": level,
        }

    def _rows(self, measure: str) -> IntArray:
        found = self.rows.get(measure)
        return np.zeros((len(self.notes), 3), dtype=np.int64) if found is None else found

    def as_dict(self, seed: int = 0, resamples: int = 1_000, level: float = 0.95) -> dict[str, Any]:
        """Return every figure as plain values (the contract of `scrubjay evaluate --json`)."""

        def intervals(measure: str) -> dict[str, Any]:
            random = generator(seed, "bootstrap", measure)
            return dict(bootstrap(self.per_patient(measure), random, resamples, level))

        def with_macro(measure: str) -> dict[str, Any]:
            return {**self.micro(measure).as_dict(), "macro": self.macro(measure)}

        result: dict[str, Any] = {
            "notes": len(self.notes),
            "patients": len(set(self.patients)),
            "patients_given": self.patients_given,
            "token_binary": self.micro("token_binary").as_dict(),
            "entity_strict": self.micro("entity_strict").as_dict(),
            "macro": {measure: self.macro(measure) for measure in ("token_binary", "entity_strict")},
            "i2b2": {
                measure: {subset: with_macro(f"i2b2/{measure}/{subset}") for subset in i2b2.SUBSETS}
                for measure in i2b2.MEASURES
            },
            "by_label": {
                label: {
                    **self.micro(f"i2b2/strict/label/{label}").as_dict(),
                    "relaxed": self.micro(f"i2b2/relaxed/label/{label}").as_dict(),
                    "covered": {
                        key: value
                        for key, value in self.micro(f"covered/{label}").as_dict().items()
                        if key in ("recall", "tp", "fn")
                    },
                }
                for label in self.labels()
            },
            "by_note_type": {
                kind: {
                    name: self.by_note_type(measure)[kind].as_dict()
                    for name, measure in (
                        ("token_binary", "token_binary"),
                        ("entity_strict", "entity_strict"),
                        ("relaxed", "i2b2/relaxed/all"),
                    )
                }
                for kind in dict.fromkeys(self.note_types)
                if kind
            },
            "leak_free": {"notes": self.leak_free("note", level), "patients": self.leak_free("patient", level)},
            "intervals": {
                "unit": "patient",
                "resamples": resamples,
                "seed": seed,
                "level": level,
                "token_binary": intervals("token_binary"),
                "entity_strict": intervals("entity_strict"),
            },
        }
        if self.i2b2_labels:
            result["i2b2"]["by_category"] = {
                category: {
                    measure: {subset: with_macro(f"i2b2/{category}/{measure}/{subset}") for subset in i2b2.SUBSETS}
                    for measure in ("token", "strict")
                }
                for category in i2b2.CATEGORIES
            }
        return result


@dataclass(frozen=True)
class Paired:
    """Notes (gold, predicted), and how many on either side have no partner."""

    notes: tuple[tuple[Document, Document], ...]
    gold_alone: int = 0
    predicted_alone: int = 0

    def __iter__(self) -> Iterator[tuple[Document, Document]]:
        """Iterate over the pairs."""
        return iter(self.notes)

    def __len__(self) -> int:
        """Return the number of pairs."""
        return len(self.notes)


def paired(gold: Iterable[Document], predicted: Iterable[Document], missing: Missing = "error") -> Paired:
    """Return the notes of both sides by id; what is not on both sides is an error unless `missing` says otherwise.

    `empty` counts a gold note without prediction as one where nothing was found; `skip` leaves it out, as the
    official script does. A predicted note without gold can only be left out. Texts must agree; only the kind of
    white space may differ, which CoNLL cannot hold.
    """
    found = Corpus(predicted).by_id()  # on either side an id that comes twice is an error
    pairs, absent, together = [], [], 0
    for document in Corpus(gold):
        partner = found.pop(document.id, None)
        if partner is not None:
            together += 1
            pairs.append((document, _on_the_same_text(document, partner)))
            continue
        absent.append(document.id)
        if missing == "empty":
            pairs.append((document, document.with_spans(())))
    if missing == "error" and (absent or found):
        first = ", ".join(repr(each) for each in [*absent, *found] if nameable(each))
        raise UsageError(
            f"{len(absent)} gold notes have no prediction and {len(found)} predicted notes no gold"
            + (f", such as {first[:200]}" if first else "")
            + ". Give both, or say --missing empty (count as nothing found) or --missing skip (leave out)"
        )
    if not together:
        raise UsageError("gold and prediction have no note in common")
    return Paired(tuple(pairs), len(absent), len(found))


def _on_the_same_text(gold: Document, found: Document) -> Document:
    """Return the prediction on the gold's text, or raise if it was made on another."""
    if gold.text == found.text:
        return found
    one, other = gold.text.rstrip(), found.text.rstrip()
    for place, (a, b) in enumerate(zip_longest(one, other)):
        if a != b and not (a and b and a.isspace() and b.isspace()):
            name = nameable(gold.id) or "whose id is not shown"
            raise UsageError(f"note {name}: gold and prediction differ in text, first at character {place}")
    return Document(gold.id, gold.text, found.spans, found.metadata)


def evaluate(pairs: Iterable[tuple[Document, Document]], progress: Callable[[], None] | None = None) -> Evaluation:
    """Return the evaluation of (gold, predicted) notes.

    >>> from scrubjay.documents.span import Span
    >>> gold = Document("n", "Seen by Dr. Wells.", (Span(12, 17, "DOCTOR"),))
    >>> evaluate([(gold, gold.with_spans([Span(12, 17, "PATIENT")]))]).micro("token_binary").recall
    1.0
    """
    notes, patients, kinds = [], [], []
    columns: dict[str, dict[int, Counts]] = defaultdict(dict)
    official, given = True, False
    for number, (gold, found) in enumerate(pairs):
        notes.append(gold.id)
        patients.append(gold.patient)
        given = given or gold.metadata.get("patient") not in (None, "")
        kind = gold.metadata.get("note_type")
        kinds.append(plain_name(str(kind)) if kind else "")
        official = official and i2b2.applies((*gold.spans, *found.spans))
        columns["token_binary"][number] = matching.token_binary(gold, found)
        for label, counts in matching.covered(gold, found).items():
            columns[f"covered/{label}"][number] = counts
        for measure, counts in i2b2.parts(gold, found).items():
            columns[f"i2b2/{measure}"][number] = counts
        if progress is not None:
            progress()
    rows: dict[str, IntArray] = {}
    for measure, by_note in columns.items():
        table = np.zeros((len(notes), 3), dtype=np.int64)
        for number, counts in by_note.items():
            table[number] = counts.tp, counts.fp, counts.fn
        rows[measure] = table
    made = {name.removeprefix("i2b2/"): table for name, table in rows.items() if name.startswith("i2b2/")}
    derived = i2b2.sums(made, np.zeros((len(notes), 3), dtype=np.int64))
    rows |= {f"i2b2/{name}": table for name, table in derived.items()}
    rows["entity_strict"] = rows["i2b2/strict/all"]  # S4's measure is the script's "strict"
    return Evaluation(tuple(notes), tuple(patients), tuple(kinds), rows, official, given)
