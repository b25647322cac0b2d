"""What typing, scanning and copying do to a note; made on its pieces, so that the spans stay right."""

from collections.abc import Callable, Sequence

from scrubjay.synthesis.chance import Chance
from scrubjay.synthesis.grammar import Piece

_NEAR = {
    "a": "sq",
    "e": "wr",
    "i": "uo",
    "o": "ip",
    "u": "yi",
    "n": "bm",
    "r": "et",
    "s": "ad",
    "t": "ry",
    "l": "k",
    "d": "sf",
    "h": "gj",
}
_READ = {
    "O": "0",
    "l": "1",
    "I": "l",
    "S": "5",
    "rn": "m",
    "e": "c",
    "B": "8",
    "0": "O",
    "1": "l",
    "m": "rn",
    "5": "S",
}
_SIGNS = str.maketrans("", "", ",.;:!?()\"'")
WIDTHS = (60, 72, 80, 100)


def mapped(pieces: Sequence[Piece], change: Callable[[str], str]) -> list[Piece]:
    """Return the pieces with their texts changed."""
    return [Piece(change(piece.text), piece.label) for piece in pieces]


def slips(pieces: Sequence[Piece], chance: Chance, share: float) -> list[Piece]:
    """Return the pieces with typing errors in a share of their words."""
    return mapped(pieces, lambda text: _words(text, lambda word: _slip(word, chance) if chance.odds(share) else word))


def scanned(pieces: Sequence[Piece], chance: Chance, share: float = 0.02) -> list[Piece]:
    """Return the pieces as a machine reads them from paper."""

    def misread(word: str) -> str:
        sign = chance.pick(tuple(_READ))
        return word.replace(sign, _READ[sign], 1) if chance.odds(share * 5) else word

    return mapped(pieces, lambda text: _words(text, misread))


def bare(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces without punctuation between words; signs within numbers stay."""

    def strip(text: str) -> str:
        return "".join(
            letter
            if letter.translate(_SIGNS)
            or (0 < place < len(text) - 1 and text[place - 1].isalnum() and text[place + 1].isalnum())
            else ""
            for place, letter in enumerate(text)
        )

    return mapped(pieces, strip)


def wrapped(pieces: Sequence[Piece], width: int) -> list[Piece]:
    """Return the pieces with lines that end before a width: blanks become line breaks."""
    column, found = 0, []
    for piece in pieces:
        out: list[str] = []
        for letter in piece.text:
            column = 0 if letter == "\n" else column + 1
            if letter == " " and column >= width:
                letter, column = "\n", 0
            out.append(letter)
        found.append(Piece("".join(out), piece.label))
    return found


def _slip(word: str, chance: Chance) -> str:
    if len(word) < 4 or not word.isalpha():
        return word
    place = chance.whole(1, len(word) - 2)
    kind = chance.below(4)
    if kind == 0:
        return word[:place] + word[place + 1 :]
    if kind == 1:
        return word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    if kind == 2:
        return word[:place] + word[place] + word[place:]
    return word[:place] + chance.pick(_NEAR.get(word[place].lower(), word[place])) + word[place + 1 :]


def _words(text: str, change: Callable[[str], str]) -> str:
    return " ".join(change(word) for word in text.split(" "))
