import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay import Corpus, Document
from scrubjay.errors import DocumentError, UsageError
from scrubjay.randomness import generator


def corpus(sizes: list[int]) -> Corpus:
    """A corpus of patients with so many notes each."""
    return Corpus(
        Document(f"{patient}-{note}", "x" * (note + 1), (), {"patient": str(patient)})
        for patient, count in enumerate(sizes)
        for note in range(count)
    )


def test_ids_are_distinct() -> None:
    with pytest.raises(DocumentError, match="'a' appears twice"):
        Corpus([Document("a", "x"), Document("a", "y")])


def test_an_id_that_may_be_text_is_not_repeated() -> None:
    with pytest.raises(DocumentError) as caught:
        Corpus([Document("Seen by Wells", "x"), Document("Seen by Wells", "y")])
    assert "Wells" not in str(caught.value)


def test_the_representation_shows_counts() -> None:
    assert repr(corpus([2, 1])) == "Corpus(documents=3, patients=2, spans=0)"


@given(st.lists(st.integers(1, 5), min_size=5, max_size=60), st.integers(1, 5), st.integers(0, 9))
def test_parts_are_patient_disjoint_complete_and_alike_in_size(sizes: list[int], k: int, seed: int) -> None:
    notes = corpus(sizes)
    parts = notes.split(k, generator(seed, "split"))
    assert len(parts) == k
    assert sorted(d.id for part in parts.values() for d in part) == sorted(d.id for d in notes)
    patients = [set(part.by_patient()) for part in parts.values()]
    assert sum(map(len, patients)) == len(set().union(*patients)), "no patient is in two parts"
    counts = [len(part) for part in parts.values()]
    assert max(counts) - min(counts) <= max(sizes), "parts differ by one patient at most"


def test_named_shares_are_met() -> None:
    parts = corpus([1] * 100).split({"train": 0.7, "validation": 0.1, "test": 0.2}, generator(3))
    assert {name: len(part) for name, part in parts.items()} == {"train": 70, "validation": 10, "test": 20}


def test_the_seed_decides() -> None:
    notes = corpus([1] * 40)
    first, again, other = (notes.split(2, generator(seed)) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_size_may_mean_characters() -> None:
    long = Document("long", "x" * 1000, (), {"patient": "a"})
    short = [Document(f"short{i}", "x" * 100, (), {"patient": f"b{i}"}) for i in range(10)]
    parts = Corpus([long, *short]).split(2, generator(0), by="characters")
    assert sorted(len(part) for part in parts.values()) == [1, 10]


@pytest.mark.parametrize(
    ("parts", "problem"),
    [
        (6, "5 patients cannot be split into 6"),
        ({}, "at least one part"),
        ({"a": 1, "b": -1}, "positive"),
        ({"a": 0.999, "b": 0.001}, "'b' would be empty"),
    ],
)
def test_a_split_that_cannot_be_is_refused(parts: int | dict[str, float], problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        corpus([1] * 5).split(parts, generator(0))
