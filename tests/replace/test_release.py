import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay import Document
from scrubjay.errors import DocumentError
from scrubjay.replace.release import Replacement, cut


@given(st.text(max_size=40), st.data())
def test_cutting_against_doing_it_from_the_end(text: str, data: st.DataObject) -> None:
    """Replace backwards in a list of characters, where no offset moves, and compare."""
    edges = sorted(set(data.draw(st.lists(st.integers(0, len(text)), max_size=8))))
    replacements = [
        Replacement(start, end, data.draw(st.sampled_from(["", "[X]", "Maria"])))
        for start, end in zip(edges[::2], edges[1::2], strict=False)
    ]
    signs = list(text)
    for start, end, new in reversed(replacements):
        signs[start:end] = list(new)
    try:
        release = cut(Document("n", text), replacements)
    except DocumentError:
        assert not text.isprintable() or any("\ud800" <= sign <= "\udfff" for sign in text)
        return
    assert release.text == "".join(signs)
    for moved, (start, end, new) in zip(release.moved, replacements, strict=True):
        assert (moved.start, moved.end) == (start, end)
        assert release.text[moved.new_start : moved.new_end] == new
    kept = [i for i in range(len(text)) if not any(start <= i < end for start, end, _ in replacements)]
    assert all(release.text[release.place(i)] == text[i] for i in kept), "what was kept is where the map says"


@pytest.mark.parametrize(
    ("replacements", "problem"),
    [
        ([(0, 3, "x"), (2, 5, "y")], "overlap at character 2"),
        ([(0, 99, "x")], "outside"),
        ([(3, 3, "x")], "outside"),
    ],
)
def test_replacements_that_do_not_fit(replacements: list[tuple[int, int, str]], problem: str) -> None:
    with pytest.raises(DocumentError, match=problem) as caught:
        cut(Document("n", "Ann Ruiz"), [Replacement(*each) for each in replacements])
    assert "Ruiz" not in str(caught.value)


def test_a_release_shows_counts_only() -> None:
    release = cut(Document("n", "Ann Ruiz"), [Replacement(0, 3, "Eva")])
    assert repr(release) == "Release(id='n', characters=8, replaced=1)"
