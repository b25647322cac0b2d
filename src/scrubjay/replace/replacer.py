"""What a replacer is, and the registry of styles."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Protocol

from scrubjay.documents.document import Document
from scrubjay.errors import UnknownNameError, UsageError
from scrubjay.keys import Key
from scrubjay.replace.hash import Hash
from scrubjay.replace.mask import Mask
from scrubjay.replace.options import StyleOptions
from scrubjay.replace.release import Replacement
from scrubjay.replace.remove import Remove
from scrubjay.replace.shift import Shift
from scrubjay.replace.surrogate import Surrogate
from scrubjay.replace.tag import Tag

__all__ = ["STYLES", "Replacer", "Style", "StyleOptions", "replacer"]

DEFAULTS = StyleOptions()


class Replacer(Protocol):
    """Says what to put in the place of each span of a note; `release.cut` then cuts the text.

    The spans of the note do not overlap. `whole_dates` is True when the style rewrites a date as a whole, so that the
    policy needs not spare its year.
    """

    @property
    def whole_dates(self) -> bool:
        """Tell whether years may be among the spans."""
        ...

    def replacements(self, document: Document) -> list[Replacement]:
        """Return one replacement per span, in reading order."""
        ...


@dataclass(frozen=True, slots=True)
class Style:
    """A style by name: what a user reads about it, how to make its replacer, and which options it looks at."""

    summary: str
    build: Callable[[StyleOptions], Replacer] | None = None
    build_with_key: Callable[[Key, StyleOptions], Replacer] | None = None
    options: frozenset[str] = frozenset()

    @property
    def needs_key(self) -> bool:
        """Tell whether the style works only with a secret key."""
        return self.build_with_key is not None


_DATES = frozenset(("keep_weekday", "day_first", "max_shift_days"))

STYLES: Mapping[str, Style] = MappingProxyType(
    {
        "tag": Style("the label in brackets: [PATIENT]", build=lambda options: Tag()),
        "mask": Style("a star for each letter and digit: ****** *****", build=lambda options: Mask()),
        "remove": Style("nothing", build=lambda options: Remove()),
        "surrogate": Style(
            "realistic stand-ins, the same for the same patient",
            build_with_key=Surrogate,
            options=_DATES | {"avoid"},
        ),
        "shift": Style(
            "dates moved by a secret number of days per patient, the rest tagged",
            build_with_key=Shift,
            options=_DATES,
        ),
        "hash": Style(
            "the label and a keyed hash: [PATIENT:9f86d081884c7d65]", build_with_key=lambda key, _: Hash(key)
        ),
    }
)


def replacer(style: str, key: Key | None = None, options: StyleOptions = DEFAULTS) -> Replacer:
    """Return the replacer of a style; an option that it would not look at is refused.

    >>> replacer("tag").whole_dates
    False
    """
    try:
        chosen = STYLES[style]
    except KeyError:
        raise UnknownNameError("style", style, STYLES) from None
    for name in (field.name for field in fields(options) if field.name not in chosen.options):
        if getattr(options, name) != getattr(DEFAULTS, name):
            fitting = [each for each, other in STYLES.items() if name in other.options]
            styles = f"style{'s' if len(fitting) > 1 else ''} {' and '.join(fitting)}"
            raise UsageError(f"{name.replace('_', '-')} goes with the {styles}, not with {style}")
    if chosen.build is not None:
        return chosen.build(options)
    assert chosen.build_with_key is not None
    if key is None:
        raise UsageError(
            f"the style {style!r} needs a secret key; make one with: scrubjay key new FILE, then say --key FILE"
        )
    return chosen.build_with_key(key, options)
