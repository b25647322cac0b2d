from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given

import scrubjay
from scrubjay import Document, Span
from scrubjay.deidentify.deidentifier import RULES, Deidentifier, Settings, load
from scrubjay.detect.policy import POLICIES, Policy
from scrubjay.errors import DocumentError, FormatError, UnknownNameError, UsageError
from scrubjay.replace.replacer import replacer
from tests.deidentify.notes import KEY, PLANTED, STYLES, key_file, made_up, planted_in
from tests.strategies import documents

TEXT = (
    "Patient: Ottilia Quenneville, 67 yo, works as a teacher in Portland, Maine.\n"
    "Seen by Dr. Lindqvarn on 3/28/2024, BP 120/80."
)
BY_POLICY = [
    ("safe-harbor", ["Maine", "/2024", "67", "teacher"], ["Portland", "3/28"], "years, young ages, states stay"),
    ("i2b2", [], ["Maine", "2024", "67", "teacher", "Portland"], "everything goes"),
    ("all", [], ["Maine", "2024", "67", "teacher", "Portland"], "everything goes"),
    ("limited", ["Maine", "3/28/2024", "67", "teacher", "Portland"], [], "dates, ages and towns stay"),
]
BY_STYLE = [
    ("tag", "Seen by Dr. [DOCTOR] on [DATE]/2024.", "labels"),
    ("mask", "Seen by Dr. ********* on */**/2024.", "stars"),
    ("remove", "Seen by Dr.  on /2024.", "nothing"),
]


class Everything:
    """Finds every word, with a score that falls along the note."""

    name = "everything"

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        found = []
        for document in documents:
            size = len(document.text)
            found.append(tuple(Span(i, i + 1, "OTHER", 1 - i / size, "everything") for i in range(size)))
        return found


def test_the_shortest_way() -> None:
    assert scrubjay.load().redact("Seen by Dr. Wells.").text == "Seen by Dr. [DOCTOR]."


@pytest.mark.parametrize(("policy", "stays", "goes", "remark"), BY_POLICY, ids=[row[0] for row in BY_POLICY])
def test_policies(policy: str, stays: list[str], goes: list[str], remark: str) -> None:
    text = load(policy).redact(TEXT).text
    assert [words for words in stays if words not in text] == []
    assert [words for words in [*goes, "Ottilia", "Quenneville", "Lindqvarn"] if words in text] == []
    assert "BP 120/80" in text


@pytest.mark.parametrize(("style", "expected", "remark"), BY_STYLE, ids=[row[0] for row in BY_STYLE])
def test_styles_without_a_key(style: str, expected: str, remark: str) -> None:
    assert load(style=style).redact("Seen by Dr. Lindqvarn on 3/28/2024.").text == expected


@pytest.mark.parametrize("style", ["surrogate", "shift", "hash"])
def test_styles_with_a_key(style: str) -> None:
    with pytest.raises(UsageError, match="needs a secret key"):
        load(style=style)
    deidentifier = load(style=style, key=KEY)
    release = deidentifier.redact(TEXT)
    assert not planted_in(release.text)
    assert release.text == deidentifier.redact(TEXT).text, "the key alone decides"
    assert "3/28" not in release.text


@pytest.mark.parametrize("style", STYLES)
def test_no_planted_name_is_left(style: str) -> None:
    deidentifier = load(style=style, key=KEY)
    for note in made_up(20):
        assert planted_in(note.text)
        assert not planted_in(deidentifier.redact(note).text)


def test_the_threshold_decides_what_counts() -> None:
    note = Document("n", "abcdefghij")
    for threshold, count in ((0.0, 10), (0.5, 6), (1.0, 1)):
        deidentifier = Deidentifier((Everything(),), POLICIES["all"], replacer("tag"), threshold)
        assert len(deidentifier.detect(note).spans) == count
    for wrong in (-0.1, 1.1):
        with pytest.raises(UsageError, match="0 to 1"):
            load(threshold=wrong)


GIVEN_SPANS = Document("n", "Zorblat met Dr. Lindqvarn", (Span(0, 7, "PATIENT"),))
WHICH = [
    ("given", "[PATIENT] met Dr. Lindqvarn", "those the note brings along"),
    ("found", "Zorblat met Dr. [DOCTOR]", "those found"),
    ("both", "[PATIENT] met Dr. [DOCTOR]", "both"),
]


@pytest.mark.parametrize(("spans", "expected", "remark"), WHICH, ids=[row[0] for row in WHICH])
def test_which_spans_count(spans: str, expected: str, remark: str) -> None:
    assert Settings(POLICIES["all"], spans=spans, model=RULES).build().redact(GIVEN_SPANS).text == expected


def test_known_identifiers_are_found_for_certain(tmp_path: Path) -> None:
    known = tmp_path / "known.csv"
    known.write_text("patient,name,mrn\np1,Zorblat,77-12\np2,Grumpkin,\n", encoding="utf-8")
    deidentifier = load(known_identifiers=known, threshold=1.0)
    note = Document("n", "zorblat, chart 77 12, met grumpkin", (), {"patient": "p1"})
    assert deidentifier.redact(note).text == "[PATIENT], chart [MEDICALRECORD], met grumpkin"
    assert deidentifier.redact(Document("n", "zorblat met", (), {"patient": "p2"})).text == "zorblat met"


def test_known_identifiers_that_the_policy_keeps_do_not_withhold(tmp_path: Path) -> None:
    known = tmp_path / "known.csv"
    known.write_text("patient,name,city,dob\np1,Zorblat,Saltmarsh,1956-11-09\n", encoding="utf-8")
    note = Document("n", "Zorblat lives in Saltmarsh, born 11/9/1956", (), {"patient": "p1"})
    limited = load("limited", known_identifiers=known)
    assert limited.redact(note).text == "[PATIENT] lives in Saltmarsh, born 11/9/1956"
    assert load(known_identifiers=known).redact(note).text == "[PATIENT] lives in [CITY], born [DATE]/1956"


def test_a_policy_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('name = "ours"\nkeep = ["DOCTOR"]\n', encoding="utf-8")
    for policy in (str(file), Policy("ours", keep=("DOCTOR",))):
        assert load(policy).redact("Dr. Lindqvarn, 3/28/2024").text == "Dr. Lindqvarn, [DATE]"
    with pytest.raises(UnknownNameError, match="safe-harbor"):
        load("safe-harbour")
    with pytest.raises(UnknownNameError, match="surrogate"):
        load(style="surogate", key=KEY)
    with pytest.raises(FormatError, match="No such file"):
        load(known_identifiers=tmp_path / "none.csv")


def test_an_empty_note_and_one_with_nul_bytes() -> None:
    assert load().redact("").text == ""
    assert load().redact("\x00Dr. Lindqvarn\x00\x00 on 3/28\x00").text == "\x00Dr. [DOCTOR]\x00\x00 on [DATE]\x00"


def test_gold_spans_that_overlap_become_one() -> None:
    spans = (Span(0, 8, "PATIENT"), Span(4, 12, "HOSPITAL"), Span(5, 6, "DATE"))
    assert load("all").redact(Document("n", "Ann Mercy Dr and", spans)).text in ("[PATIENT] and", "[HOSPITAL] and")


def test_what_still_stands_withholds_the_note_and_is_not_told() -> None:
    given_only = Settings(POLICIES["all"], spans="given").build()
    note = Document("n1", "Quenneville and quenneville", (Span(0, 11, "PATIENT"),))
    with pytest.raises(DocumentError) as caught:
        given_only.redact(note)
    assert str(caught.value) == "note n1: 1 found or known identifiers still stand in the release"
    with pytest.raises(DocumentError) as caught:
        given_only.redact(Document("seen by Quenneville", note.text, note.spans))
    assert "whose id is not shown" in str(caught.value)
    assert not planted_in(str(caught.value))


def test_detect_tells_what_the_policy_takes_out() -> None:
    found = load().detect(TEXT)
    assert "3/28" in [found.text_of(span) for span in found.spans]
    assert {"Maine", "67"}.isdisjoint(found.text_of(span) for span in found.spans)
    assert all(span.source and span.source.startswith(("rules:", "tagger:")) and span.score for span in found.spans)


def test_nothing_is_changed_or_kept() -> None:
    [note] = made_up(1)
    before = Document(note.id, note.text, note.spans, note.metadata)
    deidentifier = load()
    deidentifier.redact(note)
    assert note == before
    assert not any(name in repr(deidentifier) for name in PLANTED)


@given(documents())
def test_any_note_is_released_with_the_rest_untouched_or_withheld(document: Document) -> None:
    deidentifier = load("all")
    try:
        release = deidentifier.redact(document)
    except DocumentError:  # something of it still stands
        return
    position = new = 0
    for moved in release.moved:
        assert release.text[new : moved.new_start] == document.text[position : moved.start]
        assert release.text[moved.new_start : moved.new_end] == f"[{moved.label}]"
        position, new = moved.end, moved.new_end
    assert release.text[new:] == document.text[position:]
    covered = {i for moved in release.moved for i in range(moved.start, moved.end)}
    assert covered >= {i for span in document.spans for i in range(span.start, span.end)}, "gold always goes"


def test_a_key_may_be_the_file_that_holds_it(tmp_path: Path) -> None:
    file = key_file(tmp_path)
    expected = load(style="shift", key=KEY).redact("Seen on 3/28/2024.").text
    for path in (file, str(file)):
        assert load(style="shift", key=path).redact("Seen on 3/28/2024.").text == expected
    with pytest.raises(UsageError, match="no such key; make one with: scrubjay key new"):
        load(style="shift", key=str(tmp_path / "none"))
    for wrong in (b"0123456789abcdef0123456789abcdef", 7):
        with pytest.raises(UsageError, match=r"a key is a Key, or the path of its file, not (bytes|int)"):
            load(style="shift", key=wrong)  # type: ignore[arg-type]
