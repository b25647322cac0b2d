"""The nearest words, against the slow way; and a memory of them that fits its vectors or is not used."""

from pathlib import Path

import numpy as np
import pytest

from scrubjay.detect.tagger.vectors import Vectors
from scrubjay.errors import FormatError, UsageError
from scrubjay.share.neighbours import Neighbours
from tests.share.small import NAMES, vectors


def slowly(given: Vectors, row: int, count: int) -> list[int]:
    """Return the nearest rows, one cosine at a time."""
    own = given.matrix[row]

    def likeness(other: int) -> float:
        return float(own @ given.matrix[other] / np.linalg.norm(own) / np.linalg.norm(given.matrix[other]))

    others = sorted((other for other in range(1, len(given)) if other != row), key=likeness, reverse=True)
    return [row, *others[: count - 1]]


@pytest.mark.parametrize("count", [1, 5, 20])
def test_the_nearest_are_those_of_the_slow_way_and_a_word_is_its_own_first(count: int) -> None:
    given = vectors()
    neighbours = Neighbours(given, count)
    neighbours.learn(range(1, len(given)))
    for row in range(1, len(given)):
        assert neighbours.of(row).tolist() == slowly(given, row, count)


def test_a_word_is_its_own_first_also_among_others_of_the_same_vector() -> None:
    given = Vectors(["<unknown>", "a", "b", "c"], np.ones((4, 3), np.float32))
    assert [Neighbours(given, 2).of(row)[0] for row in (1, 2, 3)] == [1, 2, 3]


def test_names_are_near_names() -> None:
    given = vectors()
    near = Neighbours(given, len(NAMES)).of(given.row("wells"))
    assert {given.words[row] for row in near.tolist()} == set(NAMES)


@pytest.mark.parametrize("count", [0, 31, 1_000_000])
def test_there_are_no_more_neighbours_than_words(count: int) -> None:
    with pytest.raises(UsageError, match="neighbours among 31"):
        Neighbours(vectors(), count)


def test_what_has_no_vector_has_no_neighbours() -> None:
    with pytest.raises(UsageError, match="without a vector"):
        Neighbours(vectors(), 3).of(0)


def test_a_memory_serves_fewer_neighbours_of_the_same_vectors(tmp_path: Path) -> None:
    first = Neighbours(vectors(), 6)
    first.learn([1, 2, 3])
    first.save(tmp_path / "near.npz")
    assert (tmp_path / "near.npz").stat().st_mode & 0o077 == 0, "it tells which words were asked for"
    again = Neighbours(vectors(), 4)
    assert again.load(tmp_path / "near.npz")
    assert repr(again) == "Neighbours(count=4, words=3)"
    assert again.of(2).tolist() == first.of(2)[:4].tolist()
    assert not Neighbours(vectors(), 7).load(tmp_path / "near.npz"), "too few"
    assert not Neighbours(vectors(seed=2), 4).load(tmp_path / "near.npz"), "other vectors"
    assert not Neighbours(vectors(), 4).load(tmp_path / "none.npz")


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04 half of one"])
def test_a_damaged_memory_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "near.npz").write_bytes(content)
    with pytest.raises(FormatError, match="holds no neighbours"):
        Neighbours(vectors(), 4).load(tmp_path / "near.npz")


def test_a_memory_of_rows_that_are_not_there_is_refused(tmp_path: Path) -> None:
    first = Neighbours(vectors(), 6)
    first.learn([1])
    first.save(tmp_path / "near.npz")
    with np.load(tmp_path / "near.npz") as told:
        parts = dict(told)
    parts["nearest"][0, 0] = 999
    np.savez(tmp_path / "near.npz", **parts)
    with pytest.raises(FormatError, match="cannot be"):
        Neighbours(vectors(), 4).load(tmp_path / "near.npz")
