"""The official i2b2 2014 measures, count for count (F0.4).

Four ways to match, each on all PHI, on the HIPAA labels as the official script has them, and on the HIPAA labels
as they were meant: the script lists "IDNUM " with a trailing blank, so that IDNUM never counts as HIPAA there.

- token: runs of ASCII letters and digits inside a span, each with the span's category and label. A letter with an
  accent parts two tokens; a span without any such run counts as one empty token at its end.
- strict: spans by category, label, start and end.
- relaxed: as strict, with ends up to two characters apart.
- binary: tokens by their place alone; `binary_strict`: spans by their place alone.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from scrubjay.documents.document import Document
from scrubjay.documents.labels import LABEL_SETS
from scrubjay.documents.span import Span
from scrubjay.evaluate.counts import Counts, IntArray

HIPAA_CORRECTED = frozenset(
    "PATIENT CITY STREET ZIP ORGANIZATION DATE PHONE FAX EMAIL AGE "
    "SSN MEDICALRECORD HEALTHPLAN ACCOUNT LICENSE VEHICLE DEVICE BIOID IDNUM".split()
)
HIPAA = HIPAA_CORRECTED - {"IDNUM"}
SUBSETS: Mapping[str, frozenset[str] | None] = MappingProxyType(
    {"all": None, "hipaa": HIPAA, "hipaa_corrected": HIPAA_CORRECTED}
)
MEASURES = ("token", "strict", "relaxed", "binary", "binary_strict")
CATEGORIES = tuple(LABEL_SETS["i2b2-2014"].categories)
_MEMBERS = {name: frozenset(labels) for name, labels in LABEL_SETS["i2b2-2014"].categories.items()}
SLACK = 2
_TOKEN = re.compile(r"[a-zA-Z0-9]+")


Countable = TypeVar("Countable", Counts, IntArray)


class Unit(NamedTuple):
    """What is matched: a span or one of its tokens."""

    start: int
    end: int
    label: str


def tokens(document: Document) -> list[Unit]:
    """Return the official script's tokens of a document's spans."""
    units = []
    for span in document.spans:
        found = [Unit(*match.span(), span.label) for match in _TOKEN.finditer(document.text, span.start, span.end)]
        units += found or [Unit(span.end, span.end, span.label)]
    return units


def spans(document: Document) -> list[Unit]:
    """Return a document's spans."""
    return [Unit(span.start, span.end, span.label) for span in document.spans]


def by_key(gold: Iterable[object], found: Iterable[object]) -> Counts:
    """Return the counts of two sets of keys."""
    there, claimed = set(gold), set(found)
    hits = len(there & claimed)
    return Counts(hits, len(claimed) - hits, len(there) - hits)


def relaxed(gold: Sequence[Unit], found: Sequence[Unit]) -> Counts:
    """Return the counts with ends up to two characters apart.

    "Equal up to two characters" is not transitive, so spans that begin together and end within two characters of
    each other need the script's own rule: of such spans in one document the first stays; hits are counted in the
    smaller of both sets, the system's if they are equally large.
    """
    there, claimed = _distinct(gold), _distinct(found)
    fewer, more = (claimed, there) if len(claimed) <= len(there) else (there, claimed)
    index = _by_start(more)
    hits = _distinct(unit for unit in fewer if _near(unit, index))
    in_gold, in_found = _by_start(there), _by_start(claimed)
    return Counts(
        len(hits),
        sum(not _near(unit, in_gold) for unit in claimed),
        sum(not _near(unit, in_found) for unit in there),
    )


def _distinct(units: Iterable[Unit]) -> list[Unit]:
    index: dict[tuple[int, str], list[int]] = {}
    kept = []
    for unit in units:
        if not _near(unit, index):
            index.setdefault((unit.start, unit.label), []).append(unit.end)
            kept.append(unit)
    return kept


def _by_start(units: Iterable[Unit]) -> dict[tuple[int, str], list[int]]:
    index: dict[tuple[int, str], list[int]] = {}
    for unit in units:
        index.setdefault((unit.start, unit.label), []).append(unit.end)
    return index


def _near(unit: Unit, index: Mapping[tuple[int, str], list[int]]) -> bool:
    return any(abs(unit.end - end) <= SLACK for end in index.get((unit.start, unit.label), ()))


def score(gold: Document, found: Document) -> dict[str, Counts]:
    """Return the counts of one note under every measure: `token/all`, ..., and `NAME/token/all` by category.

    A category has the two measures the official script prints for it, token and strict.
    """
    counts = parts(gold, found)
    return {**counts, **sums(counts, Counts())}


def parts(gold: Document, found: Document) -> dict[str, Counts]:
    """Return the counts that have to be made note by note: by label, and those across labels by subset.

    Token and strict matches never cross labels, so their counts by label (`token/label/DATE`) add up to any choice.
    """
    units = {"token": (tokens(gold), tokens(found)), "strict": (spans(gold), spans(found))}
    counts = {}
    for name, both in units.items():
        for label, each in by_label(*both).items():
            counts[f"{name}/label/{label}"] = each
    for label, each in relaxed_by_label(*units["strict"]).items():
        counts[f"relaxed/label/{label}"] = each
    for subset, labels in SUBSETS.items():
        chosen = {name: (_only(there, labels), _only(claimed, labels)) for name, (there, claimed) in units.items()}
        counts[f"relaxed/{subset}"] = relaxed(*chosen["strict"])
        for name, measure in (("token", "binary"), ("strict", "binary_strict")):
            there, claimed = chosen[name]
            counts[f"{measure}/{subset}"] = by_key([unit[:2] for unit in there], [unit[:2] for unit in claimed])
    return counts


def sums(counts: Mapping[str, Countable], zero: Countable) -> dict[str, Countable]:
    """Return token and strict counts by subset and by category from those by label, of a note or of many at once."""
    result = {}
    for name in ("token", "strict"):
        prefix = f"{name}/label/"
        by_label = {key.removeprefix(prefix): each for key, each in counts.items() if key.startswith(prefix)}
        for subset, labels in SUBSETS.items():
            inside = {label: each for label, each in by_label.items() if labels is None or label in labels}
            result[f"{name}/{subset}"] = sum(inside.values(), zero)
            for category, members in _MEMBERS.items():
                chosen = [each for label, each in inside.items() if label in members]
                result[f"{category}/{name}/{subset}"] = sum(chosen, zero)
    return result


def by_label(gold: Iterable[Unit], found: Iterable[Unit]) -> dict[str, Counts]:
    """Return the counts of each label that either side uses; of spans, these are the strict ones of F0.5.

    Start, end and label must agree: a part of a span is a miss and a false alarm.
    """
    there, claimed = set(gold), set(found)
    sums: dict[str, list[int]] = {}
    for place, units in enumerate((there & claimed, claimed - there, there - claimed)):
        for unit in units:
            sums.setdefault(unit.label, [0, 0, 0])[place] += 1
    return {label: Counts(*each) for label, each in sums.items()}


def relaxed_by_label(gold: list[Unit], found: list[Unit]) -> dict[str, Counts]:
    """Return the counts of each label with ends up to two characters apart."""
    labels = {unit.label for unit in (*gold, *found)}
    return {label: relaxed(_only(gold, frozenset([label])), _only(found, frozenset([label]))) for label in labels}


def _only(units: list[Unit], labels: frozenset[str] | None) -> list[Unit]:
    return units if labels is None else [unit for unit in units if unit.label in labels]


def applies(spans_: Iterable[Span]) -> bool:
    """Tell whether all labels are i2b2 2014's, so that categories and HIPAA subsets mean something."""
    return all(span.label in LABEL_SETS["i2b2-2014"] for span in spans_)
