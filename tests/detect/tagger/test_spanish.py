from collections.abc import Sequence
from dataclasses import replace

import pytest

from scrubjay import Document, Span
from scrubjay.detect.tagger.spanish import REASONS, SpanishRules
from tests.timing import slower


class Silent:
    """A tagger that finds what it is told to, or nothing; its labels are MEDDOCAN's."""

    name = "silent"

    def __init__(self, *spans: Span) -> None:
        self._spans = spans

    def called(self, label: str) -> str:
        return label

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        return [self._spans for _ in documents]


def rules(*spans: Span) -> SpanishRules:
    return SpanishRules(Silent(*spans))  # type: ignore[arg-type]


NOTES = [
    ("Ingreso el [24-9-10] y el [3/05/2018].", "figures"),
    ("Nacido el [23-octubre-1972], visto el [5 de mayo de 2004].", "day, month, year"),
    ("En [junio] refiere dolor; en [agosto de 2013] mejora, [noviembre-07], [sep-04], [Mayo del 2000].", "months"),
    ("Operado en [2004]; desde el [año 1998] estable.", "years"),
    ("Hospital Universitario 12 de Octubre, calle 2 de Mayo 14.", "places that are named after a day"),
    ("Nombre: Julio. Apellidos: Abril.", "people"),
    ("Vive con su [esposa] y sus [hijos]; su médico de familia le ve.", "relatives"),
    ("TA 120/80, 1.500-2.000 ml, 12/05, versión 3.2.10.4, 1299/2006.", "figures that are no date"),
]


@pytest.mark.parametrize(("marked", "remark"), NOTES, ids=[remark for _, remark in NOTES])
def test_finds(marked: str, remark: str) -> None:
    text = marked.replace("[", "").replace("]", "")
    note = Document("n", text)
    [spans] = rules().detect([note])
    expected = [part.partition("]")[0] for part in marked.split("[")[1:]]
    assert [note.text_of(span) for span in sorted(spans, key=lambda span: span.start)] == expected, remark
    for span in spans:
        assert span.label in ("FECHAS", "FAMILIARES_SUJETO_ASISTENCIA")
        assert (span.source or "").removeprefix("rules:") in REASONS


@pytest.mark.parametrize("piece", ["1-", "1 de ", "mayo ", "12.", "año ", "1/1/"])
def test_time_is_linear(piece: str) -> None:
    small, large = (Document("n", piece * count) for count in (2_000, 32_000))
    found = rules()
    assert slower(lambda: found.detect([small]), lambda: found.detect([large]), 64) < 64


def test_a_doctor_of_families_is_no_relative() -> None:
    note = Document("n", "Su médico de familia avisa a la familia.")
    doctor, relative = (Span(at, at + 7, "FAMILIARES_SUJETO_ASISTENCIA", 0.9, "t") for at in (13, 32))
    assert note.text_of(doctor) == note.text_of(relative) == "familia"
    [found] = rules(doctor, relative).detect([note])
    assert found == (relative,)


def test_a_name_is_found_again() -> None:
    note = Document("n", "Nombre: Marisol. Evolución: Marisol vive sola en la calle Marisolar.")
    name = Span(8, 15, "NOMBRE_SUJETO_ASISTENCIA", 0.9, "t")
    [found] = rules(name).detect([note])
    assert [(span.start, span.label, span.source) for span in found] == [
        (8, name.label, "t"),
        (28, name.label, "rules:es.again"),
    ]
    [found] = rules(replace(name, score=0.1)).detect([note])
    assert len(found) == 1
