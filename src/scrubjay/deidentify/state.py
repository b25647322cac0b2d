"""What a run has done so far, in a small database beside its output: a killed run goes on where it was.

Holds ids, counts, sizes and keyed digests; no note text, no identity.
"""

import fcntl
import hashlib
import json
import os
import secrets
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from scrubjay.deidentify.checksum import is_whole, keep_checksum
from scrubjay.deidentify.leaks import ID_TELLS
from scrubjay.errors import UsageError
from scrubjay.replace.numbering import Row

_FILE, _LOCK = "state.sqlite", "lock"
_COLUMNS = {
    "facts": "name value",
    "notes": "id digest withheld counts",
    "numbers": "patient label identity number",
    "names": "digest",
    "surveyed": "digest",
}
_TABLES = """
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS notes (id TEXT PRIMARY KEY, digest BLOB NOT NULL, withheld TEXT, counts TEXT)
  WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS numbers (patient BLOB, label TEXT, identity BLOB, number INTEGER,
  PRIMARY KEY (patient, label, identity, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS names (digest BLOB PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS surveyed (digest BLOB PRIMARY KEY) WITHOUT ROWID;
"""


@dataclass(frozen=True)
class Entry:
    """What happened to a note: released with counts by label and by source, or withheld for a reason."""

    id: str
    digest: bytes
    withheld: str = ""
    labels: Counter[str] = field(default_factory=Counter)
    sources: Counter[str] = field(default_factory=Counter)
    characters: int = 0

    @property
    def shown_id(self) -> str:
        """The id for messages and reports; none if it is why the note is withheld."""
        return "" if self.withheld == ID_TELLS else self.id


@dataclass
class Totals:
    """What happened to all notes: counts of those released, and the entries of those withheld."""

    released: int = 0
    without_identities: int = 0
    characters: int = 0
    labels: Counter[str] = field(default_factory=Counter)
    sources: Counter[str] = field(default_factory=Counter)
    withheld: list[Entry] = field(default_factory=list)


class State:
    """A run's memory. `commit` what was done, `remove` it when the run is complete.

    While it is open, no other process can open it. `fresh` forgets what an earlier run left.
    """

    def __init__(self, folder: Path, fingerprint: str, fresh: bool = False) -> None:
        self.folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock = _locked(folder)
        try:
            if fresh:
                _clear(folder)
            self._base = sqlite3.connect(folder / _FILE, isolation_level=None)
            self._base.text_factory = lambda data: data.decode("utf-8", "surrogateescape")  # damage is told below
            try:
                self._base.execute("PRAGMA synchronous = OFF")  # a killed process loses nothing; a power cut may
                self._base.executescript(_TABLES)
                keep_checksum(self._base, _COLUMNS)
                if not is_whole(self._base, _COLUMNS):
                    raise unreadable(folder)
                self.salt = bytes.fromhex(self._fact("salt", secrets.token_hex(16)))
                known = self._fact("fingerprint", fingerprint)
            except BaseException:
                self._base.close()
                raise
        except BaseException:
            os.close(self._lock)
            raise
        if known != fingerprint:
            self.close()
            raise UsageError(
                f"a run with other settings or another input was stopped here ({folder}); "
                "give the same settings to go on, or --overwrite to start anew"
            )

    def _fact(self, name: str, default: str) -> str:
        self._base.execute("INSERT OR IGNORE INTO facts VALUES (?, ?)", (name, default))
        [(value,)] = self._base.execute("SELECT value FROM facts WHERE name = ?", (name,))
        return str(value)

    def digest(self, *parts: str) -> bytes:
        """Return a digest that only this run can make again."""
        hasher = hashlib.blake2b(key=self.salt, digest_size=12)
        for part in parts:
            data = part.encode("utf-8", "surrogatepass")
            hasher.update(len(data).to_bytes(8) + data)
        return hasher.digest()

    def count(self) -> int:
        """Return how many notes are done."""
        [(count,)] = self._base.execute("SELECT COUNT(*) FROM notes")
        return int(count)

    def done(self, note: str) -> bytes | None:
        """Return the digest of a note's text if the note is done."""
        row = self._base.execute("SELECT digest FROM notes WHERE id = ?", (note,)).fetchone()
        return None if row is None else bytes(row[0])

    def size(self, name: str) -> int:
        """Return how many bytes of a growing file belong to notes that are done."""
        return int(self._fact(f"size of {name}", "0"))

    def commit(
        self, entries: Iterable[Entry], sizes: dict[str, int], numbers: Iterable[tuple[bytes, Row]] = ()
    ) -> None:
        """Record a batch of notes at once, or not at all."""
        with self._transaction():
            self._base.executemany(
                "INSERT INTO notes VALUES (?, ?, ?, ?)",
                (
                    (e.id, e.digest, e.withheld or None, json.dumps([e.labels, e.sources, e.characters]))
                    for e in entries
                ),
            )
            self._base.executemany("INSERT INTO numbers VALUES (?, ?, ?, ?)", ((who, *row) for who, row in numbers))
            self._base.executemany(
                "INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                ((f"size of {k}", str(v)) for k, v in sizes.items()),
            )

    def withhold(self, note: str, reason: str) -> None:
        """Record that a note which was done could not be released after all."""
        self._base.execute("UPDATE notes SET withheld = ? WHERE id = ?", (reason, note))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._base.execute("BEGIN")
        try:
            yield
            self._base.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.OperationalError):  # after some faults it is rolled back already
                self._base.execute("ROLLBACK")
            raise

    def entries(self) -> Iterator[Entry]:
        """Yield every note's entry, in order of id."""
        for note, digest, withheld, counts in self._base.execute("SELECT * FROM notes ORDER BY id"):
            labels, sources, characters = json.loads(counts)
            yield Entry(note, digest, withheld or "", Counter(labels), Counter(sources), characters)

    def totals(self) -> Totals:
        """Return what happened to all notes, those of earlier starts included."""
        totals = Totals()
        for entry in self.entries():
            if entry.withheld:
                totals.withheld.append(entry)
                continue
            totals.released += 1
            totals.without_identities += not entry.labels
            totals.characters += entry.characters
            totals.labels.update(entry.labels)
            totals.sources.update(entry.sources)
        return totals

    def numbers(self, patient: bytes) -> list[Row]:
        """Return the numbers that a patient's identities have got so far."""
        rows = self._base.execute("SELECT label, identity, number FROM numbers WHERE patient = ?", (patient,))
        return [Row(*row) for row in rows]

    def survey(self, notes: Iterable[bytes], names: Iterable[bytes]) -> None:
        """Remember notes that were looked through for real names, and the names, all as digests."""
        with self._transaction():
            self._base.executemany("INSERT OR IGNORE INTO surveyed VALUES (?)", ((note,) for note in notes))
            self._base.executemany("INSERT OR IGNORE INTO names VALUES (?)", ((name,) for name in names))

    def names(self) -> frozenset[bytes]:
        """Return the digests of the corpus' real names."""
        return frozenset(digest for (digest,) in self._base.execute("SELECT digest FROM names"))

    def surveyed(self, note: bytes) -> bool:
        """Tell whether a note was looked through for real names."""
        return self._base.execute("SELECT 1 FROM surveyed WHERE digest = ?", (note,)).fetchone() is not None

    def begun(self) -> bool:
        """Tell whether any note was looked at."""
        [(begun,)] = self._base.execute("SELECT EXISTS (SELECT 1 FROM notes) OR EXISTS (SELECT 1 FROM surveyed)")
        return bool(begun)

    def close(self) -> None:
        """Close the database and let others open it; the folder stays."""
        self._base.close()
        os.close(self._lock)

    def remove(self) -> None:
        """Remove the memory of a run that is complete."""
        self._base.close()
        (self.folder / _FILE).unlink()  # first: without it, nothing was stopped here
        shutil.rmtree(self.folder)
        os.close(self._lock)


def stopped_at(folder: Path) -> bool:
    """Tell whether a run was stopped that kept its memory in a folder."""
    return (folder / _FILE).exists()


def sweep(folder: Path) -> None:
    """Remove what is left of a memory if the run was killed in the moment when it was complete and removed it."""
    if folder.exists() and not stopped_at(folder):
        with suppress(UsageError):  # another run is about to start
            lock = _locked(folder)
            shutil.rmtree(folder)
            os.close(lock)


def unreadable(folder: Path) -> UsageError:
    """Return what to say about a memory that is damaged."""
    return UsageError(f"{folder} holds no readable record of an earlier run; start anew with --overwrite")


def _locked(folder: Path) -> int:
    """Return the open lock of a folder; only one process has it, and its death gives it back."""
    lock = -1
    try:
        lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # workers that are forked do not inherit this kind
        if os.fstat(lock).st_ino != (folder / _LOCK).stat().st_ino:
            raise FileNotFoundError
    except (BlockingIOError, FileNotFoundError):  # the latter, if the other one ended just now
        if lock >= 0:
            os.close(lock)
        raise UsageError(
            f"another run is writing there at this moment ({folder}); wait until it ends, or choose another name"
        ) from None
    return lock


def _clear(folder: Path) -> None:
    for file in (folder / _FILE, *folder.iterdir()):
        if file.name != _LOCK:
            file.unlink(missing_ok=True)
