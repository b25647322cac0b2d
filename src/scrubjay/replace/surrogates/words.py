"""Taking a mention apart into words, numbers and signs, and giving a new word the case of the old one."""

import unicodedata
from collections.abc import Iterator
from re import compile as pattern
from typing import NamedTuple

from scrubjay.detect.lexicon import plain
from scrubjay.documents.identity import APOSTROPHES, without_apostrophes
from scrubjay.replace.surrogates.kept import NO_NAMES
from scrubjay.replace.surrogates.pools import pools

_ASCII = {ord(sign): "a" if sign.isalpha() else "0" for sign in map(chr, range(128)) if sign.isalnum()}
_SMALL = frozenset(("and", "of", "the"))
_PIECES = pattern(r"(?P<word>a+(?:'a+)*)|(?P<number>0+)|(?P<signs>[^a0]+)")


class Piece(NamedTuple):
    """A stretch of a mention that is one word, one number, or the signs between them."""

    kind: str  # word, number or signs
    text: str


def pieces(text: str) -> list[Piece]:
    """Return a text as words, numbers and signs, in order; the parts of a hyphenated name are words of their own.

    >>> [piece.text for piece in pieces("O'Connell-Byrne's, 2")]
    ["O'Connell", '-', 'Byrne', "'s", ', ', '2']
    """
    found = []
    for match in _PIECES.finditer(_shape(text)):
        piece = Piece(str(match.lastgroup), text[match.start() : match.end()])
        if piece.kind == "word" and len(piece.text) > 2 and piece.text[-2] in APOSTROPHES and piece.text[-1] in "sS":
            found += [Piece("word", piece.text[:-2]), Piece("signs", piece.text[-2:])]
        else:
            found.append(piece)
    return found


def _shape(text: str) -> str:
    """Return a text of the same length with an a for every letter and a 0 for whatever counts."""
    if text.isascii():
        return text.translate(_ASCII)
    return "".join(map(_sign, text))


def _sign(sign: str) -> str:
    if sign in APOSTROPHES:
        return "'"
    # A mark belongs to its letter: a name must not fall apart at its accents or vowel signs.
    if unicodedata.category(sign)[0] in "LM":
        return "a"
    return "0" if sign.isalnum() else sign


def cased_like(new: str, old: str) -> str:
    """Return lower-case words in the case of others: UPPER, lower, or With Capitals.

    >>> cased_like("fort wayne", "BOSTON"), cased_like("larsen", "McDonald"), cased_like("larsen", "smith")
    ('FORT WAYNE', 'Larsen', 'larsen')
    """
    if old.isupper() and sum(map(str.isalpha, old)) > 1:
        return new.upper()
    if old.islower():
        return new
    first, *rest = new.split(" ")
    return " ".join([first.capitalize(), *(word if word in _SMALL else word.capitalize() for word in rest)])


def name_word(text: str) -> str:
    """Return a word of a name in the one form under which all its spellings are looked up.

    >>> name_word("D’Angelo"), name_word("DANGELO")
    ('dangelo', 'dangelo')
    """
    return without_apostrophes(plain(text))


def name_words(text: str) -> Iterator[str]:
    """Yield the words of a person's or a place's name that are names, as `name_word` writes them.

    They are what surrogates of the same corpus must avoid. Initials, particles, degrees, and everyday words that are
    nobody's name are none.

    >>> list(name_words("Dr. Siobhán O'Connell-Byrne, MD"))
    ['siobhan', 'oconnell', 'byrne']
    >>> list(name_words("St. Brendan Hospital"))
    ['brendan']
    """
    for word in every_word(text):
        if word not in NO_NAMES and (word not in pools().common or pools().role(word)):
            yield word


def every_word(text: str) -> Iterator[str]:
    """Yield the words of a text as `name_word` writes them, without single letters."""
    for piece in pieces(text):
        if piece.kind == "word" and len(word := name_word(piece.text)) > 1:
            yield word
