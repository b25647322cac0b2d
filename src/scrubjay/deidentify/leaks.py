"""The last look at a release: does anything that was taken out still stand in it?"""

from collections.abc import Iterator

from scrubjay.detect.lexicon import COMMON, RARER, lexicon, plain
from scrubjay.detect.rules.lookalikes import EPONYMS
from scrubjay.detect.strings import Strings
from scrubjay.documents.document import Document
from scrubjay.documents.span import Span
from scrubjay.replace.release import Release

_NAMES = frozenset(("PATIENT", "DOCTOR"))
# Labels whose text is too short or too common to be looked for: 93, Maine, teacher, room 4.
_COMMONPLACE = frozenset("AGE PROFESSION STATE COUNTRY ROOM DEPARTMENT".split())
_LONG_ENOUGH = 5


def leaks(document: Document, release: Release, known: Strings | None = None) -> int:
    """Return how many strings that were taken out of a note, or are known about it, still stand in its release.

    Looks at the words outside the replacements: a surrogate may be a word that some other note had, and a shifted
    date may fall on another's day. Known identifiers are looked for everywhere.
    """
    gone = Strings(_telling(document))
    kept = _outside(release)
    count = sum(1 for start, end, label in gone.find(kept) if _same(kept[start:end], label))
    if known:
        count += sum(1 for start, end, label in known.find(release.text) if _same(release.text[start:end], label))
    return count


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
    for span in document.spans:
        written = document.text_of(span)
        if span.label in _NAMES:
            for word in written.replace(",", " ").replace("-", " ").split():
                low = plain(word.strip(".'’\"()"))
                if len(low) > 2 and not known.get(low, 0) & (COMMON | RARER) and low not in EPONYMS:
                    yield word, span.label
        elif span.label not in _COMMONPLACE and _specific(written, span):
            yield written, span.label


def _specific(written: str, span: Span) -> bool:
    signs = sum(sign.isalnum() for sign in written)
    if span.label == "DATE":
        return signs >= _LONG_ENOUGH and any(sign.isdigit() for sign in written)
    if any(sign.isdigit() for sign in written):
        return signs >= _LONG_ENOUGH
    return " " in written and signs > _LONG_ENOUGH


def _same(written: str, label: str) -> bool:
    return label not in _NAMES or not written.islower() or not lexicon().get(plain(written), 0) & COMMON
