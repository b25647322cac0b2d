"""A run over many notes: streamed, in several processes, and able to go on after it was stopped at any moment.

A note is either released whole, once, or withheld. Releases become visible whole: a file a note appears when it is
complete, one file for all notes when the run is. What is done is recorded in `state.py`, after it is safe.
"""

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial

from scrubjay.deidentify.deidentifier import Settings
from scrubjay.deidentify.order import Order, check
from scrubjay.deidentify.outputs import Outputs, others
from scrubjay.deidentify.state import State, Totals, sweep, unreadable
from scrubjay.deidentify.workers import Result, batches, died, no_names, redact, survey, working
from scrubjay.detect.known import read_known
from scrubjay.documents.document import Document
from scrubjay.documents.formats.format import Faults, Header
from scrubjay.documents.formats.reading import read
from scrubjay.errors import UsageError
from scrubjay.replace.numbering import Numbering, Row
from scrubjay.replace.release import Release, cut
from scrubjay.replace.surrogates.pools import pool
from scrubjay.replace.tag import numbered
from scrubjay.replace.vault import seal

Progress = Callable[[int, int], None]

_DISK_FAULTS = {
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_IOERR: errno.EIO,
    sqlite3.SQLITE_READONLY: errno.EROFS,
    sqlite3.SQLITE_CANTOPEN: errno.EACCES,
}


@dataclass
class Outcome:
    """What a run did, earlier starts included; `resumed` notes were done before this one.

    `others` counts files in the target folder that the run did not write: releases of an earlier run, perhaps of
    notes that are withheld now.
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
    sweep(order.folder)
    check(order)
    try:
        state = State(order.folder, order.fingerprint(), fresh=order.overwrite)
        try:
            outcome = _outcome(order, state, faults, progress, surveying)
            if conclude is not None:
                conclude(outcome)
        except BaseException:
            _leave(order, state)
            raise
        state.remove()
    except sqlite3.DatabaseError as error:
        code = _DISK_FAULTS.get(error.sqlite_errorcode & 0xFF)
        if code is None:
            raise unreadable(order.folder) from None
        problem = f"{os.strerror(code)}: mend this and start it again, it will go on"
        raise OSError(code, problem, str(order.folder)) from None
    return outcome


def _leave(order: Order, state: State) -> None:
    """Keep the memory of what was done; if nothing was, other settings may be right the next time."""
    with suppress(sqlite3.DatabaseError):
        seen = order.target.is_file() or (order.target.is_dir() and any(order.target.iterdir()))
        if not seen and not state.begun():
            state.remove()
            return
    state.close()


def _outcome(
    order: Order, state: State, faults: Faults, progress: Progress | None, surveying: Progress | None
) -> Outcome:
    resumed = state.count()
    settings = order.settings
    if settings.style == "surrogate":
        settings = _with_real_names(order, state, surveying)
    samples = _release_all(order, state, settings, faults, progress)
    return Outcome(state.totals(), resumed, others(order, state), samples)


def _documents(
    order: Order, faults: Faults, progress: Progress | None, header: Header | None = None
) -> Iterator[Document]:
    return read(order.source, order.format, order.reading, faults, progress, header)


def _with_real_names(order: Order, state: State, progress: Progress | None) -> Settings:
    """Return the settings with the names that no surrogate may be: all real ones of the corpus.

    Notes that came or changed after a stop are looked through as well. What is released already knew nothing of a
    name that only they have: it may stand there as a surrogate, and further notes would get others.
    """

    def unknown() -> Iterator[Document]:
        for document in _documents(order, Faults(), progress):
            if not state.surveyed(_content(state, document)):
                yield document

    begun = state.count() > 0
    real = state.names()
    with working(order.settings, False, order.jobs) as run_all:
        for batch, names in run_all(survey, batches(unknown()), no_names):
            found = {state.digest("name", name) for name in set().union(*names)}
            if begun and not found <= real:
                raise UsageError(
                    f"notes were added or changed since this run was stopped ({order.source}), and have names that "
                    "releases may have as surrogates; take them out again to go on, or start anew with --overwrite"
                )
            state.survey([_content(state, document) for document in batch], found)
    real = state.names()
    avoid = frozenset(word for word in pool() if state.digest("name", word) in real)
    return replace(order.settings, options=replace(order.settings.options, avoid=avoid))


def _content(state: State, document: Document) -> bytes:
    """Return a digest of everything that names are found by."""
    return state.digest("survey", document.id, document.patient, document.text, repr(document.spans))


def _release_all(
    order: Order, state: State, settings: Settings, faults: Faults, progress: Progress | None
) -> list[tuple[Document, Release]]:
    """Release what is not done yet; return the first notes with their releases, as many as samples are wanted."""
    samples: list[tuple[Document, Release]] = []
    resumed = state.count() > 0
    owners = set(read_known(order.settings.known).rows) - {""} if order.settings.known else set()
    missing = set(owners)
    header = Header()

    def remaining() -> Iterator[Document]:
        for document in _documents(order, faults, progress, header):
            missing.difference_update((document.patient, document.id))
            done = state.done(document.id)
            if done is None:
                yield document
            elif done != state.digest("text", document.text):
                raise UsageError(
                    f"a note has changed since this run was stopped ({order.source}); start anew with --overwrite"
                )

    with Outputs(order, state, header) as outputs, working(settings, order.seals_in_workers, order.jobs) as run_all:
        for batch, results in run_all(redact, batches(remaining()), died):
            numbers = _Numbers(state)
            entries = []
            for document, result in zip(batch, results, strict=True):
                if order.numbered and not result.withheld:
                    result = _numbered(order, document, result, numbers)
                entries.append(outputs.add(document, result, state.digest("text", document.text)))
                if len(samples) < order.samples and not entries[-1].withheld:
                    samples.append((document, Release(document.id, result.text, result.moved)))
            state.commit(entries, outputs.sizes(), numbers.fresh())
    outputs.finish()
    for name in () if resumed else sorted(outputs.unseen):
        faults.add("noted", f"no note has the metadata {name!r} that was to be released", file=str(order.source))
    if missing:
        problem = f"{len(missing)} of {len(owners)} patients or notes with known identifiers have no note here"
        remedy = "Check the column patient, or say --patient-column"
        faults.add("noted", problem, file=str(order.settings.known), remedy=remedy)
    return samples


class _Numbers:
    """The numbers of identities per patient; they go on over batches and starts."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._of: dict[bytes, Numbering] = {}

    def of(self, patient: str) -> Numbering:
        """Return the numbering of one patient."""
        owner = self._state.digest("patient", patient)
        if owner not in self._of:
            self._of[owner] = Numbering(partial(self._state.digest, "identity"), self._state.numbers(owner))
        return self._of[owner]

    def fresh(self) -> Iterator[tuple[bytes, Row]]:
        """Yield the numbers that are new, each with its patient."""
        return ((owner, row) for owner, numbering in self._of.items() for row in numbering.fresh)


def _numbered(order: Order, document: Document, result: Result, numbers: _Numbers) -> Result:
    """Return a release with numbered tags."""
    decided = document.with_spans(result.spans)
    release = cut(decided, numbered(decided, numbers.of(document.patient)))
    key = order.settings.key
    sealed = seal(release, decided, key) if order.vault is not None and key is not None else ""
    return replace(result, text=release.text, moved=release.moved, sealed=sealed)
