import numpy as np
from scipy import sparse

from scrubjay.detect.tagger.evidence import features
from scrubjay.documents.document import Document
from scrubjay.documents.span import Span
from scrubjay.training.refereeing import fit_referee, regression


def test_it_learns_whom_to_believe() -> None:
    """A rule that is right only where the tagger agrees, and one that always is."""
    notes, by_rules, by_tagger = [], [], []
    for place in range(60):
        agreed = place % 2 == 0
        text = "Wells saw Foley on 3/28."
        gold = [Span(19, 23, "DATE")] + ([Span(0, 5, "DOCTOR")] if agreed else [])
        notes.append(Document(f"n{place}", text, tuple(gold)))
        by_rules.append((Span(0, 5, "DOCTOR", 0.6, "rules:a"), Span(19, 23, "DATE", 0.6, "rules:b")))
        by_tagger.append(
            (Span(0, 5, "DOCTOR", 0.9, "tagger:x"),) if agreed else (Span(10, 15, "DOCTOR", 0.6, "tagger:x"),)
        )
    referee = fit_referee(notes, by_rules, by_tagger, restraint=0.1)
    for place, note in enumerate(notes[:2]):
        judged = {
            span.start: span.score or 0 for span in referee.judged(note.text, by_rules[place], by_tagger[place])
        }
        assert judged[19] > 0.9
        assert (judged.get(0, 0) > 0.8) == (place == 0)
        assert judged.get(10, 0) < 0.2


def test_the_regression_is_where_its_slope_is_nought() -> None:
    chance = np.random.default_rng(1)
    table, right = chance.normal(size=(200, 5)), chance.integers(0, 2, 200).astype(float)
    weights = regression(sparse.csr_array(table), right, 2.0)
    expected = 1 / (1 + np.exp(-table @ weights))
    assert np.abs(table.T @ (expected - right) + 2.0 * weights).max() < 1e-6


def test_features_have_names_that_do_not_tell_the_text() -> None:
    note = "Seen by Wells."
    for _, known in features(note, [Span(8, 13, "DOCTOR", 0.9, "rules:name.surname")], []):
        assert not any("wells" in name.lower() for name in known)
