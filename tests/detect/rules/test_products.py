"""Whose number it is: a product's, or a thing's that somebody has."""

import pytest

from scrubjay.detect.rules.products import announced, is_lot_of_drug


@pytest.mark.parametrize(
    ("before", "word"),
    [
        ("Test catalog number ", "catalog"),
        ("cat. no. ", "cat"),
        ("(REF: ", "ref"),
        ("kit #", "kit"),
        ("the code is ", "the"),
        ("seen in 2019, ", ""),
        ("", ""),
    ],
)
def test_the_word_that_announces_a_number(before: str, word: str) -> None:
    assert announced(before.lower(), len(before)) == word


@pytest.mark.parametrize(
    ("before", "drug"),
    [
        ("Shingrix lot ", True),
        ("Tdap IM, lot ", True),
        ("Glucose test strips lot ", True),
        ("Xience stent, lot ", False),
        ("Mesh with gentamicin, lot ", False),
        ("Shingrix given.\nTray 3, lot ", False),
        ("Ancef 2 g given. Ceramic head 36, lot ", False),
        ("Surgical meshes, bupivacaine 20 mL, lot ", False),
        ("Two stents, everolimus 3.0 x 18, lot ", False),
        ("IVC filters: Denali, heparin flush 5 ml, lot ", False),
        ("Natrelle 410 ml left, lot ", False),
        ("Mirena IUD inserted, lot ", False),
        ("lot ", False),
    ],
)
def test_lots_of_drugs_are_told_from_those_of_implants(before: str, drug: bool) -> None:
    assert is_lot_of_drug(before, len(before)) is drug
