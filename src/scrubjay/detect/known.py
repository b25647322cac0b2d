"""What a hospital knows about its patients already: names, numbers and addresses, looked for in their notes."""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from scrubjay.detect.lexicon import COMMON, lexicon, plain
from scrubjay.detect.strings import Strings
from scrubjay.documents.document import Document
from scrubjay.documents.labels import label_set
from scrubjay.documents.span import Span
from scrubjay.errors import FormatError

# Columns a table may have, and the label their values get.
COLUMNS: Mapping[str, str] = {
    **dict.fromkeys("name patient_name full_name first_name given_name middle_name last_name".split(), "PATIENT"),
    **dict.fromkeys("surname family_name maiden_name alias nickname".split(), "PATIENT"),
    **dict.fromkeys("mother father spouse contact next_of_kin relative".split(), "PATIENT"),
    **dict.fromkeys("doctor provider attending pcp".split(), "DOCTOR"),
    **dict.fromkeys("mrn medical_record medical_record_number chart".split(), "MEDICALRECORD"),
    **dict.fromkeys("phone telephone mobile cell home_phone work_phone".split(), "PHONE"),
    **dict.fromkeys("account account_number visit_number".split(), "ACCOUNT"),
    **dict.fromkeys("insurance member_id health_plan policy_number".split(), "HEALTHPLAN"),
    **dict.fromkeys("street address".split(), "STREET"),
    **dict.fromkeys("dob birth_date date_of_birth death_date date_of_death".split(), "DATE"),
    "fax": "FAX", "email": "EMAIL", "ssn": "SSN", "city": "CITY", "zip": "ZIP", "license": "LICENSE",
    "vehicle": "VEHICLE", "device": "DEVICE", "employer": "ORGANIZATION", "username": "USERNAME", "id": "IDNUM",
}  # fmt: skip
_OWNER = ("patient", "note")
_NAMES = ("PATIENT", "DOCTOR")
_TELEPHONES = frozenset(("PHONE", "FAX"))
_NUMBERS = _TELEPHONES | frozenset(label_set("i2b2-2014").categories["ID"])
_AS_SHOULD_BE = "a header such as patient,name,mrn and one row per patient"
_SHORTEST, _LONG_ENOUGH = 2, 5


@dataclass(frozen=True, repr=False)
class KnownIdentifiers:
    """Known strings per patient or note; a row that names neither holds for every note. A detector like any other."""

    rows: Mapping[str, tuple[tuple[str, str], ...]]
    name: str = "known"

    def __repr__(self) -> str:
        """Show counts only."""
        return f"KnownIdentifiers(owners={len(self.rows)})"

    def strings(self, document: Document) -> Strings:
        """Return what is known about a note: by its patient, by its id, and for all."""
        return _strings(
            tuple(
                pair
                for owner in dict.fromkeys(("", document.patient, document.id))
                for pair in self.rows.get(owner, ())
            )
        )

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        """Return the known strings of each document."""
        return [
            tuple(
                Span(start, end, label, 1.0, f"known:{label}")
                for start, end, label in self.strings(document).find(document.text)
                if meant(document.text[start:end], label)
            )
            for document in documents
        ]


def meant(written: str, label: str) -> bool:
    """Tell whether a word is the name, not the everyday word (Rose, Will), which is written small."""
    if label not in _NAMES or not written.islower():
        return True
    return len(written) > _SHORTEST and not lexicon().get(plain(written), 0) & COMMON


@lru_cache(maxsize=256)
def _strings(pairs: tuple[tuple[str, str], ...]) -> Strings:
    return Strings(_variants(pairs))


def _variants(pairs: Iterable[tuple[str, str]]) -> Iterable[tuple[str, str]]:
    """Yield the strings, and of names each word too: a surname alone is as telling."""
    for value, label in pairs:
        yield from ((shape, label) for shape in shapes(value, label))
        if label in _NAMES:
            words = value.replace(",", " ").split()
            yield from ((word, label) for word in words if len(word.strip(".")) >= _SHORTEST)
            if len(words) == 2:
                yield " ".join(reversed(words)), label
        if label == "DATE":
            yield from ((other, label) for other in _dates(value))


def shapes(written: str, label: str) -> Iterator[str]:
    """Yield a string, and of a number its digits, which `Strings` finds however they are parted.

    A telephone has them without the country's code, and without the area's, as well.

    >>> list(shapes("+1 617 555-0142", "PHONE"))
    ['+1 617 555-0142', '16175550142', '6175550142', '5550142']
    """
    yield written
    digits = "".join(sign for sign in written if sign.isdecimal())
    if label not in _NUMBERS or len(digits) < _LONG_ENOUGH or any(sign.isalpha() for sign in written):
        return
    yield digits
    if label in _TELEPHONES:
        yield from (digits[-length:] for length in (10, 7) if len(digits) > length)


def _dates(value: str) -> Iterable[str]:
    """Yield a date's other shapes; one that is not year-month-day stays as it is written."""
    parts = value.split("-")
    if len(parts) == 3 and all(part.isascii() and part.isdigit() for part in parts) and len(parts[0]) == 4:
        year, month, day = parts
        if 1 <= int(month) <= 12:
            name = "January February March April May June July August September October November December".split()[
                int(month) - 1
            ]
            for y in (year, year[2:]):
                for m, d in ((month, day), (str(int(month)), str(int(day)))):
                    yield from (
                        f"{m}/{d}/{y}",
                        f"{d} {name} {y}",
                        f"{name} {d} {y}",
                        f"{name[:3]} {d} {y}",
                        f"{d} {name[:3]} {y}",
                    )


def read_known(path: Path) -> KnownIdentifiers:
    """Return the identifiers of a CSV or TSV file: a header row, a column `patient` or `note`, and known columns."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as handle:
            table = csv.DictReader(handle, delimiter="\t" if path.suffix == ".tsv" else ",", strict=True)
            columns = {column: column.strip().lower().replace(" ", "_") for column in table.fieldnames or ()}
            if not columns:
                raise FormatError("the file is empty", file=str(path), remedy=f"Give it {_AS_SHOULD_BE}")
            unknown = [
                place for place, name in enumerate(columns.values(), 1) if name not in COLUMNS and name not in _OWNER
            ]
            names = [columns[column] for column in table.fieldnames or ()]
            if twice := next((name for name in names if names.count(name) > 1), None):
                raise FormatError(
                    f"the column {twice!r} comes twice", file=str(path), remedy="Give each column a name"
                )
            if unknown:
                # A header that is missing is a row of identities: say which column, not what stands in it.
                raise FormatError(
                    f"column {unknown[0]} is none of the known ones",
                    file=str(path),
                    remedy=f"Name columns {', '.join((*_OWNER, *COLUMNS))}",
                )
            rows: dict[str, list[tuple[str, str]]] = {}
            for row in table:
                if None in row:
                    raise FormatError(
                        "a row has more values than the header", file=str(path), place=f"line {table.line_num}"
                    )
                values = {columns[key]: (value or "").strip() for key, value in row.items()}
                owner = values.get("patient") or values.get("note") or ""
                rows.setdefault(owner, []).extend(
                    (value, COLUMNS[name])
                    for name, value in values.items()
                    if name in COLUMNS and len(value) >= _SHORTEST
                )
    except (OSError, UnicodeError, csv.Error) as error:
        problem = error.strerror if isinstance(error, OSError) else "not a table in UTF-8"
        raise FormatError(
            f"cannot be read ({problem})", file=str(path), remedy="Check the path and the file"
        ) from None
    if not any(rows.values()):
        raise FormatError(
            "holds no identifier below its header",
            file=str(path),
            remedy=f"Give it {_AS_SHOULD_BE}, or leave it out",
        )
    return KnownIdentifiers({owner: tuple(dict.fromkeys(pairs)) for owner, pairs in rows.items()})
