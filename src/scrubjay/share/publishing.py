"""Representation and tagger as one model, for `scrubjay redact --model`: notes in, spans out (F1.23)."""

from dataclasses import replace
from pathlib import Path

from scrubjay.errors import UsageError
from scrubjay.models.export import export
from scrubjay.models.folder import load, save
from scrubjay.models.tagger import Description, Tagger
from scrubjay.share.publication import Publication
from scrubjay.training.run import MODEL, RUNTIME

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


def publish(publication: Publication, fitted: Path, folder: Path) -> None:
    """Write the model of a representation and of a tagger that learnt from a pool of it."""
    if folder.exists():
        raise UsageError(f"{folder} is there; name another folder")
    tagger = load(fitted)
    told = fitted.joinpath("card.md").read_text(encoding="utf-8")
    if publication.name not in told:
        raise UsageError(
            f"{fitted} learnt from vectors of another representation than {publication.name[:12]}; give the one that "
            "its card names"
        )
    whole = joined(publication, tagger)
    card = f"{told.rstrip()}\n- reads notes by the representation {publication.name}, without its noise\n"
    export(whole, folder / RUNTIME, card)
    save(whole, folder / MODEL, card)
