import json
from collections import Counter
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.deidentify.deidentifier import Settings
from scrubjay.deidentify.order import Order
from scrubjay.deidentify.report import reason_of, report
from scrubjay.deidentify.state import Entry, Totals
from scrubjay.detect.policy import POLICIES
from scrubjay.detect.rules.detector import REASONS
from scrubjay.documents.formats.format import Faults
from scrubjay.documents.formats.registry import FORMATS

ORDER = Order(
    Path("notes"), FORMATS["brat"], Path("safe"), Settings(POLICIES["safe-harbor"]), keep_metadata=("ward",)
)
TOTALS = Totals(
    released=3,
    without_identities=1,
    characters=300,
    labels=Counter({"DATE": 1, "PATIENT": 4}),
    sources=Counter({"rules:date.full": 1, "given": 1, "known:PATIENT": 3}),
    withheld=[Entry("n7", b"", "it leaks"), Entry("Seen by Dr. Lindqvarn", b"", "it leaks, too")],
)


def test_the_fields_of_a_report() -> None:
    faults = Faults()
    faults.add("withheld", "not utf-8 text", file="notes/a.txt", note="a")
    faults.add("withheld", "there is no .txt file beside it", file="notes/b.ann")
    faults.add("noted", "2 files were not read", file="notes")
    made = report(ORDER, TOTALS, faults)
    assert datetime.fromisoformat(made.pop("finished")).tzinfo is not None
    made.pop("scrubjay")
    assert made == {
        "settings": {
            "source": "notes",
            "target": "safe",
            "format": "text",
            "policy": "safe-harbor",
            "policy_title": POLICIES["safe-harbor"].title,
            "style": "tag",
            "numbered": False,
            "threshold": ORDER.settings.chosen_threshold,
            "spans": "both",
            "tagger": "default",
            "known_identifiers": False,
            "vault": False,
            "metadata_released": ["ward"],
        },
        "notes": {"released": 3, "withheld": 4, "without_identities": 1, "characters": 300},
        "identities": {
            "replaced": 5,
            "by_label": {"PATIENT": 4, "DATE": 1},
            "by_rule": [
                {"rule": "known:PATIENT", "count": 3, "reason": "a known identifier of this patient"},
                {"rule": "rules:date.full", "count": 1, "reason": REASONS["date.full"]},
                {"rule": "given", "count": 1, "reason": "it came annotated with the note"},
            ],
        },
        "leak_check": "every release was searched for what had been taken out of its note, but for everyday words",
        "withheld": [
            {"note": "n7", "reason": "it leaks"},
            {"note": "(id not shown)", "reason": "it leaks, too"},
            {"note": "a", "reason": "not utf-8 text"},
            {"note": "notes/b.ann", "reason": "there is no .txt file beside it"},
        ],
    }
    assert list(made["identities"]["by_label"]) == ["PATIENT", "DATE"], "the most frequent first"
    json.dumps(made)


def test_known_identifiers_and_vaults_are_told_and_not_shown() -> None:
    settings = replace(ORDER.settings, known=Path("/where/they/are.csv"))
    made = report(replace(ORDER, settings=settings, vault=Path("/where/it/is")), TOTALS, Faults())
    assert made["settings"]["known_identifiers"] is made["settings"]["vault"] is True
    assert made["leak_check"].endswith("and for the known identifiers")
    assert "where" not in json.dumps(made)


@pytest.mark.parametrize("rule", sorted(REASONS))
def test_every_rule_has_a_reason(rule: str) -> None:
    assert reason_of(f"rules:{rule}") == REASONS[rule] != ""


def test_a_source_nobody_knows_has_none() -> None:
    assert reason_of("rules:nonsense") == ""
