import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.synthesis import noise
from scrubjay.synthesis.chance import Chance
from scrubjay.synthesis.grammar import Piece
from scrubjay.synthesis.notes import document

PIECES = [
    Piece("Seen by Dr. "),
    Piece("Anna Wells", "DOCTOR"),
    Piece(", on "),
    Piece("3/28/2024", "DATE"),
    Piece(" (5.5 mg)."),
]


@given(st.lists(st.builds(Piece, st.text(), st.sampled_from(["", "DATE", "PATIENT"]))), st.integers(0, 99))
def test_spans_stay_on_their_words(pieces: list[Piece], seed: int) -> None:
    chance = Chance(seed)
    for change in (
        lambda given: noise.slips(given, chance, 0.5),
        lambda given: noise.scanned(given, chance, 0.5),
        noise.bare,
        lambda given: noise.wrapped(given, 10),
    ):
        changed = change(pieces)
        assert [piece.label for piece in changed] == [piece.label for piece in pieces]
        note = document("n", changed)
        assert note.text == "".join(piece.text for piece in changed)
        wanted = [piece.text.strip() for piece in changed if piece.label and piece.text.strip()]
        assert [note.text_of(span) for span in note.spans] == wanted


def test_without_punctuation_numbers_stay_whole() -> None:
    text = "".join(piece.text for piece in noise.bare(PIECES))
    assert text == "Seen by Dr Anna Wells on 3/28/2024 5.5 mg"


@pytest.mark.parametrize("width", noise.WIDTHS)
def test_lines_end_before_the_width_and_no_letter_is_lost(width: int) -> None:
    text = "lorem ipsum dolor " * 40
    [piece] = noise.wrapped([Piece(text)], width)
    assert piece.text.replace("\n", " ") == text
    assert max(map(len, piece.text.split("\n"))) <= width + len("lorem")


def test_slips_change_words_and_keep_numbers() -> None:
    changed = noise.slips([Piece("abdominal tenderness 12345 5/5")], Chance(3), 1.0)[0].text
    assert changed != "abdominal tenderness 12345 5/5"
    assert changed.endswith(" 12345 5/5")
