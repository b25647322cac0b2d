"""The finest tokens, against a slow way to find them."""

from hypothesis import example, given
from hypothesis import strategies as st

from scrubjay.tokens.fine import tokenize


def _slow(text: str) -> list[str]:
    """Return the tokens letter by letter: one goes on while its kind does and no capital follows a small letter."""
    found: list[str] = []
    last = " "
    for sign in text:
        kinds = [
            "digit" if one.isdecimal() else "letter" if one.isalnum() else "blank" if one.isspace() else "sign"
            for one in (last, sign)
        ]
        joins = kinds[0] == kinds[1] and kinds[1] in ("digit", "letter") and not (last.islower() and sign.isupper())
        if joins:
            found[-1] += sign
        elif kinds[1] != "blank":
            found.append(sign)
        last = sign
    return found


@example("ñA")
@example("GarcíaNº3 25yo a_b")
@given(st.text(alphabet="aAbBñÑéß12 _-.,\n", max_size=30))
def test_tokens_are_those_found_letter_by_letter(text: str) -> None:
    assert [text[slice(*token)] for token in tokenize(text)] == _slow(text)
