"""Keyed choices for one note: a word, a letter, a digit or a phrase in the place of another.

Everything follows from the key, the patient and the original, so that all notes of a patient agree, in whatever
order and wherever they are worked on. Only when the choice is a real name of the same note does the next one take
its place.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from scrubjay.detect.lexicon import plain
from scrubjay.keys import Key
from scrubjay.replace.surrogates.pools import pools

_CANDIDATES = 8  # keyed choices among which the one of the nearest length is taken
_REMEMBERED = 50_000


class Memory:
    """What the key chose for the words of recent patients; bounded, and never stored or shown."""

    def __init__(self, key: Key, avoid: frozenset[str]) -> None:
        self.key = key
        self.avoid = avoid
        self.letters = lru_cache(maxsize=_REMEMBERED // 26)(self._letters)
        self.candidates = lru_cache(maxsize=_REMEMBERED)(self._candidates)

    def __reduce__(self) -> tuple[type["Memory"], tuple[Key, frozenset[str]]]:
        """Let it travel to another process, empty."""
        return Memory, (self.key, self.avoid)

    def _letters(self, patient: str) -> dict[str, str]:
        """Return the initial that stands for each letter, never the letter itself.

        Letters with many names change places in one cycle (Sattolo's shuffle); each of the others gets one of them.
        """
        among = list(pools().letters)
        for last in range(len(among) - 1, 0, -1):
            other = self.key.number(last, "letters", patient, str(last))
            among[last], among[other] = among[other], among[last]
        mapped = dict(zip(pools().letters, among, strict=True))
        for letter in sorted(set("abcdefghijklmnopqrstuvwxyz") - set(mapped)):
            mapped[letter] = among[self.key.number(len(among), "letters", patient, letter)]
        return mapped

    def _candidates(self, patient: str, role: str, word: str) -> tuple[str, ...]:
        """Return keyed choices for a word, the nearest in length first, without those to avoid."""
        names = pools().choices[role][self.initial(patient, word[:1])]
        digest = self.key.derive("word", patient, role, word)
        drawn = [names[number % len(names)] for number in _numbers(digest, 4)]
        allowed = [name for name in dict.fromkeys(drawn) if name not in self.avoid]
        return tuple(sorted(allowed, key=lambda name: abs(len(name) - len(word))))

    def initial(self, patient: str, letter: str) -> str:
        """Return the initial that stands for a letter of any script."""
        mapped = self.letters(patient)
        if letter not in mapped:
            mapped_to = pools().letters
            return mapped_to[self.key.number(len(mapped_to), "letters", patient, letter)]
        return mapped[letter]


class StandIns:
    """The choices for one note of one patient.

    `own` are the real names of the note, which no choice may be; `roles` says of words in no list whether they are
    given names (female, male, or given) or surnames in this note.
    """

    def __init__(self, memory: Memory, patient: str, own: frozenset[str], roles: Mapping[str, str]) -> None:
        self._memory = memory
        self._patient = patient
        self._own = own
        self._roles = roles
        self._chosen: dict[tuple[str, ...], str | None] = {}
        self._left: dict[tuple[str, str], tuple[str, ...]] = {}

    def number(self, bound: int, purpose: str, *parts: str) -> int:
        """Return a keyed number from 0 to bound - 1 for this patient."""
        return self._memory.key.number(bound, purpose, self._patient, *parts)

    def numbers(self, purpose: str, *parts: str) -> Iterator[int]:
        """Yield keyed numbers under 65,536 without end, for the letters and digits of an identifier."""
        block = self._memory.key.derive(purpose, self._patient, *parts)
        while True:
            yield from _numbers(block, 2)
            # Each block is keyed by the one before, so that a long original is read once.
            block = self._memory.key.derive("next block", block.hex())

    def initial(self, letter: str) -> str:
        """Return the letter that stands for an initial, in its case.

        >>> note = StandIns(Memory(Key(b"k" * 32), frozenset()), "p1", frozenset(), {})
        >>> note.initial("S") == note.initial("s").upper() != "S"
        True
        """
        new = self._memory.initial(self._patient, plain(letter)[:1])
        return new if letter.islower() else new.upper()

    def name(self, word: str) -> str | None:
        """Return the name that stands for a plain word, in the role the word has by itself, or has in this note."""
        role = pools().role(word) or self._roles.get(word, "surname")
        if role == "given":  # of whom, nothing says
            role = "female" if self.number(2, "gender", word) else "male"
        return self.word(word, role)

    def word(self, word: str, role: str) -> str | None:
        """Return the word of a role that stands for a plain word; it starts with the letter's stand-in.

        None if every word is to be avoided.
        """
        if (role, word) not in self._chosen:
            candidates = self._memory.candidates(self._patient, role, word)
            free = (name for name in candidates if name not in self._own)
            self._chosen[role, word] = next(free, None) or self._any_other(word, role)
        return self._chosen[role, word]

    def _any_other(self, word: str, role: str) -> str | None:
        """Return any free word of a role: with the right initial if there is one, at least not with the old one."""
        initial = self._memory.initial(self._patient, word[:1])
        for free in (self._free(role, initial), self._free(role)):
            start = self.number(len(free), "any word", role, word) if free else 0
            for step in range(len(free)):
                name = free[(start + step) % len(free)]
                if name[0] != word[:1]:
                    return name
        return None

    def _free(self, role: str, initial: str = "") -> tuple[str, ...]:
        """Return the words of a role that may be used in this note, looked through once."""
        if (role, initial) not in self._left:
            names = pools().choices[role]
            lists = [names[initial]] if initial else names.values()
            self._left[role, initial] = tuple(name for each in lists for name in each if not self.taken(name))
        return self._left[role, initial]

    def phrase(self, original: str, choices: Sequence[str], purpose: str) -> str | None:
        """Return one of several phrases for another: keyed, near in length, never itself, no word to avoid."""
        original = " ".join(plain(original).split())
        if (purpose, original) not in self._chosen:
            drawn = self.numbers(purpose, original)
            indices = [next(drawn) % len(choices) for _ in range(_CANDIDATES)]
            near = sorted(dict.fromkeys(indices), key=lambda index: abs(len(choices[index]) - len(original)))
            rest = range(indices[0], indices[0] + len(choices))
            found = (choices[index % len(choices)] for part in (near, rest) for index in part)
            free = (phrase for phrase in found if phrase != original and not any(map(self.taken, phrase.split())))
            self._chosen[purpose, original] = next(free, None)
        return self._chosen[purpose, original]

    def taken(self, word: str) -> bool:
        """Tell whether a plain word is a real name of the note or the corpus."""
        return word in self._own or word in self._memory.avoid


def _numbers(digest: bytes, size: int) -> Iterator[int]:
    for start in range(0, len(digest), size):
        yield int.from_bytes(digest[start : start + size], "big")
