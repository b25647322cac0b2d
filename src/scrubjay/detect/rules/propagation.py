"""What was found once in a note is found everywhere in it: names in any casing, misspelt or as initials."""

import re
from collections.abc import Iterable, Iterator

from scrubjay.detect.lexicon import COMMON, FREQUENT_GIVEN, FREQUENT_SURNAME, NAME, WORD, plain
from scrubjay.detect.rules.cues import (
    CREDENTIAL,
    DOCTOR_TITLE,
    FUNCTION,
    MONTH,
    PARTICLE,
    PERSON_TITLE,
    WEEKDAY,
    flags,
)
from scrubjay.detect.rules.lookalikes import EPONYMS, in_term, is_thing
from scrubjay.detect.rules.name_shape import is_initial
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Found

REASONS = {
    "again.name": "a name that was found elsewhere in the note",
    "again.misspelt": "one letter away from a name that was found in the note",
    "again.initials": "the initials of a name that was found in the note",
    "again.login": "a name that was found in the note, with other letters or figures attached",
    "again.same": "the same number, place or address was found elsewhere in the note",
}
NAMES = frozenset(("PATIENT", "DOCTOR"))
_REPEATED = frozenset(
    "HOSPITAL ORGANIZATION STREET CITY LOCATION-OTHER PHONE FAX EMAIL URL IPADDR SSN MEDICALRECORD HEALTHPLAN "
    "ACCOUNT LICENSE VEHICLE DEVICE BIOID IDNUM USERNAME".split()
)
_NAME_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_FIRST_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*").match
_FIGURE = re.compile(r"\d").search
# Initials where people sign: after a dash or stroke at the end of a line.
_SIGNED = re.compile(r"[-–/][ ]?(?P<letters>[A-Z]{2,3}|[a-z]{2,3})(?=[ \t]{0,4}(?:\n|\Z))")
_POINTED = re.compile(r"(?P<letters>[A-Z](?<!\w[A-Z])\.[ ]?(?:[A-Z]\.[ ]?)?[A-Z]\.)")
_NO_LETTERS = re.compile(r"[. ]+").sub
SURE = 0.5  # what is at least this sure is looked for everywhere
_LONG_ENOUGH = 5


class Memory:
    """What a note's pages gave away: name words, initials, and strings to look for again."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self._seen: set[str] = set()
        self.deletions: dict[str, str] = {}
        self.initials: dict[str, str] = {}
        self.beginnings: set[str] = set()
        self.strings: dict[str, dict[int, dict[str, str]]] = {}  # first word -> length -> string -> label

    def learn(self, page: Page, found: Iterable[Found]) -> None:
        """Take in what was found with enough certainty on a page."""
        for one in found:
            if one.score < SURE:
                continue
            written = page.text[one.start : one.end]
            if one.label in NAMES:
                if written not in self._seen:
                    self._seen.add(written)
                    self._learn_name(written, one)
            elif one.label in _REPEATED and len(written) >= 4:
                low = page.lower[one.start : one.end]
                first = _FIRST_WORD(low)
                if first and (written[0].isupper() or " " in low or _FIGURE(low)):
                    self.strings.setdefault(plain(first.group()), {}).setdefault(len(low), {})[low] = one.label

    def _learn_name(self, written: str, one: Found) -> None:
        words = [match.group() for match in _NAME_WORD.finditer(written)]
        real = [word for word in words if len(word) > 1]
        for word in real:
            low = plain(word)
            if low in self.names or low in _PLAIN_PARTS or (len(low) < 3 and not _short_name(low)):
                continue
            self.names.setdefault(low, one.label)
            self.beginnings.update(low[:k] for k in range(4, len(low) + 1))
            if len(low) >= _LONG_ENOUGH and low not in self.deletions:
                for k in range(len(low)):
                    self.deletions.setdefault(low[:k] + low[k + 1 :], low)
                self.deletions.setdefault(low, low)
        if len(words) >= 2 and one.rule != "name.unknown":
            ordered = words if "," not in written else words[1:] + words[:1]
            letters = "".join(word[0].upper() for word in ordered)
            self.initials.setdefault(letters, one.label)
            self.initials.setdefault(letters[0] + letters[-1], one.label)


def _short_name(word: str) -> bool:
    """Tell whether a word of two letters is a name and nothing else: Li, Wu."""
    bits = flags().get(word, 0)
    return bool(bits & NAME) and not bits & (COMMON | FUNCTION | CREDENTIAL)


_PLAIN_PARTS = frozenset("van von der den del della dos das bin ibn the and jr sr iii md rn".split())


def again(page: Page, memory: Memory) -> Iterator[Found]:
    """Yield what the memory holds and the page shows."""
    names, strings, words = memory.names, memory.strings, page.words
    for i in page.where(frozenset(strings)):
        yield from _same(page, i, strings[words[i]])
    if not names:
        return
    for i in page.where(frozenset(names)):
        if _means_name(page, i):
            yield _widened(page, i, names[words[i]], 0.85, "again.name")
    for i in page.where(frozenset(f"{name}s" for name in names if len(name) > 3) - names.keys()):
        if page.capital[i] and not page.first(i):
            yield _widened(page, i, names[words[i][:-1]], 0.7, "again.name")  # the Browns
    for i, bits in enumerate(page.flags):
        unknown = not bits & WORD or "-" in words[i]  # Lewis-Carter
        odd = unknown and len(words[i]) >= _LONG_ENOUGH and words[i] not in names
        if odd and not words[i][0].isdigit() and (found := _variant(page, i, memory)):
            yield found
    for pattern, score in ((_SIGNED, 0.65), (_POINTED, 0.75)):
        for match in pattern.finditer(page.text):
            letters = _NO_LETTERS("", match["letters"]).upper()
            if letters in memory.initials:
                yield Found(*match.span("letters"), memory.initials[letters], score, "again.initials")


def _same(page: Page, i: int, strings: dict[int, dict[str, str]]) -> Iterator[Found]:
    """Yield the strings that start at a word, in the same letters or others."""
    start = page.starts[i]
    for length, same in strings.items():
        label = same.get(page.lower[start : start + length])
        if label is not None and not page.lower[start + length : start + length + 1].isalnum():
            yield Found(start, start + length, label, 0.8, "again.same")


def _variant(page: Page, i: int, memory: Memory) -> Found | None:
    """Return a word that holds a name, misspells one, or is made of one as logins are."""
    word, names = page.words[i], memory.names
    parts = [part for part in word.split("-") if part in names]
    known = parts and (page.capital[i] or all(len(part) >= _LONG_ENOUGH for part in parts))
    if known or ("'" in word and word.replace("'", "") in names):
        return _widened(page, i, names[parts[0]] if parts else "PATIENT", 0.8, "again.name")
    if word.isalpha() and (page.capital[i] or not page.mixed(i) or len(word) > _LONG_ENOUGH + 1):
        near = _near(word, memory.deletions)
        if near and not is_thing(page, i):
            return _widened(page, i, names[near], 0.7, "again.misspelt")
    stem = word.strip("0123456789")
    made = stem[1:] in memory.beginnings or (stem != word and (stem in names or stem[:-1] in names))
    if made and len(stem) < 13 and (not page.capital[i] or page.upper(i)) and stem.isalpha():
        return Found(page.starts[i], page.ends[i], "USERNAME", 0.65, "again.login")
    return None


def _means_name(page: Page, i: int) -> bool:
    """Tell whether a word that was a name elsewhere is one here, though it may be a word or a thing as well."""
    bits = page.flags[i]
    if page.ends[i] - page.starts[i] == 2:
        return bool(page.capital[i])  # Li, but not li
    if page.words[i] in EPONYMS or is_thing(page, i):
        # This note's Foley is meant, but where the words around it say catheter.
        titled = i and page.flags[i - 1] & (DOCTOR_TITLE | PERSON_TITLE)
        written = page.capital[i] or not page.mixed(i)
        return bool(titled or (written and not in_term(page, i)))
    if not bits & (COMMON | FUNCTION | MONTH | WEEKDAY | CREDENTIAL):
        return True
    if page.small[i]:
        return not bits & (COMMON | FUNCTION)
    if page.letters == "upper" or page.caps_line(i):
        return bool(i and page.flags[i - 1] & (DOCTOR_TITLE | PERSON_TITLE)) or not bits & (COMMON | FUNCTION)
    if not page.capital[i]:
        return False
    if bits & (MONTH | WEEKDAY):
        return not re.match(r"\.?[ ]{0,2}\d", page.text[page.ends[i] : page.ends[i] + 4]) and not re.search(
            r"\b(?:in|on|since|until|last|next|of|by)[ ]\Z|\d[ ]?\Z",
            page.lower[max(0, page.starts[i] - 7) : page.starts[i]],
        )
    if page.first(i):
        # At the start of a sentence a word such as Will or Rose is more likely the word, unless it acts.
        return bool(bits & (FREQUENT_GIVEN | FREQUENT_SURNAME)) and not bits & FUNCTION
    return True


def _widened(page: Page, i: int, label: str, score: float, rule: str) -> Found:
    """Return a name with the initial or particle that belongs to it."""
    first = i
    if first and is_initial(page, first - 1) and page.capital[first - 1] and page.gaps[first - 1] in (". ", " ", "."):
        first -= 1
    while (
        first
        and page.flags[first - 1] & PARTICLE
        and not page.flags[first - 1] & FUNCTION
        and page.gaps[first - 1] == " "
        and page.words[first - 1] not in ("st", "e", "y", "san", "santa", "la", "le", "el", "al", "da")
    ):
        first -= 1
    return Found(page.starts[first], page.ends[i], label, score, rule)


def _near(word: str, deletions: dict[str, str]) -> str | None:
    """Return a name at one letter's distance: one more, one less, another, or two swapped."""
    name = deletions.get(word)
    if name is not None:
        return name
    for k in range(len(word)):
        name = deletions.get(word[:k] + word[k + 1 :])
        if (
            name is not None
            and (name[0] == word[0] or name[1:2] == word[1:2])
            and abs(len(name) - len(word)) <= 1
            and _distance_one(word, name)
        ):
            return name
    return None


def _distance_one(one: str, two: str) -> bool:
    if len(one) > len(two):
        one, two = two, one
    k = 0
    while k < len(one) and one[k] == two[k]:
        k += 1
    if len(one) < len(two):
        return one[k:] == two[k + 1 :]
    return one[k + 1 :] == two[k + 1 :] or (one[k : k + 2] == two[k : k + 2][::-1] and one[k + 2 :] == two[k + 2 :])
