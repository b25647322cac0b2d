"""When two mentions are the same: the normal form under which they are compared."""

import re
import unicodedata

from scrubjay.documents.labels import label_set

_CATEGORY = label_set("i2b2-2014").category_of
# Written with or without hyphens, brackets and spaces, a number is the same number.
_COMPACT = frozenset({"PHONE", "FAX", "ZIP", "ID"}) | {label for label, name in _CATEGORY.items() if name == "ID"}
_NO_SIGN = re.compile(r"[\W_]+")
APOSTROPHES = "'’‘ʼ"
_NO_APOSTROPHE = str.maketrans("", "", APOSTROPHES)


def identity(text: str, label: str) -> str:
    """Return the normal form of a mention.

    It has no case, one space for any white space, no signs in numbers, and no apostrophes in names.

    >>> identity("(617) 555-0134", "PHONE") == identity("617.555.0134", "PHONE")
    True
    >>> identity("SIOBHAN  O'Connell", "PATIENT")
    'siobhan oconnell'
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    if label in _COMPACT and (compact := _NO_SIGN.sub("", folded)):
        return compact
    spelt = without_apostrophes(folded) if is_name(label) else folded.replace("’", "'")
    return " ".join(spelt.split()) or folded


def without_apostrophes(name: str) -> str:
    """Return a name as all its spellings are compared: D'Angelo, D’Angelo and Dangelo are one."""
    return name.translate(_NO_APOSTROPHE)


def is_name(label: str) -> bool:
    """Tell whether a label is a person's name."""
    return _CATEGORY.get(label) == "NAME"
