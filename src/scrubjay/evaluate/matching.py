"""Words that hold PHI: found or not, whatever the label (spans are matched in `i2b2`)."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from scrubjay.documents.document import Document
from scrubjay.evaluate.counts import Counts

_WORD = re.compile(r"[^\W_]+")


class Word(NamedTuple):
    """A stretch of the note that counts as one word, and what gold and prediction say about it."""

    start: int
    end: int
    phi: bool
    found: bool


def words(gold: Document, found: Document) -> Iterator[Word]:
    """Yield every word that either side marks; a word is a run of letters and digits in any script.

    A word is PHI if one of its characters is. It is found only if all its PHI characters are covered: half a name
    is still a name. A span without any letter or digit counts as one word, so that nothing in the gold is lost.
    """
    there, covered = _mask(gold), _mask(found)
    for start, end in _marked_words(gold, found):
        phi, claimed = there[start:end], covered[start:end]
        if 1 not in phi:
            yield Word(start, end, False, True)
        else:
            whole = 0 not in claimed or not any(p > c for p, c in zip(phi, claimed, strict=True))
            yield Word(start, end, True, whole)
    wordless = {
        (span.start, span.end)
        for span in (*gold.spans, *found.spans)
        if not _WORD.search(gold.text, span.start, span.end)
    }
    for start, end in sorted(wordless):
        yield Word(start, end, 1 in there[start:end], 0 not in covered[start:end] or 1 not in there[start:end])


def _marked_words(gold: Document, found: Document) -> Iterator[tuple[int, int]]:
    """Yield the words that a span of either side touches, each once, looking at no more text than that."""
    text, position = gold.text, 0
    for span in sorted((*gold.spans, *found.spans), key=lambda span: span.start):
        start, end = span.start, span.end
        while start > position and text[start - 1].isalnum() and text[start].isalnum():
            start -= 1
        while end < len(text) and text[end].isalnum() and text[end - 1].isalnum():
            end += 1
        for match in _WORD.finditer(text, max(start, position), end):
            yield match.span()
        position = max(position, end)


def _mask(document: Document) -> bytearray:
    mask = bytearray(len(document.text))
    for span in document.spans:
        mask[span.start : span.end] = b"\1" * len(span)
    return mask


def token_binary(gold: Document, found: Document) -> Counts:
    """Return the counts over words, PHI or not, whatever the label (F0.5)."""
    tp = fp = fn = 0
    for word in words(gold, found):
        tp += word.phi and word.found
        fp += not word.phi
        fn += word.phi and not word.found
    return Counts(tp, fp, fn)


def covered(gold: Document, found: Document) -> dict[str, Counts]:
    """Return, by gold label, how many words are hidden by whatever label: what matters once text is released."""
    hidden = _mask(found)
    counts: dict[str, Counts] = {}
    for span in gold.spans:
        places = [match.span() for match in _WORD.finditer(gold.text, span.start, span.end)] or [
            (span.start, span.end)
        ]
        tp = sum(0 not in hidden[start:end] for start, end in places)
        counts[span.label] = counts.get(span.label, Counts()) + Counts(tp=tp, fn=len(places) - tp)
    return counts
