"""Two or three small sites."""

from collections.abc import Sequence

from scrubjay.collaborate.site import Site
from scrubjay.detect.tagger.reading import Reading
from scrubjay.models.network import NetworkSettings
from scrubjay.training.preparing import prepare_notes
from scrubjay.training.settings import DataSettings, OptimiserSettings, TrainingSettings, VectorSettings
from tests.share.small import notes, vectors

NETWORK = NetworkSettings(
    words=12, casing=True, characters="one-hot", character_units=3, units=6, hidden=4, crf=False, learned_start=False
)


def settings(folder: object, rate: float = 0.05) -> TrainingSettings:
    """Return settings with the small vectors, written into a folder."""
    from pathlib import Path

    where = Path(str(folder)) / "vectors"
    if not where.exists():
        where.mkdir()
        vectors(spread=1.0).save(where)
    return TrainingSettings(
        DataSettings(where, where),
        network=NETWORK,
        reading=Reading(tokenizer="aggressive"),
        vectors=VectorSettings(folder=where),
        optimiser=OptimiserSettings(kind="sgd", rate=rate, schedule="constant", weight_decay=0.0),
        batch=8,
    )


def sites(given: TrainingSettings, names: Sequence[str] = ("a", "b"), count: int = 8) -> list[Site]:
    """Return sites with notes of their own and the same weights."""
    found = []
    for seed, name in enumerate(names):
        learnt = prepare_notes(given, notes(count, seed=seed), (), labels=("CITY", "DATE", "DOCTOR"))
        found.append(Site(name, given, learnt.tagger, learnt.train))
    return found
