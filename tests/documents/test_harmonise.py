"""The rules of S4, section 4.1: dates without their year, ages over 89 only (F4.5)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay import Document, Span
from scrubjay.documents.harmonise import only_ages_over_89, over_89, parts_without_year, without_years

DATES = [
    ("03/08/2019", ["03/08"], "American"),
    ("2019-03-08", ["03-08"], "ISO"),
    ("2019-03-08T10:15", ["03-08T10:15"], "ISO with time"),
    ("20190308", ["0308"], "packed"),
    ("3/8/19", ["3/8"], "two-digit year"),
    ("08.03.19", ["08.03"], "with points"),
    ("3/8", ["3/8"], "no year, unchanged"),
    ("March 30, 2024", ["March 30"], "written out"),
    ("March 30th 2024", ["March 30th"], "ordinal"),
    ("30 March 2024", ["30 March"], "day first"),
    ("08-Mar-98", ["08-Mar"], "with hyphens"),
    ("8 March 98", ["8 March"], "two digits after a month"),
    ("March 3, 98", ["March 3"], "two digits after a day"),
    ("March 2024", ["March"], "month and year"),
    ("March of 2024", ["March"], "with a small word"),
    ("marzo de 2019", ["marzo"], "in Spanish"),
    ("Mar 98", ["Mar"], "no month has a 98th day"),
    ("Mar 28", ["Mar 28"], "may well be a day: stays"),
    ("12/86", ["12"], "month and year, short"),
    ("12/2086", ["12"], "a year of the i2b2 2014 surrogates"),
    ("2067-11-04", ["11-04"], "another"),
    ("2019", [], "nothing but a year"),
    ("'98", [], "the same, short"),
    ("1990s", [], "a decade"),
    ("1990's", [], "a decade, with apostrophe"),
    ("the 80s", [], "a decade, short"),
    ("86", [], "a bare two-digit year"),
    ("2010-2012", [], "from year to year"),
    ("2004 and 2005", [], "two years"),
    ("2004 to 2005", [], "two years"),
    ("3 / 8 / 19", ["3 / 8"], "with blanks"),
    ("1998-99", [], "the same, short"),
    ("3/5/2010 - 4/6/2010", ["3/5", "4/6"], "a range: two spans"),
    ("Winter 2010", ["Winter"], "a season"),
    ("Tuesday", ["Tuesday"], "no year"),
    ("the 4th of July", ["the 4th of July"], "no year: small words stay"),
    ("July 4th, 1776", ["July 4th"], "long ago"),
    ("march third twenty twenty four", ["march third"], "spoken"),
    ("twenty fourteen", [], "a spoken year"),
    ("may twenty three", ["may twenty three"], "a spoken day"),
    ("nineteen thirty two", ["nineteen thirty two"], "may tell an age over 89: stays"),
]


@pytest.mark.parametrize(("date", "left", "remark"), DATES, ids=[row[0] for row in DATES])
def test_years_are_taken_out(date: str, left: list[str], remark: str) -> None:
    assert [date[start:end] for start, end in parts_without_year(date)] == left


@given(st.text(alphabet="0123456789/-.' MarJuly,thof", min_size=1, max_size=20))
def test_parts_lie_inside_in_order_and_hold_something(date: str) -> None:
    parts = parts_without_year(date)
    edges = [edge for part in parts for edge in part]
    assert edges == sorted(edges)
    assert all(0 <= start < end <= len(date) for start, end in parts)


AGES = [
    ("93", True, "over"),
    ("90", True, "just over"),
    ("89", False, "just not"),
    ("93-year-old", True, "with its words"),
    ("87yo", False, "short"),
    ("in her 90s", True, "may be over"),
    ("early 80s", False, "cannot be"),
    ("95 days", False, "not years"),
    ("100 months", False, "not years either"),
    ("18 mo", False, "nor these"),
    (">89", True, "a group of the law"),
    ("over 89", True, "the same in words"),
    ("89+", True, "the same with a sign"),
    ("89 or older", True, "the same, after it"),
    ("over 50", False, "another group"),
    ("95M", True, "a man, not months"),
    ("9" * 5000, None, "no age at all"),
    ("90 y 3 mo", True, "years and months"),
    ("70 años", False, "in Spanish"),
    ("ninety-two", True, "written out"),
    ("a hundred", True, "written out"),
    ("forty-one", False, "written out"),
    ("five months", False, "a child's"),
    ("one hundred and two", True, "not one"),
    ("elderly", None, "nobody can tell"),
]


@pytest.mark.parametrize(("age", "answer", "remark"), AGES, ids=[row[0] for row in AGES])
def test_ages_over_89(age: str, answer: bool | None, remark: str) -> None:
    assert over_89(age) is answer


def test_documents_keep_their_other_spans() -> None:
    text = "Ann, 93, seen 3/8/2019, again 2020; her son is 61"
    note = Document(
        "n",
        text,
        (Span(0, 3, "PATIENT"), Span(5, 7, "AGE"), Span(14, 22, "DATE"), Span(30, 34, "DATE"), Span(47, 49, "AGE")),
    )
    left = only_ages_over_89(without_years(note))
    assert [(note.text_of(span), span.label) for span in left.spans] == [
        ("Ann", "PATIENT"),
        ("93", "AGE"),
        ("3/8", "DATE"),
    ]


def test_an_age_that_cannot_be_read_stays() -> None:
    note = Document("n", "elderly", (Span(0, 7, "AGE"),))
    assert only_ages_over_89(note) == note
