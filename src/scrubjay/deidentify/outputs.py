"""Where the releases of a run go: a file a note, or one file that grows until the run is complete."""

import os
import shutil
from contextlib import ExitStack
from typing import Any, BinaryIO

from scrubjay.deidentify.leaks import told_by
from scrubjay.deidentify.order import Order
from scrubjay.deidentify.state import Entry, State, unreadable
from scrubjay.deidentify.workers import Result
from scrubjay.documents.document import Document
from scrubjay.documents.formats.atomic import atomic
from scrubjay.documents.formats.format import Faults, Header, WriteOptions
from scrubjay.documents.formats.jsonl import line
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.registry import below
from scrubjay.documents.formats.writing import open_writer, write
from scrubjay.errors import FormatError


class Outputs:
    """Where releases go: files of their own, or a growing file that becomes the target when the run is complete."""

    def __init__(self, order: Order, state: State, header: Header) -> None:
        self._order, self._state, self._header = order, state, header
        self._files = order.released_as.files is not None
        self._growing: dict[str, BinaryIO] = {}
        self._stack = ExitStack()
        self.unseen = set(order.keep_metadata)  # what is to be released, and no note has had yet
        self._writer = open_writer(order.target, order.released_as, WriteOptions()) if self._files else None

    def __enter__(self) -> "Outputs":
        """Open the growing files behind what is recorded."""
        names = ([] if self._files else ["releases"]) + (["vault"] if self._order.vault else [])
        for name in names:
            descriptor = os.open(self._order.folder / name, os.O_RDWR | os.O_CREAT, 0o600)
            handle = os.fdopen(descriptor, "r+b")
            size = self._state.size(name)
            if handle.seek(0, os.SEEK_END) < size:
                handle.close()
                raise unreadable(self._order.folder)
            handle.truncate(size)  # what a killed run had not recorded is done again
            handle.seek(size)
            self._growing[name] = self._stack.enter_context(handle)
        self._add = self._stack.enter_context(self._writer) if self._writer else self._add_line
        return self

    def __exit__(self, *error: Any) -> None:
        """Close them."""
        self._stack.__exit__(*error)

    def _add_line(self, document: Document) -> None:
        self._growing["releases"].write(line(document).encode() + b"\n")

    def add(self, document: Document, result: Result, digest: bytes) -> Entry:
        """Put a release where it belongs, and return the entry for it."""
        if result.withheld:
            return Entry(document.id, digest, result.withheld, characters=len(document.text))
        kept = {name: self._key(name) for name in self._order.keep_metadata}
        kept = {name: key for name, key in kept.items() if key in document.metadata}
        metadata = {key: document.metadata[key] for key in kept.values()}
        self.unseen -= kept.keys()
        decided = document.with_spans(result.spans)
        for name, key in kept.items():
            if told_by(decided, str(document.metadata[key])):
                reason = f"its metadata {name!r} holds an identifier that was taken out of it; do not release that"
                return Entry(document.id, digest, reason, characters=len(document.text))
        if result.sealed:  # before the release can be seen
            self._growing["vault"].write(result.sealed.encode() + b"\n")
            self._growing["vault"].flush()
        try:
            self._add(Document(document.id, result.text, (), metadata))
        except FormatError as error:
            return Entry(document.id, digest, error.problem, characters=len(document.text))
        return Entry(document.id, digest, "", result.labels, result.sources, len(document.text))

    def _key(self, name: str) -> str:
        """Return under which key a column's values are, that of patients included."""
        own = self._header.columns
        return "patient" if own is not None and own.patient == name else name

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
            options = WriteOptions(header=self._header)
            write(releases, order.target, order.released_as, options, faults, overwrite=True)
            for fault in faults.of("withheld"):  # the format cannot hold it
                self._state.withhold(fault.note, fault.problem)


def others(order: Order, state: State) -> int:
    """Return how many files there are in the target folder that are no release of this run."""
    if order.released_as.files is None or order.target.is_file():
        return 0
    own = {f"{entry.id}.txt" for entry in state.entries() if not entry.withheld}
    return sum(1 for file in below(order.target) if file.relative_to(order.target).as_posix() not in own)
