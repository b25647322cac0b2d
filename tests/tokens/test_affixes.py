"""The machinery alone, with rules small enough to follow by hand."""

import pytest

from scrubjay.tokens.affixes import AffixTokenizer
from scrubjay.tokens.english import english_exceptions

EXCEPTIONS = {"Dr.": (3,), "don't": (2, 5), ":)": (2,), ":))": (3,), "a/b": (3,)}
SMALL = AffixTokenizer(
    EXCEPTIONS,
    prefix=r"[(:)]",
    suffix=r"[).:!]|(?<=\()x",
    infix=r"/|(?<=[0-9])(?=[a-z])",
    whole=lambda word: word.startswith("www."),
    merge=lambda word: [(at, at + 3) for at in range(len(word)) if word.startswith("4/5", at)],
)

CASES = [
    ("Dr.", "Dr.", "an exception"),
    ("(Dr.)", "(|Dr.|)", "an exception behind a prefix"),
    ("(Dr.!", "(|Dr.|!", "between prefix and suffix"),
    ("end.", "end|.", "a suffix"),
    ("don't.", "do|n't|.", "an exception in parts"),
    ("(x", "(|x", "a rule does not look back at what was peeled off before"),
    ("()", "(|)", "nothing remains"),
    (")", ")", "one sign that is prefix and suffix"),
    ("1/2", "1|/|2", "an infix"),
    ("/12", "/12", "an infix at the start does not cut"),
    ("12mg/kg", "12|mg|/|kg", "an infix of no width"),
    ("www.a/b.", "www.a/b|.", "kept whole"),
    ("x:)", "x|:)", "an exception in pieces"),
    ("x:))", "x|:))", "the longest exception in pieces"),
    ("x:):)", "x|:)|:)", "two of them"),
    ("3/4/5!", "3|/|4/5|!", "pieces that go together"),
    ("wait...", "wait|...", "a run of dots is always a suffix"),
    ("a\u00a0b", "a|b", "any whitespace parts words"),
]


@pytest.mark.parametrize(("text", "expected", "remark"), CASES, ids=[case[2] for case in CASES])
def test_cases(text: str, expected: str, remark: str) -> None:
    assert "|".join(text[start:end] for start, end in SMALL(text)) == expected, remark


def test_every_english_exception_is_cut_in_order_to_its_end() -> None:
    exceptions = english_exceptions()
    assert len(exceptions) > 500
    for word, ends in exceptions.items():
        assert ends[-1] == len(word), word
        assert list(ends) == sorted(set(ends)), word
        assert ends[0] > 0, word


def test_words_of_their_own_are_no_contractions() -> None:
    assert {"its", "well", "were", "Ill"}.isdisjoint(english_exceptions())
