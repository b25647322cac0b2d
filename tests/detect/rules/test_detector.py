"""The rules as a whole: each is reached by the tables, each has a reason, long notes are read whole."""

from importlib import import_module
from pathlib import Path

import pytest

from scrubjay import Document
from scrubjay.detect.rules import detector
from scrubjay.detect.rules.detector import FAMILIES, REASONS, RuleDetector
from scrubjay.detect.rules.page import Page
from tests.detect.rules.marked import Rows, sources


def _tables() -> Rows:
    modules = (
        import_module(f"tests.detect.rules.{path.stem}") for path in sorted(Path(__file__).parent.glob("test_*.py"))
    )
    return [row for module in modules for row in getattr(module, "ROWS", [])]


def test_every_rule_is_reached_by_a_row_and_every_source_has_a_reason() -> None:
    reached = {source for sentence, _ in _tables() for source in sources(sentence)}
    assert reached == {f"rules:{rule}" for rule in REASONS}


def test_every_family_keeps_to_its_own_reasons() -> None:
    text = "\n".join(sentence.replace("[[", "").replace("]]", "") for sentence, _ in _tables())
    page = Page(text)
    for family in FAMILIES:
        assert {found.rule for found in family.find(page)} <= family.reasons.keys(), family.name


def test_reasons_are_full_and_no_rule_belongs_to_two_families() -> None:
    names = [name for family in FAMILIES for name in family.reasons]
    assert len(names) == len(set(names))
    assert len({family.name for family in FAMILIES}) == len(FAMILIES)
    assert all(" " in reason and not reason.endswith(".") for reason in REASONS.values())


def test_every_module_with_a_family_takes_part() -> None:
    folder = Path(str(detector.__file__)).parent
    modules = (import_module(f"scrubjay.detect.rules.{path.stem}") for path in folder.glob("[a-z]*.py"))
    assert {module.FAMILY.name for module in modules if hasattr(module, "FAMILY")} == {f.name for f in FAMILIES}


@pytest.mark.parametrize("blank", ["\n\n", "\n", " "], ids=["paragraphs", "lines", "words"])
def test_a_name_found_on_one_page_is_found_on_all(blank: str) -> None:
    filling = f"The wound is clean and dry.{blank}" * 5000
    text = f"Then Abernathy{blank}slept. {filling}Seen by Dr. Abernathy.{blank}{filling}So abernathy slept."
    [spans] = RuleDetector().detect([Document("n", text)])
    found = {span.start for span in spans if span.label in ("PATIENT", "DOCTOR")}
    places = {start for start in range(len(text)) if text.startswith("bernathy", start + 1)}
    assert len(places) == 3
    assert places <= found


def test_one_note_does_not_know_the_names_of_another() -> None:
    known, other = Document("1", "Seen by Dr. Abernathy."), Document("2", "told abernathy to rest, Thursday")
    alone = RuleDetector().detect([other])
    assert RuleDetector().detect([known, other])[1:] == alone
