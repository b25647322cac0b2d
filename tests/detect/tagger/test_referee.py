from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.detect.rules.detector import REASONS
from scrubjay.detect.tagger.referee import _RIGHTLY_CALLED, FILE, Referee, features, load_referee
from scrubjay.documents.span import Span
from scrubjay.errors import FormatError

TEXT = "Seen by Dr. Wells on 3/28, Lasix 40 mg given."
WELLS, DATE, LASIX = (
    Span(12, 17, "DOCTOR", 0.9, "rules:name.title"),
    Span(21, 25, "DATE", 0.8),
    Span(27, 32, "PATIENT", 0.6),
)
SPANS = st.lists(
    st.builds(
        lambda start, length, label, score: Span(start, min(start + length, len(TEXT)), label, score, "rules:x"),
        st.integers(0, len(TEXT) - 1),
        st.integers(1, 12),
        st.sampled_from(["PATIENT", "DATE", "HOSPITAL", "IDNUM"]),
        st.floats(0, 1),
    ),
    max_size=6,
)


@given(SPANS, SPANS)
def test_every_find_is_told_once_with_what_the_other_says_of_it(one: list[Span], two: list[Span]) -> None:
    told = list(features(TEXT, one, two))
    assert [(span.start, span.end) for span, _ in told] == [(span.start, span.end) for span in (*one, *two)]
    for (_, known), span, others in zip(told, [*one, *two], [two] * len(one) + [one] * len(two), strict=True):
        source = "rules" if others is two else "tagger"
        said = max((other.score or 0 for other in others if other.overlaps(span)), default=0)
        assert (known[f"{source} other"] > -4) == (said > 0.02) or 0.01 <= said <= 0.02


def test_weights_decide_and_doubtful_finds_are_left_out() -> None:
    referee = Referee({"all": 2.0, "tagger name drug": -9.0})
    judged = referee.judged(TEXT, [WELLS], [DATE, LASIX])
    assert [(span.start, span.label) for span in judged] == [(12, "DOCTOR"), (21, "DATE")]
    assert all(span.score == pytest.approx(0.8807, abs=1e-4) for span in judged)
    assert judged[0].source == "rules:name.title"


def test_what_a_rule_is_certain_of_is_not_overruled() -> None:
    referee = Referee({"all": -5.0})
    certain, doubtful = Span(12, 17, "DOCTOR", 0.9, "rules:x"), Span(21, 25, "DATE", 0.7, "rules:x")
    assert [span.score for span in referee.judged(TEXT, [certain, doubtful], [])] == [0.5]


def test_the_tagger_says_what_most_finds_are_called() -> None:
    referee = Referee({"all": 2.0})

    def called(rule: str, score: float = 0.9) -> str:
        by_rules = [Span(12, 17, "PATIENT", 0.9, rule)]
        return referee.judged(TEXT, by_rules, [Span(8, 17, "DOCTOR", score)])[0].label

    assert called("rules:name.surname") == "DOCTOR"
    assert called("rules:name.surname", 0.3) == "PATIENT"
    assert called("rules:name.kin") == "PATIENT"


@pytest.mark.parametrize(
    ("before", "find", "after", "label", "named"),
    [
        ("", "Wilson", " disease", "PATIENT", "thing"),
        ("possible ", "Stevens", "-Johnson", "PATIENT", "pair"),
        ("seen by ", "Wilson", " today", "PATIENT", None),
        ("CPT ", "99214", "", "IDNUM", "code"),
        ("platelets ", "250000", "", "IDNUM", "measured"),
        ("gave ", "5000", " units", "IDNUM", "unit"),
        ("amoxil 500 tds ", "5/7", "", "DATE", "often"),
        ("record ", "4471903", "", "IDNUM", None),
    ],
)
def test_what_stands_beside_a_find_is_known(
    before: str, find: str, after: str, label: str, named: str | None
) -> None:
    span = Span(len(before), len(before) + len(find), label, 0.8)
    [(_, known)] = features(before + find + after, [], [span])
    beside = {
        name
        for name in ("thing", "pair", "code", "measured", "unit", "often")
        if f"tagger {name}" in known or name in known
    }
    assert beside == ({named} if named else set())


def test_rules_that_are_believed_exist() -> None:
    assert {name.removeprefix("rules:") for name in _RIGHTLY_CALLED} <= set(REASONS)


def test_it_is_read_as_it_was_written(tmp_path: Path) -> None:
    assert load_referee(tmp_path) is None
    referee = Referee({"all": 1.25, "rules": -0.5, "nothing": 0.0})
    referee.save(tmp_path)
    again = load_referee(tmp_path)
    assert again is not None
    assert dict(again.weights) == {"all": 1.25, "rules": -0.5}
    for damaged in ("[]", "{", '{"all": "x"}'):
        (tmp_path / FILE).write_text(damaged)
        with pytest.raises(FormatError, match="holds no weights"):
            load_referee(tmp_path)
