"""Stand-ins for what a note tells about a life: the age and the profession."""

import re

from scrubjay.documents.harmonise import over_89
from scrubjay.replace.surrogates.pools import professions
from scrubjay.replace.surrogates.stand_ins import StandIns
from scrubjay.replace.surrogates.words import cased_like

_OLDEST = 89  # ages above are one category, "90 or older" (45 CFR 164.514(b)(2)(i)(C))
_NUMBER = re.compile(r"\d+")
_READABLE = 3  # digits
_LONGEST = 80  # characters
# An age with any other word in it may say its number once more, in letters.
_WORDS = frozenset(
    "year years yr yrs y yo o old month months mo mos mth mths m week weeks wk wks w day days d hour hours hr "
    "hrs h s of age aged and a an in is was his her their the to or over older under about approximately "
    "approx almost nearly early mid late at male female man woman boy girl f than more less up".split()
)
_LETTERS = re.compile(r"[^\W\d_]+")
_DECADE = re.compile(r"\d['’]?s\b", re.IGNORECASE)


def age(text: str, note: StandIns) -> str | None:
    """Return an age a year or two beside the real one, or 90 for all over 89; None if it cannot be read.

    All ages of a patient move the same way, so that what came first stays first.
    """
    numbers = list(_NUMBER.finditer(text)) if len(text) <= _LONGEST else []
    if not numbers or any(word.lower() not in _WORDS for word in _LETTERS.findall(text)):
        return None
    step = (-2, -1, 1, 2)[note.number(4, "age")]
    written, position = [], 0
    for index, number in enumerate(numbers):
        following = numbers[index + 1].start() if index + 1 < len(numbers) else len(text)
        over = over_89(text[position:following])
        if len(number.group()) > _READABLE or over is None:
            return None
        if not over and _DECADE.match(text, number.end() - 1):
            return None  # "in her 50s" would become "in her 52s"
        new = 90 if over else _beside(int(number.group()), step)
        written += [
            text[position : number.start()],
            str(new).zfill(len(number.group()) if number.group()[0] == "0" else 1),
        ]
        position = number.end()
    return "".join([*written, text[position:]])


def _beside(years: int, step: int) -> int:
    """Return an age that many years on; at either end it steps back instead, and never stands still."""
    most = _OLDEST if years <= _OLDEST else years + 2  # more than 89 are days or weeks here
    for each in (step, step // abs(step), -step // abs(step)):
        if 1 <= years + each <= most:
            return years + each
    return 1


def profession(text: str, note: StandIns) -> str | None:
    """Return another profession."""
    core = text.strip()
    new = note.phrase(core, professions(), "profession")
    start = text.index(core)
    return new and text[:start] + cased_like(new, core) + text[start + len(core) :]
