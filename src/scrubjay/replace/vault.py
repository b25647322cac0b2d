"""The vault: with the key a release can be turned back into the note exactly, without it not at all.

A note is one line of text, base64 of a version byte, the key's check, a nonce, and what ChaCha20-Poly1305 makes of a
JSON object with the note's id, the SHA-256 of the released text, and the original of each replacement. The cipher
detects any change; the check, which says nothing about the key, tells a damaged line from one of another key.
"""

import base64
import binascii
import hashlib
import json
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from scrubjay.documents.document import Document, nameable
from scrubjay.errors import DocumentError, FormatError, UsageError
from scrubjay.keys import Key
from scrubjay.replace.release import Release

_VERSION = b"\x02"
_CHECK, _NONCE = 4, 12
_BLOCK = 64  # the length is rounded up to this, so that it does not tell the length of a name
_DAMAGED = "is not a line of a vault, or is damaged"


@dataclass(frozen=True, slots=True, repr=False)
class Sealed:
    """What a vault knows about a released note. Shows the id and counts only."""

    id: str
    digest: str  # SHA-256 of the released text
    originals: tuple[tuple[int, int, str], ...]  # where a replacement stands in the release, and what it replaced

    def __repr__(self) -> str:
        """Show the id and a count."""
        return f"Sealed(id={self.id!r}, originals={len(self.originals)})"

    def restore(self, release_text: str) -> str:
        """Return the note's text; a released text that was changed since is refused."""
        if _digest(release_text) != self.digest:
            raise DocumentError(
                f"document {_shown(self.id)}: the released text was changed; give the text as it was released"
            )
        return self._restored(release_text)

    def _restored(self, release_text: str) -> str:
        pieces, position = [], 0
        for start, end, original in self.originals:
            pieces += [release_text[position:start], original]
            position = end
        return "".join([*pieces, release_text[position:]])


def seal(release: Release, document: Document, key: Key) -> str:
    """Return one line that holds what turns the release back into the document; two seals of a note differ."""
    originals = tuple((m.new_start, m.new_end, document.text[m.start : m.end]) for m in release.moved)
    sealed = Sealed(document.id, _digest(release.text), originals)
    # A vault that cannot give the note back is found out now, not when it is needed.
    if release.id != document.id or sealed.restore(release.text) != document.text:
        raise DocumentError(f"document {_shown(document.id)}: the release was not made from this document")
    content = json.dumps({"id": sealed.id, "sha256": sealed.digest, "originals": originals}, ensure_ascii=False)
    plain = content.encode("utf-8")
    plain += b" " * (-len(plain) % _BLOCK)
    nonce = secrets.token_bytes(_NONCE)
    head = _VERSION + bytes.fromhex(key.check()) + nonce
    return base64.b64encode(head + _cipher(key).encrypt(nonce, plain, _VERSION)).decode("ascii")


def open_sealed(line: str | bytes, key: Key) -> Sealed:
    """Return what a line of a vault holds."""
    try:
        content = base64.b64decode(line.strip(), validate=True)
    except (binascii.Error, ValueError):
        raise FormatError(f"this {_DAMAGED}") from None
    if len(content) <= 1 + _CHECK + _NONCE:
        raise FormatError(f"this {_DAMAGED}")
    if content[:1] != _VERSION:
        raise FormatError(
            "this line of a vault has a version that is not known", remedy="Use the scrubjay that wrote it"
        )
    check, nonce, sealed = (
        content[1 : 1 + _CHECK].hex(),
        content[1 + _CHECK :][:_NONCE],
        content[1 + _CHECK + _NONCE :],
    )
    plain = _decrypted(key, nonce, sealed)
    if plain is None and check != key.check():
        raise FormatError(
            f"this line of a vault was sealed with another key, of the check {check}",
            remedy=f"Give the key of that release; this one has the check {key.check()}",
        )
    if plain is None or check != key.check():
        raise FormatError(
            "this line of a vault is damaged",
            remedy="The key is the right one: take a copy of the vault that is whole",
        )
    held = json.loads(plain)  # what the cipher lets through was written by `seal`
    return Sealed(held["id"], held["sha256"], tuple((start, end, text) for start, end, text in held["originals"]))


class Vault(Mapping[str, Sealed]):
    """The notes of a vault file by id. In memory are places in the file, by keyed hashes of the ids, not the ids.

    Of a note that was sealed twice, the later line counts.
    """

    def __init__(self, path: Path, key: Key) -> None:
        self._path = path
        self._key = key
        self._places: dict[bytes, int] = {}
        for place, sealed in self._lines():
            self._places[self._hash(sealed.id)] = place

    def __repr__(self) -> str:
        """Show a count."""
        return f"Vault({str(self._path)!r}, notes={len(self)})"

    def __getitem__(self, note_id: str) -> Sealed:
        """Return what is held about a note."""
        place = self._places.get(self._hash(note_id))
        if place is None:
            raise KeyError(note_id)
        with self._open() as handle:
            handle.seek(place)
            return open_sealed(handle.readline(), self._key)

    def __contains__(self, note_id: object) -> bool:
        """Tell whether a note is held, without opening the file."""
        return isinstance(note_id, str) and self._hash(note_id) in self._places

    def __iter__(self) -> Iterator[str]:
        """Iterate over the ids, in the order of the file."""
        for place, sealed in self._lines():
            if self._places.get(self._hash(sealed.id)) == place:
                yield sealed.id

    def __len__(self) -> int:
        """Return the number of notes."""
        return len(self._places)

    def _hash(self, note_id: str) -> bytes:
        return self._key.derive("vault index", note_id)[:16]

    def _open(self) -> BinaryIO:
        try:
            return self._path.open("rb")
        except OSError as error:
            raise UsageError(f"{self._path}: the vault cannot be read ({error.strerror})") from None

    def _lines(self) -> Iterator[tuple[int, Sealed]]:
        with self._open() as handle:
            place = 0
            for number, line in enumerate(handle, start=1):
                if line.strip():
                    try:
                        yield place, open_sealed(line, self._key)
                    except FormatError as error:
                        where = f"line {number}"
                        raise FormatError(
                            error.problem, file=str(self._path), place=where, remedy=error.remedy
                        ) from None
                place += len(line)


def read_vault(path: Path, key: Key) -> Vault:
    """Return the notes of a vault file by id; every line is checked once."""
    return Vault(path, key)


def _decrypted(key: Key, nonce: bytes, sealed: bytes) -> bytes | None:
    """Return what was encrypted; None if it was with another key, or changed since."""
    from cryptography.exceptions import InvalidTag

    try:
        return bytes(_cipher(key).decrypt(nonce, sealed, _VERSION))
    except InvalidTag:
        return None


def _cipher(key: Key) -> Any:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    return ChaCha20Poly1305(key.derive("vault encryption"))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def _shown(note_id: str) -> str:
    return nameable(note_id) or "whose id is not shown"
