"""Made-up people and the ways their names are written."""

from dataclasses import dataclass

from scrubjay.synthesis.chance import Chance
from scrubjay.synthesis.lists import Part, entries, own, single

_NICKNAMES = {
    "robert": "Bob",
    "william": "Bill",
    "james": "Jim",
    "richard": "Dick",
    "margaret": "Peggy",
    "elizabeth": "Liz",
    "katherine": "Kathy",
    "patricia": "Pat",
    "thomas": "Tom",
    "michael": "Mike",
    "joseph": "Joe",
    "charles": "Chuck",
    "daniel": "Danny",
    "anthony": "Tony",
    "edward": "Ed",
    "susan": "Sue",
    "deborah": "Deb",
    "jennifer": "Jen",
    "theodore": "Ted",
    "jose": "Pepe",
    "francisco": "Paco",
    "samuel": "Sam",
    "nicholas": "Nick",
    "alexander": "Alex",
}
_SUFFIXES = ("Jr.", "Jr", "Sr.", "II", "III", "IV")


@dataclass(frozen=True)
class Person:
    """Somebody, by the parts of the name."""

    first: str
    last: str
    female: bool
    middle: str = ""
    suffix: str = ""
    nick: str = ""

    def written(self, form: str) -> str:
        """Return the name in one of its forms.

        >>> person = Person("Ann", "Lee", True, "Maria")
        >>> [person.written(form) for form in ("full", "comma", "middle", "short", "initials")]
        ['Ann Lee', 'Lee, Ann M', 'Ann M. Lee', 'A. Lee', 'AL']
        """
        middle = self.middle[:1]
        forms = {
            "full": f"{self.first} {self.last}",
            "first": self.first,
            "last": self.last,
            "nick": self.nick or self.first,
            "comma": f"{self.last}, {self.first}" + (f" {middle}" if middle else ""),
            "comma-full": f"{self.last}, {self.first}" + (f" {self.middle}" if self.middle else ""),
            "comma-tight": f"{self.last},{self.first}",
            "middle": f"{self.first} {middle}. {self.last}" if middle else f"{self.first} {self.last}",
            "whole": " ".join(part for part in (self.first, self.middle, self.last) if part),
            "suffix": f"{self.first} {self.last} {self.suffix}" if self.suffix else f"{self.first} {self.last}",
            "last-first": f"{self.last} {self.first}",
            "letter": self.last[0],
            "lower": f"{self.first} {self.last}".lower(),
            "first-lower": self.first.lower(),
            "last-lower": self.last.lower(),
            "short": f"{self.first[0]}. {self.last}",
            "tight": f"{self.first[0]}.{self.last}",
            "initial": f"{self.first} {self.last[0]}.",
            "back": f"{self.last} {self.first[0]}",
            "initials": f"{self.first[0]}{self.last[0]}".upper(),
            "monogram": "".join(part[0] for part in (self.first, self.middle, self.last) if part).upper(),
        }
        return forms[form]


def person(chance: Chance, part: Part, female: bool | None = None, last: str | None = None) -> Person:
    """Return a made-up person; relatives share the last name that is given."""
    female = chance.odds(0.5) if female is None else female
    first = _first(chance, part, female)
    middle = _first(chance, part, female) if chance.odds(0.6) else ""
    suffix = chance.pick(_SUFFIXES) if not female and chance.odds(0.06) else ""
    nick = _NICKNAMES.get(first.lower(), "")
    return Person(first, last or surname(chance, part), female, middle, suffix, nick)


def surname(chance: Chance, part: Part) -> str:
    """Return a surname: frequent, rare, a word as well, of two, with a particle, or one that no list has."""
    kind = chance.weighted(
        {"frequent": 35, "any": 33, "word": 9, "double": 7, "accent": 4, "particle": 4, "new": 13, "two": 1}
    )
    known = single("surnames", part)
    if kind == "frequent":
        return cased(chance.early(entries("surnames", part)))
    if kind == "word":
        return chance.pick(own("names that are words", part))
    if kind == "double":
        return f"{cased(chance.early(known))}{chance.pick('--- ')}{cased(chance.pick(known))}"
    if kind == "accent":
        return chance.pick(own("names with accents", part))
    if kind == "particle":
        return f"{chance.pick(own('particles'))} {cased(chance.pick(known))}"
    if kind == "two":
        return chance.pick(own("names of two words", part))
    if kind == "new":
        return _new(chance, chance.pick(known), chance.pick(known))
    return cased(chance.pick(entries("surnames", part)))


def cased(name: str) -> str:
    """Return a name of a list, which is in small letters, as it is written.

    >>> [cased(name) for name in ("o'neil", "mcdonald", "garcia-lopez", "de la cruz")]
    ["O'Neil", 'McDonald', 'Garcia-Lopez', 'De La Cruz']
    """
    written = "".join(
        letter.upper() if not place or name[place - 1] in " -'" else letter for place, letter in enumerate(name)
    )
    return f"Mc{written[2:].capitalize()}" if written.startswith("Mc") and len(written) > 4 else written


def _first(chance: Chance, part: Part, female: bool) -> str:
    known = single("given_female" if female else "given_male", part)
    kind = chance.weighted({"frequent": 48, "any": 38, "double": 3, "accent": 2, "word": 4, "new": 9})
    if kind == "frequent":
        return cased(chance.early(known))
    if kind == "double":
        return f"{cased(chance.early(known))}-{cased(chance.early(known))}"
    if kind == "accent":
        return chance.pick(own("names with accents", part))
    if kind == "word":
        return chance.pick(own("names that are words", part))
    if kind == "new":
        return _new(chance, chance.pick(known), chance.pick(known))
    return cased(chance.pick(known))


def _new(chance: Chance, one: str, other: str) -> str:
    """Return the beginning of one name with the end of another."""
    return cased(one[: chance.whole(2, max(2, len(one) - 2))] + other[-chance.whole(2, max(2, len(other) - 2)) :])
