"""Which labels and which parts of them each policy takes out."""

from pathlib import Path

import pytest

from scrubjay import Document, Span
from scrubjay.detect.policy import POLICIES, Policy, load_policy, policy
from scrubjay.detect.resolve import resolve
from scrubjay.detect.rules.detector import RuleDetector
from scrubjay.documents.labels import label_set
from scrubjay.errors import SettingsError, UnknownNameError

LABELS = tuple(label_set("i2b2-2014"))
# Words that are wholly of their label: a date without year, an age that may be told, a ZIP code.
WRITTEN = {"DATE": "March 30", "AGE": "67", "ZIP": "49440"}


def _note(*pieces: tuple[str, str], between: str = " and ") -> Document:
    """Return a note of labelled pieces."""
    text, spans = "", []
    for written, label in pieces:
        text += between
        spans.append(Span(len(text), len(text) + len(written), label, 0.9, "rules:x"))
        text += written
    return Document("n", text + between, tuple(spans))


def _gone(chosen: Policy, *pieces: tuple[str, str], whole_dates: bool = False, between: str = " and ") -> list[str]:
    decided = chosen.apply(_note(*pieces, between=between), whole_dates)
    return [decided.text_of(span) for span in decided.spans]


KEPT = {
    "all": set(),
    "i2b2": set(),
    "safe-harbor": {"PROFESSION", "STATE", "COUNTRY", "AGE"},
    "limited": {"PROFESSION", "STATE", "COUNTRY", "AGE", "DATE", "CITY", "ZIP"},
}


@pytest.mark.parametrize("name", KEPT)
def test_a_document_with_every_label(name: str) -> None:
    note = _note(*((WRITTEN.get(label, "Xyzzy"), label) for label in LABELS))
    decided = POLICIES[name].apply(note)
    assert {span.label for span in decided.spans} == set(LABELS) - KEPT[name]
    assert set(decided.spans) <= set(note.spans), "whole spans, with their score and source"
    assert decided.text == note.text


def test_the_built_in_policies_are_these() -> None:
    assert set(POLICIES) == set(KEPT)
    assert all(name == chosen.name and chosen.title for name, chosen in POLICIES.items())


@pytest.mark.parametrize("name", KEPT)
def test_a_label_that_nobody_has_heard_of_goes(name: str) -> None:
    assert _gone(POLICIES[name], ("Xyzzy", "SHOE-SIZE"), ("Plugh", "NOMBRE_SUJETO_ASISTENCIA")) == ["Xyzzy", "Plugh"]


DATES = [
    ("3/28/2024", ["3/28"], "month and day go, the year stays"),
    ("2024-03-30", ["03-30"], "year first"),
    ("March 30, 2024", ["March 30"], "in words"),
    ("30 March 2024", ["30 March"], "day first"),
    ("March 2024", ["March"], "month and year"),
    ("3/28", ["3/28"], "no year"),
    ("3/28/24", ["3/28"], "a short year"),
    ("2024", [], "a year alone"),
    ("the 1980s", [], "a decade alone"),
    ("Tuesday", ["Tuesday"], "a weekday goes"),
    ("spring of 2019", ["spring"], "a season goes"),
    ("Christmas", ["Christmas"], "a holiday goes"),
    ("3/28/2024 - 4/2/2025", ["3/28", "4/2"], "a range with two years"),
]


@pytest.mark.parametrize(("date", "gone", "remark"), DATES, ids=[row[2] for row in DATES])
def test_years_stay(date: str, gone: list[str], remark: str) -> None:
    assert _gone(POLICIES["safe-harbor"], (date, "DATE")) == gone
    assert _gone(POLICIES["all"], (date, "DATE")) == [date]
    assert _gone(POLICIES["limited"], (date, "DATE")) == []


def test_a_style_that_moves_dates_gets_whole_ones_but_no_bare_years() -> None:
    dates = (("3/28/2024", "DATE"), ("2024", "DATE"), ("Tuesday", "DATE"))
    assert _gone(POLICIES["safe-harbor"], *dates, whole_dates=True) == ["3/28/2024", "Tuesday"]


AGES = [
    ("93", True, "over 89"),
    ("90", True, "just over 89"),
    ("89", False, "89 itself"),
    ("67", False, "a younger age"),
    ("95 days", False, "95 days"),
    ("ninety-two", True, "over 89 in words"),
    ("eighty-two", False, "under 90 in words"),
    ("90s", True, "a decade over 89"),
    ("80s", False, "a decade under 90"),
    ("eighties", False, "a decade in words"),
    ("teens", False, "a young decade"),
    ("nineties", True, "an old decade in words"),
    ("101", True, "over a hundred"),
    ("nonagenarian", True, "a word for it"),
    ("93yo", True, "with its unit"),
    ("very old", True, "what cannot be read goes"),
]


@pytest.mark.parametrize(("age", "goes", "remark"), AGES, ids=[row[2] for row in AGES])
def test_ages_over_89(age: str, goes: bool, remark: str) -> None:
    assert _gone(POLICIES["safe-harbor"], (age, "AGE"), between=" . ") == ([age] if goes else [])
    assert _gone(POLICIES["i2b2"], (age, "AGE"), between=" . ") == [age]
    assert _gone(POLICIES["limited"], (age, "AGE"), between=" . ") == []


AROUND = [
    ("", "95", " days old", False, "the unit stands behind the span"),
    ("", "95", "-year-old", True, "years behind the span"),
    ("older than ", "89", " ", True, "more than the number"),
    ("", "89", " or older", True, "or more"),
    ("BP 120 ", "67", " 95", False, "other numbers around it are not read"),
    ("", "92", " weeks", False, "weeks"),
]


@pytest.mark.parametrize(("before", "age", "after", "goes", "remark"), AROUND, ids=[row[4] for row in AROUND])
def test_what_stands_around_an_age(before: str, age: str, after: str, goes: bool, remark: str) -> None:
    note = Document("n", before + age + after, (Span(len(before), len(before + age), "AGE"),))
    assert bool(POLICIES["safe-harbor"].apply(note).spans) is goes


ZIPS = [
    ("49440", ["40"], "the first three stay"),
    ("49440-1121", ["40-1121"], "all behind them goes"),
    ("03601", ["03601"], "an area of few people goes wholly"),
    ("89312-0001", ["89312-0001"], "another such area"),
    ("494", [], "three digits alone"),
    ("MI 49440", ["MI 49440"], "what does not begin with digits goes"),
]


@pytest.mark.parametrize(("code", "gone", "remark"), ZIPS, ids=[row[2] for row in ZIPS])
def test_the_first_three_digits_of_a_zip_code(code: str, gone: list[str], remark: str) -> None:
    assert _gone(Policy("x", zip="first-three"), (code, "ZIP")) == gone
    assert _gone(Policy("x", zip="remove"), (code, "ZIP")) == [code]
    assert _gone(Policy("x", zip="keep"), (code, "ZIP")) == []


def test_all_seventeen_sparse_areas_of_the_guidance() -> None:
    sparse = "036 059 063 102 203 556 692 790 821 823 830 831 878 879 884 890 893".split()
    gone = [
        f"{area:03}"
        for area in range(1000)
        if _gone(Policy("x", zip="first-three"), (f"{area:03}01", "ZIP")) != ["01"]
    ]
    assert gone == sparse


WEEKDAYS = [
    "Tuesday",
    "tuesdays",
    "Tue",
    "Tues.",
    "Wed",
    "weds",
    "THURSDAY",
    "thurs",
    "Fri",
    "Sat",
    "Saturday",
    "Sun",
    "Mon",
]


@pytest.mark.parametrize("day", WEEKDAYS)
def test_weekdays_may_stay(day: str) -> None:
    assert _gone(Policy("x", weekdays="keep"), (day, "DATE")) == []
    assert _gone(Policy("x", weekdays="remove"), (day, "DATE")) == [day]


@pytest.mark.parametrize("date", ["Tuesday 3/28", "Monday Tuesday 5", "Tuesdayish", "May"])
def test_a_weekday_with_more_goes(date: str) -> None:
    assert _gone(Policy("x", weekdays="keep"), (date, "DATE")) == [date]


def test_an_own_file(tmp_path: Path) -> None:
    file = tmp_path / "our.toml"
    file.write_text(
        'name = "our-hospital"\nkeep = ["STATE", "CITY"]\nyears = "keep"\nweekdays = "keep"\nages = "over-89"\n'
        'zip = "first-three"\n',
        encoding="utf-8",
    )
    chosen = policy(str(file))
    assert chosen == load_policy(file)
    pieces = [
        ("Toledo", "CITY"),
        ("2024", "DATE"),
        ("Tuesday", "DATE"),
        ("89", "AGE"),
        ("93", "AGE"),
        ("49440", "ZIP"),
    ]
    assert _gone(chosen, *pieces, ("Wells", "DOCTOR"), ("carpenter", "PROFESSION")) == [
        "93",
        "40",
        "Wells",
        "carpenter",
    ]


def test_a_file_that_says_little_takes_everything_out(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text('name = "p"\n')
    assert {
        span.label for span in load_policy(tmp_path / "p.toml").apply(_note(*(("93", x) for x in LABELS))).spans
    } == set(LABELS)


FAULTS = [
    ('name = "p"\nkep = ["STATE"]', "did you mean 'keep'", "a misspelt key"),
    ('name = "p"\nkeep = ["STAET"]', "unknown label 'STAET'", "a label of no set"),
    ('name = "p"\nkeep = ["state"]', "unknown label 'state'", "a label in small letters"),
    ('name = "p"\nkeep = "STATE"', "'keep' must be", "one label without brackets"),
    ('name = "p"\nages = "over-90"', "'ages' must be one of", "a choice there is not"),
    ('name = "p"\nzip = true', "'zip' must be one of", "a truth value"),
    ('keep = ["STATE"]', "'name' is missing", "no name"),
    ("name =", "not a TOML file", "no TOML"),
    ('keep = ["STAET"]\nages = 3', "unknown label 'STAET' .did you mean 'STATE'.*'ages' must be", "all at once"),
    ('keep = ["STAET", 3]', r"'keep\[1\]' must be str, not int.*unknown label 'STAET'", "a number among labels"),
]


@pytest.mark.parametrize(("content", "message", "remark"), FAULTS, ids=[row[2] for row in FAULTS])
def test_faults_of_a_file(tmp_path: Path, content: str, message: str, remark: str) -> None:
    (tmp_path / "p.toml").write_text(content, encoding="utf-8")
    with pytest.raises(SettingsError, match=message):
        policy(str(tmp_path / "p.toml"))


def test_a_policy_that_there_is_not() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'safe-harbor'"):
        policy("safe-habor")
    with pytest.raises(SettingsError, match="no such file"):
        policy("missing.toml")


def test_a_policy_changes_no_document() -> None:
    note = _note(("3/28/2024", "DATE"), ("93", "AGE"))
    before = (note.text, note.spans)
    POLICIES["safe-harbor"].apply(note)
    assert (note.text, note.spans) == before


@pytest.mark.parametrize(
    ("text", "left", "remark"),
    [
        ("DOB 1928, seen 2/2/2024", "DOB , seen /2024", "a year of birth"),
        ("DOB 3/4/1920. Seen 2/2.", "DOB . Seen .", "no other year: today's"),
        ("(1926-2024)", "(-2024)", "a life"),
        ("DOB 3/4/1960, seen 2/2/2024", "DOB /1960, seen /2024", "somebody younger"),
    ],
)
def test_years_that_tell_an_age_over_89(text: str, left: str, remark: str) -> None:
    [found] = RuleDetector().detect([Document("n", text)])
    note = POLICIES["safe-harbor"].apply(Document("n", text, resolve(found)))
    for span in reversed(note.spans):
        text = text[: span.start] + text[span.end :]
    assert text == left, remark


def test_a_style_that_moves_dates_gets_them_as_ages() -> None:
    note = Document("n", "DOB 3/4/1926, seen 2/2/2024", (Span(4, 12, "DATE"), Span(19, 27, "DATE")))
    labels = [span.label for span in POLICIES["safe-harbor"].apply(note, whole_dates=True).spans]
    assert labels == ["AGE", "DATE"]


def test_a_unit_without_its_number_tells_no_age() -> None:
    assert _gone(POLICIES["safe-harbor"], ("week", "AGE"), ("yr old", "AGE"), ("elderly", "AGE")) == ["elderly"]
