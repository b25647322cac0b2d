from pathlib import Path

import pytest

from scrubjay.detect.tagger.referee import FILE, Referee, load_referee
from scrubjay.documents.span import Span
from scrubjay.errors import FormatError

TEXT = "Seen by Dr. Wells on 3/28, Lasix 40 mg given."
WELLS, DATE, LASIX = (
    Span(12, 17, "DOCTOR", 0.9, "rules:name.title"),
    Span(21, 25, "DATE", 0.8),
    Span(27, 32, "PATIENT", 0.6),
)


def test_weights_decide_and_doubtful_finds_are_left_out() -> None:
    referee = Referee({"all": 2.0, "tagger name drug": -9.0})
    judged = referee.judged(TEXT, [WELLS], [DATE, LASIX])
    assert [(span.start, span.label) for span in judged] == [(12, "DOCTOR"), (21, "DATE")]
    assert all(span.score == pytest.approx(0.8807, abs=1e-4) for span in judged)
    assert judged[0].source == "rules:name.title"


def test_a_faint_doubt_of_the_tagger_stays_one() -> None:
    referee = Referee({"all": 9.0})
    faint, doubt = Span(12, 17, "DOCTOR", 0.03, "tagger:x"), Span(21, 25, "DATE", 0.06, "tagger:x")
    assert [span.score for span in referee.judged(TEXT, [], [faint, doubt])] == [
        0.03,
        pytest.approx(0.9998, abs=1e-4),
    ]


def test_what_can_be_nothing_else_is_not_overruled() -> None:
    referee = Referee({"all": -9.0})
    certain, doubtful = Span(12, 17, "EMAIL", 0.99, "rules:email"), Span(21, 25, "DATE", 0.99, "rules:x")
    assert [span.score for span in referee.judged(TEXT, [certain, doubtful], [])] == [0.5]


def test_the_tagger_says_what_most_finds_are_called() -> None:
    referee = Referee({"all": 2.0})

    def called(rule: str, score: float = 0.9) -> str:
        by_rules = [Span(12, 17, "PATIENT", 0.9, rule)]
        return referee.judged(TEXT, by_rules, [Span(8, 17, "DOCTOR", score)])[0].label

    assert called("rules:name.surname") == "DOCTOR"
    assert called("rules:name.surname", 0.3) == "PATIENT"
    assert called("rules:name.kin") == "PATIENT"


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
