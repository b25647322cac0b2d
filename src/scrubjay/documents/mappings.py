"""Mappings between label sets (F4.4), as tables one can read, plus the span operations they imply.

A label mapped to None is dropped, and `apply` counts it; a label outside the source set is an error.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from scrubjay import settings
from scrubjay.documents.document import Document
from scrubjay.documents.harmonise import only_ages_over_89, without_years
from scrubjay.documents.labels import LABEL_SETS, label_set
from scrubjay.documents.span import Span
from scrubjay.errors import SettingsError, UnknownNameError, UsageError


@dataclass(frozen=True)
class LabelMapping:
    """A table from one label set to another: operations on the spans first, then the table, then what follows."""

    source: str
    target: str
    table: Mapping[str, str | None]
    operations: tuple[Callable[[Document], Document], ...] = ()
    following: "LabelMapping | None" = None

    def apply(self, document: Document) -> tuple[Document, Counter[str]]:
        """Return the document in the target's labels, and how many spans of each label went away on the way."""
        gone: Counter[str] = Counter()
        for operation in self.operations:
            before = Counter(span.label for span in document.spans)
            document = operation(document)
            gone += before - Counter(span.label for span in document.spans)
        spans = []
        for span in document.spans:
            if span.label not in self.table:
                raise UnknownNameError(f"label for the mapping from {self.source}", "", self.table, show=False)
            if (target := self.table[span.label]) is None:
                gone[span.label] += 1
            else:
                spans.append(Span(span.start, span.end, target, span.score, span.source))
        document = document.with_spans(spans)
        if self.following is None:
            return document, gone
        document, later = self.following.apply(document)
        return document, gone + later

    def then(self, following: "LabelMapping") -> "LabelMapping":
        """Return the mapping that does this one and then `following`."""
        last = following if self.following is None else self.following.then(following)
        return replace(self, target=following.target, following=last)


def _table(**targets: str) -> dict[str, str | None]:
    """Turn `TARGET="A B"` into {"A": "TARGET", "B": "TARGET"}; the target `dropped` means None."""
    return {
        label: None if target == "dropped" else target.replace("_", "-")
        for target, labels in targets.items()
        for label in labels.split()
    }


def _same(name: str, **changes: str) -> dict[str, str | None]:
    """Return the table that keeps every label of a set but for the changes."""
    return {**{label: label for label in label_set(name)}, **_table(**changes)}


_MAPPINGS = (
    # S4, Table 1. The table is silent on labels that its corpora do not contain: SSN, ACCOUNT and VEHICLE are
    # numbers that identify, hence ID; IPADDR goes the way of URL; ROOM, DEPARTMENT and OTHER have no 2006 label.
    LabelMapping(
        "i2b2-2014",
        "s4-8",
        _table(
            PATIENT="PATIENT",
            DOCTOR="DOCTOR",
            HOSPITAL="HOSPITAL",
            ID="MEDICALRECORD DEVICE HEALTHPLAN LICENSE BIOID IDNUM USERNAME SSN ACCOUNT VEHICLE",
            DATE="DATE",
            LOCATION="STREET CITY STATE ZIP COUNTRY LOCATION LOCATION-OTHER",
            PHONE="PHONE FAX",
            AGE="AGE",
            dropped="EMAIL URL ORGANIZATION PROFESSION IPADDR ROOM DEPARTMENT OTHER",
        ),
        (without_years, only_ages_over_89),
    ),
    LabelMapping("i2b2-2006", "s4-8", _same("i2b2-2006")),
    # The coarse ID of 2006 has no exact counterpart: it goes to the most general number of 2014.
    LabelMapping("i2b2-2006", "i2b2-2014", _same("i2b2-2006", IDNUM="ID")),
    LabelMapping("s4-8", "i2b2-2014", _same("s4-8", IDNUM="ID")),
    LabelMapping(
        "i2b2-2014",
        "s5-28",
        _same("i2b2-2014", CLINICIAN="DOCTOR", LOCATION_OTHER="ROOM DEPARTMENT LOCATION", dropped="OTHER"),
    ),
    LabelMapping("s5-28", "i2b2-2014", _same("s5-28", DOCTOR="CLINICIAN")),
    # What of i2b2 2014 is one of the 18 identifiers. States, countries, professions, years and ages up to 89 are
    # not; ages over 89 count among dates, (C) of the rule.
    LabelMapping(
        "i2b2-2014",
        "hipaa-18",
        _table(
            NAME="PATIENT DOCTOR",
            GEOGRAPHIC="HOSPITAL ORGANIZATION STREET CITY ZIP ROOM DEPARTMENT LOCATION LOCATION-OTHER",
            DATE="DATE AGE",
            PHONE="PHONE",
            FAX="FAX",
            EMAIL="EMAIL",
            URL="URL",
            IP_ADDRESS="IPADDR",
            SSN="SSN",
            MEDICAL_RECORD="MEDICALRECORD",
            HEALTH_PLAN="HEALTHPLAN",
            ACCOUNT="ACCOUNT",
            LICENSE="LICENSE",
            VEHICLE="VEHICLE",
            DEVICE="DEVICE",
            BIOMETRIC="BIOID",
            OTHER_ID="IDNUM USERNAME OTHER",
            dropped="STATE COUNTRY PROFESSION",
        ),
        (without_years, only_ages_over_89),
    ),
    # TERRITORIO mixes cities, provinces and postcodes: CITY, the most frequent. Sex and relatives' words
    # ("madre") are PHI in MEDDOCAN only.
    LabelMapping(
        "meddocan",
        "i2b2-2014",
        _table(
            PATIENT="NOMBRE_SUJETO_ASISTENCIA",
            DOCTOR="NOMBRE_PERSONAL_SANITARIO",
            PROFESSION="PROFESION",
            HOSPITAL="HOSPITAL CENTRO_SALUD",
            ORGANIZATION="INSTITUCION",
            STREET="CALLE",
            CITY="TERRITORIO",
            COUNTRY="PAIS",
            AGE="EDAD_SUJETO_ASISTENCIA",
            DATE="FECHAS",
            PHONE="NUMERO_TELEFONO",
            FAX="NUMERO_FAX",
            EMAIL="CORREO_ELECTRONICO",
            URL="URL_WEB",
            IPADDR="DIREC_PROT_INTERNET",
            MEDICALRECORD="ID_SUJETO_ASISTENCIA",
            HEALTHPLAN="ID_ASEGURAMIENTO NUMERO_BENEF_PLAN_SALUD",
            LICENSE="ID_TITULACION_PERSONAL_SANITARIO",
            VEHICLE="IDENTIF_VEHICULOS_NRSERIE_PLACAS",
            DEVICE="IDENTIF_DISPOSITIVOS_NRSERIE",
            BIOID="IDENTIF_BIOMETRICOS",
            IDNUM="ID_CONTACTO_ASISTENCIAL ID_EMPLEO_PERSONAL_SANITARIO OTRO_NUMERO_IDENTIF",
            OTHER="OTROS_SUJETO_ASISTENCIA",
            dropped="SEXO_SUJETO_ASISTENCIA FAMILIARES_SUJETO_ASISTENCIA",
        ),
    ),
)
MAPPINGS: Mapping[tuple[str, str], LabelMapping] = MappingProxyType(
    {
        **{(m.source, m.target): m for m in _MAPPINGS},
        # S4 merges into what i2b2 2006 annotates: the same eight labels, under the same rules.
        ("i2b2-2014", "i2b2-2006"): replace(_MAPPINGS[0], target="i2b2-2006"),
    }
)
_HUB = "i2b2-2014"


def mapping(source: str, target: str) -> LabelMapping:
    """Return the mapping between two label sets, going through i2b2 2014 where there is no direct one."""
    label_set(source), label_set(target)  # unknown names are listed
    if source == target:
        return LabelMapping(source, target, {label: label for label in label_set(source)})
    if target == "phi":
        return LabelMapping(source, target, dict.fromkeys(label_set(source), "PHI"))
    if (source, target) in MAPPINGS:
        return MAPPINGS[source, target]
    if (source, _HUB) in MAPPINGS and (_HUB, target) in MAPPINGS:
        return MAPPINGS[source, _HUB].then(MAPPINGS[_HUB, target])
    through = (_HUB, target) in MAPPINGS
    sources = [n for n in LABEL_SETS if n == target or (n, target) in MAPPINGS or (through and (n, _HUB) in MAPPINGS)]
    raise UsageError(f"there is no mapping from {source} to {target}; to {target} there are: {', '.join(sources)}")


@dataclass(frozen=True)
class MappingFile:
    """A user's own mapping: `target = "i2b2-2014"`, a `[labels]` table, optional operations.

    Labels are mapped to a label of the target set or to `""`, which drops them.
    """

    target: str
    labels: dict[str, str]
    strip_years: bool = False
    only_ages_over_89: bool = False


def load_mapping(path: Path) -> LabelMapping:
    """Return the mapping a TOML file describes (see `MappingFile`)."""
    file = settings.load(MappingFile, path)
    known = label_set(file.target)
    if faults := [
        f"{label!r} goes to {to!r}, not a label of {known.name}; known: {', '.join(known)}"
        for label, to in file.labels.items()
        if to and to not in known
    ]:
        raise SettingsError(str(path), faults)
    operations = ((without_years,) if file.strip_years else ()) + (
        (only_ages_over_89,) if file.only_ages_over_89 else ()
    )
    table = {label: to or None for label, to in file.labels.items()}
    # The operations know DATE and AGE, so they come after the user's own names have been translated.
    return LabelMapping(path.name, file.target, table).then(
        replace(mapping(file.target, file.target), operations=operations)
    )
