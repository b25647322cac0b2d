"""Representation and tagger as one model, for `scrubjay redact --model`: notes in, spans out (F1.23)."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from scrubjay.detect.tagger.vectors import Vectors
from scrubjay.errors import UsageError
from scrubjay.models.export import export
from scrubjay.models.folder import CARD, load, save
from scrubjay.models.tagger import Description, Tagger
from scrubjay.share.publication import Publication
from scrubjay.training.run import MODEL as JOINED
from scrubjay.training.run import RUNTIME

_WITHIN = "network.representation."


def joined(publication: Publication, tagger: Tagger) -> Tagger:
    """Return the tagger that reads notes: their words' vectors go through the representation, without its noise.

    Noise protects what is given away. Notes that are read where they are need none, and are read alike every time.
    """
    one = publication.representation
    described = tagger.description
    if described.network.words != one.size or described.network.representation:
        raise UsageError(
            f"the tagger reads vectors of {described.network.words} numbers, the representation makes {one.size}"
        )
    network = replace(
        described.network,
        words=publication.vectors.matrix.shape[1],
        representation=one.size,
        representation_units=one.recurrent.units,
        representation_bottleneck=one.bottleneck,
        representation_casing=one.casing,
        representation_usual=publication.vectors.usual is not None,
        dynamic_noise=one.loudness is not None,
    )
    whole = Tagger(Description(network, described.tags, described.alphabet, described.reading), publication.vectors)
    weights = dict(tagger.state_dict()) | {f"{_WITHIN}{name}": each for name, each in one.state_dict().items()}
    whole.load_state_dict(weights)
    return whole.eval()


def apart(whole: Tagger) -> Tagger:
    """Return a tagger without its representation, whose vectors it reads: what `joined` takes."""
    described = whole.description
    network = replace(
        described.network,
        words=described.network.representation,
        representation=0,
        representation_casing=False,
        representation_usual=False,
        dynamic_noise=False,
    )
    tagger = without_words(replace(described, network=network))
    own = {name: each for name, each in whole.state_dict().items() if not name.startswith(_WITHIN)}
    tagger.load_state_dict(own)
    return tagger.eval()


def without_words(description: Description) -> Tagger:
    """Return an untrained tagger of vectors, with no list of words."""
    return Tagger(description, Vectors(["<unknown>"], np.zeros((1, description.network.words), np.float32)))


def load_of(folder: Path, representation: str) -> Tagger:
    """Return the tagger of a folder, which has learnt from vectors of this representation, as its card says."""
    if folder.joinpath(JOINED).is_dir():
        raise UsageError(f"{folder} is a model; give the tagger that it was joined from, which share fit has written")
    tagger = load(folder)
    if representation not in folder.joinpath(CARD).read_text(encoding="utf-8"):
        raise UsageError(
            f"{folder} learnt from vectors of another representation than {representation[:12]}; give the one that "
            "its card names"
        )
    return tagger


def publish(publication: Publication, fitted: Path, folder: Path) -> None:
    """Write the model of a representation and of a tagger that learnt from a pool of it into a folder."""
    tagger = load_of(fitted, publication.name)
    told = fitted.joinpath(CARD).read_text(encoding="utf-8")
    whole = joined(publication, tagger)
    card = f"{told.rstrip()}\n- reads notes by the representation {publication.name}, without its noise\n"
    export(whole, folder / RUNTIME, card)
    save(whole, folder / JOINED, card)
