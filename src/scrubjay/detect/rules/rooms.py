"""Rooms, beds and wards with a number or a name."""

import re
from collections.abc import Iterator

from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found

REASONS = {
    "room.number": "a room or bed with its number",
    "room.unit": "a unit with the number of a bed or room",
    "room.ward": "a ward with its floor and side, or a wing with a name",
}

_VALUE = r"(?:(?:er|ed|icu|micu|endo)[ ])?[a-z]{0,2}-?\d{1,4}[a-z]?(?:[-/][a-z0-9]{1,5}){0,2}"
_ROOM = re.compile(
    rf"(?P<cue>room|rm|bed|cell|chair|ldr|bay|op|suite)(?:[ ]?#|[ ]no\.?|:)?[ .]{{1,12}}(?P<value>{_VALUE})"
    r"(?![\w%]|[./:]\d|[ ]?(?:air|mg|ml|days|hours|weeks|degrees|°|mm|cm|min|x\b|times|l\b|liters))"
)
_SURE = frozenset("room rm bed cell".split())
_UNIT = re.compile(
    r"(?P<unit>MICU|SICU|ICU|CCU|NICU|PICU|CVICU|OR|ED|PACU|Medic|Tower|Pod) (?P<value>\d{1,3}[A-Z]?)\b(?![./:%-]\d|"
    r"[ ]?(?:mg|ml|x\b))"
)
_LOWER_UNIT = re.compile(r"(?P<unit>micu|sicu|icu|ccu|nicu|picu|ldr|pacu) (?P<value>\d{1,3})\b(?![./:%-]\d)")
_NAMED_UNITS = frozenset(("Medic", "Tower", "Pod"))  # whose word is part of a name; of others the number tells
_SIDE = re.compile(
    r"\b(?:[A-Z][a-z]{2,14} )?\d{1,2}(?: ?(?:North|South|East|West|N|S|E|W)|[ -](?:[Tt]ower|[Nn]orth|[Ss]outh|"
    r"[Ee]ast|[Ww]est|TOWER|NORTH|SOUTH|EAST|WEST))\b(?: (?:tele|ICU|MICU|wing))?(?: \d{1,3}-?[A-Z]?\b)?"
)
_WING = re.compile(r"[A-Z](?:[a-z]{2,14})?").fullmatch
_BED = re.compile(r"\d{1,2}[NSEW]-\d{1,3}[A-Z]?")
_LOWER_WARD = re.compile(r"\b\d{1,2} (?:north|south|east|west|tower)\b(?: tele)?")
# A floor and its side in one word, where units stand: to 4W, 6N charge. Elsewhere it is GOLD 3E.
_FLOOR = re.compile(r"\d{1,2}[NSEW]").fullmatch
_FLOOR_CUE = re.compile(r"\b(?:to|from|on|loc|location|unit|ward|floor)[ :.]{1,4}\Z").search
_FLOOR_BEHIND = re.compile(r"[ ,]{1,3}(?:rn|charge|nurse|staff|bed|rm|room|desk|clerk)\b").match
_NUMBERED = {"ward": re.compile(r"\d{1,2}[a-z]?").fullmatch, "unit": re.compile(r"\d{1,2}[a-z]").fullmatch}
# Units every hospital has.
_PLAIN_WINGS = frozenset(
    "care intensive the this that medical surgical stroke burn dialysis telemetry observation psychiatric delivery "
    "memory rehab same services health nerve heart respiratory per each one ed recovery short nursing emergency "
    "inpatient outpatient hospice labour labor maternity antenatal postnatal assessment admission admissions "
    "decision dependency acute paediatric pediatric general isolation male female day children renal cardiac "
    "coronary trauma orthopaedic oncology haematology endoscopy".split()
)


def find(page: Page) -> Iterator[Found]:
    """Yield the rooms and wards of a page."""
    for i, match in page.matches(_ROOM, _ROOM_WORDS):
        sure = match["cue"] in _SURE
        if sure or page.capital[i] or page.small[i]:
            yield Found(*match.span("value"), "ROOM", 0.8 if sure else 0.6, "room.number")
    text = page.text
    for i in page.where(_UNIT_WORDS) if page.numbers else ():
        unit = (_LOWER_UNIT if page.small[i] else _UNIT).match(text, page.starts[i])
        if unit and (not page.caps_line(i) or unit["unit"] not in ("OR", "ED") or page.letters == "upper"):
            yield Found(*unit.span(0 if unit["unit"] in _NAMED_UNITS else "value"), "ROOM", 0.55, "room.unit")
    side = _LOWER_WARD if page.letters == "lower" else _SIDE
    for match in side.finditer(text) if page.has(_SIDES) and page.numbers else ():
        yield Found(*match.span(), "ROOM", 0.55, "room.ward")
    for i in page.where(_WARD_WORDS):
        named = i and page.capital[i] and not page.upper(i) and page.gaps[i - 1] == " "
        if named and page.words[i - 1] not in _PLAIN_WINGS and _WING(text, page.starts[i - 1], page.ends[i - 1]):
            yield Found(page.starts[i - 1], page.ends[i], "DEPARTMENT", 0.55, "room.ward")
        number = _NUMBERED.get(page.words[i])
        if number and i + 1 < page.size and page.gaps[i] in (" ", ": ") and number(page.words[i + 1]):
            yield Found(page.starts[i], page.ends[i + 1], "DEPARTMENT", 0.55, "room.ward")
    for i in page.numbers:
        start, end = page.starts[i], page.ends[i]
        if _BED.fullmatch(text, start, end):
            yield Found(start, end, "ROOM", 0.55, "room.ward")
        elif _FLOOR(text, start, end) and (
            _FLOOR_CUE(page.lower, max(0, start - 12), start) or _FLOOR_BEHIND(page.lower, end)
        ):
            yield Found(start, end, "DEPARTMENT", 0.55, "room.ward")


_UNIT_WORDS = frozenset("micu sicu icu ccu nicu picu cvicu or ed pacu medic tower pod ldr".split())
_SIDES = frozenset("north south east west tower n s e w".split())
_WARD_WORDS = frozenset("unit wing block pod ward house cottage".split())
_ROOM_WORDS = frozenset("room rm bed cell chair ldr bay op suite".split())
FAMILY = Family("rooms", find, REASONS)
