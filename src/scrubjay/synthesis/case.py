"""One made-up case: who is ill, who treats, where and when. It says what stands in the slots of a template.

People: patient; mother father spouse son daughter sister brother friend; doctor doctor2 doctor3 pcp resident nurse
nurse2 tech. Alone, `{doctor}` is a name as the house writes it; with a form, `{doctor.last}`, it is written so
(`people.Person.written`). In capitals, `{PATIENT.comma}`, it is in capitals. `{patient.he}`, `.him`, `.his`, `.He`,
`.His`, `.man`, `.boy`, `.sex`, `.m`, `.Mr` and others of `_WORDS` are words that go with a person.

Dates: `{date}` is today, `{date-3}` three days ago, `{date+14.short}` in two weeks without the year, `{dob}` a
birthday, `{past}` some day of earlier years; forms as in `calendar`. What else there is, `SLOTS` says.
"""

import re
from collections.abc import Callable
from datetime import timedelta

from scrubjay.errors import FormatError
from scrubjay.synthesis import calendar, numbers, places
from scrubjay.synthesis.chance import Chance
from scrubjay.synthesis.grammar import Piece
from scrubjay.synthesis.institutions import Institution
from scrubjay.synthesis.lists import Part, entries, single
from scrubjay.synthesis.people import Person, person

_KIN = {"mother": True, "father": False, "son": False, "daughter": True, "sister": True, "brother": False}
_STAFF = ("doctor", "doctor2", "doctor3", "pcp", "resident", "nurse", "nurse2", "tech")
_PEOPLE = ("patient", "spouse", "friend", *_KIN, *_STAFF)
_WHO = re.compile(rf"({'|'.join(sorted(_PEOPLE, key=len, reverse=True))})(?:\.(.+))?", re.IGNORECASE)
_WHEN = re.compile(r"(date|dob|past)([+-]\d+)?(?:\.(.+))?")
_RANGE = re.compile(r"([nx]):(\d+(?:\.(\d+))?)-(\d+(?:\.\d+)?)")
_WORDS = {  # by form: of a woman, of a man
    "he": ("she", "he"),
    "him": ("her", "him"),
    "his": ("her", "his"),
    "He": ("She", "He"),
    "His": ("Her", "His"),
    "man": ("woman", "man"),
    "boy": ("girl", "boy"),
    "sex": ("female", "male"),
    "m": ("F", "M"),
    "son": ("daughter", "son"),
    "gentleman": ("lady", "gentleman"),
    "husband": ("wife", "husband"),
    "father": ("mother", "father"),
    "brother": ("sister", "brother"),
}


class Case:
    """Answers for the slots of one note, always the same for the same person or place."""

    def __init__(self, chance: Chance, part: Part, house: Institution, female: bool | None = None) -> None:
        self._chance, self._part, self._house = chance, part, house
        self._people: dict[str, Person] = {"patient": person(chance, part, female)}
        self._places: dict[str, str] = {}
        self.today = calendar.today(chance)
        # Mostly grown-up, as templates that speak of children say so: {age.child}.
        spans = {(1, 17): 1, (18, 60): 4, (40, 88): 4, (60, 99): 4}
        self._age = chance.whole(*chance.weighted(spans))
        self._born = self.today - timedelta(days=int(self._age * 365.25) + chance.below(360))
        self._state = places.state(chance)

    def fill(self, slot: str) -> tuple[Piece, ...]:
        """Return what stands in a slot."""
        if found := _WHO.fullmatch(slot):
            return self._named(*found.groups())
        if found := _WHEN.fullmatch(slot):
            return self._dated(*found.groups())
        if found := _RANGE.fullmatch(slot):
            kind, low, decimals, high = found.groups()
            if kind == "n":
                return (Piece(str(self._chance.whole(int(low), int(high)))),)
            return (Piece(f"{self._chance.number(float(low), float(high)):.{len(decimals or '0')}f}"),)
        if slot == "room":
            said, number = places.room(self._chance)
            return (Piece(said), Piece(number, "ROOM")) if said else (Piece(number, "ROOM"),)
        if slot not in SLOTS:
            raise FormatError(f"there is no slot {slot}")
        return (SLOTS[slot](self),)

    def who(self, role: str) -> Person:
        """Return the person of a role."""
        if role not in self._people:
            shared = (role in _KIN or role == "spouse") and self._chance.odds(0.6)
            patient = self._people["patient"]
            female = not patient.female if role == "spouse" else _KIN.get(role)
            self._people[role] = person(self._chance, self._part, female, patient.last if shared else None)
        return self._people[role]

    def _named(self, role: str, form: str | None) -> tuple[Piece, ...]:
        who = self.who(role.lower())
        if form in _WORDS:
            return (Piece(_WORDS[form][0 if who.female else 1]),)
        if form == "Mr":
            titles = ("Ms.", "Mrs.", "Miss", "Ms", "Mrs") if who.female else ("Mr.", "Mr")
            return (Piece(self._chance.pick(titles)),)
        staff = role.lower() in _STAFF
        written = who.written(form or (self._house.staff if staff else "full"))
        return (Piece(written.upper() if role.isupper() else written, "DOCTOR" if staff else "PATIENT"),)

    def _dated(self, which: str, days: str | None, form: str | None) -> tuple[Piece, ...]:
        chance = self._chance
        if which == "dob":
            day = self._born
        elif which == "past":
            day = self.today - timedelta(days=chance.whole(30, 5000))
        else:
            day = self.today
        day += timedelta(days=int(days or 0))
        if form is None:
            form = "short" if which == "date" and chance.odds(0.3) else "long"
        if form in ("long", "short") and chance.odds(self._house.own):
            form = self._house.long if form == "long" else self._house.short
        written = calendar.written(chance, day, form)
        if written.startswith("the "):
            return Piece("the "), Piece(written[4:], "DATE")
        return (Piece(written, "DATE"),)

    def place(self, name: str, make: Callable[[Chance, Part], str]) -> str:
        """Return the place of a name, made when first asked for."""
        if name not in self._places:
            self._places[name] = make(self._chance, self._part)
        return self._places[name]

    def shaped(self, label: str) -> Piece:
        """Return a number as the house writes it, or another does; the patient's own stay the same."""

        def make(chance: Chance, part: Part) -> str:
            shape = self._house.shapes[label] if chance.odds(0.5) else chance.pick(numbers.shapes(label))
            return chance.shaped(shape)

        own = label in ("MEDICALRECORD", "ACCOUNT", "HEALTHPLAN")
        return Piece(self.place(label, make) if own else make(self._chance, self._part), label)

    def listed(self, name: str) -> str:
        """Return a word of a list."""
        return self._chance.pick(single(name, self._part))

    def phrase(self, name: str) -> str:
        """Return an entry of a list."""
        return self._chance.pick(entries(name, self._part))

    def number(self, make: Callable[[Chance], str], label: str) -> Piece:
        """Return a number that somebody can be reached by or a thing is known by."""
        return Piece(make(self._chance), label)

    def age(self) -> Piece:
        """Return how old the patient is."""
        return Piece(str(self._age), "AGE")

    def state(self, brief: bool) -> Piece:
        """Return the state the case is in."""
        return Piece(self._state[1 if brief else 0], "STATE")

    def site(self) -> str:
        """Return the house's part of addresses in the net."""
        letters = "".join(c for c in self.place("hospital", places.hospital).lower() if "a" <= c <= "z")[:14]
        return f"{letters or 'clinic'}.{'org' if len(letters) % 2 else 'com'}"

    def mail(self) -> Piece:
        """Return somebody's address for mail."""
        who = self.who(self._chance.pick(("patient", "doctor")))
        return Piece(numbers.mail(self._chance, who, self.site()), "EMAIL")

    def username(self) -> Piece:
        """Return the name of one of the staff at a computer."""
        return Piece(
            numbers.username(self._chance, self.who(self._chance.pick(("doctor", "nurse", "tech")))), "USERNAME"
        )

    def url(self) -> Piece:
        """Return the address of a page of the house."""
        return Piece(numbers.url(self._chance, self.site()), "URL")

    def time(self) -> Piece:
        """Return a time of the day, which is nobody's."""
        hour, minute = self._chance.below(24), self._chance.below(60)
        return Piece(
            self._chance.pick(
                (
                    f"{hour:02}:{minute:02}",
                    f"{hour:02}{minute:02}",
                    f"{hour % 12 or 12}:{minute:02} {'AM' if hour < 12 else 'PM'}",
                    f"{hour % 12 or 12}{'am' if hour < 12 else 'pm'}",
                )
            )
        )


def _organisation(kind: str) -> Callable[[Case], Piece]:
    return lambda case: Piece(
        case.place(kind, lambda chance, part: places.organisation(chance, part, kind)), "ORGANIZATION"
    )


# The slots that are neither a person, a date nor a range (`{n:1-9}` whole numbers, `{x:0.5-9.9}` others).
SLOTS: dict[str, Callable[[Case], Piece]] = {
    **{kind: _organisation(kind) for kind in places.ORGANISATIONS},
    "age": Case.age,
    "age.child": lambda case: case.number(lambda chance: str(chance.whole(1, 17)), "AGE"),
    "age.other": lambda case: case.number(lambda chance: str(chance.whole(1, 99)), "AGE"),
    "age.months": lambda case: case.number(calendar.infancy, "AGE"),
    "age.s": lambda case: case.number(
        lambda chance: f"{chance.whole(2, 9)}0{chance.pick(('s', 's', chr(39) + 's'))}", "AGE"
    ),
    "age.words": lambda case: case.number(calendar.spelled, "AGE"),
    "holiday": lambda case: case.number(calendar.holiday, "DATE"),
    "mrn": lambda case: case.shaped("MEDICALRECORD"),
    "account": lambda case: case.shaped("ACCOUNT"),
    "plan": lambda case: case.shaped("HEALTHPLAN"),
    "licence": lambda case: case.shaped("LICENSE"),
    "device": lambda case: case.shaped("DEVICE"),
    "id": lambda case: case.shaped("IDNUM"),
    "vehicle": lambda case: case.shaped("VEHICLE"),
    "bio": lambda case: case.shaped("BIOID"),
    "ssn": lambda case: case.number(numbers.ssn, "SSN"),
    "phone": lambda case: case.number(numbers.phone, "PHONE"),
    "fax": lambda case: case.number(numbers.phone, "FAX"),
    "ext": lambda case: case.number(numbers.extension, "PHONE"),
    "email": Case.mail,
    "username": Case.username,
    "url": Case.url,
    "ip": lambda case: case.number(numbers.ip, "IPADDR"),
    "hospital": lambda case: Piece(case.place("hospital", places.hospital), "HOSPITAL"),
    "hospital2": lambda case: Piece(case.place("hospital2", places.hospital), "HOSPITAL"),
    "hospital.brief": lambda case: Piece(places.brief(case.place("hospital", places.hospital)), "HOSPITAL"),
    "hospital2.brief": lambda case: Piece(places.brief(case.place("hospital2", places.hospital)), "HOSPITAL"),
    "unit": lambda case: Piece(case.place("unit", places.ward), "DEPARTMENT"),
    "street": lambda case: Piece(case.place("street", places.street), "STREET"),
    "city": lambda case: Piece(case.place("city", places.city), "CITY"),
    "city2": lambda case: Piece(case.place("city2", places.city), "CITY"),
    "state": lambda case: case.state(brief=False),
    "st": lambda case: case.state(brief=True),
    "zip": lambda case: case.number(
        lambda chance: chance.shaped(chance.pick(("#####", "#####", "#####-####"))), "ZIP"
    ),
    "country": lambda case: Piece(case.place("country", places.country), "COUNTRY"),
    "postcode": lambda case: case.number(places.postcode, "ZIP"),
    "org": lambda case: Piece(case.place("org", places.organisation), "ORGANIZATION"),
    "org2": lambda case: Piece(case.place("org2", places.organisation), "ORGANIZATION"),
    "place": lambda case: Piece(case.place("place", places.other), "LOCATION-OTHER"),
    "job": lambda case: Piece(case.place("job", lambda *_: case.phrase("professions")), "PROFESSION"),
    "drug": lambda case: Piece(case.listed("drugs")),
    "illness": lambda case: Piece(case.listed("medical")),
    "time": Case.time,
}
