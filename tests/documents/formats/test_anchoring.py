from hypothesis import given
from hypothesis import strategies as st

from scrubjay.documents.formats.anchoring import Quoted, anchor

TEXT = "Ann Ruiz saw Dr. Wells.\nWells called Ann on 3/8."


def test_spans_that_match_stay() -> None:
    places, moved = anchor(TEXT, [Quoted(0, 8, "Ann Ruiz"), Quoted(17, 22, None)])
    assert (places, moved) == ([(0, 8), (17, 22)], [])


def test_words_that_stand_once_are_found() -> None:
    places, moved = anchor(TEXT, [Quoted(1, 9, "Ann Ruiz"), Quoted(17, 22, "Wells")])
    assert (places, moved) == ([(0, 8), (17, 22)], [0])


def test_words_that_stand_twice_follow_their_neighbours_shift() -> None:
    """As in i2b2 2014's 180-03: all offsets after a special character are off by the same number."""
    shifted = [Quoted(start + 2, end + 2, TEXT[start:end]) for start, end in ((17, 22), (24, 29), (44, 47))]
    places, moved = anchor(TEXT, shifted)
    assert places == [(17, 22), (24, 29), (44, 47)]
    assert moved == [0, 1, 2]


def test_an_ambiguous_place_is_no_place() -> None:
    assert anchor(TEXT, [Quoted(3, 8, "Wells")]).places == [None], "two candidates, no neighbour to go by"


def test_words_that_stand_nowhere_have_no_place() -> None:
    assert anchor(TEXT, [Quoted(3, 8, "Xerxes")]).places == [None]


def test_offsets_outside_the_text_without_words_have_no_place() -> None:
    assert anchor(TEXT, [Quoted(3, 800, None)]).places == [None]


def test_words_inside_other_words_are_no_place() -> None:
    assert anchor("albumin 4.1 at 58yo", [Quoted(0, 3, "min")]).places == [None]
    assert anchor("albumin 4.1 at 58yo", [Quoted(0, 2, "58")]).places == [(15, 17)], "a number may touch letters"


def test_nothing_is_moved_onto_another_span() -> None:
    assert anchor("Dr. Wells", [Quoted(4, 9, "Wells"), Quoted(0, 5, "Wells")]).places == [(4, 9), None]


def test_a_quotation_of_another_length_is_astray() -> None:
    assert anchor("a  b", [Quoted(0, 4, "a b")]).moved == [0]


def test_white_space_in_a_quotation_may_differ() -> None:
    assert anchor("seen by Hans-Helmut\nWells", [Quoted(8, 25, "Hans-Helmut Wells")]).places == [(8, 25)]
    assert anchor("seen by Hans-Helmut\nWells", [Quoted(0, 17, "Hans-Helmut Wells")]).places == [(8, 25)]


@given(st.text(alphabet="ab c\n", min_size=1, max_size=40), st.data())
def test_nothing_is_ever_anchored_to_other_words(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    shift = data.draw(st.integers(-5, 5))
    [place], _ = anchor(text, [Quoted(start + shift, end + shift, text[start:end])])
    if place is not None:
        assert text[place[0] : place[1]].split() == text[start:end].split()
