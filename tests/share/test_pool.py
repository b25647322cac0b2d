"""What hospitals exchange: whole, of one representation, with labels that can be; and nothing that names anybody."""

import json
import struct
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from scrubjay import Document, Span
from scrubjay.detect.tagger.inputs import CASINGS, casings
from scrubjay.detect.tagger.reading import Reading
from scrubjay.detect.tagger.vectors import Usual
from scrubjay.errors import FormatError, UsageError
from scrubjay.keys import Key
from scrubjay.models.representation import Representation
from scrubjay.share.adversaries import Adversaries
from scrubjay.share.pool import Pool, merge, read_pool, taken, transform, write_pool
from scrubjay.share.publication import Publication, save
from tests.share.small import notes, vectors

OURS, THEIRS = Key(b"a key of thirty-two bytes or more"), Key(b"another one that is long enough!")


def publication(folder: Path, seed: int = 1, casing: bool = True, usual: Usual | None = None) -> Publication:
    torch.manual_seed(seed)
    given = vectors()
    given.usual = usual
    one = Representation(given.size, 5, units=6, casing=casing)
    adversaries = Adversaries(one.reads, 5, 4).state_dict()
    return save(Publication(one, given, Reading(tokenizer="aggressive"), 6, adversaries), folder)


@pytest.fixture
def published(tmp_path: Path) -> Publication:
    return publication(tmp_path / "representation")


@pytest.fixture
def pool(published: Publication) -> Pool:
    return transform(notes(), published, OURS)


def lines(pool: Pool) -> list[bytes]:
    """Return the sentences of a pool, each as bytes."""
    return [part.tobytes() for part in np.split(pool.values, np.cumsum(pool.lengths)[:-1])]


def test_a_pool_has_what_teaches_and_comes_back_as_it_was(pool: Pool, tmp_path: Path) -> None:
    write_pool(pool, tmp_path / "ours.pool")
    again = read_pool(tmp_path / "ours.pool")
    assert repr(again) == repr(pool)
    assert again.tags == pool.tags
    for name in ("values", "lengths", "casing", "numbers"):
        assert np.array_equal(getattr(again, name), getattr(pool, name)), name
    starts = sum(pool.tags[tag][0] in "BS" for tag in pool.numbers.tolist())
    assert starts == sum(len(note.spans) for note in notes())
    with pytest.raises(UsageError, match="is there"):
        write_pool(pool, tmp_path / "ours.pool")


def test_notes_that_are_given_away_twice_look_the_same_and_other_hospitals_otherwise(published: Publication) -> None:
    first, second = (transform(notes(), published, OURS) for _ in range(2))
    assert lines(first) != lines(second), "in another order"
    assert sorted(lines(first)) == sorted(lines(second)), "but with the same noise"
    assert not set(lines(transform(notes(), published, THEIRS))) & set(lines(first))
    twice = transform([notes()[0], replace(notes()[0], id="copy")], published, OURS)
    assert len(set(lines(twice))) == len(twice), "the same sentence in two notes is not to be seen to be the same"


def test_noise_hangs_on_the_sentence_and_not_on_the_notes_around_it(published: Publication) -> None:
    every = notes()
    first = lines(transform(every, published, OURS))
    fewer = lines(transform(every[1:], published, OURS))
    assert set(fewer) < set(first), "one note was left out"
    assert sorted(lines(transform(every[::-1], published, OURS))) == sorted(first), "in another order"
    [one] = notes(1)
    more = Document(
        one.id, f"New. New. {one.text}", tuple(replace(s, start=s.start + 10, end=s.end + 10) for s in one.spans)
    )
    known, longer = (lines(transform([each], published, OURS)) for each in (one, more))
    assert set(known) < set(longer), "sentences were put before it"
    assert len(set(longer)) == len(longer) == len(known) + 2, "and two of the same words have each their own"


def test_noise_is_not_used_again_for_other_words(published: Publication) -> None:
    """Two versions of a note, differing in a name: what both have in common must not show by the same noise."""
    [note] = notes(1)
    span = note.spans[0]
    old = note.text[span.start : span.end]
    other = replace(note, text=note.text.replace(old, old[::-1]))
    first, second = (transform([each], published, OURS) for each in (note, other))
    changed = len(set(lines(first)) - set(lines(second)))
    assert changed == sum(old in each for each in note.text.replace("Dr.", "Dr").split("."))
    one, two = (next(iter(set(lines(a)) - set(lines(b)))) for a, b in ((first, second), (second, first)))
    apart = np.frombuffer(one, np.float16).astype(float) - np.frombuffer(two, np.float16).astype(float)
    spread = np.sqrt(2) * float(published.representation.output_noise.exp().mean())
    assert np.sort(np.abs(apart))[: len(apart) // 4].max() > 0.1 * spread, "noise of two draws does not cancel out"


def test_the_same_notes_are_not_put_together_twice(published: Publication, pool: Pool) -> None:
    others = transform(notes(8, seed=5), published, THEIRS)
    with pytest.raises(UsageError, match="pool 1 and pool 3 have sentences of the same notes"):
        merge([pool, others, transform(notes()[:3], published, OURS)])


def test_notes_without_a_word_are_no_pool(published: Publication) -> None:
    with pytest.raises(UsageError, match="no note has a word"):
        transform([Document("n", "   ", (Span(0, 1, "DOCTOR"),))], published, OURS)


def test_the_values_are_those_of_the_representation_and_noise(published: Publication) -> None:
    from scrubjay.detect.tagger.reading import sentences

    [one] = notes(1)
    pool = transform([one], published, OURS)
    [first, *_] = sentences([one], published.reading)
    read = np.hstack([published.vectors.vectors(first.words), np.eye(len(CASINGS))[casings(first.words)]])
    quiet = published.representation(torch.from_numpy(read).float()[None], torch.tensor([len(first.words)]))[0]
    spread = published.representation.output_noise.exp().max()
    distances = [
        np.abs(part.astype(float) - quiet.numpy()).max()
        for part in np.split(pool.values, np.cumsum(pool.lengths)[:-1])
        if part.shape == quiet.shape
    ]
    assert min(distances) > 0
    assert min(distances) < 6 * float(spread)


def test_pools_of_several_hospitals_become_one(published: Publication) -> None:
    ours, theirs = transform(notes(), published, OURS), transform(notes(8, seed=5), published, THEIRS)
    few = [replace(note.with_spans(note.spans[:1]), id=f"more-{note.id}") for note in notes(8, seed=7)]
    fewer = transform(few, published, THEIRS)
    every = merge([ours, theirs, fewer])
    assert len(every) == len(ours) + len(theirs) + len(fewer)
    assert sorted(lines(every)) == sorted(lines(ours) + lines(theirs) + lines(fewer))
    assert every.tags == ours.tags
    counts = [sum(pool.tags[tag] != "O" for tag in pool.numbers.tolist()) for pool in (ours, theirs, fewer, every)]
    assert counts[3] == sum(counts[:3])


def test_representations_are_not_mixed(pool: Pool, tmp_path: Path) -> None:
    other = transform(notes(), publication(tmp_path / "other", seed=2), OURS)
    with pytest.raises(UsageError, match="pool 2 was made by the representation"):
        merge([pool, other])
    with pytest.raises(UsageError, match="tags by bio"):
        merge([pool, replace(pool, scheme="bio")])


def rewritten(file: Path, **changes: str) -> None:
    """Change what a file's head says."""
    content = file.read_bytes()
    (size,) = struct.unpack("<Q", content[:8])
    head = json.loads(content[8 : 8 + size])
    head["__metadata__"] |= changes
    new = json.dumps(head).encode()
    file.write_bytes(struct.pack("<Q", len(new)) + new + content[8 + size :])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kind": "weights"}, "no pool of scrubjay's"),
        ({"version": "9"}, "has the version '9'"),
        ({"tags": "[]"}, "damaged"),
        ({"tags": "no list"}, "lacks what a pool has"),
        ({"representation": "f" * 64}, "damaged"),
        ({"sha256": "0"}, "damaged"),
    ],
)
def test_a_head_that_was_changed_is_refused(
    changes: dict[str, str], message: str, pool: Pool, tmp_path: Path
) -> None:
    write_pool(pool, tmp_path / "ours.pool")
    rewritten(tmp_path / "ours.pool", **changes)
    with pytest.raises(FormatError, match=message):
        read_pool(tmp_path / "ours.pool")


def test_damaged_and_foreign_files_are_refused(pool: Pool, tmp_path: Path) -> None:
    file = tmp_path / "ours.pool"
    write_pool(pool, file)
    whole = file.read_bytes()
    for content in (b"", b"{}", whole[:100], whole[:-5], whole[:-5] + b"xxxxx"):
        file.write_bytes(content)
        with pytest.raises(FormatError):
            read_pool(file)
    with pytest.raises(UsageError, match="no file"):
        read_pool(tmp_path / "none.pool")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda pool: {"lengths": pool.lengths[:-1]}, "other lengths"),
        (lambda pool: {"values": np.full_like(pool.values, np.nan)}, "no representation makes"),
        (lambda pool: {"values": np.full_like(pool.values, 60_000)}, "no representation makes"),
        (lambda pool: {"casing": pool.casing[:, None]}, "of another shape"),
        (lambda pool: {"tags": (*pool.tags[:-1], "")}, "tags that cannot be"),
        (lambda pool: {"tags": (*pool.tags, "X-ODD")}, "tags that cannot be"),
        (lambda pool: {"scheme": "none"}, "tags that cannot be"),
        (lambda pool: {"numbers": pool.numbers + len(pool.tags)}, "that there are not"),
        (lambda pool: {"casing": pool.casing + 7}, "that there are not"),
        (lambda pool: {"numbers": np.full_like(pool.numbers, pool.tags.index("I-CITY"))}, "an order that cannot be"),
        (lambda pool: {"tags": ("X", *pool.tags[1:])}, "tags that cannot be"),
        (
            lambda pool: {"tags": tuple(tag.replace("CITY", "CI\x1b[31mTY\n") for tag in pool.tags)},
            "tags that cannot",
        ),
        (lambda pool: {"representation": "no\ndigest"}, "names no representation"),
    ],
)
def test_a_pool_that_contradicts_itself_is_refused(change: object, message: str, pool: Pool, tmp_path: Path) -> None:
    write_pool(replace(pool, **change(pool)), tmp_path / "wrong.pool")  # type: ignore[operator]
    with pytest.raises(FormatError, match=message):
        read_pool(tmp_path / "wrong.pool")


def test_some_sentences_of_a_pool(pool: Pool) -> None:
    some = taken(pool, np.array([3, 0]))
    assert lines(some) == [lines(pool)[3], lines(pool)[0]]
