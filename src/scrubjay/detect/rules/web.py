"""E-mail, web and network addresses."""

import re
from collections.abc import Iterator

from scrubjay.detect.rules.measures import is_code
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found

REASONS = {
    "email": "a name, an at sign and a domain",
    "url": "a web address",
    "ip": "a network address",
    "mac": "the address of a network device",
}

_EMAIL = re.compile(r"@(?<=[\w.%+'-]@)[a-z0-9](?:[a-z0-9.-]{0,200}[a-z0-9])?\.[a-z]{2,24}\b")
_LOCAL = re.compile(r"[\w.%+'-]{1,64}\Z")
_URL = re.compile(r"(?:h(?:xx|tt)ps?://|www\.)[^\s<>\"'\])]{2,500}")
_DOMAIN = re.compile(
    r"\.(?:com|org|net|edu|gov|mil|info|health|io|care|us|clinic|app|example|local|"
    r"co\.uk)\b(?:/[^\s<>\"'\])]{0,300})?"
)
_HOST = re.compile(r"[a-z0-9-]{1,60}(?:\.[a-z0-9-]{1,60}){0,4}\Z")
_IP = re.compile(r"\d(?<![\w.-].)\d{0,2}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?!\w|\.\d)")
_VERSION = re.compile(r"\b(?:version|v|ver|firmware|software|section)\.?[ ]?\Z")
_PAIRS = re.compile(r":[0-9a-f]{0,4}:|[:-][0-9a-f]{2}[:-][0-9a-f]{2}[:-]")  # what any of the two below must hold
_IP6 = re.compile(r"[0-9a-f](?<![\w:.].)[0-9a-f]{0,3}(?::[0-9a-f]{0,4}){3,7}(?![\w:])")
_MAC = re.compile(r"[0-9a-f](?<![\w:-].)[0-9a-f](?P<sign>[:-])[0-9a-f]{2}(?:(?P=sign)[0-9a-f]{2}){4}(?![\w:-])")


def find(page: Page) -> Iterator[Found]:
    """Yield the addresses of a page."""
    lower = page.lower
    for match in _EMAIL.finditer(lower):
        local = _LOCAL.search(lower[max(0, match.start() - 64) : match.start()])
        start = match.start() - (len(local.group()) if local else 0)
        yield Found(start, match.end(), "EMAIL", 0.99, "email")
    if "://" in lower or "www." in lower:
        for match in _URL.finditer(lower):
            yield Found(match.start(), _without_point(lower, match.start(), match.end()), "URL", 0.95, "url")
    for match in _DOMAIN.finditer(lower):
        host = _HOST.search(lower[max(0, match.start() - 120) : match.start()])
        if host and len(host.group()) > 1:
            start = match.start() - len(host.group())
            if not start or lower[start - 1] not in "@\\":
                yield Found(start, _without_point(lower, start, match.end()), "URL", 0.95, "url")
    for match in _IP.finditer(lower) if page.numbers else ():
        fits = all(int(part) < 256 for part in match.group().split("."))
        numbered = _VERSION.search(lower[max(0, match.start() - 10) : match.start()]) or is_code(lower, match.start())
        if fits and not numbered:
            yield Found(*match.span(), "IPADDR", 0.95, "ip")
    if _PAIRS.search(lower):
        for match in _IP6.finditer(lower):
            written = match.group()
            if ("::" in written or written.count(":") == 7) and any(sign.isdigit() for sign in written):
                yield Found(*match.span(), "IPADDR", 0.9, "ip")
        for match in _MAC.finditer(lower):
            yield Found(*match.span(), "DEVICE", 0.9, "mac")


def _without_point(lower: str, start: int, end: int) -> int:
    """Return where an address ends that a sentence's point or bracket follows."""
    while end > start and lower[end - 1] in ".,;:!?)":
        end -= 1
    return end


FAMILY = Family("web", find, REASONS)
