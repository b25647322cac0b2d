"""Sentences of a clinical note, as ranges of tokens: punctuation, blank lines, list items, ruled lines."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from scrubjay.errors import UsageError
from scrubjay.tokens.token import Token

# A name follows these, or a number, so the sentence goes on.
_NEVER_LAST = frozenset(
    """dr drs mr mrs ms mx miss prof rev hon capt cpt lt col gen sgt fr mt ft messrs vs approx dept attn fig
    nos pt pts ext tel ph""".split()
)
# These may end a sentence. They do when the next word is one that seldom stands inside a sentence in capitals.
_SELDOM_LAST = frozenset(
    """jr sr st md phd rn np pa inc ltd co corp etc al ave blvd rd hwy jan feb mar apr jun jul aug sep sept oct nov
    dec mon tue tues wed thu thur thurs fri sat sun hr hrs min mins tab tabs cap caps wk wks yr yrs mo mos""".split()
)
_OPENERS = frozenset(
    """The This That These Those There He She It We They His Her Its Their Our You I In On At As After Before
    During Since When While Will Was Is Has Had No Not Patient Pt Please Per Also However Assessment Plan
    Discharge Follow Continue Return Denies Reports Review""".split()
)

LONG_LINE = 350
_CLOSERS = "\"'”’»)\\]}"
# Possessive, and only from the start of a run: a page of dots must not take a page of tries for each.
_END = re.compile(rf"(?<![.!?])[.!?]++[{_CLOSERS}]*+(?=\s++(\S))")
_OPENING = re.compile(r"[\"'“‘«(\[{*]*(\w+)").match
_LAST_WORD = re.compile(r"[\w.]+\Z").search
_LIST_NUMBER = re.compile(r"(?:\A|[\r\n])[ \t]*\d{1,3}\Z").search
_DOTTED = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]").fullmatch

_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_GAPS = re.compile(r"[\r\n]\s*").finditer
# "-", "*", "o" and "." want a blank, the first two may also touch a letter; "-5" and ".5" are numbers.
_ITEM = re.compile(r"[-*•](?:[ \t]+\S|[^\W\d_])|[o.·][ \t]+\S|\d{1,2}[.)](?:\s|[^\W\d_])").match
_RULED = re.compile(r"(?:\A|[\r\n])[ \t]*-{3,}[ \t]*\Z").search


def sentence_starts(text: str) -> list[int]:
    """Return the offsets, after the first, of the characters that begin a sentence."""
    starts: set[int] = set()
    first = len(text) - len(text.lstrip())
    for match in _END.finditer(text):
        if _begins_sentence(text, match):
            starts.add(match.start(1))
    for gap in _GAPS(text):
        start = gap.end()
        if start <= first or start == len(text):
            continue
        before = text[max(0, gap.start() - 80) : gap.start()]
        if len(_LINE_BREAK.findall(gap.group())) > 2 or _ITEM(text, start) or _RULED(before):
            starts.add(start)
    return sorted(starts)


def split_sentences(
    text: str,
    tokens: Sequence[Token],
    *,
    max_tokens: int | None = None,
    keep: Sequence[tuple[int, int]] = (),
) -> list[tuple[int, int]]:
    """Return half-open ranges of token indexes: in order, none empty, covering all tokens.

    No sentence ends inside a range of characters in `keep`; gold spans belong there, since a name cut in
    two is two wrong names. Sentences of more than `max_tokens` are cut at their last line break that
    leaves no more than that, or else at that length; only a kept range may be longer.

    >>> split_sentences("No pain. Dr. Wells agrees.", [Token(0, 2), Token(3, 7), Token(7, 8), Token(9, 12)])
    [(0, 3), (3, 4)]
    """
    return _split(text, tokens, sentence_starts(text), max_tokens, keep)


def split_lines(
    text: str,
    tokens: Sequence[Token],
    *,
    max_tokens: int | None = None,
    keep: Sequence[tuple[int, int]] = (),
) -> list[tuple[int, int]]:
    """Return lines as sentences, under the same promises; one of more than `LONG_LINE` characters is split further.

    For notes that are written in fields, where a line says what its words are.

    >>> split_lines("Sex: F\\nSeen. Well.", [Token(0, 3), Token(3, 4), Token(5, 6), Token(7, 11), Token(13, 17)])
    [(0, 3), (3, 5)]
    """
    starts, place = [], 0
    for line in text.splitlines(keepends=True):
        starts.append(place)
        if len(line) > LONG_LINE:
            starts += [place + start for start in sentence_starts(line)]
        place += len(line)
    return _split(text, tokens, starts, max_tokens, keep)


def split_windows(
    text: str,
    tokens: Sequence[Token],
    *,
    max_tokens: int | None = None,
    keep: Sequence[tuple[int, int]] = (),
) -> list[tuple[int, int]]:
    """Return lines that follow each other as one sentence, as many as `max_tokens` allow, under the same promises.

    For notes in which a line says what the next one is; without `max_tokens`, the note is one sentence.

    >>> tokens = [Token(0, 3), Token(3, 4), Token(5, 6), Token(7, 12), Token(12, 13)]
    >>> split_windows("Sex: F\\nWell.", tokens, max_tokens=4), split_windows("Sex: F\\nWell.", tokens, max_tokens=5)
    ([(0, 3), (3, 5)], [(0, 5)])
    """
    windows: list[tuple[int, int]] = []
    for first, end in split_lines(text, tokens, max_tokens=max_tokens, keep=keep):
        if windows and (max_tokens is None or end - windows[-1][0] <= max_tokens):
            windows[-1] = windows[-1][0], end
        else:
            windows.append((first, end))
    return windows


def _split(
    text: str,
    tokens: Sequence[Token],
    starts: Sequence[int],
    max_tokens: int | None,
    keep: Sequence[tuple[int, int]],
) -> list[tuple[int, int]]:
    """Return the ranges of tokens between the starts, under the promises of `split_sentences`."""
    if max_tokens is not None and max_tokens < 1:
        raise UsageError(f"max_tokens is {max_tokens}; it must be 1 or more")
    if not tokens:
        return []
    token_starts = [token.start for token in tokens]
    token_ends = [token.end for token in tokens]
    barred = bytearray(len(tokens) + 1)  # barred[i]: no break between tokens i - 1 and i
    for start, end in keep:
        first, last = bisect_right(token_ends, start), bisect_left(token_starts, end)
        barred[first + 1 : last] = b"\x01" * max(0, last - first - 1)
    breaks = {bisect_left(token_starts, start) for start in starts} - {0, len(tokens)}
    edges = [0, *sorted(at for at in breaks if not barred[at]), len(tokens)]
    sentences = list(pairwise(edges))
    if max_tokens is None:
        return sentences
    return [part for first, end in sentences for part in _cut(text, tokens, first, end, max_tokens, barred)]


def _begins_sentence(text: str, match: re.Match[str]) -> bool:
    """Tell whether the text after some final punctuation begins a new sentence."""
    opening = _OPENING(text, match.start(1))
    word = opening[1] if opening else ""
    if not word or word[0].islower():
        return False
    if match.group()[0] != "." or match.group().startswith(".."):
        return True
    dot = match.start()
    # The line is looked at as well as the word: "1." at its beginning numbers what follows.
    before = text[max(0, dot - 24) : dot]
    if _LIST_NUMBER(before):
        return False
    last = _LAST_WORD(before)
    if last is None:
        return True
    known = last.group().lower()
    if known in _NEVER_LAST or (known == "no" and word[0].isdigit()):
        return False
    if len(known) == 1 and known.isalpha():
        return False  # "J. Wells", "p. 3"; better "vitamin D." joined to the next sentence than a name torn in two
    if known in _SELDOM_LAST or _DOTTED(known):
        return word in _OPENERS
    return True


def _cut(
    text: str, tokens: Sequence[Token], first: int, end: int, most: int, barred: bytearray
) -> Iterator[tuple[int, int]]:
    """Yield the parts of a sentence, each of `most` tokens or fewer where kept ranges allow."""
    while end - first > most:
        allowed = [at for at in range(first + most, first, -1) if not barred[at]]
        if allowed:
            at_line = (at for at in allowed if _LINE_BREAK.search(text, tokens[at - 1].end, tokens[at].start))
            at = next(at_line, allowed[0])
        else:
            at = next((later for later in range(first + most + 1, end) if not barred[later]), end)
        yield first, at
        first = at
    if first < end:
        yield first, end
