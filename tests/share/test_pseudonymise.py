"""Notes become sentences in any order, whose identities are others; what shines through is counted."""

import numpy as np
import pytest

from scrubjay import Document
from scrubjay.detect.tagger.reading import Reading
from scrubjay.detect.tagger.vectors import Vectors
from scrubjay.share.neighbours import Neighbours
from scrubjay.share.pseudonymise import pseudonymised
from scrubjay.share.residue import Residue, parts_in_neighbours, shines
from tests.share.small import NAMES, notes, vectors

READING = Reading(tokenizer="aggressive")


def made(count: int = 8, consistent: bool = False, whole: bool = False) -> tuple[list[Document], Residue]:
    near, chance = Neighbours(vectors(), count), np.random.default_rng(1)
    found = pseudonymised(notes(), near, READING, chance, consistent=consistent, whole=whole)
    return list(found.documents), found.residue


def test_sentences_have_no_order_and_no_name_of_their_note() -> None:
    documents, _ = made()
    given = notes()
    assert len(documents) > 2 * len(given)
    assert all(document.id.startswith("sentence-") and not document.metadata for document in documents)
    first = [document.text.split()[0] for document in documents[:12]]
    assert len(set(first)) > 1, "shuffled: not all of one kind in a row"
    assert sum(len(document.spans) for document in documents) == sum(len(note.spans) for note in given)


def test_spans_are_where_the_new_words_are() -> None:
    documents, _ = made()
    for document in documents:
        for span in document.spans:
            found = document.text[span.start : span.end]
            assert found.lower() in NAMES if span.label == "DOCTOR" else found
            assert (span.label == "DATE") == ("/" in found)


def test_with_one_neighbour_all_stays_and_is_counted_so() -> None:
    documents, residue = made(count=1)
    texts = {document.text.strip() for document in documents}
    assert all(any(text in note.text for note in notes()) for text in texts)
    assert residue.unchanged == residue.words
    assert residue.shining == sum(len(note.spans) for note in notes()) * 2 / 3


def test_an_eighth_stays_by_chance() -> None:
    _, residue = made()
    told = residue.as_dict()
    assert 0 < told["unchanged_share"] < 0.3
    assert told["covered_share"] == 1
    assert told["figures"] == 2 * len(notes())


def test_notes_may_stay_whole_for_ones_own_training() -> None:
    documents, _ = made(whole=True, consistent=True)
    given = notes()
    assert [document.id for document in documents] == [note.id for note in given]
    assert [len(document.spans) for document in documents] == [len(note.spans) for note in given]
    assert documents[0].metadata["patient"] == "p0"


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (["Florida", "Hospital"], ["Miami-Florida", "Hosp"], True),  # the paper's own (F1.16)
        (["St", "Thomas"], ["Croix", "Scott"], False),
        (["de", "la"], ["dela", "la"], False),  # too short to tell
    ],
)
def test_what_shines_through(before: list[str], after: list[str], told: bool) -> None:
    assert shines(before, after) == told


def test_neighbours_that_hold_the_word_are_counted() -> None:
    matrix = np.eye(5, dtype=np.float32)
    matrix[2:4, 1] = 5.0  # near "florida"
    given = Vectors(["<unknown>", "florida", "miami-florida", "floridan", "ohio"], matrix)
    assert parts_in_neighbours(Neighbours(given, 3), ["Florida", "florida"]) == 2
