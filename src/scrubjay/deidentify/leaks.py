"""The last look at a release: does anything that was taken out still stand in it?"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from scrubjay.detect.known import meant, shapes
from scrubjay.detect.lexicon import ACRONYM, COMMON, NAME, RARER, lexicon, plain
from scrubjay.detect.policy import Policy
from scrubjay.detect.rules.lookalikes import in_term
from scrubjay.detect.rules.page import Page
from scrubjay.detect.strings import Strings
from scrubjay.documents.document import Document
from scrubjay.documents.span import Span
from scrubjay.replace import dates
from scrubjay.replace.release import Moved, Release

_NAMES = frozenset(("PATIENT", "DOCTOR"))
# Labels whose text is too short or too common to be looked for: 93, Maine, teacher, room 4.
_COMMONPLACE = frozenset("AGE PROFESSION STATE COUNTRY ROOM DEPARTMENT".split())
_ADDRESSES = frozenset(("EMAIL", "URL"))
_AGAIN = "rules:again.same"
_LONG_ENOUGH = 5
_SHORT_NAME = 3  # letters; a longer name is looked for inside words of ids
ID_TELLS = "its id holds an identifier that was taken out of it; give notes plain ids"
_MARK = "\n\n"
_AROUND = 60  # characters that say whether a name is meant
_NAME_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def leaks(document: Document, release: Release, known: Strings | None = None, policy: Policy | None = None) -> int:
    """Return how many strings that were taken out of a note, or are known about it, still stand in its release.

    Looks at the words outside the replacements: a surrogate may be a word that some other note had, and a shifted
    date may fall on another's day. Known identifiers are looked for everywhere but in tags; one that the policy
    keeps, such as a town in a limited data set, is no leak.
    """
    outside, places = _outside(release)
    count = 0
    for start, end, label in Strings(_telling(document)).find(outside):
        # Whether a name is meant there is judged in the note, as `standing` does: so neither contradicts the other.
        piece, place = places[bisect_right(places, (start, len(document.text))) - 1]
        count += _stands(document.text, place + start - piece, place + end - piece, label)
    return count + (_known(release, known, policy) if known else 0)


def standing(document: Document) -> list[Span]:
    """Return where strings of a document's spans stand elsewhere in it, uncovered: found once, found everywhere.

    It looks as the leak check does, so that a name which a detector saw in one place only does not withhold the note.
    """
    surest: dict[str, float] = {}
    for span in document.spans:
        surest[span.label] = max(surest.get(span.label, 0.0), 1.0 if span.score is None else span.score)
    covered = bytearray(len(document.text))
    for span in document.spans:
        covered[span.start : span.end] = b"\1" * len(span)
    return [
        Span(start, end, label, surest[label], _AGAIN)
        for start, end, label in Strings(_telling(document)).find(document.text)
        if 0 in covered[start:end] and _stands(document.text, start, end, label)
    ]


def told_by(document: Document, beside: str) -> bool:
    """Tell whether a string that is released beside a note, such as its id, holds something that was taken out of it.

    Names are looked for inside words (hsolberg), numbers and dates by their digits, however they are parted.
    """
    folded, digits = plain(beside), _digits(beside)
    signs = _signs(folded)
    may_stand = []
    for string, label in _telling(document):
        if _signs(plain(string)) in signs:
            may_stand.append((string, label))
        if label in _NAMES and len(string) > _SHORT_NAME and string in folded:
            return True
        if label not in _NAMES and len(_digits(string)) >= _LONG_ENOUGH and _digits(string) in digits:
            return True
    if any(re.search(_year_with(document.text_of(span)), digits) for span in document.spans if span.label == "DATE"):
        return True
    return any(True for _ in Strings(may_stand).find(beside))


def _year_with(written: str) -> str:
    """Return a pattern for a date's digits with a year, as files are named after dates: 20240328, 03282024."""
    date = dates.read(written)
    if date is None or date.month is None or date.day is None:
        return r"(?!)"  # nothing
    days = f"(?:{date.month:02}{date.day:02}|{date.day:02}{date.month:02})"
    return rf"(?:19|20)\d\d{days}|{days}(?:19|20)\d\d"


def _signs(text: str) -> str:
    """Return the letters and figures of a text."""
    return text if text.isalnum() else "".join(filter(str.isalnum, text))


def _digits(text: str) -> str:
    return "".join(sign for sign in text if sign.isdecimal())


def _stands(text: str, start: int, end: int, label: str) -> bool:
    """Tell whether a string that was taken out is meant where it is found: not Foley in "a Foley catheter"."""
    if label not in _NAMES:
        return True
    if end - start == 2:
        return text[start].isupper()
    first = max(0, start - _AROUND)
    page = Page(text[first : end + _AROUND])
    word = bisect_left(page.starts, start - first)
    return word >= page.size or page.starts[word] != start - first or not in_term(page, word)


def _known(release: Release, known: Strings, policy: Policy | None) -> int:
    tags = iter([moved for moved in release.moved if _is_tag(release, moved)])
    tag = next(tags, None)
    standing = []
    for start, end, label in known.find(release.text):
        while tag is not None and tag.new_end < end:
            tag = next(tags, None)
        in_tag = tag is not None and tag.new_start <= start
        if not in_tag and meant(release.text[start:end], label):
            standing.append(Span(start, end, label))
    if policy is None:
        return len(standing)
    return len(policy.apply(Document(release.id, release.text, tuple(standing))).spans)


def _is_tag(release: Release, moved: Moved) -> bool:
    """Tell whether a replacement is a label in brackets; somebody may be called Street."""
    return release.text.startswith(f"[{moved.label}", moved.new_start, moved.new_end)


def _outside(release: Release) -> tuple[str, list[tuple[int, int]]]:
    """Return the text that was kept, with a mark where something was replaced, so that words do not meet.

    And where each piece begins in it, and in the note.
    """
    pieces, places = [], []
    position = begun = place = 0
    for moved in release.moved:
        pieces.append(release.text[position : moved.new_start])
        places.append((begun, place))
        begun += len(pieces[-1]) + len(_MARK)
        position, place = moved.new_end, moved.end
    pieces.append(release.text[position:])
    places.append((begun, place))
    return _MARK.join(pieces), places


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
                if (
                    word.isupper()
                    and not known.get(low, 0) & NAME
                    and (known.get(low, 0) & ACRONYM or (len(words) == 1 and len(word) <= _SHORT_NAME))
                ):
                    continue  # initials, which are abbreviations elsewhere: LR
                if len(low) > 1 and not known.get(low, 0) & (COMMON | RARER):
                    yield low, label
        elif label not in _COMMONPLACE and _specific(written, label):
            yield from ((shape, label) for shape in shapes(written, label))


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
