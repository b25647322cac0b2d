from scrubjay import Document, Span
from scrubjay.evaluate.evaluation import evaluate
from scrubjay.evaluate.table import lines, table


def test_a_table_is_as_wide_as_it_needs_to_be() -> None:
    assert list(table(["", "n"], [["long name", "1"], ["x", "1,000"]])) == [
        "               n",
        "----------------",
        "long name      1",
        "x          1,000",
    ]


def test_what_a_person_reads() -> None:
    gold = Document("n", "Seen by Wells", (Span(8, 13, "DOCTOR"),), {"note_type": "nursing"})
    shown = "\n".join(lines(evaluate([(gold, gold)]).as_dict(resamples=10)))
    for part in (
        "notes 1, patients 1 (not given",
        "words, PHI or not",
        "HIPAA with IDNUM",
        "DOCTOR",
        "nursing",
        "seed 0",
    ):
        assert part in shown
    assert "patients without a missed word: 1 of 1; at 95% confidence at least 0.0500" in shown
