from pathlib import Path

import pytest

from scrubjay.errors import FormatError
from scrubjay.synthesis.chance import Chance
from scrubjay.synthesis.grammar import Grammar, Piece, load, parse


def written(folder: Path, text: str) -> Grammar:
    file = folder / "a.txt"
    file.write_text(text, encoding="utf-8")
    return load([file])


def texts(grammar: Grammar, rule: str) -> set[str]:
    return {
        "".join(piece.text for piece in grammar.expand(rule, Chance(seed), lambda slot: [Piece(f"<{slot}>", "X")]))
        for seed in range(200)
    }


def test_every_choice_comes_up(tmp_path: Path) -> None:
    grammar = written(tmp_path, "%% remark\n== a\n[x|y|] {=b}\n--\nz\nz\n== b\n{who.last}\\[\\|")
    assert texts(grammar, "a") == {"x <who.last>[|", "y <who.last>[|", " <who.last>[|", "z\nz"}
    assert grammar.slots() == {"who.last"}
    assert grammar.count("a") == 2
    assert grammar.names() == ("a", "b")


def test_choices_may_hold_choices() -> None:
    grammar = Grammar({"a": (parse("[a[b|c]|d]"),)})
    assert texts(grammar, "a") == {"ab", "ac", "d"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("== a\n[x", "in the rule a: a [ is not closed"),
        ("== a\nx]", "in the rule a: a ] stands outside of brackets"),
        ("== a\nx|y", "in the rule a: a | stands outside of brackets"),
        ("== a\nx}", "in the rule a: a } stands alone"),
        ("== a\n{}", "in the rule a: a slot has no name"),
        ("== a\n{=b}", "no file has the rule b"),
        ("== a\nx\n== a\ny", "has the rule a, which is there already"),
    ],
)
def test_what_is_wrong_in_a_file_is_said(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(FormatError) as error:
        written(tmp_path, text)
    assert message in str(error.value)


def test_a_rule_that_holds_itself_ends_with_an_error(tmp_path: Path) -> None:
    grammar = written(tmp_path, "== a\nx{=a}")
    with pytest.raises(FormatError, match="without end"):
        texts(grammar, "a")
