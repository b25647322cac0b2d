"""A logger that cannot show note text.

An event has a fixed name and closed fields. Fields that hold words (`note`, `file`, ...) are named here, so
that free text has nowhere to go; everything else is a number. Exceptions are shown by class and line, not by
message, because messages of other libraries quote what they stumbled over.
"""

import json
import logging
import traceback
from pathlib import Path

WORD_FIELDS = frozenset({"note", "file", "format", "label", "command", "detector", "version"})
"""Fields that may hold a word: ids, paths and names from registries, never a part of a note."""

_ROOT = logging.getLogger("scrubjay")
_ROOT.addHandler(logging.NullHandler())


def event(name: str, *, level: int = logging.INFO, **fields: str | float | Path | None) -> None:
    """Log one event, such as `event("note read", note="n1", spans=3)`."""
    for key, value in fields.items():
        if isinstance(value, str | Path) and key not in WORD_FIELDS:
            raise TypeError(f"log field {key!r} holds text; only {', '.join(sorted(WORD_FIELDS))} may")
    if not _ROOT.isEnabledFor(level):
        return
    shown = "".join(
        f" {key}={json.dumps(str(value) if isinstance(value, Path) else value)}" for key, value in fields.items()
    )
    _ROOT.log(level, "%s%s", name, shown)


def place_of(error: BaseException) -> str:
    """Return an exception's class and where it was raised, without its message.

    >>> try: int("Wells")
    ... except ValueError as error: place_of(error).split(" ")[0]
    'ValueError'
    """
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"


def show(level: int = logging.INFO) -> None:
    """Print events to standard error from now on (the command line does this for `--verbose`)."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%H:%M:%S"))
    _ROOT.addHandler(handler)
    _ROOT.setLevel(level)
