"""The contract of every tokenizer, on text nobody wrote by hand."""

import sys
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scrubjay.errors import UnknownNameError
from scrubjay.tokens.tokenizers import TOKENIZERS, tokenizer

# Pieces that rules care about, among them signs beyond the first plane, CRLF, NBSP, NUL, combining accents.
PIECES = [
    "Dr.", "J.", "don't", "can’t", "cannot", "'tis", "p.m.", "10:30", "03/08/2019", "25yo", "x@y.org", "&lt;",
    "...", "--", "—", "''", "``", '"', "'", "(", "]", ":)", ".", ",", "!", "$5", "5mg", "%", " ", "  ", "\n",
    "\r\n", "\n\n\n", "\t", "\u00a0", "\u2028", "\x00", "\x1c", "\x85", "e\u0301", "\u0301", "\U0001f600",
    "\U00010400", "\ufeff", "İ", "ß", "李", "- item", "1. ", "---", "o ",
]  # fmt: skip
texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=25).map("".join)


@pytest.mark.parametrize("name", TOKENIZERS)
@given(text=texts)
@settings(max_examples=300, deadline=None)
@example(text="")
@example(text=" \n\u00a0")
@example(text="'''\"'' ``` .'")
@example(text="\ud800.")
def test_contract(name: str, text: str) -> None:
    tokens = TOKENIZERS[name](text)
    covered = [place for start, end in tokens for place in range(start, end)]
    assert covered == [place for place, char in enumerate(text) if not char.isspace()]
    assert all(start < end for start, end in tokens)


@pytest.mark.parametrize("name", TOKENIZERS)
@given(text=texts)
@settings(max_examples=60, deadline=None)
def test_the_same_text_gives_the_same_tokens(name: str, text: str) -> None:
    first = TOKENIZERS[name](text)
    TOKENIZERS[name]("Another note, by Dr. Wells.")
    assert TOKENIZERS[name](text) == first


LONG = [
    ("*" * 20_000, "a ruled line, peeled from both ends"),
    ("." * 20_000 + "x", "a row of dots that ends no sentence"),
    ("a." * 10_000 + "!", "almost a host name"),
    ("a@" * 10_000, "almost an address"),
    (":" * 20_000 + "x", "colons, which may stand before a password"),
    ("'" * 20_000, "quotes"),
    (" " * 20_000 + "x", "blanks"),
    ("-" * 20_000 + "\n" + "x" * 20_000, "a long line under a long word"),
]


@pytest.mark.parametrize(("text", "remark"), LONG, ids=[remark for _, remark in LONG])
@pytest.mark.parametrize("name", TOKENIZERS)
def test_odd_notes_take_no_odd_time(name: str, text: str, remark: str) -> None:
    tokenizer(name)("warm up")
    start = time.process_time()
    tokenizer(name)(text)
    # Quadratic rules would need minutes here, linear ones some hundredths of a second.
    assert time.process_time() - start < 2, remark


def test_no_word_outlives_the_call() -> None:
    word = "Zyx(wvut)-Quixote/7"
    for cut in TOKENIZERS.values():
        before = sys.getrefcount(word)
        cut(word)
        # A store that kept the word itself would keep a reference to it.
        assert sys.getrefcount(word) == before


def test_unknown_name_lists_the_known() -> None:
    with pytest.raises(
        UnknownNameError, match=r"'spcy'\. Did you mean 'spacy'\? Known: aggressive, fine, nltk, spacy"
    ):
        tokenizer("spcy")
