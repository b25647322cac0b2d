"""Identities put into notes that have few: into the place of phrases, between sentences, above and below.

The rules of `templates/injection.txt` say how: `injection.sentence`, `injection.above` and `injection.below` are
added, and a rule `injection: PHRASE` says what may stand where a note has that phrase. Identities that are there
already are given as spans: names and dates are exchanged for the case's own, the rest is kept and stays a span.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from scrubjay.detect.resolve import resolve
from scrubjay.documents.document import Document
from scrubjay.documents.span import Span
from scrubjay.synthesis.case import Case
from scrubjay.synthesis.chance import Chance
from scrubjay.synthesis.grammar import Grammar, Piece
from scrubjay.synthesis.institutions import Institution
from scrubjay.synthesis.lists import Part

_PHRASE = "injection: "
_ENDS = r"(?<=[a-z]{3}[.])(?=[ \n]+[A-Z])"
_TITLE = re.compile(r"\b(?:mr|mrs|ms|miss|dr|doctor|prof)\.?\s*$", re.IGNORECASE)
_REACH = 12  # letters before a name in which its title is looked for
_REPLACED = 0.5  # share of the phrases
_SENTENCES = 0.12  # share of the ends of sentences that another follows
_AROUND = 0.5  # share of the notes with something above, and below
_ROLES = {
    "PATIENT": ("patient", "spouse", "friend", "mother", "son", "sister"),
    "DOCTOR": ("doctor", "doctor2", "doctor3", "pcp"),
}


def inject(note: Document, grammar: Grammar, chance: Chance, part: Part, house: Institution) -> list[Piece]:
    """Return a note's pieces with identities in it; those that are its spans are exchanged or kept."""
    case = Case(chance, part, house, female=_female(note.text))
    pieces: list[Piece] = []
    if chance.odds(_AROUND):
        pieces += [*grammar.expand("injection.above", chance, case.fill), Piece("\n")]
    known = _Known(case)
    place = 0
    for span in _joined(note):
        pieces += _between(note.text[place : span.start], grammar, chance, case)
        pieces += known.exchanged(note.text, span)
        place = span.end
    pieces += _between(note.text[place:], grammar, chance, case)
    if chance.odds(_AROUND):
        pieces += [Piece("\n"), *grammar.expand("injection.below", chance, case.fill)]
    return pieces


class _Known:
    """Who was called how in the note, and is somebody else now."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._roles: dict[tuple[str, str], str] = {}

    def exchanged(self, text: str, span: Span) -> Sequence[Piece]:
        old = text[span.start : span.end]
        if span.label in _ROLES and re.search(r"[^\W\d_]{2}", old):
            form = "comma" if "," in old else "full" if " " in old.strip() else "last"
            if (
                form == "last"
                and not _TITLE.search(text[max(0, span.start - _REACH) : span.start])
                and span.label == "PATIENT"
            ):
                form = "first"
            return self._case.fill(f"{self._role(span.label, old)}.{form}")
        if span.label == "DATE" and any(letter.isdigit() for letter in old) and len(old) > 4:
            return self._case.fill(f"past.{'long' if re.search(r'[0-9]{4}|/.*/', old) else 'short'}")
        return (Piece(old, span.label),)

    def _role(self, label: str, name: str) -> str:
        key = label, name.replace(",", "").split()[-1].lower()
        if key not in self._roles:
            taken = sum(1 for other, _ in self._roles if other == label)
            self._roles[key] = _ROLES[label][min(taken, len(_ROLES[label]) - 1)]
        return self._roles[key]


def _joined(note: Document) -> Iterator[Span]:
    """Yield the spans in their order, none over another; what only blanks part, and has one label, is one."""
    last: Span | None = None
    for span in resolve(note.spans):
        if last and span.label == last.label and not note.text[last.end : span.start].strip(" "):
            last = Span(last.start, span.end, last.label)
            continue
        if last:
            yield last
        last = span
    if last:
        yield last


def _between(text: str, grammar: Grammar, chance: Chance, case: Case) -> Iterator[Piece]:
    """Yield a stretch without identities, with some put into it."""
    place = 0
    for match in _looked_for(grammar).finditer(text):
        phrase = match[0].lower()
        if phrase:
            if chance.odds(_REPLACED):
                yield Piece(text[place : match.start()])
                yield from _as_begun(list(grammar.expand(_PHRASE + phrase, chance, case.fill)), match[0])
                place = match.end()
        elif chance.odds(_SENTENCES):
            yield Piece(text[place : match.start()] + " ")
            yield from grammar.expand("injection.sentence", chance, case.fill)
            place = match.start()
    yield Piece(text[place:])


def _as_begun(pieces: list[Piece], phrase: str) -> list[Piece]:
    """Return pieces that begin with a capital if the phrase did."""
    if phrase[0].isupper() and pieces and pieces[0].text:
        pieces[0] = Piece(pieces[0].text[0].upper() + pieces[0].text[1:], pieces[0].label)
    return pieces


@cache
def _looked_for(grammar: Grammar) -> re.Pattern[str]:
    phrases = sorted(
        (name[len(_PHRASE) :] for name in grammar.names() if name.startswith(_PHRASE)), key=len, reverse=True
    )
    return re.compile(rf"\b(?:(?i:{'|'.join(map(re.escape, phrases))}))\b|{_ENDS}")


def _female(text: str) -> bool | None:
    """Return whether the note speaks of a woman, if it tells."""
    her, his = (len(re.findall(pattern, text, re.IGNORECASE)) for pattern in (r"\b(?:she|her)\b", r"\b(?:he|his)\b"))
    return None if her == his else her > his
