"""What is known about a find."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scrubjay.detect.rules.detector import REASONS
from scrubjay.detect.tagger import evidence
from scrubjay.detect.tagger.evidence import _RIGHTLY_CALLED, features
from scrubjay.documents.span import Span

TEXT = "Seen by Dr. Wells on 3/28, Lasix 40 mg given."
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
@example([Span(0, 11, "PATIENT", 0.0, "rules:x")], [Span(0, 1, "PATIENT", 0.0), Span(10, 11, "PATIENT", 1.0)])
def test_every_find_is_told_once_with_what_the_other_says_of_it(one: list[Span], two: list[Span]) -> None:
    told = list(features(TEXT, one, two))
    assert len(told) == len(one) + len(two)
    for (span, _), found in zip(told, (*one, *two), strict=True):
        assert found.start <= span.start < span.end <= found.end
    within = [span for span, _ in told[: len(one)]]  # rules' finds may have been cut shorter
    for (span, known), others in zip(told, [two] * len(one) + [within] * len(two), strict=True):
        source = "rules" if others is two else "tagger"
        said = max((other.score or 0 for other in others if other.overlaps(span)), default=0)
        assert (known[f"{source} other"] > -4) == (said > 0.02) or 0.01 <= said <= 0.02


def test_a_rules_find_ends_where_the_tagger_is_sure_that_it_does() -> None:
    text = "nephew Harlan Tarpley HCPOA, lives far"
    rule = Span(7, 27, "PATIENT", 0.8, "rules:x")

    def told(score: float) -> Span:
        return next(features(text, [rule], [Span(7, 21, "PATIENT", score)]))[0]

    assert (told(0.95).start, told(0.95).end) == (7, 21)
    assert (told(0.5).start, told(0.5).end) == (7, 27)


def test_a_state_behind_a_town_is_a_state() -> None:
    text = "Grand Rapids, Minn. today"
    told = list(features(text, [Span(14, 18, "STATE", 0.8, "rules:place.state")], [Span(14, 19, "CITY", 0.9)]))
    assert [span.label for span, _ in told] == ["STATE", "STATE"]


@pytest.mark.parametrize(
    ("text", "told"),
    [("BP on 2/14 and 2/27; murmur 2/6", "near"), ("on 9/14 murmur 2/6", "far"), ("murmur 2/6", "alone")],
)
def test_two_numbers_are_a_date_by_the_months_of_the_note(text: str, told: str) -> None:
    dates = [
        Span(place, place + 4, "DATE", 0.99) for place in range(len(text)) if text[place : place + 2] in ("2/", "9/")
    ][:-1]
    [*_, (_, known)] = features(text, [], [*dates, Span(len(text) - 3, len(text), "DATE", 0.3)])
    assert f"tagger date {told}" in known
    assert "date over 6" in known


@pytest.mark.parametrize(("other", "told"), [("27/2", "near"), ("27/9", "far")])
def test_the_day_may_come_first(other: str, told: str) -> None:
    [_, (_, known)] = features(f"on 21/2 and {other}", [], [Span(3, 7, "DATE", 0.99), Span(12, 16, "DATE", 0.3)])
    assert f"tagger date {told}" in known
    assert "date over 27" in known


@pytest.mark.parametrize(
    ("text", "weeks"), [("amoxil 5/7, OPD 6/52", True), ("amoxil 5/7, born 3/4/52, BP 120/52", False)]
)
def test_where_weeks_are_written_as_shares_other_shares_may_be_days(text: str, weeks: bool) -> None:
    [(_, known)] = features(text, [], [Span(7, 10, "DATE", 0.8)])
    assert ("date over 7 where weeks are" in known) == weeks


def test_words_beside_a_find_are_told_unless_they_may_be_names() -> None:
    text = "murmur 2/6 Smith"
    [(_, known)] = features(text, [], [Span(7, 10, "DATE", 0.3)])
    assert "date after murmur" in known
    assert not any("smith" in name for name in known)


@given(st.text("aB3 -.,_\né", max_size=50))
def test_the_word_before_a_find_is_the_one_that_a_search_finds(before: str) -> None:
    searched = re.search(r"([^\W\d_]+)[^\w\n]{0,3}\Z", before[-40:])
    found = evidence._WORD_BESIDE(evidence._leftwards(before + "2/6", len(before)))
    assert (found[1][::-1] if found else None) == (searched[1] if searched else None)


@pytest.mark.parametrize(
    ("before", "find", "after", "label", "named"),
    [
        ("", "Wilson", " disease", "PATIENT", "thing"),
        ("possible ", "Stevens", "-Johnson", "PATIENT", "pair"),
        ("seen by ", "Wilson", " today", "PATIENT", None),
        ("Karen Bishop, ", "N.P", ".", "DOCTOR", "credential"),
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
        for name in ("thing", "pair", "credential", "code", "measured", "unit", "often")
        if f"tagger {name}" in known or name in known
    }
    assert beside == ({named} if named else set())


def test_rules_that_are_believed_exist() -> None:
    assert {name.removeprefix("rules:") for name in _RIGHTLY_CALLED} <= set(REASONS)
