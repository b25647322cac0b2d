import pytest

from scrubjay.documents.labels import LABEL_SETS, label_set
from scrubjay.errors import UnknownNameError


def test_sizes_are_the_papers_own() -> None:
    sizes = {name: len(labels) for name, labels in LABEL_SETS.items()}
    assert sizes["s5-28"] == 28, "S5, Table 1"
    assert sizes["s4-8"] == 8, "S4, Table 1"
    assert sizes["hipaa-18"] == 18, "45 CFR 164.514(b)(2)"
    assert sizes["i2b2-2006"] == 8
    assert sizes["i2b2-2014"] == 32
    assert sizes["meddocan"] == 29


def test_a_label_is_in_one_category() -> None:
    for labels in LABEL_SETS.values():
        everything = [label for members in labels.categories.values() for label in members]
        assert len(everything) == len(set(everything)) == len(labels)


def test_an_unknown_label_lists_the_known_and_is_not_repeated() -> None:
    with pytest.raises(UnknownNameError) as caught:
        label_set("i2b2-2006").category("Wells")
    assert "AGE, DATE, DOCTOR" in str(caught.value)
    assert "Wells" not in str(caught.value)


def test_an_unknown_set_lists_the_known_with_a_guess() -> None:
    with pytest.raises(UnknownNameError, match=r"Did you mean 'i2b2-2014'\? Known: hipaa-18"):
        label_set("i2b2-2041")
