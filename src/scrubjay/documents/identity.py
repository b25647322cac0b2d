"""When two mentions are the same: the normal form under which they are compared."""

import re
import unicodedata

from scrubjay.documents.labels import label_set

_CATEGORY = label_set("i2b2-2014").category_of
# Written with or without hyphens, brackets and spaces, a number is the same number.
_COMPACT = frozenset({"PHONE", "FAX", "ZIP", "ID"}) | {label for label, name in _CATEGORY.items() if name == "ID"}
_NO_SIGN = re.compile(r"[\W_]+")


def identity(text: str, label: str) -> str:
    """Return the normal form of a mention: no case, one space for any white space, and no signs in numbers.

    >>> identity("(617) 555-0134", "PHONE") == identity("617.555.0134", "PHONE")
    True
    >>> identity("SIOBHAN  O'Connell", "PATIENT")
    "siobhan o'connell"
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    if label in _COMPACT and (compact := _NO_SIGN.sub("", folded)):
        return compact
    return " ".join(folded.replace("’", "'").split()) or folded


def is_name(label: str) -> bool:
    """Tell whether a label is a person's name."""
    return _CATEGORY.get(label) == "NAME"
