"""Treebank-style tokens as NLTK's `word_tokenize` cuts them, with exact offsets (Festag and Spreckelsen 2020).

What differs from NLTK:

- Sentences come from `sentences.sentence_starts`, not from a trained Punkt model. It matters at periods
  only: the last one of a sentence is a token, any other stays with its word ("Dr.", "p.m.").
- Quotation marks keep their place and form; NLTK rewrites them as `` and '' and searches for them again.
- A line break counts as a blank in every rule; some of NLTK's rules look for blanks alone.
"""

import re
from itertools import pairwise

from scrubjay.tokens.sentences import sentence_starts
from scrubjay.tokens.token import Token

# The rules put a line break where a token begins or ends. Blanks and line breaks of the note are made
# blanks before (one for one), so that whatever is not a line break afterwards is a character of the note.
_APART = r"\n\g<0>\n"
_SPACE = re.compile(r"\s")
# A rule is tried only if the sentence holds one of its signs: most sentences hold few.
_RULES: list[tuple[frozenset[str], re.Pattern[str], str]] = [
    (frozenset(signs), re.compile(pattern), replacement)
    for signs, pattern, replacement in (
        # Opening quotes, and an apostrophe that opens a word other than a clitic.
        ("«“‘„`", "[«“‘„]|`+", _APART),
        ("`", "``", _APART),
        ("\"'", r"(\A|[ \n(\[{<])(\"|'')", r"\1\n\2\n"),
        ("'", r"(?i)(?<!\w)'(?!(?:re|ve|ll|m|t|s|d|n)\b)(?=\w)", r"'\n"),
        # The period that ends the sentence, with what closes after it.
        (".", r"([^.])\.([\])}>\"'»”’ \n]*+)\Z", r"\1\n.\n\2\n"),
        # A colon or comma within a number stays: 10:30, 1,000.
        (":,", r"([:,])(\D)", r"\n\1\n\2"),
        (":,", r"[:,]\Z", _APART),
        (".", r"\.{2,}", _APART),
        (";@#$%&‒–—―", "[;@#$%&\u2012-\u2015]", _APART),
        ("?!", r"[?!]", _APART),
        ("'", r"([^'])'([ \n])", r"\1\n'\n\2"),
        ("*[](){}<>", r"[*\[\](){}<>]", _APART),
        ("-", "--", _APART),
        # Closing quotes and clitics.
        ("»”’", "[»”’]", _APART),
        ("'", "''", _APART),
        ('"', '"', _APART),
        ("'", r"([^' \n])('[sSmMdD]|')(?=[ \n]|\Z)", r"\1\n\2"),
        ("'", r"([^' \n])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T)(?=[ \n]|\Z)", r"\1\n\2"),
        # Two words written as one.
        (
            "tTdDmMnN",
            r"(?i)\b(?=(?:cannot|d'ye|gimme|lemme|gonna|gotta|more'n|wanna(?=\s|\Z))\b)"
            r"(can|d|gim|lem|gon|got|more|wan)(not|'ye|me|na|ta|'n)",
            r"\n\1\n\2\n",
        ),
        ("'", r"(?i)(?<![^ \n])('t)(is|was)\b", r"\n\1\n\2\n"),
    )
]
_PIECES = re.compile(r"[^ \n]+| +").findall


def tokenize(text: str) -> list[Token]:
    """Return Treebank-style tokens of a text, sentence by sentence.

    >>> [(token.start, token.end) for token in tokenize("Dr. Wells can't.")]
    [(0, 3), (4, 9), (10, 12), (12, 15), (15, 16)]
    """
    tokens: list[Token] = []
    edges = [0, *sentence_starts(text), len(text)]
    for start, end in pairwise(edges):
        tokens.extend(_sentence_tokens(text[start:end], start))
    return tokens


def _sentence_tokens(sentence: str, start: int) -> list[Token]:
    marked = _SPACE.sub(" ", sentence.rstrip())
    signs = set(marked)
    for triggers, pattern, replacement in _RULES:
        if not signs.isdisjoint(triggers):
            marked = pattern.sub(replacement, marked)
    tokens: list[Token] = []
    at = start
    for piece in _PIECES(marked):
        if piece[0] != " ":
            tokens.append(Token(at, at + len(piece)))
        at += len(piece)
    return tokens
