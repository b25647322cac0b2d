"""The secret key: where everything comes from that nobody may guess, and that must come out the same again.

A key is not a seed. A seed makes an experiment repeatable and is written into its settings; whoever holds the key can
undo a release, so it is made from the system's randomness, kept in a file of its own, and shown to nobody.
"""

import hmac
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from scrubjay.errors import UsageError

VARIABLE = "SCRUBJAY_KEY"
_SHORTEST = 32  # characters of a key's text; `new_key` writes 64
_LONGEST = 4096


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Key:
    """A secret that gives bytes and numbers for a purpose; equal purposes and parts give equal results.

    >>> Key(b"never write a key into a program")
    Key(check='a60ba12f')
    """

    _secret: bytes

    def __post_init__(self) -> None:
        """Refuse what could be guessed by trying."""
        if len(self._secret) < _SHORTEST:
            raise UsageError(f"a key needs at least {_SHORTEST} bytes; make one with: scrubjay key new FILE")

    def __repr__(self) -> str:
        """Show which key it is, not what it is."""
        return f"Key(check={self.check()!r})"

    def __eq__(self, other: object) -> bool:
        """Compare in constant time."""
        return isinstance(other, Key) and hmac.compare_digest(self._secret, other._secret)

    def __hash__(self) -> int:
        """Hash by the fingerprint."""
        return hash(self.check())

    def derive(self, purpose: str, *parts: str) -> bytes:
        """Return 32 bytes for a purpose and its parts: HMAC-SHA256, each part preceded by its length.

        The lengths keep ("ab", "c") and ("a", "bc") apart.
        """
        message = bytearray()
        for part in (purpose, *parts):
            written = part.encode("utf-8", "surrogatepass")
            message += len(written).to_bytes(8, "big")
            message += written
        return hmac.digest(self._secret, message, "sha256")

    def number(self, bound: int, purpose: str, *parts: str) -> int:
        """Return a number from 0 to bound - 1; 128 bits are folded, so that no number is noticeably likelier."""
        return int.from_bytes(self.derive(purpose, *parts)[:16], "big") % bound

    def check(self) -> str:
        """Return eight hexadecimal digits that tell keys apart and say nothing about them."""
        return self.derive("check")[:4].hex()


def load_key(file: Path | None) -> Key:
    """Return the key in a file, or, without one, the key in the environment variable SCRUBJAY_KEY."""
    if file is None:
        written = os.environ.get(VARIABLE, "").strip()
        if not written:
            raise UsageError(f"a key is needed; make one with: scrubjay key new FILE, or set {VARIABLE}")
        return _key(written, VARIABLE)
    try:
        with file.open("rb") as handle:
            # The opened file is asked, not its name: between two looks a name may come to mean another file.
            if os.fstat(handle.fileno()).st_mode & 0o077:
                raise UsageError(f"{file}: others may read this key; keep it to yourself with: chmod 600 {file}")
            content = handle.read(_LONGEST + 1)
    except FileNotFoundError:
        raise UsageError(f"{file}: no such key; make one with: scrubjay key new {file}") from None
    except OSError as error:
        raise UsageError(
            f"{file}: the key cannot be read ({error.strerror}); check the path and its rights"
        ) from None
    try:
        written = content.decode("utf-8").strip()
    except UnicodeDecodeError:
        raise UsageError(f"{file}: this is no key; make one with: scrubjay key new FILE") from None
    return _key(written, str(file))


def new_key(file: Path) -> Key:
    """Write a new key, 32 random bytes as hexadecimal digits that its owner alone can read, and return it.

    A file that exists is never overwritten: with its key, releases would be lost for ever.
    """
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise UsageError(f"{file}: exists already, and a key is never overwritten; choose another name") from None
    except OSError as error:
        raise UsageError(f"{file}: the key cannot be written ({error.strerror}); choose another place") from None
    written = secrets.token_hex(32)
    try:
        with os.fdopen(descriptor, "wb") as handle:
            os.fchmod(handle.fileno(), 0o600)
            handle.write(written.encode() + b"\n")
    except OSError as error:
        file.unlink(missing_ok=True)
        raise UsageError(f"{file}: the key cannot be written ({error.strerror}); choose another place") from None
    return _key(written, str(file))


def _key(written: str, where: str) -> Key:
    """Return the key a text stands for; the same text is the same key in a file and in the environment."""
    if not _SHORTEST <= len(written) <= _LONGEST:
        raise UsageError(
            f"{where}: a key has at least {_SHORTEST} characters, and at most {_LONGEST}; "
            "make one with: scrubjay key new FILE"
        )
    return Key(written.encode("utf-8", "surrogateescape"))
