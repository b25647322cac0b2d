import json

import pytest

from scrubjay import Document, Span
from scrubjay.errors import DocumentError, UsageError
from scrubjay.evaluate.counts import Counts
from scrubjay.evaluate.evaluation import Missing, evaluate, paired


def note(name: str, found: bool = True, **metadata: str) -> Document:
    spans = (Span(8, 13, "DOCTOR"),) if found else ()
    return Document(name, "Seen by Wells", spans, metadata)


GOLD = [
    note("1", patient="a", note_type="nursing"),
    note("2", patient="a", note_type="letter"),
    note("3", patient="b"),
]
FOUND = [note("1"), note("2", found=False), note("3")]


def test_notes_types_and_patients_are_kept_apart() -> None:
    result = evaluate(paired(GOLD, FOUND))
    assert result.micro("token_binary") == Counts(tp=2, fn=1)
    assert result.by_note_type("entity_strict") == {"nursing": Counts(tp=1), "letter": Counts(fn=1), "": Counts(tp=1)}
    assert result.per_patient("token_binary").tolist() == [[1, 0, 1], [1, 0, 0]]
    assert result.leak_free("note")["clean"] == 2
    assert result.leak_free("patient")["clean"] == 1


def test_the_json_contract() -> None:
    figures = json.loads(json.dumps(evaluate(paired(GOLD, FOUND)).as_dict(resamples=50)))
    scores = {"precision", "recall", "f1", "tp", "fp", "fn"}
    assert set(figures["token_binary"]) == set(figures["entity_strict"]) == scores
    for measure in ("token", "strict", "relaxed", "binary"):
        assert set(figures["i2b2"][measure]) == {"all", "hipaa", "hipaa_corrected"}
        for subset in figures["i2b2"][measure].values():
            assert scores < set(subset)
    assert scores < set(figures["by_label"]["DOCTOR"])
    assert figures["by_label"]["DOCTOR"]["covered"] == {"recall": 2 / 3, "tp": 2, "fn": 1}
    assert figures["i2b2"]["token"]["hipaa"]["recall"] is None, "DOCTOR is no HIPAA label: undefined is not 0"
    assert figures["i2b2"]["by_category"]["NAME"]["strict"]["all"]["tp"] == 2
    assert figures["intervals"]["unit"] == "patient"
    assert figures["patients_given"]
    assert not evaluate([(FOUND[0], FOUND[0])]).patients_given
    assert figures["by_label"]["DOCTOR"]["relaxed"]["tp"] == 2
    assert figures["by_note_type"]["letter"]["relaxed"]["fn"] == 1
    assert figures["macro"]["token_binary"]["recall"] == 2 / 3
    assert 0 <= figures["leak_free"]["patients"]["lower_bound"] < 0.5


def test_other_labels_have_no_categories() -> None:
    gold = Document("n", "Seen by Wells", (Span(8, 13, "NAAM"),))
    figures = evaluate([(gold, gold)]).as_dict(resamples=10)
    assert "by_category" not in figures["i2b2"]
    assert figures["i2b2"]["strict"]["all"]["f1"] == 1.0


def test_notes_on_one_side_only() -> None:
    with pytest.raises(
        UsageError, match="1 gold notes have no prediction and 0 predicted notes no gold, such as '3'"
    ):
        paired(GOLD, FOUND[:2])
    skipped = paired(GOLD, [*FOUND[:2], note("9")], "skip")
    assert [gold.id for gold, _ in skipped] == ["1", "2"]
    assert (skipped.gold_alone, skipped.predicted_alone) == (1, 1)
    assert len(paired([*GOLD, note("4")], FOUND[:2], "skip")) == 2, "half of them"
    assert evaluate(paired(GOLD, FOUND[:2], "empty")).micro("token_binary") == Counts(tp=1, fn=2)
    ways: tuple[Missing, ...] = ("skip", "empty")
    for missing in ways:
        with pytest.raises(UsageError, match="no note in common"):
            paired(GOLD, [note("9")], missing)


def test_the_kind_of_white_space_may_differ() -> None:
    other = Document("1", "Seen\nby\tWells", GOLD[0].spans)
    [(_, found)] = paired(GOLD[:1], [other])
    assert found.text == GOLD[0].text
    for text in ("Seen by  Wells", "Seen byxWells", "Seen by Wells."):
        with pytest.raises(UsageError, match="differ in text"):
            paired(GOLD[:1], [Document("1", text)])


def test_patients_without_phi_prove_nothing() -> None:
    """Ninety-nine of whom nothing was to be hidden, and one of whom all was missed."""
    nobody = [note(str(i), found=False, patient=str(i)) for i in range(99)]
    missed = (note("x", patient="x"), note("x", found=False))
    result = evaluate([*zip(nobody, nobody, strict=True), missed])
    assert result.leak_free("patient")["lower_bound"] == 0.0
    assert (result.leak_free("patient")["total"], result.leak_free("patient")["without_phi"]) == (1, 99)


def test_an_id_that_comes_twice_is_an_error() -> None:
    for gold, found in ((GOLD, [*FOUND, note("3")]), ([*GOLD, note("3")], FOUND)):
        with pytest.raises(DocumentError, match="'3' appears twice"):
            paired(gold, found)


def test_texts_must_agree_and_are_not_shown() -> None:
    other = Document("1", "Seen by Welsh", ())
    with pytest.raises(UsageError, match="first at character 11") as caught:
        paired(GOLD[:1], [other])
    assert "Wel" not in str(caught.value)
