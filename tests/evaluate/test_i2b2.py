"""The official i2b2 2014 measures: against what the script printed, and against a slow oracle on random damage."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings

from scrubjay import Document, Span
from scrubjay.documents.formats.reading import read
from scrubjay.documents.labels import label_set
from scrubjay.evaluate import i2b2, official
from scrubjay.evaluate.counts import Counts
from scrubjay.evaluate.evaluation import Evaluation, evaluate, paired
from tests.evaluate.damage import pairs

CATEGORY = {label: label_set("i2b2-2014").category(label) for label in label_set("i2b2-2014")}
HIPAA_PATTERNS = [
    *(("LOCATION", kind) for kind in ("CITY", "STREET", "ZIP", "ORGANIZATION")),
    *(("CONTACT", kind) for kind in ("PHONE", "FAX", "EMAIL")),
    *(
        ("ID", kind)
        for kind in ("SSN", "MEDICALRECORD", "HEALTHPLAN", "ACCOUNT", "LICENSE", "VEHICLE", "DEVICE", "BIOID")
    ),
    *(("NAME", "PATIENT"), ("DATE", ".*"), ("AGE", ".*"), ("ID", "IDNUM ")),
]


class Tag:
    """A tag that is equal to another if the ends differ by up to `slack`: the mechanism of the original, in slow."""

    def __init__(self, start: int, end: int, label: str, slack: int) -> None:
        self.start, self.end, self.label, self.slack = start, end, label, slack

    def __hash__(self) -> int:
        return hash((self.start, self.label))

    def __eq__(self, other: object) -> bool:
        assert isinstance(other, Tag)
        same = (self.start, self.label) == (other.start, other.label)
        return same and abs(self.end - other.end) <= self.slack


def in_hipaa(label: str, corrected: bool) -> bool:
    return any(
        re.match(name, CATEGORY[label]) and re.match(kind.strip() if corrected else kind, label)
        for name, kind in HIPAA_PATTERNS
    )


def oracle(gold: Document, found: Document, measure: str, subset: str, category: str | None = None) -> Counts:
    """Count with sets of tags that know when they are equal, one measure at a time."""

    def tags(document: Document) -> set[Tag]:
        result = set()
        for span in document.spans:
            if subset != "all" and not in_hipaa(span.label, subset == "hipaa_corrected"):
                continue
            if category is not None and CATEGORY[span.label] != category:
                continue
            label = "" if measure.startswith("binary") else span.label
            if measure in ("token", "binary"):
                places, run = [], ""
                for i in range(span.start, span.end + 1):
                    sign = document.text[i] if i < span.end else " "
                    if sign.isascii() and sign.isalnum():
                        run += sign
                    elif run:
                        places.append((i - len(run), i))
                        run = ""
                for start, end in places or [(span.end, span.end)]:
                    result.add(Tag(start, end, label, 0))
            else:
                result.add(Tag(span.start, span.end, label, 2 if measure == "relaxed" else 0))
        return result

    there, claimed = tags(gold), tags(found)
    return Counts(len(there.intersection(claimed)), len(claimed - there), len(there - claimed))


@given(pairs())
@settings(max_examples=400)
def test_random_damage_against_the_slow_oracle(pair: tuple[Document, Document]) -> None:
    counts = i2b2.score(*pair)
    for measure in i2b2.MEASURES:
        for subset in i2b2.SUBSETS:
            assert counts[f"{measure}/{subset}"] == oracle(*pair, measure, subset), (measure, subset)
    for category in i2b2.CATEGORIES:
        for measure in ("token", "strict"):
            for subset in i2b2.SUBSETS:
                name = f"{category}/{measure}/{subset}"
                assert counts[name] == oracle(*pair, measure, subset, category), name


def test_a_part_is_a_false_alarm_and_a_miss_unless_its_end_is_near() -> None:
    gold = [i2b2.Unit(0, 14, "PATIENT"), i2b2.Unit(23, 29, "DOCTOR")]
    found = [i2b2.Unit(0, 12, "PATIENT"), i2b2.Unit(23, 26, "DOCTOR")]
    assert i2b2.by_label(gold, found) == {"PATIENT": Counts(fp=1, fn=1), "DOCTOR": Counts(fp=1, fn=1)}
    assert i2b2.relaxed_by_label(gold, found) == {"PATIENT": Counts(tp=1), "DOCTOR": Counts(fp=1, fn=1)}
    assert i2b2.by_label(gold, gold) == {"PATIENT": Counts(tp=1), "DOCTOR": Counts(tp=1)}


def test_idnum_is_hipaa_only_when_corrected() -> None:
    note = Document("n", "id 4711", (Span(3, 7, "IDNUM"),))
    counts = i2b2.score(note, note)
    assert counts["strict/hipaa"] == Counts()
    assert counts["strict/hipaa_corrected"] == Counts(tp=1)


def test_relaxed_hits_are_counted_in_the_smaller_set_the_systems_if_equal() -> None:
    """Two gold spans (ends 3 and 6) meet system spans (ends 5 and 20): the one at 5 is near both."""
    gold = [i2b2.Unit(0, 3, "DATE"), i2b2.Unit(0, 6, "DATE")]
    found = [i2b2.Unit(0, 5, "DATE"), i2b2.Unit(0, 20, "DATE")]
    assert i2b2.relaxed(gold, found) == Counts(tp=1, fp=1, fn=0)
    assert i2b2.relaxed(gold, [*found, i2b2.Unit(9, 10, "DATE")]) == Counts(tp=2, fp=2, fn=0)


def test_accents_part_tokens_and_signs_are_one_empty_token() -> None:
    note = Document("n", "Núñez ---", (Span(0, 5, "DOCTOR"), Span(6, 9, "DATE")))
    assert [unit[:2] for unit in i2b2.tokens(note)] == [(0, 1), (3, 5), (9, 9)]


@pytest.fixture(scope="module")
def reference(shared: Path) -> Path:
    return shared / "i2b2-scorer"


@pytest.fixture(scope="module")
def scored(reference: Path) -> Evaluation:
    return evaluate(paired(read(reference / "gold"), read(reference / "system")))


def figures(report: str) -> dict[str, list[list[str]]]:
    """Return the figures under each title of a summary."""
    result: dict[str, list[list[str]]] = {}
    title = ""
    for line in report.splitlines():
        if heading := re.match(r"(.*) \(40\)\s*Measure", line):
            title = heading[1]
            result[title] = []
        elif title and re.search(r"\b(Precision|Recall|F1)\b", line):
            result[title].append(line.split())
    return result


def test_every_figure_of_the_official_output(scored: Evaluation, reference: Path) -> None:
    theirs = figures((reference / "official-output.txt").read_text(encoding="utf-8"))
    ours = figures("\n".join(official.summary(scored)))
    assert len(theirs) == 42
    assert ours == theirs


def by_note(report: str) -> dict[tuple[str, str], list[str]]:
    """Return counts and figures of each note under each title."""
    result: dict[tuple[str, str], list[str]] = {}
    title = note = ""
    for line in report.splitlines():
        if heading := re.match(r"Report for (.*):", line):
            title = heading[1]
        elif first := re.match(r"(\d{3}-\d\d)\s+Precision\s+(\S+)", line):
            note = first[1]
            result[title, note] = [first[2]]
        elif line.startswith("Total"):
            note = ""  # the summary after each title
        elif note and re.search(r"\b(Recall|F1)\b", line):
            result[title, note] += line.split()
    return result


def test_every_count_of_the_official_report_by_note(scored: Evaluation, reference: Path) -> None:
    theirs = by_note((reference / "official-output-per-note.txt").read_text(encoding="utf-8"))
    ours = by_note("\n".join(official.per_note(scored)))
    assert len(theirs) == 42 * 40
    assert ours == theirs
