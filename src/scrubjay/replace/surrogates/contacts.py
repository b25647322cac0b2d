"""Stand-ins for addresses on the net, in the domains and ranges that are kept for examples (RFC 2606, 5737, 3849)."""

import re

from scrubjay.replace.surrogates.numbers import digits, identifier
from scrubjay.replace.surrogates.stand_ins import StandIns
from scrubjay.replace.surrogates.words import cased_like, name_word, pieces

_DOMAINS = ("example.org", "example.com", "example.net")
_NETWORKS = ("192.0.2.", "198.51.100.", "203.0.113.")
_TOKEN = re.compile(r"[^\s,;<>()\[\]\"]+")
# Any other word before a colon may be a host or a user.
_SCHEME = re.compile(r"(?:(?:https?|ftps?|sftp|file|ldaps?|wss?)://|mailto:)?(?:www\.)?", re.IGNORECASE)
_HOST = re.compile(r"[^/?#]*")
_ADDRESS = re.compile(
    r"(?P<four>\d{1,3}(?:\.\d{1,3}){3})|(?=[0-9a-f:.]{0,45}::|(?:[0-9a-f]{1,4}:){7})[0-9a-f:.]{2,45}", re.IGNORECASE
)


def email(text: str, note: StandIns) -> str | None:
    """Return an address of similar shape at a domain for examples; the words before the @ follow the patient's names.

    What is no address beside it, such as a name in front, is changed letter by letter.
    """
    written, position = [], 0
    for match in _TOKEN.finditer(text):
        token = match.group()
        new: str | None = identifier(token, note)
        if "@" in token:
            local, _, domain = token.partition("@")
            new = _local(local, note)
            new = new and f"{new}@{_domain(domain, note)}"
        if new is None:
            return None
        written += [text[position : match.start()], new]
        position = match.end()
    return "".join([*written, text[position:]])


def _local(text: str, note: StandIns) -> str | None:
    written = []
    for piece in pieces(text):
        new: str | None = piece.text
        if piece.kind == "number":
            new = digits(piece.text, note)
        elif piece.kind == "word" and len(piece.text) == 1:
            new = note.initial(piece.text)
        elif piece.kind == "word":
            new = note.name(name_word(piece.text))
            new = new and cased_like(new, piece.text)
        if new is None:
            return None
        written.append(new)
    return "".join(written)


def _domain(text: str, note: StandIns) -> str:
    """Return a domain for examples, another one than the original."""
    domains = [domain for domain in _DOMAINS if domain != text.lower()]
    return domains[note.number(len(domains), "domain", text.lower())]


def url(text: str, note: StandIns) -> str:
    """Return an address in the same form: scheme and www stay, the host is one for examples, the path as long."""
    written, position = [], 0
    for match in re.finditer(r"\S+", text):
        token = match.group()
        scheme = _SCHEME.match(token)
        assert scheme is not None
        host = _HOST.match(token, scheme.end())
        assert host is not None
        new = scheme.group() + _domain(host.group(), note) + identifier(token[host.end() :], note)
        written += [text[position : match.start()], new]
        position = match.end()
    return "".join([*written, text[position:]])


def ip_address(text: str, note: StandIns) -> str:
    """Return an address of the ranges for documentation; what is no address is changed digit by digit."""
    written, position = [], 0
    for match in _ADDRESS.finditer(text):
        new = _ipv4(match.group(), note) if match["four"] else _ipv6(match.group(), note)
        written += [identifier(text[position : match.start()], note), new]
        position = match.end()
    return "".join([*written, identifier(text[position:], note)])


def _ipv4(text: str, note: StandIns) -> str:
    network = _NETWORKS[note.number(3, "network", text)]
    last = note.number(254, "address", text) + 1
    new = f"{network}{last}"
    return new if new != text else f"{network}{last % 254 + 1}"


def _ipv6(text: str, note: StandIns) -> str:
    numbers = note.numbers("address", text.lower())
    new = f"2001:db8::{next(numbers):x}:{next(numbers):x}"
    return new if new != text.lower() else f"2001:db8::{next(numbers):x}:{next(numbers):x}:1"
