"""Files that appear whole or not at all, and that nobody else can read until they do."""

import errno
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

    Until then its owner alone can read it; a private one stays so. What a killed run left behind is removed.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    _remove_abandoned(path.parent)
    partial = path.with_name(f"{_PARTIAL}{os.getpid()}-{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as handle:
            yield handle
        if not private:
            partial.chmod(0o666 & ~_UMASK)
        partial.replace(path)
    except OSError as error:
        if error.errno == errno.ENOSPC:  # says no file by itself
            raise OSError(error.errno, f"{error.strerror}: make room and try again", str(path)) from None
        if error.filename == str(partial):
            raise type(error)(error.errno, error.strerror, str(path)) from None
        raise
    finally:
        partial.unlink(missing_ok=True)


def _remove_abandoned(folder: Path) -> None:
    """Remove unfinished files of processes that are no more; each folder is looked at once."""
    if folder in _looked_at:
        return
    _looked_at.add(folder)
    for file in folder.glob(f"{_PARTIAL}*"):
        process = file.name.removeprefix(_PARTIAL).partition("-")[0]
        try:
            os.kill(int(process), 0)
        except (ProcessLookupError, ValueError):
            file.unlink(missing_ok=True)
        except PermissionError:
            pass  # it lives, and is another user's
