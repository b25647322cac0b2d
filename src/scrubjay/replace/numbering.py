"""Which identities of a patient are the same: equal ones, and names that can be one person's, get one number."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from scrubjay.detect.lexicon import plain
from scrubjay.documents.identity import identity, is_name
from scrubjay.replace.surrogates.names import parts
from scrubjay.replace.surrogates.words import name_word

_WORD, _LETTER, _WHOLE = b"w", b"l", b"="
_MOST = 100  # people of one surname that are looked at


class Row(NamedTuple):
    """That a number was given: the label, the digest of what it was given to, and the number."""

    label: str
    digest: bytes
    number: int


class Numbering:
    """The numbers of one patient's identities, by label, in order of first appearance.

    What is kept are digests, not the identities. A person is the words of their name and the letters these start
    with: `Solberg`, `SOLBERG, HENRIK` and `H. Solberg` are one person, `Marta Solberg` is another. A mention that
    fits several people is taken for the one it shares most with, then for the first.

    >>> numbering = Numbering(lambda text: text.encode())
    >>> [numbering.number("PATIENT", name) for name in ("Solberg", "SOLBERG, HENRIK", "Marta Solberg", "H. Solberg")]
    [1, 1, 2, 1]
    """

    def __init__(self, digest: Callable[[str], bytes], rows: Iterable[Row] = ()) -> None:
        self._digest = digest
        self._marks: dict[tuple[str, int], set[bytes]] = {}
        self._holders: dict[tuple[str, bytes], list[int]] = {}
        self._last: Counter[str] = Counter()
        self.fresh: list[Row] = []  # the rows that are new
        for row in rows:
            self._keep(row)

    def number(self, label: str, text: str) -> int:
        """Return the number of a mention."""
        marks = self._marks_of(text) if is_name(label) else set()
        if any(mark.startswith(_WORD) for mark in marks):
            number = self._person(label, marks)
        else:
            whole = _WHOLE + self._digest(identity(text, label))
            marks = {whole}
            number = self._holders.get((label, whole), [0])[0]
        number = number or self._last[label] + 1
        for mark in marks - self._marks.get((label, number), set()):
            self.fresh.append(Row(label, mark, number))
            self._keep(self.fresh[-1])
        return number

    def _keep(self, row: Row) -> None:
        self._marks.setdefault((row.label, row.number), set()).add(row.digest)
        self._holders.setdefault((row.label, row.digest), []).append(row.number)
        self._last[row.label] = max(self._last[row.label], row.number)

    def _marks_of(self, name: str) -> set[bytes]:
        """Return the digests of the words of a name, of the letters they start with, and of its initials alone."""
        found = parts(name)
        words = {name_word(part.text) for part in found if part.kind == "name"} - {""}
        letters = {plain(sign) for part in found if part.kind in ("initial", "initials") for sign in part.text}
        letters.update(word[0] for word in words)
        return {_WORD + self._digest(word) for word in words} | {_LETTER + self._digest(sign) for sign in letters}

    def _person(self, label: str, marks: set[bytes]) -> int:
        """Return the number of the person whom a name can be of, or 0."""
        words = {mark for mark in marks if mark.startswith(_WORD)}
        best, most = 0, 0
        for word in words:
            for number in self._holders.get((label, word), [])[:_MOST]:
                known = self._marks[label, number]
                theirs = {mark for mark in known if mark.startswith(_WORD)}
                shared = len(marks & known)
                # One name must hold the other, letters included: M. Solberg is not Henrik Solberg.
                same = marks <= known or (theirs <= words and known <= marks)
                if same and (shared > most or (shared == most and number < best)):
                    best, most = number, shared
        return best
