from pathlib import Path

import pytest

from scrubjay import Document, Span
from scrubjay.documents.labels import LABEL_SETS, label_set
from scrubjay.documents.mappings import MAPPINGS, load_mapping, mapping
from scrubjay.errors import SettingsError, UnknownNameError, UsageError


def test_every_mapping_is_total_and_lands_in_its_target() -> None:
    for (source, target), table in MAPPINGS.items():
        assert set(table.table) == set(label_set(source)), (source, target)
        assert {to for to in table.table.values() if to} <= set(label_set(target)), (source, target)


def test_s4_table_1() -> None:
    """Row by row, as the paper prints it (F4.4)."""
    table = mapping("i2b2-2014", "s4-8").table
    groups = {
        "PATIENT": "PATIENT",
        "DOCTOR": "DOCTOR",
        "HOSPITAL": "HOSPITAL",
        "ID": "MEDICALRECORD DEVICE HEALTHPLAN LICENSE BIOID IDNUM USERNAME",
        "DATE": "DATE",
        "LOCATION": "STREET CITY STATE ZIP COUNTRY LOCATION LOCATION-OTHER",
        "PHONE": "PHONE FAX",
        "AGE": "AGE",
    }
    for target, sources in groups.items():
        assert all(table[source] == target for source in sources.split()), target
    assert all(table[source] is None for source in ("EMAIL", "URL", "ORGANIZATION", "PROFESSION"))


def test_the_labels_of_2006_are_those_of_s4() -> None:
    assert set(label_set("i2b2-2006")) == set(label_set("s4-8"))
    assert mapping("i2b2-2014", "i2b2-2006").table == mapping("i2b2-2014", "s4-8").table


def test_applying_a_mapping_counts_what_goes() -> None:
    text = "Ann, 61, teacher, seen 3/8/2019 and 2020 (a@example.org)"
    note = Document(
        "n",
        text,
        (
            Span(0, 3, "PATIENT"),
            Span(5, 7, "AGE"),
            Span(9, 16, "PROFESSION"),
            Span(23, 31, "DATE"),
            Span(36, 40, "DATE"),
            Span(42, 55, "EMAIL"),
        ),
    )
    mapped, gone = mapping("i2b2-2014", "s4-8").apply(note)
    assert [(note.text_of(span), span.label) for span in mapped.spans] == [("Ann", "PATIENT"), ("3/8", "DATE")]
    assert gone == {"AGE": 1, "PROFESSION": 1, "DATE": 1, "EMAIL": 1}


def test_mappings_go_through_i2b2_2014() -> None:
    note = Document(
        "n",
        "Ana, 93 años, 03/08/2019",
        (Span(0, 3, "NOMBRE_SUJETO_ASISTENCIA"), Span(5, 12, "EDAD_SUJETO_ASISTENCIA"), Span(14, 24, "FECHAS")),
    )
    mapped, gone = mapping("meddocan", "hipaa-18").apply(note)
    assert [(note.text_of(span), span.label) for span in mapped.spans] == [
        ("Ana", "NAME"),
        ("93 años", "DATE"),
        ("03/08", "DATE"),
    ]
    assert not gone


def test_every_pair_of_sets_maps_or_says_why_not() -> None:
    impossible = set()
    for source in LABEL_SETS:
        for target in LABEL_SETS:
            try:
                assert mapping(source, target).target == target
            except UsageError:
                impossible.add((source, target))
    # Nothing can be made finer than it is, and MEDDOCAN's and the 2006 labels are nobody's target.
    assert {source for source, _ in impossible} >= {"phi", "hipaa-18"}
    assert not {pair for pair in impossible if pair[1] in ("i2b2-2014", "phi", "s4-8")} - {
        (source, target) for source in ("phi", "hipaa-18") for target in ("i2b2-2014", "s4-8")
    }


def test_a_mapping_that_cannot_be_says_what_can() -> None:
    with pytest.raises(UsageError) as caught:
        mapping("phi", "s5-28")
    assert str(caught.value) == (
        "there is no mapping from phi to s5-28; to s5-28 there are: i2b2-2014, i2b2-2006, s5-28, s4-8, meddocan"
    )


def test_an_unknown_label_is_an_error_that_lists_the_known() -> None:
    with pytest.raises(UnknownNameError, match="AGE"):
        mapping("i2b2-2006", "s4-8").apply(Document("n", "abc", (Span(0, 3, "NOSUCH"),)))


def test_a_users_own_mapping(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('target = "i2b2-2014"\nstrip_years = true\n[labels]\nTAG = "DATE"\nNAAM = "PATIENT"\nX = ""\n')
    note = Document("n", "Jan 3-8-2019 x", (Span(0, 3, "NAAM"), Span(4, 12, "TAG"), Span(13, 14, "X")))
    mapped, gone = load_mapping(file).apply(note)
    assert [(note.text_of(span), span.label) for span in mapped.spans] == [("Jan", "PATIENT"), ("3-8", "DATE")]
    assert gone == {"X": 1}


def test_a_mapping_to_an_unknown_label_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('target = "i2b2-2014"\n[labels]\nNAAM = "PATEINT"\n')
    with pytest.raises(SettingsError, match="'PATEINT', not a label of i2b2-2014"):
        load_mapping(file)
