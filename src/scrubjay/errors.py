"""Every error scrubjay raises on purpose, in one tree.

    ScrubjayError                 exit 3, HTTP 500   a fault of ours
    ├── UsageError                exit 2, HTTP 400   wrong use
    │   ├── SettingsError                            a settings file with faults (all of them are listed)
    │   ├── UnknownNameError                         a name outside a registry (the known ones are listed)
    │   ├── MissingExtraError                        an optional dependency is not installed
    │   └── DivergedError                            a training whose loss is no number any more
    ├── DocumentError             exit 2, HTTP 422   a span or document that contradicts itself
    └── FormatError               exit 2, HTTP 422   a file that cannot be read, or cannot hold a document
        └── ColumnError                              a table without a column that is needed

A message says what is wrong, where, and what to do. It never holds note text.
"""

from collections.abc import Iterable
from difflib import get_close_matches


class ScrubjayError(Exception):
    """Something went wrong inside scrubjay."""

    exit_code = 3
    http_status = 500


class UsageError(ScrubjayError):
    """A command or function was called in a way that cannot work."""

    exit_code = 2
    http_status = 400


class SettingsError(UsageError):
    """A settings file has faults; the message lists all of them."""

    def __init__(self, where: str, faults: Iterable[str]) -> None:
        self.where = where
        self.faults = tuple(faults)
        super().__init__(f"{where}: " + "; ".join(self.faults))


class UnknownNameError(UsageError):
    """A name is not in a registry; the message lists the names that are."""

    def __init__(self, kind: str, name: str, known: Iterable[str], *, show: bool = True) -> None:
        self.kind = kind
        self.known = tuple(sorted(known))
        close = get_close_matches(name, self.known, n=1) if show else []
        guess = f" Did you mean {close[0]!r}?" if close else ""
        what = f"{kind} {name!r}" if show else kind
        super().__init__(f"unknown {what}.{guess} Known: {', '.join(self.known)}")


class MissingExtraError(UsageError):
    """A feature needs a package that the light base install does not bring."""

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(f"{feature} needs an extra; install it with: pip install 'scrubjay[{extra}]'")


class DivergedError(UsageError):
    """A training has lost its way: its loss is no number any more."""


class DocumentError(ScrubjayError):
    """A span or a document contradicts itself (offsets, label, score)."""

    exit_code = 2
    http_status = 422


class FormatError(ScrubjayError):
    """A file cannot be read as its format, or a format cannot hold a document."""

    exit_code = 2
    http_status = 422

    def __init__(self, problem: str, *, file: str = "", place: str = "", remedy: str = "") -> None:
        self.problem, self.file, self.place, self.remedy = problem, file, place, remedy
        where = ", ".join(part for part in (file, place) if part)
        message = f"{where}: {problem}" if where else problem
        super().__init__(f"{message}. {remedy}" if remedy else message)


class ColumnError(FormatError):
    """A table has no column of the name that was given, or none for the text."""
