"""A checksum over the rows of a small database, which the database keeps by itself.

SQLite notices pages that are no pages, but not a letter that changed inside a row, nor rows that were lost with a
write that never reached the disk. The sum is the exclusive or of all rows' digests: triggers change it in the same
transaction as the rows, whatever changes them.
"""

import hashlib
import sqlite3
from collections.abc import Mapping

_SUM = """
CREATE TABLE IF NOT EXISTS checksum (value INTEGER NOT NULL);
INSERT INTO checksum SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM checksum);
"""
_TRIGGERS = """
CREATE TEMP TRIGGER {table}_new AFTER INSERT ON {table} BEGIN
  UPDATE checksum SET value = mixed(value, '{table}', {new});
END;
CREATE TEMP TRIGGER {table}_changed AFTER UPDATE ON {table} BEGIN
  UPDATE checksum SET value = mixed(mixed(value, '{table}', {old}), '{table}', {new});
END;
CREATE TEMP TRIGGER {table}_gone AFTER DELETE ON {table} BEGIN
  UPDATE checksum SET value = mixed(value, '{table}', {old});
END;
"""


def keep_checksum(base: sqlite3.Connection, tables: Mapping[str, str]) -> None:
    """Let every change of the tables, given with their columns, change the sum; from an empty database on.

    `INSERT OR REPLACE` does not tell what it replaces; use `ON CONFLICT ... DO UPDATE`.
    """
    base.create_function("mixed", -1, _mixed, deterministic=True)
    base.executescript(_SUM)
    for table, columns in tables.items():
        new, old = (", ".join(f"{row}.{name}" for name in columns.split()) for row in ("new", "old"))
        base.executescript(_TRIGGERS.format(table=table, new=new, old=old))


def is_whole(base: sqlite3.Connection, tables: Mapping[str, str]) -> bool:
    """Tell whether the database is sound and its rows are those that were written."""
    if base.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
        return False
    total = 0
    for table, columns in tables.items():
        for row in base.execute(f"SELECT {', '.join(columns.split())} FROM {table}"):  # noqa: S608  our own names
            total = _mixed(total, table, *row)
    return base.execute("SELECT value FROM checksum").fetchall() == [(total,)]


def _mixed(total: int, *row: object) -> int:
    """Return the sum with a row in it, or, if it was, without; 63 bits, which SQLite's numbers hold."""
    digest = hashlib.blake2b(repr(row).encode("utf-8", "backslashreplace"), digest_size=8).digest()
    return total ^ (int.from_bytes(digest, "big") >> 1)
