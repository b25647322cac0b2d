"""Numbers that name somebody or something: records, accounts, licences, devices, telephones.

Telephone numbers are of the kind kept for fiction (555-01xx) in some cases only: real ones look like any other.
"""

from scrubjay.synthesis.chance import Chance
from scrubjay.synthesis.lists import own
from scrubjay.synthesis.people import Person

LABELS = ("MEDICALRECORD", "ACCOUNT", "HEALTHPLAN", "LICENSE", "DEVICE", "IDNUM", "VEHICLE", "BIOID")


def shapes(label: str) -> tuple[str, ...]:
    """Return the shapes that numbers of a label have."""
    return own(f"shapes of {label}")


def phone(chance: Chance) -> str:
    """Return a telephone number in one of the ways they are written."""
    if chance.odds(0.1):
        return chance.shaped(chance.pick(own("telephones elsewhere")))
    area = str(chance.whole(201, 989))
    middle, last = (
        ("555", f"01{chance.digits(2)}") if chance.odds(0.4) else (str(chance.whole(200, 999)), chance.digits(4))
    )
    return chance.pick(own("telephones")).format(area, middle, last)


def extension(chance: Chance) -> str:
    """Return the end of a number within a house, or a pager's."""
    return chance.shaped(chance.pick(("####", "#####", "#-####", "###", "##-###", "#-####")))


def ssn(chance: Chance) -> str:
    """Return a social security number, of the kinds that are never given out, or its end."""
    return chance.shaped(
        chance.pick(("9##-##-####", "000-##-####", "9## ## ####", "9########", "XXX-XX-####", "***-**-####"))
    )


def mail(chance: Chance, who: Person, house: str) -> str:
    """Return an address of somebody at home or at work."""
    first, last = (_letters(part) for part in (who.first, who.last))
    name = chance.pick(
        (
            f"{first}.{last}",
            f"{first[:1]}{last}",
            f"{first}{last}{chance.digits(2)}",
            f"{last}{first[:1]}",
            f"{first}_{last}",
        )
    )
    return f"{name or 'info'}@{chance.pick((*own('mail'), house, house, house, 'example.com', 'example.org'))}"


def username(chance: Chance, who: Person) -> str:
    """Return the name under which somebody works at a computer, or the initials under a dictation."""
    first, last = (_letters(part) for part in (who.first, who.last))
    return chance.pick(
        (
            f"{first[:1]}{last[:7]}",
            f"{last[:6]}{first[:1]}{chance.digits(1)}",
            f"{first[:1]}{last[:1]}{chance.digits(4)}",
            f"{first[:2]}{last[:3]}{chance.digits(2)}",
            f"{first[:1]}{last}".upper(),
            f"{first}.{last}",
            f"{first[:1]}{last[:2]}{chance.digits(2)}",
            f"{first[:1]}{chance.shaped('~')}{last[:1]}",
            f"{first[:1]}{last[:1]}",
            chance.shaped("@@@/~~~"),
            chance.shaped("@@:~~"),
        )
    )


def url(chance: Chance, house: str) -> str:
    """Return the address of a page."""
    start = chance.pick(("https://", "http://", "www.", "https://www.", "", "portal.", "mychart."))
    return start + house + chance.pick(("", "", f"/v/{chance.digits(5)}", "/portal", f"/study?id={chance.digits(7)}"))


def ip(chance: Chance) -> str:
    """Return the number of a computer."""
    return f"{chance.pick((f'10.{chance.below(256)}', '172.16', '192.168'))}.{chance.below(256)}.{chance.below(256)}"


def _letters(name: str) -> str:
    return "".join(letter for letter in name.lower() if "a" <= letter <= "z")
