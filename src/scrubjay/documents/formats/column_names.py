"""What a message may say about a table's columns: where the header is missing, their names are a patient's words."""

import re
from collections.abc import Sequence

# What hospital systems make their columns' names of. Nobody is called like any of these, so they may be shown.
WORDS = frozenset(
    "admission age author category class clinical code column comment content created csn date datetime dob "
    "department dept description diagnosis discharge doc document dt encounter event facility file full gender "
    "hadm history id ids identifier index institution label labels language line metadata modified mrn name note "
    "notes nr num number path patient phi provider raw report reports row score section sequence service sex "
    "source span spans split status study subject summary text time timestamp title type updated value version "
    "visit".split()
)
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_PLAIN = re.compile(r"[A-Za-z]+(?:[ _.-][A-Za-z]+)*").fullmatch
_SHOWN = 20


def named(names: Sequence[str], wanted: str = "") -> str:
    """Return which columns there are, as far as a message may say so; `wanted` is what somebody took for one.

    >>> named(["NOTE_ID", "noteText", "Wells"])
    "there are NOTE_ID, noteText and 1 whose name is not shown, because it may be a patient's"
    """
    shown = [name for name in names if _is_name(name) or (name and name.casefold() == wanted.casefold())][:_SHOWN]
    hidden = len(names) - len(shown)
    if not shown:
        return "their names are not shown, because without a header they are a patient's words"
    found = f"there are {', '.join(shown)}"
    if not hidden:
        return found
    whose = "name is not shown, because it" if hidden == 1 else "names are not shown, because they"
    return f"{found} and {hidden} whose {whose} may be a patient's"


def _is_name(name: str) -> bool:
    """Tell whether a column's name is made of nothing but words that name columns."""
    return len(name) <= 40 and bool(_PLAIN(name)) and all(word.lower() in WORDS for word in _WORD.findall(name))
