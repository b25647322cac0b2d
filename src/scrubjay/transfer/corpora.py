"""The corpora of a study: read, brought to one label set, split by patients; what is wrong is said at once."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from scrubjay.documents.corpus import Corpus
from scrubjay.documents.document import Document, nameable
from scrubjay.documents.formats.format import ReadOptions
from scrubjay.documents.formats.reading import read
from scrubjay.documents.labels import LABEL_SETS
from scrubjay.documents.mappings import LabelMapping, load_mapping, mapping
from scrubjay.errors import DocumentError, FormatError, UnknownNameError, UsageError
from scrubjay.randomness import generator
from scrubjay.transfer.settings import CorpusSettings, TransferSettings

PARTS = ("train", "validation", "test")


@dataclass(frozen=True, repr=False)
class Source:
    """A corpus in the study's labels, in its three parts, and what was dropped on the way."""

    name: str
    train: tuple[Document, ...]
    validation: tuple[Document, ...]
    test: tuple[Document, ...]
    dropped: Counter[str]

    def part(self, name: str) -> tuple[Document, ...]:
        """Return a part by its name."""
        found: tuple[Document, ...] = getattr(self, name)
        return found

    @property
    def annotated(self) -> int:
        """Return how many notes there are to learn from and to stop by."""
        return len(self.train) + len(self.validation)

    def few(self, count: int | None, seed: int) -> tuple[tuple[Document, ...], tuple[Document, ...]]:
        """Return so many annotated notes, to learn from and to stop by, in the proportion that all of them have.

        They are drawn by the seed; of the same seed, a smaller number is among a larger one's.
        """
        if count is None or count >= self.annotated:
            return self.train, self.validation
        learnt = min(max(round(count * len(self.train) / self.annotated), 1), max(count - 1, 1))
        return few(self.train, learnt, seed), few(self.validation, max(count - learnt, 1), seed)

    def digest(self, salt: bytes) -> str:
        """Return a digest of the notes and their marks, by which a change is noticed."""
        told = hashlib.sha256(salt)
        for part in PARTS:
            for note in self.part(part):
                spans = [(span.start, span.end, span.label) for span in note.spans]
                kind = str(note.metadata.get("note_type", ""))
                told.update(json.dumps([part, note.id, note.patient, kind, note.text, spans]).encode())
        return told.hexdigest()


def load_corpora(study: TransferSettings, annotated: bool = True) -> dict[str, Source]:
    """Return the corpora of a study; all that is wrong with them is one error.

    Unless they must be annotated, notes without spans will do.
    """
    found: dict[str, Source] = {}
    wrong: list[str] = []
    for name, corpus in study.corpora.items():
        try:
            found[name] = _load(name, corpus, study, annotated)
        except (UsageError, FormatError, DocumentError) as error:
            wrong.append(f"{name}: {error}")
    if wrong := wrong + list(_shared(found)):
        raise UsageError("; ".join(wrong))
    return found


def _shared(corpora: Mapping[str, Source]) -> Iterator[str]:
    """Yield what is wrong if corpora have notes in common: what one is tested on, another may have learnt."""
    texts = {
        name: {_plain(note) for part in PARTS for note in one.part(part) if note.spans}
        for name, one in corpora.items()
    }
    for (name, one), (other, two) in combinations(texts.items(), 2):
        if both := len(one & two):
            yield f"{name} and {other} have {both} notes in common; a note may be in one corpus only"


def _load(name: str, corpus: CorpusSettings, study: TransferSettings, annotated: bool) -> Source:
    known = corpus.labels in LABEL_SETS
    table = mapping(corpus.labels, study.labels) if known else load_mapping(Path(corpus.labels))
    if table.target != study.labels:
        table = table.then(mapping(table.target, study.labels))
    dropped: Counter[str] = Counter()
    chance = generator(study.split_seed, "transfer", name)
    if corpus.notes is not None:
        whole = Corpus(_mapped(corpus.notes, corpus, table, dropped))
        parts = {part: split.documents for part, split in whole.split(study.shares, chance).items()}
    else:
        assert corpus.train is not None
        assert corpus.test is not None
        parts = {"train": _mapped(corpus.train, corpus, table, dropped)}
        parts["test"] = _mapped(corpus.test, corpus, table, dropped)
        if corpus.validation is not None:
            parts["validation"] = _mapped(corpus.validation, corpus, table, dropped)
        else:
            shares = {part: study.shares[part] for part in ("train", "validation")}
            parts |= {part: split.documents for part, split in Corpus(parts["train"]).split(shares, chance).items()}
    _check(parts, annotated)
    return Source(name, parts["train"], parts["validation"], parts["test"], dropped)


def _mapped(path: Path, corpus: CorpusSettings, table: LabelMapping, dropped: Counter[str]) -> tuple[Document, ...]:
    """Return the notes below a path in the study's labels."""
    notes = []
    for note in read(path, corpus.format, ReadOptions(labels="any")):
        try:
            mapped, gone = table.apply(note)
        except UnknownNameError as error:
            shown = f"note {note.id!r}" if nameable(note.id) else "a note whose id is not shown"
            raise UsageError(
                f"{path}: {shown}: {error}. Name its label set with labels = ..., or write a mapping (docs/labels.md)"
            ) from None
        dropped.update(gone)
        notes.append(mapped)
    return tuple(notes)


def _check(parts: Mapping[str, Sequence[Document]], annotated: bool) -> None:
    """Raise an error if a part is empty, has nothing to find, or shares patients with another."""
    for part in PARTS:
        if not parts[part]:
            raise UsageError(f"its {part} part has no note")
        if annotated and not any(note.spans for note in parts[part]):
            raise UsageError(f"no note of its {part} part has a span that the study's labels keep")
    for one, other in combinations(PARTS, 2):
        people, texts = {note.patient for note in parts[other]}, {_plain(note) for note in parts[other] if note.spans}
        ids = {note.id for note in parts[other]}
        shared = [note for note in parts[one] if note.patient in people or note.id in ids or _plain(note) in texts]
        if shared:
            raise UsageError(
                f"{len(shared)} notes of its {one} part are also in its {other} part, or of a patient who is: the "
                "same text, id or patient may be in one part only"
            )


def _plain(note: Document) -> str:
    """Return a note's text, however its white space is set."""
    return " ".join(note.text.split())


def few(notes: Sequence[Document], count: int, seed: int) -> tuple[Document, ...]:
    """Return so many notes, drawn by the seed; of the same seed, a smaller number is among a larger one's."""
    order = generator(seed, "transfer curve").permutation(len(notes))
    return tuple(notes[place] for place in order[:count])


def labels_of(corpora: Iterable[Source]) -> set[str]:
    """Return the labels of all training notes."""
    return {span.label for corpus in corpora for note in corpus.train for span in note.spans}


def characters_of(corpora: Iterable[Source]) -> str:
    """Return the characters of all training notes, as a tagger reads them."""
    found = {sign for corpus in corpora for note in corpus.train for sign in note.text if sign.strip()}
    return "".join(sorted(found | {"¶"}))  # how a line's end is written, where it is a word
