"""Label sets: which names a corpus may use, in which categories.

The registry `LABEL_SETS` holds those of the papers and corpora; `label_set(name)` finds one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from scrubjay.errors import UnknownNameError


@dataclass(frozen=True)
class LabelSet:
    """A closed set of labels, each in one category.

    >>> label_set("i2b2-2014").category("HOSPITAL")
    'LOCATION'
    >>> "HOSPITAL" in label_set("hipaa-18")
    False
    """

    name: str
    title: str
    categories: Mapping[str, tuple[str, ...]]
    category_of: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Index the categories by label."""
        index = {label: category for category, labels in self.categories.items() for label in labels}
        object.__setattr__(self, "category_of", MappingProxyType(index))

    def __contains__(self, label: object) -> bool:
        """Tell whether the set knows a label."""
        return label in self.category_of

    def __iter__(self) -> Iterator[str]:
        """Iterate over the labels, category by category."""
        return iter(self.category_of)

    def __len__(self) -> int:
        """Return the number of labels."""
        return len(self.category_of)

    def category(self, label: str) -> str:
        """Return the category of a label; an unknown one is an error that lists the known."""
        try:
            return self.category_of[label]
        except KeyError:
            # A label read from a shifted column may be note text: list the known ones, do not repeat it.
            raise UnknownNameError(f"label for the set {self.name}", label, self, show=False) from None


def _set(name: str, title: str, **categories: str) -> LabelSet:
    return LabelSet(name, title, MappingProxyType({key: tuple(value.split()) for key, value in categories.items()}))


LABEL_SETS: Mapping[str, LabelSet] = MappingProxyType(
    {
        labels.name: labels
        for labels in (
            # ROOM and DEPARTMENT are in the annotation schema, though the published notes do not use them; plain
            # LOCATION is among the sources of S4's Table 1.
            _set(
                "i2b2-2014",
                "i2b2/UTHealth 2014 (also CEGS N-GRID 2016)",
                NAME="PATIENT DOCTOR USERNAME",
                PROFESSION="PROFESSION",
                LOCATION="HOSPITAL ORGANIZATION STREET CITY STATE COUNTRY ZIP ROOM DEPARTMENT "
                "LOCATION LOCATION-OTHER",
                AGE="AGE",
                DATE="DATE",
                CONTACT="PHONE FAX EMAIL URL IPADDR",
                ID="SSN MEDICALRECORD HEALTHPLAN ACCOUNT LICENSE VEHICLE DEVICE BIOID IDNUM",
                OTHER="OTHER",
            ),
            _set(
                "i2b2-2006",
                "i2b2 2006 discharge summaries",
                NAME="PATIENT DOCTOR",
                LOCATION="HOSPITAL LOCATION",
                AGE="AGE",
                DATE="DATE",
                CONTACT="PHONE",
                ID="ID",
            ),
            _set(
                "hipaa-18",
                "the 18 identifiers of HIPAA Safe Harbor, 45 CFR 164.514(b)(2)(i)(A)-(R)",
                NAME="NAME",
                LOCATION="GEOGRAPHIC",
                DATE="DATE",
                CONTACT="PHONE FAX EMAIL URL IP-ADDRESS",
                ID="SSN MEDICAL-RECORD HEALTH-PLAN ACCOUNT LICENSE VEHICLE DEVICE BIOMETRIC PHOTOGRAPH OTHER-ID",
            ),
            _set(
                "s5-28",
                "the 28 classes of S5 (Festag 2020, Table 1; F5.1)",
                NAME="PATIENT CLINICIAN USERNAME",
                PROFESSION="PROFESSION",
                LOCATION="HOSPITAL ORGANIZATION STREET CITY STATE COUNTRY ZIP LOCATION-OTHER",
                AGE="AGE",
                DATE="DATE",
                CONTACT="PHONE FAX EMAIL URL IPADDR",
                ID="SSN MEDICALRECORD HEALTHPLAN ACCOUNT LICENSE VEHICLE DEVICE BIOID IDNUM",
            ),
            _set(
                "s4-8",
                "the 8 merged labels of S4 (Lee 2021, Table 1; F4.4)",
                NAME="PATIENT DOCTOR",
                LOCATION="HOSPITAL LOCATION",
                AGE="AGE",
                DATE="DATE",
                CONTACT="PHONE",
                ID="ID",
            ),
            _set(
                "meddocan",
                "MEDDOCAN, Spanish clinical cases",
                NAME="NOMBRE_SUJETO_ASISTENCIA NOMBRE_PERSONAL_SANITARIO",
                PROFESSION="PROFESION",
                LOCATION="CALLE TERRITORIO PAIS HOSPITAL CENTRO_SALUD INSTITUCION",
                AGE="EDAD_SUJETO_ASISTENCIA",
                DATE="FECHAS",
                CONTACT="NUMERO_TELEFONO NUMERO_FAX CORREO_ELECTRONICO URL_WEB DIREC_PROT_INTERNET",
                ID="ID_SUJETO_ASISTENCIA ID_ASEGURAMIENTO ID_CONTACTO_ASISTENCIAL ID_TITULACION_PERSONAL_SANITARIO "
                "ID_EMPLEO_PERSONAL_SANITARIO IDENTIF_VEHICULOS_NRSERIE_PLACAS IDENTIF_DISPOSITIVOS_NRSERIE "
                "IDENTIF_BIOMETRICOS NUMERO_BENEF_PLAN_SALUD OTRO_NUMERO_IDENTIF",
                OTHER="SEXO_SUJETO_ASISTENCIA FAMILIARES_SUJETO_ASISTENCIA OTROS_SUJETO_ASISTENCIA",
            ),
            _set("phi", "PHI or not", PHI="PHI"),
        )
    }
)


KNOWN_LABELS = frozenset(label for labels in LABEL_SETS.values() for label in labels)


def label_set(name: str) -> LabelSet:
    """Return the label set of that name."""
    try:
        return LABEL_SETS[name]
    except KeyError:
        raise UnknownNameError("label set", name, LABEL_SETS) from None
