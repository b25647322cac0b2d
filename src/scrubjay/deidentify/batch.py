"""A run over many notes: streamed, in several processes, and able to go on after it was stopped at any moment.

A note is either released whole, once, or withheld. Releases become visible whole: a file a note appears when it is
complete, one file for all notes when the run is. What is done is recorded in `state.py`, after it is safe.
"""

import errno
import hashlib
import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

import scrubjay
from scrubjay.deidentify.deidentifier import Settings
from scrubjay.deidentify.state import Entry, State, Totals, stopped_at
from scrubjay.deidentify.workers import Result, batches, died, no_names, redact, survey, working
from scrubjay.documents.document import Document
from scrubjay.documents.formats.atomic import atomic
from scrubjay.documents.formats.format import Faults, Format, ReadOptions, WriteOptions
from scrubjay.documents.formats.jsonl import line
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.registry import FORMATS, below
from scrubjay.documents.formats.writing import check_target, open_writer, write
from scrubjay.errors import FormatError, UsageError
from scrubjay.replace.release import Release, cut
from scrubjay.replace.surrogates.pools import pool
from scrubjay.replace.tag import numbered
from scrubjay.replace.vault import seal

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Order:
    """What a run is to do."""

    source: Path
    format: Format
    target: Path
    settings: Settings
    reading: ReadOptions = field(default_factory=ReadOptions)
    jobs: int = 1
    numbered: bool = False
    vault: Path | None = None
    keep_metadata: tuple[str, ...] = ()
    overwrite: bool = False
    samples: int = 0

    @property
    def released_as(self) -> Format:
        """The format of the releases: text files for notes that come a file each, else the same."""
        return FORMATS["text"] if self.format.files else self.format

    @property
    def folder(self) -> Path:
        """Where the run keeps its memory."""
        return self.target.absolute().with_name(f".{self.target.name}.scrubjay-run")

    @property
    def seals_in_workers(self) -> bool:
        """Whether the workers seal releases; numbered ones are complete only here."""
        return self.vault is not None and not self.numbered

    def fingerprint(self) -> str:
        """Return a digest of everything that makes a run the same run."""
        settings = self.settings
        known = settings.known
        facts = {
            "version": scrubjay.__version__,
            "source": str(self.source.absolute()),
            "format": self.format.name,
            "reading": asdict(self.reading),
            "policy": asdict(settings.policy),
            "style": [
                settings.style,
                settings.options.keep_weekday,
                settings.options.day_first,
                settings.options.max_shift_days,
            ],
            "key": settings.key.check() if settings.key else None,
            "threshold": settings.threshold,
            "known": hashlib.sha256(known.read_bytes()).hexdigest() if known and known.is_file() else None,
            "spans": settings.spans,
            "numbered": self.numbered,
            "vault": str(self.vault),
            "metadata": self.keep_metadata,
        }
        return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


@dataclass
class Outcome:
    """What a run did, earlier starts included; `resumed` notes were done before this one.

    `others` counts files in the target folder that the run did not write: releases of an earlier run, perhaps of notes
    that are withheld now.
    """

    totals: Totals
    resumed: int = 0
    others: int = 0
    samples: list[tuple[Document, Release]] = field(default_factory=list)


def run(
    order: Order,
    faults: Faults,
    progress: Progress | None = None,
    surveying: Progress | None = None,
    conclude: Callable[[Outcome], None] | None = None,
) -> Outcome:
    """Release every note that can be released, and return what happened.

    Stopped at any moment and started again with the same order, it goes on where it was, until `conclude`, which may
    write a report, has returned.
    """
    _check(order)
    try:
        state = State(order.folder, order.fingerprint(), fresh=order.overwrite)
        try:
            outcome = _outcome(order, state, faults, progress, surveying)
            if conclude is not None:
                conclude(outcome)
        except BaseException:
            state.close()
            raise
        state.remove()
    except sqlite3.OperationalError as error:
        code = errno.ENOSPC if "full" in str(error) else errno.EIO
        problem = f"{os.strerror(code)}: make room and start it again, it will go on"
        raise OSError(code, problem, str(order.folder)) from None
    except sqlite3.DatabaseError:
        raise _damaged(order) from None
    return outcome


def _damaged(order: Order) -> UsageError:
    return UsageError(f"{order.folder} holds no readable record of an earlier run; start anew with --overwrite")


def _outcome(
    order: Order, state: State, faults: Faults, progress: Progress | None, surveying: Progress | None
) -> Outcome:
    resumed = state.count()
    settings = order.settings
    if settings.style == "surrogate":
        settings = _with_real_names(order, state, surveying)
    samples = _release_all(order, state, settings, faults, progress)
    return Outcome(state.totals(), resumed, _others(order, state), samples)


def _others(order: Order, state: State) -> int:
    """Return how many files there are in the target folder that are no release of this run."""
    if order.released_as.files is None:
        return 0
    own = {f"{entry.id}.txt" for entry in state.entries() if not entry.withheld}
    return sum(1 for file in below(order.target) if file.relative_to(order.target).as_posix() not in own)


def _check(order: Order) -> None:
    """Refuse what cannot work before anything is read."""
    # What a stopped run has written so far is its own.
    overwrite = order.overwrite or stopped_at(order.folder)
    others = [path for path in (order.source, order.vault) if path is not None]
    check_target(order.target, overwrite, *others)
    if order.released_as.stream is not None and order.target.is_dir():
        raise UsageError(f"{order.target} is a folder, and {order.released_as.name} goes into one file; name a file")
    if order.vault is not None:
        check_target(order.vault, overwrite, order.source)
        if order.settings.key is None:
            raise UsageError("a vault needs a secret key; make one with: scrubjay key new FILE, then say --key FILE")
        if order.vault.is_dir():
            raise UsageError(f"{order.vault} is a folder; name a file for the vault")
        if "white space" in order.released_as.loses:
            raise UsageError(
                f"{order.released_as.name} does not keep white space, so a release could not be turned back exactly; "
                "convert the notes to JSONL first, or leave the vault out"
            )
    if order.numbered and order.settings.style != "tag":
        raise UsageError("numbers go with the style 'tag'")
    if order.settings.style == "surrogate" and str(order.source) == "-":
        raise UsageError(
            "surrogates need to know all real names first, so notes are read twice; give a file, not standard input"
        )


def _documents(order: Order, faults: Faults, progress: Progress | None) -> Iterator[Document]:
    return read(order.source, order.format, order.reading, faults, progress)


def _with_real_names(order: Order, state: State, progress: Progress | None) -> Settings:
    """Return the settings with the names that no surrogate may be: all real ones of the corpus."""
    if not state.surveyed:
        with working(order.settings, False, order.jobs) as run_all:
            for _, names in run_all(survey, batches(_documents(order, Faults(), progress)), no_names):
                state.add_names(state.digest("name", name) for name in set().union(*names))
        state.mark_surveyed()
    real = state.names()
    avoid = frozenset(word for word in pool() if state.digest("name", word) in real)
    return replace(order.settings, options=replace(order.settings.options, avoid=avoid))


def _release_all(
    order: Order, state: State, settings: Settings, faults: Faults, progress: Progress | None
) -> list[tuple[Document, Release]]:
    """Release what is not done yet; return the first notes with their releases, as many as samples are wanted."""
    samples: list[tuple[Document, Release]] = []

    def remaining() -> Iterator[Document]:
        for document in _documents(order, faults, progress):
            done = state.done(document.id)
            if done is None:
                yield document
            elif done != state.digest("text", document.text):
                raise UsageError(
                    f"a note has changed since this run was stopped ({order.source}); start anew with --overwrite"
                )

    with _Outputs(order, state) as outputs, working(settings, order.seals_in_workers, order.jobs) as run_all:
        for batch, results in run_all(redact, batches(remaining()), died):
            numbers = _Numbers(state)
            entries = []
            for document, result in zip(batch, results, strict=True):
                if order.numbered and not result.withheld:
                    result = _numbered(order, document, result, numbers)
                entries.append(outputs.add(document, result, state.digest("text", document.text)))
                if len(samples) < order.samples and not entries[-1].withheld:
                    samples.append((document, Release(document.id, result.text, result.moved)))
            state.commit(entries, outputs.sizes(), numbers.fresh)
    outputs.finish()
    return samples


class _Numbers:
    """The numbers of identities per patient and label; they go on over batches and starts."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._known: dict[bytes, dict[tuple[str, bytes], int]] = {}
        self._last: dict[tuple[bytes, str], int] = {}
        self.fresh: list[tuple[bytes, str, bytes, int]] = []

    def of(self, patient: str) -> Callable[[str, str], int]:
        """Return the numbering of one patient, as `numbered` wants it."""
        owner = self._state.digest("patient", patient)
        if owner not in self._known:
            self._known[owner] = self._state.numbers(owner)
            for (label, _), number in self._known[owner].items():
                self._last[owner, label] = max(number, self._last.get((owner, label), 0))
        known = self._known[owner]

        def number(label: str, identity: str) -> int:
            key = (label, self._state.digest("identity", identity))
            if key not in known:
                known[key] = self._last[owner, label] = self._last.get((owner, label), 0) + 1
                self.fresh.append((owner, *key, known[key]))
            return known[key]

        return number


def _numbered(order: Order, document: Document, result: Result, numbers: _Numbers) -> Result:
    """Return a release with numbered tags."""
    decided = document.with_spans(result.spans)
    release = cut(decided, numbered(decided, numbers.of(document.patient)))
    key = order.settings.key
    sealed = seal(release, decided, key) if order.vault is not None and key is not None else ""
    return replace(result, text=release.text, moved=release.moved, sealed=sealed)


class _Outputs:
    """Where releases go: files of their own, or a growing file that becomes the target when the run is complete."""

    def __init__(self, order: Order, state: State) -> None:
        self._order, self._state = order, state
        self._files = order.released_as.files is not None
        self._growing: dict[str, BinaryIO] = {}
        self._writer = open_writer(order.target, order.released_as, WriteOptions()) if self._files else None

    def __enter__(self) -> "_Outputs":
        names = ([] if self._files else ["releases"]) + (["vault"] if self._order.vault else [])
        for name in names:
            descriptor = os.open(self._order.folder / name, os.O_RDWR | os.O_CREAT, 0o600)
            handle = self._growing[name] = os.fdopen(descriptor, "r+b")
            size = self._state.size(name)
            if handle.seek(0, os.SEEK_END) < size:
                raise _damaged(self._order)
            handle.truncate(size)  # what a killed run had not recorded is done again
            handle.seek(size)
        self._add = self._writer.__enter__() if self._writer else self._add_line
        return self

    def __exit__(self, *error: object) -> None:
        for handle in self._growing.values():
            handle.close()
        if self._writer:
            self._writer.__exit__(None, None, None)

    def _add_line(self, document: Document) -> None:
        self._growing["releases"].write(line(document).encode() + b"\n")

    def add(self, document: Document, result: Result, digest: bytes) -> Entry:
        """Put a release where it belongs, and return the entry for it."""
        if result.withheld:
            return Entry(document.id, digest, result.withheld, characters=len(document.text))
        metadata = {key: document.metadata[key] for key in self._order.keep_metadata if key in document.metadata}
        if result.sealed:  # before the release can be seen
            self._growing["vault"].write(result.sealed.encode() + b"\n")
            self._growing["vault"].flush()
        try:
            self._add(Document(document.id, result.text, (), metadata))
        except FormatError as error:
            return Entry(document.id, digest, error.problem, characters=len(document.text))
        return Entry(document.id, digest, "", result.labels, result.sources, len(document.text))

    def sizes(self) -> dict[str, int]:
        """Return how long the growing files are, once all of it is written."""
        for handle in self._growing.values():
            handle.flush()
        return {name: handle.tell() for name, handle in self._growing.items()}

    def finish(self) -> None:
        """Make the growing files the vault and the target."""
        order = self._order
        if order.vault is not None:
            with atomic(order.vault, private=True) as handle, (order.folder / "vault").open("rb") as grown:
                shutil.copyfileobj(grown, handle)
        if not self._files:
            faults = Faults()
            releases = read(order.folder / "releases", "jsonl")
            write(releases, order.target, order.released_as, None, faults, overwrite=True)
            for fault in faults.of("withheld"):  # the format cannot hold it
                self._state.withhold(fault.note, fault.problem)
