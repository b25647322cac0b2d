"""Made-up hospitals, firms, streets and other places, of words from public lists."""

from scrubjay.synthesis.calendar import ordinal
from scrubjay.synthesis.chance import Chance
from scrubjay.synthesis.lists import Part, entries, known_states, own
from scrubjay.synthesis.people import cased, surname


def city(chance: Chance, part: Part) -> str:
    """Return a city of the US, now and then of elsewhere."""
    return cased(
        chance.early(entries("cities_us", part)) if chance.odds(0.85) else chance.pick(entries("cities_world", part))
    )


def state(chance: Chance) -> tuple[str, str]:
    """Return a state and its abbreviation."""
    return chance.pick(known_states())


def country(chance: Chance, part: Part) -> str:
    """Return a country."""
    return cased(chance.pick(entries("countries", part)))


def name_of_place(chance: Chance, part: Part) -> str:
    """Return what houses and firms are called after: a person, a saint, a city, a tree, or any words."""
    kind = chance.weighted(
        {"person": 3, "saint": 1.5, "city": 3, "nature": 3, "county": 1, "virtue": 2, "words": 2, "letters": 0.5}
    )
    if kind == "saint":
        saint = f"{chance.pick(('St.', 'St', 'Saint', 'Santa', 'Our Lady of'))} {chance.pick(own('saints', part))}"
        return saint + chance.pick(("", "", "'s"))
    if kind == "city":
        return city(chance, part)
    if kind == "county":
        return cased(chance.pick(entries("counties_us", part)))
    if kind == "nature":
        return chance.pick(own("nature", part)) + (
            f" {chance.pick(own('second words', part))}" if chance.odds(0.6) else ""
        )
    if kind == "virtue":
        return chance.pick(own("virtues", part))
    if kind == "words":
        return " ".join(chance.pick(own("plain words", part)) for _ in range(chance.pick((1, 2, 2))))
    if kind == "letters":
        return chance.shaped(chance.pick(("@@", "@@@", "@@@", "@&@", "@@@@")))
    return surname(chance, part)


def hospital(chance: Chance, part: Part) -> str:
    """Return a hospital, clinic, practice, laboratory or home."""
    kind = chance.weighted(
        {"head": 56, "short": 8, "of": 6, "at": 5, "the": 4, "legal": 5, "letters": 4, "known": 8, "name": 4}
    )
    if kind == "known":
        return chance.pick(own("known hospitals", part))
    if kind == "of":
        return f"{chance.pick(own('beginnings of hospitals', part))} of {city(chance, part)}".replace("of of", "of")
    name = name_of_place(chance, part)
    if kind == "name":
        return name
    if kind == "short":
        return f"{name} {chance.pick(own('short hospitals'))}"
    if kind == "the":
        return f"The {chance.pick(own('nature', part))}{chance.pick(('', ' House', ' Place', ' Center', ' Home'))}"
    whole = f"{name} {chance.pick(own('hospitals'))}"
    if kind == "letters":
        return "".join(word[0] for word in whole.split() if word[0].isalpha()).upper() + chance.pick("HMC")
    if kind == "at":
        return f"{whole}{chance.pick((' at ', ' at ', ' - ', ' of ', ' in ', ' on '))}{name_of_place(chance, part)}"
    if kind == "legal":
        return whole + chance.pick((", LLC", ", P.C.", ", PA", " Inc.", ", PLLC", " LLP", ", P.A.", ", Ltd"))
    return whole


def brief(name: str) -> str:
    """Return a house as those who know it say it: without what it is.

    >>> brief("Cedar Ridge Medical Center")
    'Cedar Ridge'
    """
    for end in sorted(own("hospitals"), key=len, reverse=True):
        if name.endswith(f" {end}"):
            return name[: -len(end) - 1]
    return name


ORGANISATIONS = {  # kinds, and the sections of words.txt that say how they are called
    "employer": "employers",
    "school": "schools",
    "insurer": "insurers",
    "pharmacy": "pharmacies",
    "ambulance": "ambulances",
    "office": "offices",
    "church": "churches",
}


def organisation(chance: Chance, part: Part, kind: str = "") -> str:
    """Return a firm, school, church, office or another kind of organisation."""
    section = ORGANISATIONS[kind or chance.weighted({"employer": 4} | dict.fromkeys(ORGANISATIONS, 1))]
    pattern = chance.pick(own(section, part))
    return pattern.replace("{}", name_of_place(chance, part), 1).replace("{}", surname(chance, part))


def street(chance: Chance, part: Part) -> str:
    """Return a street with its number."""
    if chance.odds(0.15):
        form = chance.pick(own("roads") if chance.odds(0.5) else own("streets elsewhere"))
        return form.format(n=chance.whole(1, 999), k=chance.whole(1, 9), name=name_of_place(chance, part))
    name = chance.pick(
        (
            surname(chance, part),
            chance.pick(own("nature", part)),
            chance.pick(own("second words", part)),
            city(chance, part),
            ordinal(chance.whole(1, 99)),
        )
    )
    side = chance.pick(("", "", "", "N ", "S. ", "East ", "NW ", "W "))
    found = f"{chance.whole(1, 9999)} {side}{name} {chance.pick(own('streets'))}{chance.pick(('', '', '.'))}"
    if chance.odds(0.25):
        unit = chance.pick((chance.digits(2), chance.shaped("#@"), chance.digits(3), chance.shaped("@")))
        found += f"{chance.pick((', ', ' '))}{chance.pick(own('units of houses')).format(unit)}"
    return found


def other(chance: Chance, part: Part) -> str:
    """Return a lake, park, bridge or another place that is no house."""
    name = chance.pick((chance.pick(own("nature", part)), city(chance, part), surname(chance, part)))
    return f"{name} {chance.pick(own('other places'))}"


def ward(chance: Chance, part: Part) -> str:
    """Return a ward, team or crew that has a name."""
    kind = chance.weighted({"named": 6, "team": 2, "crew": 1, "number": 3})
    if kind == "team":
        return f"{chance.pick(('Team', 'Medicine Team', 'Service', 'Firm', 'Pod'))} {name_of_place(chance, part)}" + (
            f" {chance.whole(1, 9)}" if chance.odds(0.3) else ""
        )
    if kind == "crew":
        return f"{chance.pick(('Medic', 'Ambulance', 'Engine', 'Rescue', 'Truck', 'Unit'))} {chance.whole(1, 99)}"
    name = f"{chance.whole(2, 12)}"
    if kind == "named":
        name = chance.pick(
            (surname(chance, part), chance.pick(own("nature", part)), chance.pick(own("virtues", part)))
        )
    return f"{name} {chance.pick(own('wards'))}" + (f" {chance.whole(1, 9)}" if chance.odds(0.3) else "")


def room(chance: Chance) -> tuple[str, str]:
    """Return a room or bed: the word that says so, which is nobody's, and its number or name."""
    whole = chance.shaped(chance.pick(own("rooms")))
    said, _, number = whole.partition(" ")
    return (f"{said} ", number) if said.lower().rstrip(".") in own("words for rooms") else ("", whole)


def postcode(chance: Chance) -> str:
    """Return a postcode of another country than the US."""
    return chance.shaped(chance.pick(own("postcodes elsewhere")))
