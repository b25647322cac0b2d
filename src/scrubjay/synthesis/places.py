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
    """Return what houses are called after: a person, a saint, a city, a tree."""
    kind = chance.weighted({"person": 3, "saint": 2, "city": 3, "nature": 4, "county": 1})
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
    return surname(chance, part)


def hospital(chance: Chance, part: Part) -> str:
    """Return a hospital, clinic, practice or home."""
    name = name_of_place(chance, part)
    if chance.odds(0.04):
        return "".join(
            word[0] for word in f"{name} {chance.pick(own('hospitals'))}".split() if word[0].isalpha()
        ).upper() + chance.pick("HMC")
    return f"{name} {chance.pick(own('hospitals'))}"


def brief(name: str) -> str:
    """Return a house as those who know it say it: without what it is.

    >>> brief("Cedar Ridge Medical Center")
    'Cedar Ridge'
    """
    for end in sorted(own("hospitals") + own("firms"), key=len, reverse=True):
        if name.endswith(f" {end}"):
            return name[: -len(end) - 1]
    return name


def organisation(chance: Chance, part: Part) -> str:
    """Return a firm, school, church or office."""
    if chance.odds(0.3):
        return chance.pick(own("brands", part))
    return f"{name_of_place(chance, part)} {chance.pick(own('firms'))}"


def street(chance: Chance, part: Part) -> str:
    """Return a street with its number."""
    if chance.odds(0.08):
        return chance.pick(("P.O. Box {}", "PO Box {}", "RR {} Box 11", "Rt 2 Box {}")).format(chance.whole(1, 9999))
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
    """Return a ward that has a name."""
    name = chance.pick(
        (
            surname(chance, part),
            chance.pick(own("nature", part)),
            f"{chance.whole(2, 12)}",
            f"{chance.whole(2, 12)}",
        )
    )
    return f"{name} {chance.pick(own('wards'))}" + (f" {chance.whole(1, 9)}" if chance.odds(0.3) else "")


def room(chance: Chance) -> str:
    """Return a room or bed."""
    return chance.shaped(chance.pick(own("rooms")))
