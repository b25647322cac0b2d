"""Files that appear whole or not at all, and that nobody else can read until they do."""

import errno
import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

_PARTIAL = ".scrubjay-partial-"
_UMASK = os.umask(0o077)
os.umask(_UMASK)
_looked_at: set[Path] = set()


@contextmanager
def atomic(path: Path, private: bool = False) -> Iterator[BinaryIO]:
    """Open a file that takes its name when it is whole; after an error nothing is left behind.

    Until then its owner alone can read it; a private one stays so, as do folders made for it. It is locked while it
    is written, and what a killed run left behind, which nobody locks, is removed. Errors name the file that was
    asked for.
    """
    path = path.resolve()  # a link keeps pointing to the file, which is what changes
    make_folder(path.parent, private)
    _remove_abandoned(path.parent)
    partial = path.with_name(f"{_PARTIAL}{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield handle
        if not private:
            partial.chmod(0o666 & ~_UMASK)
        partial.replace(path)
    except OSError as error:
        if error.filename not in (None, str(partial)):
            raise
        remedy = ": make room and try again" if error.errno == errno.ENOSPC else ""
        raise OSError(error.errno, f"{error.strerror}{remedy}", str(path)) from None
    finally:
        partial.unlink(missing_ok=True)


def make_folder(folder: Path, private: bool = False) -> None:
    """Make a folder and those it lies in, where they are not there; private ones are their owner's alone."""
    if not folder.exists():
        make_folder(folder.parent, private)
        folder.mkdir(0o700 if private else 0o777, exist_ok=True)


def _remove_abandoned(folder: Path) -> None:
    """Remove unfinished files that no process holds any more; each folder is looked at once."""
    if folder in _looked_at:
        return
    _looked_at.add(folder)
    for file in folder.glob(f"{_PARTIAL}*"):
        try:
            with file.open("rb") as handle:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                file.unlink()
        except OSError:
            continue  # it is being written, or another user's
