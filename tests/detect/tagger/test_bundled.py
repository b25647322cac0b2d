"""The taggers that come along: whole, small, and as good as their cards say."""

import os
from pathlib import Path

import pytest

from scrubjay.deidentify.deidentifier import Settings, load
from scrubjay.detect.policy import policy
from scrubjay.detect.tagger.shelf import bundled, described, find_tagger, verify
from scrubjay.documents.document import Document
from scrubjay.documents.formats.reading import read

ROOT = Path(__file__).parents[3]
MEDDOCAN = Path(os.environ.get("SCRUBJAY_DATA", ROOT.parent / "shared" / "data")) / "meddocan"
NOTE = Document("informe-1", (ROOT / "examples" / "spanish" / "informe-1.txt").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", bundled())
def test_it_is_whole_and_small_and_has_a_card(name: str) -> None:
    verify(find_tagger(name))
    found = described(find_tagger(name))
    assert found["bytes"] < 25e6
    assert "recall" in found["card"] or "F1" in found["card"]


def test_a_spanish_note_loses_its_identities_and_keeps_its_medicine() -> None:
    release = load(model="meddocan-es").redact(NOTE)
    for gone in ("Rosalía", "Barrientos", "4471903", "63712045", "Almendro", "28921", "Lozoya", "41907", "elozoya@"):
        assert gone not in release.text
    for kept in ("hipertensión", "enalapril 20 mg", "TA 152/94 mmHg", "ácido acetilsalicílico", "61 años", "2018"):
        assert kept in release.text


def test_all_leaves_it_its_own_labels() -> None:
    spans = load(policy="all", model="meddocan-es").detect(NOTE).spans
    labels = {NOTE.text_of(span): span.label for span in spans}
    assert labels["Rosalía"] == "NOMBRE_SUJETO_ASISTENCIA"
    assert labels["agosto de 2016"] == "FECHAS"
    assert labels["Evaristo Lozoya Pedrosa"] == "NOMBRE_PERSONAL_SANITARIO"


def test_a_lower_threshold_finds_no_less() -> None:
    def covered(threshold: float) -> set[int]:
        spans = load(policy="all", model="meddocan-es", threshold=threshold).detect(note).spans
        return {place for span in spans for place in range(span.start, span.end)}

    note = Document("n", f"{NOTE.text}\nConsulta en la clínica Alcázar de su ciudad, donde trabaja de panadera.\n")
    assert covered(0.999) <= covered(0.5) <= covered(0.06)
    assert covered(0.999) < covered(0.06)


@pytest.mark.skipif(not MEDDOCAN.is_dir(), reason="the open corpora are not beside the checkout")
def test_strict_f1_on_the_development_part() -> None:
    gold = list(read(MEDDOCAN / "dev" / "brat"))
    found = (
        Settings(policy("all"), spans="found", model="meddocan-es")
        .build()
        .find([note.with_spans(()) for note in gold])
    )
    hits = total = 0
    for one, other in zip(gold, found, strict=True):
        wanted, got = ({(s.start, s.end, s.label) for s in note.spans} for note in (one, other))
        hits, total = hits + len(wanted & got), total + len(wanted) + len(got)
    assert 2 * hits / total >= 0.965
