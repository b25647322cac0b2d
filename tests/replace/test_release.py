from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay import Document, Span
from scrubjay.errors import DocumentError
from scrubjay.replace.release import Release, Replacement, cut


@st.composite
def cuts(draw: st.DrawFn) -> tuple[str, list[Replacement]]:
    """Draw a text and replacements for it: empty ones, and such that touch, among them."""
    text = draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
    edges = sorted(set(draw(st.lists(st.integers(0, len(text)), max_size=10))))
    pairs = list(pairwise(edges))
    chosen = [pair for pair in pairs if draw(st.booleans())]
    new = st.sampled_from(["", "", "[X]", "Maria"])
    return text, [
        Replacement(start, end, draw(new), draw(st.sampled_from(["DATE", "CITY"]))) for start, end in chosen
    ]


def naive_place(release: Release, offset: int) -> int:
    shift = 0
    for start, end, new_start, new_end, _ in release.moved:
        if offset < start:
            break
        if offset < end:
            return new_start
        shift = new_end - end
    return offset + shift


@given(cuts())
def test_cutting_against_doing_it_from_the_end(drawn: tuple[str, list[Replacement]]) -> None:
    """Replace backwards in a list of characters, where no offset moves, and compare."""
    text, replacements = drawn
    signs = list(text)
    for start, end, new, _ in reversed(replacements):
        signs[start:end] = list(new)
    release = cut(Document("n", text), replacements)
    assert release.text == "".join(signs)
    for moved, (start, end, new, label) in zip(release.moved, replacements, strict=True):
        assert (moved.start, moved.end, moved.label) == (start, end, label)
        assert release.text[moved.new_start : moved.new_end] == new


@given(cuts())
def test_the_maps_invert_each_other_outside_replacements(drawn: tuple[str, list[Replacement]]) -> None:
    text, replacements = drawn
    release = cut(Document("n", text), replacements)
    kept = [i for i in range(len(text)) if not any(start <= i < end for start, end, _, _ in replacements)]
    new = [i for i in range(len(release.text)) if not any(m.new_start <= i < m.new_end for m in release.moved)]
    assert [release.place(i) for i in kept] == new
    assert [release.origin(i) for i in new] == kept
    assert all(release.text[release.place(i)] == text[i] for i in kept)


@given(cuts())
def test_the_maps_never_go_backwards(drawn: tuple[str, list[Replacement]]) -> None:
    text, replacements = drawn
    release = cut(Document("n", text), replacements)
    places = [release.place(i) for i in range(len(text) + 1)]
    origins = [release.origin(i) for i in range(len(release.text) + 1)]
    assert places == sorted(places)
    assert origins == sorted(origins)
    assert places == [naive_place(release, i) for i in range(len(text) + 1)], "as by looking at one after the other"
    assert places[-1] == len(release.text)
    assert origins[-1] == len(text) or (release.moved and release.moved[-1].new_end == len(release.text))
    for moved in release.moved:
        assert release.place(moved.start) == moved.new_start
        assert all(release.origin(i) == moved.start for i in range(moved.new_start, moved.new_end))


@given(cuts())
def test_the_released_document_has_spans_over_what_is_new(drawn: tuple[str, list[Replacement]]) -> None:
    text, replacements = drawn
    document = cut(Document("n", text), replacements).document()
    shown = [(document.text_of(span), span.label) for span in document.spans]
    assert shown == [(new, label) for _, _, new, label in replacements if new]


def test_metadata_is_not_released() -> None:
    release = cut(Document("n", "Ann", (Span(0, 3, "PATIENT"),), {"patient": "Ann"}), [])
    assert not release.document().metadata


@pytest.mark.parametrize(
    ("replacements", "problem"),
    [
        ([(0, 3, "x", "A"), (2, 5, "y", "A")], "overlap at character 2"),
        ([(0, 99, "x", "A")], "outside"),
        ([(3, 3, "x", "A")], "outside"),
    ],
)
def test_replacements_that_do_not_fit(replacements: list[tuple[int, int, str, str]], problem: str) -> None:
    with pytest.raises(DocumentError, match=problem) as caught:
        cut(Document("n", "Ann Ruiz"), [Replacement(*each) for each in replacements])
    assert "Ruiz" not in str(caught.value)


def test_an_id_that_may_be_a_sentence_is_not_in_the_error() -> None:
    with pytest.raises(DocumentError) as caught:
        cut(Document("seen by Dr. Ruiz", "Ann"), [Replacement(0, 9, "x", "A")])
    assert "Ruiz" not in str(caught.value)


def test_a_release_shows_counts_only() -> None:
    release = cut(Document("n", "Ann Ruiz"), [Replacement(0, 3, "Eva", "PATIENT")])
    assert repr(release) == "Release(id='n', characters=8, replaced=1)"
