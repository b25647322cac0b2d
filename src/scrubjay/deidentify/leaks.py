"""The last look at a release: does anything that was taken out still stand in it?"""

import re
from collections.abc import Iterator

from scrubjay.detect.known import meant
from scrubjay.detect.lexicon import COMMON, RARER, lexicon, plain
from scrubjay.detect.policy import Policy
from scrubjay.detect.rules.lookalikes import EPONYMS
from scrubjay.detect.rules.page import pages
from scrubjay.detect.strings import Strings
from scrubjay.documents.document import Document
from scrubjay.documents.labels import label_set
from scrubjay.documents.span import Span
from scrubjay.replace.release import Moved, Release

_NAMES = frozenset(("PATIENT", "DOCTOR"))
# Labels whose text is too short or too common to be looked for: 93, Maine, teacher, room 4.
_COMMONPLACE = frozenset("AGE PROFESSION STATE COUNTRY ROOM DEPARTMENT".split())
_ADDRESSES = frozenset(("EMAIL", "URL"))
_TELEPHONES = frozenset(("PHONE", "FAX"))
_NUMBERS = _TELEPHONES | frozenset(label_set("i2b2-2014").categories["ID"])
_LONG_ENOUGH = 5
_REACH = 1000  # characters; no name or number is longer
_NAME_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def leaks(document: Document, release: Release, known: Strings | None = None, policy: Policy | None = None) -> int:
    """Return how many strings that were taken out of a note, or are known about it, still stand in its release.

    Looks at the words outside the replacements: a surrogate may be a word that some other note had, and a shifted
    date may fall on another's day. Known identifiers are looked for everywhere but in tags; one that the policy
    keeps, such as a town in a limited data set, is no leak.
    """
    gone = Strings(_telling(document))
    count = sum(1 for _ in _find(gone, _outside(release)))
    return count + (_known(release, known, policy) if known else 0)


def in_id(document: Document) -> bool:
    """Tell whether a note's id, which is released, holds something that was taken out of it."""
    return any(True for _ in Strings(_telling(document)).find(document.id))


def _known(release: Release, known: Strings, policy: Policy | None) -> int:
    tags = iter([moved for moved in release.moved if _is_tag(release, moved)])
    tag = next(tags, None)
    standing = []
    for start, end, label in _find(known, release.text):
        while tag is not None and tag.new_end < end:
            tag = next(tags, None)
        in_tag = tag is not None and tag.new_start <= start
        if not in_tag and meant(release.text[start:end], label):
            standing.append(Span(start, end, label))
    if policy is None:
        return len(standing)
    return len(policy.apply(Document(release.id, release.text, tuple(standing))).spans)


def _find(strings: Strings, text: str) -> Iterator[tuple[int, int, str]]:
    """Yield where strings stand in a text, page by page: the words of a huge note take far more room than it."""
    for offset, page in pages(text):
        # A string that begins on this page may end on the next.
        for start, end, label in strings.find(text[offset : offset + len(page) + _REACH]):
            if start < len(page):
                yield offset + start, offset + end, label


def _is_tag(release: Release, moved: Moved) -> bool:
    """Tell whether a replacement is a label in brackets; somebody may be called Street."""
    return release.text.startswith(f"[{moved.label}", moved.new_start, moved.new_end)


def _outside(release: Release) -> str:
    """Return the text that was kept, with a mark where something was replaced, so that words do not meet."""
    pieces, position = [], 0
    for moved in release.moved:
        pieces.append(release.text[position : moved.new_start])
        position = moved.new_end
    pieces.append(release.text[position:])
    return "\n\n".join(pieces)


def _telling(document: Document) -> Iterator[tuple[str, str]]:
    """Yield the strings of a note's spans that tell who somebody is wherever they stand."""
    known = lexicon()
    for label, written in {(span.label, document.text_of(span)) for span in document.spans}:
        if label in _NAMES:
            words = _NAME_WORD.findall(written)
            if sum(len(word) > 1 for word in words) > 1:
                yield written, label  # of two everyday words, a name: Will Price
            for word in words:
                low = plain(word).removesuffix("'s")
                if len(low) > 2 and not known.get(low, 0) & (COMMON | RARER) and low not in EPONYMS:
                    yield low, label
        elif label not in _COMMONPLACE and _specific(written, label):
            yield from ((shape, label) for shape in _shapes(written, label))


def _specific(written: str, label: str) -> bool:
    signs = sum(sign.isalnum() for sign in written)
    if label in _ADDRESSES:
        return signs >= _LONG_ENOUGH
    if label == "USERNAME":
        return signs >= _LONG_ENOUGH and not lexicon().get(plain(written), 0) & (COMMON | RARER)
    if label == "DATE":
        return signs >= _LONG_ENOUGH and any(sign.isdigit() for sign in written)
    if any(sign.isdigit() for sign in written):
        return signs >= _LONG_ENOUGH
    return " " in written and signs > _LONG_ENOUGH


def _shapes(written: str, label: str) -> Iterator[str]:
    """Yield a string, and a number's other ways of being parted: 555-0142 and 5550142."""
    yield written
    digits = "".join(sign for sign in written if sign.isdigit())
    if label not in _NUMBERS or len(digits) < _LONG_ENOUGH or any(sign.isalpha() for sign in written):
        return
    yield digits
    if label in _TELEPHONES:
        area, exchange, line = digits[-10:-7], digits[-7:-4], digits[-4:]
        yield f"{area} {exchange} {line}"
        yield area + exchange + line
    elif label == "SSN":
        yield f"{digits[:3]} {digits[3:5]} {digits[5:]}"
