"""The words that make a rule look: titles, kin, months, street types. Each kind is one bit in the lexicon.

Which words they are stands in `words/cues.txt`: closed classes of the language and of the clinic.
"""

from functools import cache

from scrubjay.detect.lexicon import FIRST_CUE, lexicon, states
from scrubjay.detect.rules.vocabulary import blocks

_KINDS = (
    "doctor_title person_title credential kin field role month weekday holiday season street_type facility company "
    "landmark particle in_place identifier job age login grammar heading state"
).split()
_BIT = {kind: FIRST_CUE << place for place, kind in enumerate(_KINDS)}

DOCTOR_TITLE, PERSON_TITLE, CREDENTIAL, KIN = (_BIT[kind] for kind in _KINDS[:4])
FIELD, ROLE, MONTH, WEEKDAY, HOLIDAY, SEASON = (_BIT[kind] for kind in _KINDS[4:10])
STREET_TYPE, FACILITY, COMPANY, LANDMARK, PARTICLE = (_BIT[kind] for kind in _KINDS[10:15])
IN_PLACE, IDENTIFIER, JOB, AGE, LOGIN = (_BIT[kind] for kind in _KINDS[15:20])
GRAMMAR = _BIT["grammar"]  # never part of a name
HEADING = _BIT["heading"]  # words of headings and charts: part of a name only where nothing else is possible
STATE_CUE = _BIT["state"]  # the code of a US state, or the first word of its name
FUNCTION = GRAMMAR | HEADING
ANY_CUE = sum(_BIT.values()) & ~FUNCTION & ~PARTICLE  # what a rule starts from
SHORT_TITLES = frozenset("dr mr mrs ms miss fr rev smt shri sri".split())


@cache
def flags() -> dict[str, int]:
    """Return the lexicon with the cue bits set."""
    known = dict(lexicon())

    def mark(word: str, bit: int) -> None:
        known[word] = known.get(word, 0) | bit

    for kind, words in blocks("cues").items():
        for word in words:
            mark(word, _BIT[kind])
    for month in blocks("cues")["month"]:
        for part in ("mid", "early", "late", *blocks("cues")["month"]):  # mid-May, Jan-Mar
            mark(f"{part}-{month}", MONTH)
    for name, code in states().items():
        mark(name.split(" ")[0], STATE_CUE)
        mark(code.lower(), STATE_CUE)
    return known
