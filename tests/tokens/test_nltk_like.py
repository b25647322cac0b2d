"""Against NLTK's word tokenizer, given the same sentences."""

import random
from itertools import pairwise
from pathlib import Path

import pytest
from nltk.tokenize import NLTKWordTokenizer

from scrubjay.documents.formats.format import Faults
from scrubjay.documents.formats.reading import read
from scrubjay.tokens import nltk_like
from scrubjay.tokens.sentences import sentence_starts

ORACLE = NLTKWordTokenizer()

CASES = [
    ("Dr. Wells can't.", "Dr.|Wells|ca|n't|.", "only the last period comes off"),
    ("He cannot; he's 5'10.", "He|can|not|;|he|'s|5'10|.", "contractions"),
    ('He said "no".', 'He|said|"|no|"|.', "double quotes keep their place"),
    ("''No'' and ``yes''", "''|No|''|and|``|yes|''", "double quotes in other forms"),
    ('"5" x 6"', '"|5|"|x|6|"', "at the start, and for inches"),
    ("at 10:30, 1,000 U:", "at|10:30|,|1,000|U|:", "colon and comma in numbers"),
    ("03/08/2019 (25yo)", "03/08/2019|(|25yo|)", "dates and ages are one token"),
    ("a follow-up--now", "a|follow-up|--|now", "hyphens stay, double dashes cut"),
    ("x@y.org #3 50%", "x|@|y.org|#|3|50|%", "addresses fall apart"),
    ("wait... what?!", "wait|...|what|?|!", "ellipsis"),
    ("the boys' 'fever", "the|boys|'|'|fever", "apostrophes"),
    ("O’Neil “said” «no»", "O|’|Neil|“|said|”|«|no|»", "typeset quotes"),
    ("gonna gimme wanna", "gon|na|gim|me|wan|na", "two words in one"),
    ("'Tis so, 'twas not", "'|Tis|so|,|'|twas|not", "old forms: the rule for an opening quote comes first"),
    ("the lemna canna", "the|lemna|canna", "no two words in these"),
    ("(see p. 3.)", "(|see|p.|3|.|)", "a period inside the last bracket"),
    ("::a b:,c", ":|:a|b|:|,c", "of two signs in a row one rule sees the first only"),
]


def reference(sentence: str) -> list[tuple[int, int]]:
    return list(ORACLE.span_tokenize(sentence))


@pytest.mark.parametrize(("text", "expected", "remark"), CASES, ids=[case[2] for case in CASES])
def test_single_sentences(text: str, expected: str, remark: str) -> None:
    assert "|".join(text[start:end] for start, end in nltk_like.tokenize(text)) == expected, remark
    assert nltk_like.tokenize(text) == reference(text), remark


def test_a_period_before_a_sentence_break_is_a_token() -> None:
    text = "No pain. Dr. Wells came at 5 p.m. today.\n\n\n\nPlan: rest.\n- sleep"
    words = [text[start:end] for start, end in nltk_like.tokenize(text)]
    assert words == "No pain . Dr. Wells came at 5 p.m. today . Plan : rest . - sleep".split()


PARTS = (
    "don't 'tis cannot \" '' `` ' ( ) . , : -- - ... Dr. 10:30 1,000 's s' 'll n't gonna & * [ ] a B 5 ? ! “ ” ’ "
    "wanna d'ye ; $ % — «"
).split() + [" "] * 8


def test_sentences_put_together_by_chance() -> None:
    chance = random.Random(2020)
    for _ in range(3000):
        text = "".join(chance.choice(PARTS) for _ in range(chance.randint(1, 12))).strip()
        if text and not sentence_starts(text):
            assert nltk_like.tokenize(text) == reference(text)


def test_whole_notes(shared: Path) -> None:
    notes = [note.text for note in read(shared / "aci-bench/train.csv", faults=Faults())][:25]
    agreed = ours = theirs = 0
    for note in notes:
        wanted = set()
        for start, end in pairwise([0, *sentence_starts(note), len(note)]):
            wanted |= {(start + first, start + last) for first, last in reference(note[start:end].rstrip())}
        found = {(start, end) for start, end in nltk_like.tokenize(note)}
        agreed, ours, theirs = agreed + len(found & wanted), ours + len(found), theirs + len(wanted)
    assert theirs > 5_000
    assert 2 * agreed / (ours + theirs) >= 0.999
