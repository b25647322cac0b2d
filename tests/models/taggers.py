"""A small tagger that knows nothing, for tests."""

import numpy as np
import torch

from scrubjay.detect.tagger.gazetteers import gazetteers
from scrubjay.detect.tagger.inputs import CASINGS, Alphabet
from scrubjay.detect.tagger.pieces import Pieces
from scrubjay.detect.tagger.reading import Reading, tag_names
from scrubjay.detect.tagger.subwords import Subwords
from scrubjay.detect.tagger.vectors import Vectors
from scrubjay.models.network import NetworkSettings
from scrubjay.models.tagger import Description, Tagger

SETTINGS = {
    "neuroner": NetworkSettings(words=6, character_size=4, character_units=3, units=5, hidden=4),
    "trained words": NetworkSettings(words=6, train_words=True, casing=True, character_units=3, units=5),
    "standard": NetworkSettings(
        words=6, casing=True, characters="none", cell="standard", layers=2, units=5, hidden=0
    ),
    "wide": NetworkSettings(words=6, character_size=5, character_units=4, cell="standard", units=7, hidden=0),
    "listed": NetworkSettings(words=6, lists=("es_months", "es_given"), character_units=3, units=5, hidden=4),
    "encoder": NetworkSettings(
        words=6,
        characters="none",
        cell="standard",
        units=5,
        hidden=0,
        encoder_layers=2,
        encoder_size=8,
        encoder_heads=2,
    ),
    "private": NetworkSettings(
        words=6,
        casing=True,
        representation=4,
        representation_units=3,
        representation_bottleneck=2,
        representation_casing=True,
        representation_usual=True,
        characters="none",
        cell="standard",
        units=5,
        hidden=0,
    ),
    "one-hot": NetworkSettings(words=6, characters="one-hot", character_units=3, units=5, hidden=4, crf=False),
}


def tagger(name: str, seed: int = 1, subwords: bool = False) -> Tagger:
    torch.manual_seed(seed)
    settings = SETTINGS[name]
    words = ["<unknown>", "seen", "by", "dr", "wells", "000"]
    chance = np.random.default_rng(seed)
    matrix = chance.normal(size=(len(words), 6)).astype(np.float32)
    cut = Subwords(chance.normal(size=(50, 6)).astype(np.float32), 3, 6) if subwords else None
    usual = {(1, CASINGS.index("initial upper")): 0.5} if settings.representation_usual else None
    vectors = Vectors(words, matrix, cut, usual)
    alphabet = Alphabet("abcdefgDWS." if settings.characters == "learned" else "")
    tags = tuple(tag_names(["DOCTOR", "DATE"], "bioes"))
    pieces = (
        Pieces(["[CLS]", "[SEP]", "[UNK]", "dr", "w", "##el", "##ls", "seen"]) if settings.encoder_layers else None
    )
    made = Tagger(
        Description(settings, tags, alphabet, Reading(longest=100), pieces, gazetteers(settings.lists)), vectors
    )
    with torch.no_grad():
        for parameter in made.parameters():
            parameter.normal_(0, 0.5)
    return made.eval()


SENTENCES = [
    ["Seen", "by", "Dr.", "Wells", "3/28"],
    ["Wells"],
    ["a", "longer", "one", "by", "b12", "MRI", "xR2", "."],
]
