"""What announces a number, and which numbers are a product's: every vial of a lot has the same, it is nobody's."""

import re

from scrubjay.detect.lexicon import DRUG, lexicon

_ANNOUNCED = re.compile(
    r"\b([a-z][a-z'/]{1,20})\.?(?:[ ]?(?:numbers?|num|nos?|codes?|ids?|is|was|#)\b\.?){0,3}[ .:#=(]{0,4}\Z"
).search
_WORD = re.compile(r"[^\W\d_]{2,}")
LOTS = frozenset(("lot", "batch"))
# Words that announce a number which all products of a kind share, or the number of a paper that is about nobody.
PRODUCTS = LOTS | frozenset(
    "model catalog catalogue cat ref part item kit set tray sku reorder product version revision memo leaflet form "
    "handout policy guideline protocol sop bulletin document".split()
)
_NEAR = 60  # characters of the same line
# What is given, injected or measured with, and never stays in anybody.
_GIVEN = frozenset(
    "vaccine vaccines vaccinated vaccination immunization immunisation imms dose doses vial vials syringe ampoule "
    "ampule bag infusion injection injected deltoid im subq tablet tablets capsules strip strips reagent reagents "
    "assay control controls calibrator tincture contrast expiry exp expires mmr tdap td dtap flu hepb hib ipv ppsv "
    "pcv mg mcg ml units ndc".split()
)
# What stays: their lots are kept to find the bearer again.
_STAYS = frozenset(
    "implant implants implanted stent mesh graft allograft screw screws plate nail femur femoral tibia tibial "
    "patella acetabular liner stem cup cage rod rods lens iol valve pacemaker generator lead leads port catheter "
    "picc coil filter cement anchor anchors prosthesis shunt tissue".split()
)


def announced(lower: str, start: int) -> str:
    """Return the word that announces a number, or nothing.

    >>> [announced(text, len(text)) for text in ("catalog no. ", "the lot number is ", "seen, 3 ")]
    ['catalog', 'lot', '']
    """
    found = _ANNOUNCED(lower[max(0, start - 40) : start])
    return found[1] if found else ""


def is_lot_of_drug(text: str, start: int) -> bool:
    """Tell whether a lot's number that starts there is a drug's, a vaccine's or a reagent's, not an implant's."""
    words = _WORD.findall(text[max(0, start - _NEAR) : start].lower().rpartition("\n")[2])
    if not _STAYS.isdisjoint(words):
        return False
    return not _GIVEN.isdisjoint(words) or any(lexicon().get(word, 0) & DRUG for word in words)
