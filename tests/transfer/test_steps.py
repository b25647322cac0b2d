"""The trainings of a study: S4's phases, each training once, none before what it starts from."""

from dataclasses import replace
from pathlib import Path

import pytest

from scrubjay.training.settings import DataSettings, TrainingSettings
from scrubjay.transfer.settings import CorpusSettings, MethodSettings, TransferSettings
from scrubjay.transfer.steps import Step, fine_tuned, orders, plan, sequence, sizes, tried

TAGGER = TrainingSettings(DataSettings(Path(), Path()))


def study(names: str, new: str | None = None) -> TransferSettings:
    return TransferSettings({name: CorpusSettings() for name in names}, TAGGER, new)


@pytest.mark.parametrize(
    ("step", "name"),
    [
        (Step(("A",)), "A"),
        (Step(("A", "B")), "A+B"),
        (Step(("A", "B"), method="jdl"), "jdl:A+B"),
        (sequence("ABC"), "A>B>C"),
        (Step(("C",), Step(("A", "B"), method="csd"), notes=16), "csd:A+B>C@16"),
        (Step(("A", "B"), method="easyadapt", home="A"), "easyadapt:A+B(A)"),
        (Step(("B",), Step(("A",)), parts=("characters", "tokens")), "A>[characters+tokens]B"),
    ],
)
def test_a_step_is_written_as_it_is_trained(step: Step, name: str) -> None:
    assert step.name == name


@pytest.mark.parametrize(("names", "new"), [("AB", None), ("ABC", None), ("ABCD", "D"), ("ABCDE", "E"), ("ABC", "C")])
def test_a_plan_has_every_step_once_and_behind_what_it_starts_from(names: str, new: str | None) -> None:
    every = plan(study(names, new), 100)
    assert len({step.name for step in every}) == len(every)
    done: set[Step] = set()
    for step in every:
        assert step.after is None or step.after in done
        done.add(step)
    assert not any(new in step.learnt and step.sources != (new,) for step in every), "the new one teaches nobody else"


def test_three_corpora_make_the_trainings_of_the_paper() -> None:
    names = {step.name for step in plan(study("ABC"), 0)}
    assert {"A", "B", "C"} < names  # Table 3
    assert {"A>B", "B>A", "A+B", "csd:A+B", "jdl:A+B"} < names  # Table 4
    assert {"A>B>C", "B>A>C", "A+B>C", "A+B+C", "csd:A+B>C", "jdl:A+B>C", "csd:A+B+C", "jdl:A+B+C"} < names  # Table 5
    assert len(names) == 42


def test_a_new_institution_has_learning_curves_and_layers() -> None:
    given = replace(study("ABCD", "D"), curve=(10, 20, 400), layers=True)
    names = {step.name for step in plan(given, 100)}
    assert {"D@10", "D@20", "D", "A+B+C>D@10", "A+B+C>D@20", "A+B+C>D", "A+B+C>[characters]D"} < names
    assert sizes(given, 22) == [10, 22], "20 is hardly less"
    assert not any("400" in name for name in names), "there are 100 notes"
    assert sizes(study("ABCD", "D"), 100) == [8, 16, 32, 64, 100]
    assert sizes(study("ABCD", "D"), 5) == [5]


def test_other_settings_of_a_method_are_tried_on_others_notes_and_used_further_if_named() -> None:
    half = {"half": MethodSettings("jdl", weight=0.5)}
    given = replace(study("ABC"), variants=half)
    names = {step.name for step in plan(given, 0)}
    assert [step.name for step in tried(given, "C", "jdl")] == ["jdl:A+B", "half:A+B"]
    assert not tried(given, "C", "csd"), "of which there is one setting"
    assert {"half:A+B", "half:A+C", "half:B+C"} == {name for name in names if "half" in name}
    named = replace(given, methods=("plain", "half"))
    assert {"half:A+B", "half:A+B>C", "half:A+B+C"} < {step.name for step in plan(named, 0)}


def test_of_many_orders_some_are_tried() -> None:
    assert len(orders("ABC")) == 6
    assert len(orders([str(number) for number in range(60)])) == 6
    some = orders("ABCD")
    assert len(some) == 6
    assert {order[-1] for order in some} == set("ABCD")
    assert all(sorted(order) == list("ABCD") for order in some)


def test_with_two_corpora_the_other_one_is_fine_tuned() -> None:
    assert [step.name for step in fine_tuned(study("AB"), "A")] == ["B>A"]
