"""A tagger that learns from a pool: from nothing, or from where another one is."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from scrubjay.errors import UsageError
from scrubjay.models.folder import save
from scrubjay.share.fitting import FitSettings, Fitted, batch_of, fit, score
from scrubjay.share.pool import Pool, taken, transform
from scrubjay.share.publication import Publication
from scrubjay.training.going import result_of
from scrubjay.training.settings import OptimiserSettings
from tests.share.small import notes
from tests.share.test_pool import OURS, publication

SMALL = FitSettings(epochs=12, batch=8, optimiser=OptimiserSettings(rate=0.02, average=0.9))
SMALL = replace(SMALL, network=replace(SMALL.network, units=8))
STILL = replace(SMALL, epochs=1, optimiser=OptimiserSettings(rate=1e-12, average=0.0))


@pytest.fixture
def published(tmp_path: Path) -> Publication:
    return publication(tmp_path / "representation")


@pytest.fixture
def pool(published: Publication) -> Pool:
    return transform(notes(40), published, OURS)


def test_a_batch_has_the_values_casings_and_tags_of_its_sentences(pool: Pool) -> None:
    places = np.array([5, 2, 9])
    some = taken(pool, places)
    batch, wanted = batch_of(pool, places)
    start = 0
    for row, length in enumerate(some.lengths.tolist()):
        words = batch.spelling[row, :length]
        assert (batch.vectors[words].numpy() == some.values[start : start + length]).all()
        assert (batch.casing[words].numpy() == some.casing[start : start + length]).all()
        assert (wanted[row, :length].numpy() == some.numbers[start : start + length]).all()
        start += length


def test_it_learns_and_one_seed_gives_one_tagger(published: Publication, pool: Pool) -> None:
    told: list[Fitted] = []
    first = result_of(fit(SMALL, pool, published.reading), told.append)
    second = result_of(fit(SMALL, pool, published.reading))
    assert told[-1].loss < told[0].loss
    for name, weight in first.state_dict().items():
        assert torch.equal(weight, second.state_dict()[name]), name
    assert score(first, pool)[2] > 0.5


def test_it_goes_on_from_another_tagger_of_the_same_vectors(
    published: Publication, pool: Pool, tmp_path: Path
) -> None:
    first = result_of(fit(replace(SMALL, network=replace(SMALL.network, layers=1)), pool, published.reading))
    save(first, tmp_path / "first", f"# A tagger\n- of {published.name}\n")
    second = result_of(fit(STILL, pool, published.reading, tmp_path / "first"))
    assert second.description.network.layers == 1, "its network is that of the tagger it starts from"
    for name, weight in first.state_dict().items():
        torch.testing.assert_close(weight, second.state_dict()[name], msg=name)
    assert score(second, pool) == score(first, pool)
    told: list[Fitted] = []
    result_of(fit(SMALL, pool, published.reading, tmp_path / "first"), told.append)
    begun: list[Fitted] = []
    result_of(fit(SMALL, pool, published.reading), begun.append)
    assert told[0].epoch == 0
    assert told[1].loss < begun[0].loss


def test_a_tagger_that_no_epoch_makes_better_stays_what_it_was(
    published: Publication, pool: Pool, tmp_path: Path
) -> None:
    first = result_of(fit(SMALL, pool, published.reading))
    save(first, tmp_path / "first", f"# A tagger\n- of {published.name}\n")
    spoilt = replace(SMALL, epochs=1, optimiser=OptimiserSettings(rate=0.5, average=0.0))
    told: list[Fitted] = []
    second = result_of(fit(spoilt, pool, published.reading, tmp_path / "first"), told.append)
    assert told[0].f1 > told[1].f1
    for name, weight in first.state_dict().items():
        assert torch.equal(weight, second.state_dict()[name]), name


def test_labels_that_the_other_did_not_know_are_learnt(published: Publication, pool: Pool, tmp_path: Path) -> None:
    few = [note.with_spans(span for span in note.spans if span.label == "DOCTOR") for note in notes(40)]
    save(
        result_of(fit(SMALL, transform(few, published, OURS), published.reading)),
        tmp_path / "first",
        f"# A tagger\n- of {published.name}\n",
    )
    with pytest.raises(UsageError, match="labels that first does not know: CITY, DATE"):
        result_of(fit(SMALL, pool, published.reading, tmp_path / "first", new_labels=False))
    second = result_of(fit(SMALL, pool, published.reading, tmp_path / "first"))
    assert second.description.tags == pool.tags


def test_a_tagger_of_another_representation_is_no_start(published: Publication, pool: Pool, tmp_path: Path) -> None:
    save(result_of(fit(STILL, pool, published.reading)), tmp_path / "theirs", "# A tagger\n- of another\n")
    with pytest.raises(UsageError, match="another representation"):
        result_of(fit(SMALL, pool, published.reading, tmp_path / "theirs"))


@pytest.mark.parametrize(
    ("change", "remark"),
    [
        (lambda pool: taken(pool, np.arange(12)), "few sentences"),
        (lambda pool: taken(pool, np.arange(1)), "a single one"),
        (lambda pool: replace(pool, numbers=np.zeros_like(pool.numbers)), "no identity"),
    ],
)
def test_a_pool_that_teaches_nothing_is_refused(
    change: Callable[[Pool], Pool], remark: str, published: Publication, pool: Pool
) -> None:
    with pytest.raises(UsageError, match="too few with an identity"):
        result_of(fit(SMALL, change(pool), published.reading))
