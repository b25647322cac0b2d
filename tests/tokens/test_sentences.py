"""Sentences of notes, each rule with a row, and what must hold for any text."""

from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scrubjay.errors import UsageError
from scrubjay.tokens.sentences import sentence_starts, split_sentences
from scrubjay.tokens.spacy_like import tokenize
from scrubjay.tokens.token import Token

CASES = [
    ("No pain. She left.", "No pain.|She left.", "period and capital"),
    ("Fever? Yes! Rest.", "Fever?|Yes!|Rest.", "question and exclamation marks"),
    ('He said "no." Then left.', 'He said "no."|Then left.', "closing quotes belong to the sentence"),
    ("(See note.) 5 mg given.", "(See note.)|5 mg given.", "closing bracket, and a digit that begins"),
    ('Done. "Good," she said.', 'Done.|"Good," she said.', "opening quote"),
    ("Dose of 2.5 mg. then more", "Dose of 2.5 mg. then more", "a small letter goes on"),
    ("Seen by Dr. Wells vs. Ms. Lee.", "Seen by Dr. Wells vs. Ms. Lee.", "titles"),
    ("Call J. R. Wells, No. 5.", "Call J. R. Wells, No. 5.", "initials, and No. before a number"),
    ("He said no. Pain is gone.", "He said no.|Pain is gone.", "no as a word"),
    ("At 5 p.m. Monday.", "At 5 p.m. Monday.", "an abbreviation with dots goes on before a name"),
    ("At 5 p.m. The wound healed.", "At 5 p.m.|The wound healed.", "and ends before a usual opener"),
    ("Lives on Main St. He smokes.", "Lives on Main St.|He smokes.", "street"),
    ("Went to St. Mary.", "Went to St. Mary.", "saint"),
    ("Temp 37.5 now", "Temp 37.5 now", "inside a number"),
    ("He is 25. She is 30.", "He is 25.|She is 30.", "a number may end a sentence"),
    ("Plan:\n1. Rest\n2) Sleep", "Plan:|1. Rest|2) Sleep", "numbered items, not cut after the number"),
    ("1. Rest now", "1. Rest now", "a number at the very start"),
    ("Meds\n- aspirin\n* statin\no iron\n. zinc", "Meds|- aspirin|* statin|o iron|. zinc", "bullets"),
    ("Range\n-5 to\n.5 or\n2.5 or over", "Range -5 to .5 or 2.5 or over", "numbers are no bullets"),
    ("Name\nWells\n\nAge", "Name Wells Age", "two line breaks part nothing"),
    ("Name\n\n\nAge", "Name|Age", "three do"),
    ("Name\r\n\r\n\r\nAge", "Name|Age", "three of Windows' kind"),
    ("Name\r\n\r\nAge", "Name Age", "two of Windows' kind are not four"),
    ("Header\n------\nBody", "Header ------|Body", "after a ruled line"),
    ("Well... She left.", "Well...|She left.", "ellipsis before a capital"),
    ("Seen. [**Name**] left. ___ came.", "Seen.|[**Name**] left.|___ came.", "placeholders begin sentences"),
    ("\n\n\n\nNo pain.", "No pain.", "space before the first token"),
]


def sentences(text: str, **options: object) -> list[str]:
    tokens = tokenize(text)
    ranges = split_sentences(text, tokens, **options)  # type: ignore[arg-type]
    return [" ".join(text[tokens[first].start : tokens[end - 1].end].split()) for first, end in ranges]


@pytest.mark.parametrize(("text", "expected", "remark"), CASES, ids=[case[2] for case in CASES])
def test_cases(text: str, expected: str, remark: str) -> None:
    assert "|".join(sentences(text)) == expected, remark


LENGTHS = [
    ("a b c d e", 2, (), "a b|c d|e", "at the length"),
    ("a b\nc d e", 4, (), "a b|c d e", "at the line break"),
    ("a\nb\nc d e", 4, (), "a b|c d e", "at the last line break that fits"),
    ("a b c d", 4, (), "a b c d", "not longer than allowed"),
    ("a b c d e", 2, [(2, 5)], "a|b c|d e", "earlier, to keep a range"),
    ("a b c d e", 2, [(0, 7)], "a b c d|e", "a kept range may be longer"),
    ("a b c d e", 1, [(2, 3), (4, 9)], "a|b|c d e", "a kept range to the end"),
]


@pytest.mark.parametrize(("text", "most", "keep", "expected", "remark"), LENGTHS, ids=[row[4] for row in LENGTHS])
def test_lengths(text: str, most: int, keep: list[tuple[int, int]], expected: str, remark: str) -> None:
    assert "|".join(sentences(text, max_tokens=most, keep=keep)) == expected, remark


def test_keep_joins_what_the_rules_would_part() -> None:
    text = "Lives in Ft. Worth. She left."
    name = (text.index("Worth"), text.index("She") + 3)
    assert sentences(text) == ["Lives in Ft. Worth.", "She left."]
    assert sentences(text, keep=[name]) == [text]


def test_a_range_that_only_touches_a_break_does_not_hinder_it() -> None:
    text = "No pain. She left."
    assert sentences(text, keep=[(0, 8), (9, 12), (8, 9)]) == ["No pain.", "She left."]


def test_no_tokens_no_sentences() -> None:
    assert split_sentences(" \n ", []) == []


def test_a_length_below_one_is_refused() -> None:
    with pytest.raises(UsageError, match="max_tokens is 0; it must be 1 or more"):
        split_sentences("a", [Token(0, 1)], max_tokens=0)


pieces = st.sampled_from(
    [
        "Pain",
        "Dr.",
        "J.",
        "5",
        "a",
        ".",
        "!",
        '"',
        ")",
        " ",
        " ",
        "\n",
        "\n\n\n",
        "\r\n",
        "- ",
        "1. ",
        "---",
        "é",
        "\0",
    ]
)
ranges = st.tuples(st.integers(0, 40), st.integers(0, 40)).map(lambda pair: (min(pair), max(pair)))


@given(st.lists(pieces, max_size=30).map("".join), st.none() | st.integers(1, 6), st.lists(ranges, max_size=4))
@settings(max_examples=400, deadline=None)
@example("Wells. She. Left.", 2, [(0, 8)])
def test_any_text(text: str, most: int | None, keep: list[tuple[int, int]]) -> None:
    tokens = tokenize(text)
    found = split_sentences(text, tokens, max_tokens=most, keep=keep)
    assert [place for first, end in found for place in range(first, end)] == list(range(len(tokens)))
    assert all(first < end for first, end in found)
    for first, end in found[1:]:
        before, after = tokens[first - 1], tokens[first]
        assert not any(start < before.end and after.start < stop for start, stop in keep), end
    if most is not None and not keep:
        assert all(end - first <= most for first, end in found)


@given(st.lists(pieces, max_size=30).map("".join))
@settings(max_examples=200, deadline=None)
def test_starts_are_places_after_whitespace(text: str) -> None:
    starts = sentence_starts(text)
    assert all(first < second for first, second in pairwise(starts))
    assert all(text[start - 1].isspace() and not text[start].isspace() for start in starts)
