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
_SENTENCE = re.compile(r"[.;]\s|\n")  # where another thing begins
# What is given, injected or measured with, and never stays in anybody.
_GIVEN = frozenset(
    "vaccine vaccines vaccinated vaccination immunization immunisation imms dose doses vial vials syringe ampoule "
    "ampule infusion injection injected deltoid im subq tablet tablets capsules strip strips reagent reagents assay "
    "control controls calibrator tincture contrast expiry exp expires mmr tdap td dtap flu hepb hib ipv ppsv pcv "
    "ndc".split()
)
# What stays: their lots are kept to find the bearer again. Compared without a plural's ending.
_STAYS = frozenset(
    "implant implanted stent microstent mesh graft allograft screw plate nail femur femoral tibia tibial patella "
    "acetabular head shell liner stem cup cage rod spacer lens iol valve pacemaker generator recorder lead port "
    "catheter picc coil filter clip patch occluder cement anchor putty prosthesis shunt expander breast filler iud "
    "tissue".split()
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
    words = _WORD.findall(_SENTENCE.split(text[max(0, start - _NEAR) : start].lower())[-1])
    if not _STAYS.isdisjoint(ending for word in words for ending in (word, word.removesuffix("s"), word[:-2])):
        return False  # meshes, lenses
    return not _GIVEN.isdisjoint(words) or any(lexicon().get(word, 0) & DRUG for word in words)
