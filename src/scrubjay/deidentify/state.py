"""What a run has done so far, in a small database beside its output: a killed run goes on where it was.

Holds ids, counts, sizes and keyed digests; no note text, no identity.
"""

import hashlib
import json
import secrets
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from scrubjay.errors import UsageError

_TABLES = """
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS notes (id TEXT PRIMARY KEY, digest BLOB NOT NULL, withheld TEXT, counts TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS numbers (patient BLOB, label TEXT, identity BLOB, number INTEGER,
  PRIMARY KEY (patient, label, identity)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS names (digest BLOB PRIMARY KEY) WITHOUT ROWID;
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


class State:
    """A run's memory. `open` it, `commit` what was done, `remove` it when the run is complete."""

    def __init__(self, folder: Path, fingerprint: str) -> None:
        self.folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            self._base = sqlite3.connect(folder / "state.sqlite", isolation_level=None)
            self._base.execute("PRAGMA synchronous = OFF")  # a killed process loses nothing; a power cut may
            self._base.executescript(_TABLES)
            self.salt = bytes.fromhex(self._fact("salt", secrets.token_hex(16)))
            known = self._fact("fingerprint", fingerprint)
        except sqlite3.DatabaseError:
            raise UsageError(
                f"{folder} holds no readable record of an earlier run; start anew with --overwrite"
            ) from None
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

    def done(self) -> dict[str, bytes]:
        """Return the notes that are done, each with the digest of its text."""
        return dict(self._base.execute("SELECT id, digest FROM notes"))

    def size(self, name: str) -> int:
        """Return how many bytes of a growing file belong to notes that are done."""
        return int(self._fact(f"size of {name}", "0"))

    def commit(
        self, entries: Iterable[Entry], sizes: dict[str, int], numbers: Iterable[tuple[bytes, str, bytes, int]] = ()
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
            self._base.executemany("INSERT INTO numbers VALUES (?, ?, ?, ?)", numbers)
            self._base.executemany(
                "INSERT OR REPLACE INTO facts VALUES (?, ?)", ((f"size of {k}", str(v)) for k, v in sizes.items())
            )

    def _transaction(self) -> "_Transaction":
        return _Transaction(self._base)

    def entries(self) -> Iterator[Entry]:
        """Yield every note's entry, in order of id."""
        for note, digest, withheld, counts in self._base.execute("SELECT * FROM notes ORDER BY id"):
            labels, sources, characters = json.loads(counts)
            yield Entry(note, digest, withheld or "", Counter(labels), Counter(sources), characters)

    def numbers(self, patient: bytes) -> dict[tuple[str, bytes], int]:
        """Return the numbers that a patient's identities have got so far."""
        rows = self._base.execute("SELECT label, identity, number FROM numbers WHERE patient = ?", (patient,))
        return {(label, identity): number for label, identity, number in rows}

    def add_names(self, digests: Iterable[bytes]) -> None:
        """Remember real names of the corpus, as digests."""
        with self._transaction():
            self._base.executemany("INSERT OR IGNORE INTO names VALUES (?)", ((digest,) for digest in digests))

    def names(self) -> frozenset[bytes]:
        """Return the digests of the corpus' real names."""
        return frozenset(digest for (digest,) in self._base.execute("SELECT digest FROM names"))

    @property
    def surveyed(self) -> bool:
        """Whether all real names of the corpus are known."""
        return self._fact("surveyed", "no") == "yes"

    def mark_surveyed(self) -> None:
        """Record that the survey is complete."""
        self._base.execute("INSERT OR REPLACE INTO facts VALUES ('surveyed', 'yes')")

    def close(self) -> None:
        """Close the database; the folder stays."""
        self._base.close()

    def remove(self) -> None:
        """Remove the memory of a run that is complete."""
        self.close()
        shutil.rmtree(self.folder)


class _Transaction:
    def __init__(self, base: sqlite3.Connection) -> None:
        self._base = base

    def __enter__(self) -> None:
        self._base.execute("BEGIN")

    def __exit__(self, kind: object, *rest: object) -> None:
        self._base.execute("COMMIT" if kind is None else "ROLLBACK")
