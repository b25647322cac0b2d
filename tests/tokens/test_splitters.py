import pytest
from hypothesis import given

from scrubjay.errors import UnknownNameError
from scrubjay.tokens.sentences import LONG_LINE
from scrubjay.tokens.splitters import SPLITTERS, splitter
from scrubjay.tokens.tokenizers import tokenizer
from tests import strategies


@pytest.mark.parametrize("name", SPLITTERS)
@given(text=strategies.text)
def test_sentences_cover_all_tokens_in_order(name: str, text: str) -> None:
    tokens = tokenizer("fine")(text)
    ranges = splitter(name)(text, tokens, max_tokens=5)
    assert [i for first, end in ranges for i in range(first, end)] == list(range(len(tokens)))
    assert all(0 < end - first <= 5 for first, end in ranges)


def test_lines_are_whole_unless_they_are_long() -> None:
    text = "Name: Ana. Sex: F\n" + "She is well. " * (LONG_LINE // 10)
    tokens = tokenizer("fine")(text)
    ranges = splitter("lines")(text, tokens)
    written = [text[tokens[first].start : tokens[end - 1].end] for first, end in ranges]
    assert written[0] == "Name: Ana. Sex: F"
    assert set(written[1:]) == {"She is well."}


def test_unknown_name_lists_the_known() -> None:
    with pytest.raises(UnknownNameError, match="Known: lines, sentences"):
        splitter("line")
