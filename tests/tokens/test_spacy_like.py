"""Against spaCy's blank English tokenizer, whitespace tokens aside."""

import random
import warnings
from pathlib import Path
from typing import Any

import pytest

from scrubjay.documents.formats.format import Faults
from scrubjay.documents.formats.reading import read
from scrubjay.tokens import aggressive, spacy_like
from scrubjay.tokens.token import Tokenizer

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # typer, which spaCy imports, uses old names of click
    import spacy
    from spacy.util import compile_infix_regex


@pytest.fixture(scope="module")
def plain() -> Any:
    return spacy.blank("en").tokenizer


@pytest.fixture(scope="module")
def fine() -> Any:
    """Blank spaCy as S1's authors set it up: their infixes behind the default ones, no URLs kept whole."""
    nlp: Any = spacy.blank("en")
    infixes = [*nlp.Defaults.infixes, *aggressive.EXTRA_INFIXES]
    nlp.tokenizer.infix_finditer = compile_infix_regex(infixes).finditer
    nlp.tokenizer.url_match = None
    return nlp.tokenizer


def reference(oracle: Any, text: str) -> list[tuple[int, int]]:
    return [(word.idx, word.idx + len(word)) for word in oracle(text) if not word.text.isspace()]


def words(text: str, cut: Tokenizer) -> list[str]:
    return [text[start:end] for start, end in cut(text)]


CASES = [
    ("seen 03/08/2019", "seen|03/08/2019", "a date is one token"),
    ("He don't know", "He|do|n't|know", "contraction"),
    ("He don’t know", "He|do|n’t|know", "typeset apostrophe"),
    ("Dr. Wells, M.D.", "Dr.|Wells|,|M.D.", "title, degree"),
    ("at 10:30, 8am", "at|10:30|,|8|am", "times"),
    ("50mg b.i.d. p.o.", "50|mg|b.i.d|.|p.o|.", "dose and unit; the last period comes off unknown abbreviations"),
    ("a 25yo man", "a|25yo|man", "yo is no unit"),
    ("50-year-old follow-up", "50|-|year|-|old|follow|-|up", "hyphens before letters cut"),
    ("617-555-0123", "617|-|555|-|0123", "hyphens between digits cut"),
    ("(Smith,John)", "(|Smith|,|John|)", "comma between letters"),
    ("MRN:1234567 MRN#12", "MRN:1234567|MRN#12", "a colon before a digit does not cut"),
    ("Name:Wells", "Name|:|Wells", "a colon before a letter does"),
    ("jwells@example.org.", "jwells@example.org|.", "e-mail address"),
    ("(https://a.org/x-y?z=1)", "(|https://a.org/x-y?z=1|)", "URL in brackets"),
    ("no pain.The leg", "no|pain|.|The|leg", "missing blank after a period"),
    ("Wed id Im", "We|d|i|d|I|m", "spaCy's own slips, which the released weights have learnt"),
    ("(8) and foo:)", "(|8)|and|foo|:)", "smileys are put together again"),
    ("Wells's and boys'", "Wells|'s|and|boys|'", "possessives"),
    ("37.5°C. at 5°", "37.5|°|C|.|at|5|°", "degrees"),
    ("-5 to +3, 3+ edema", "-5|to|+3|,|3|+|edema", "signs of numbers"),
    ("wait...what?!", "wait|...|what|?|!", "ellipsis inside"),
    ("$5, US$5, 5%", "$|5|,|US$|5|,|5|%", "currency and percent"),
    ("w/o c/o and/or he/she", "w/o|c|/|o|and/or|he|/|she", "only some slashes are known"),
    ("b.i.d.,then", "b.i.d|.|,then", "a period between a letter and a comma cuts, the comma does not"),
    ("10µg vs 10mcg", "10|µg|vs|10mcg", "micrograms"),
    ("120/80mmHg 3x/day", "120/80mmHg|3x|/|day", "a slash before a digit stays"),
    ("A.B. Ortiz-O’Neil", "A.B.|Ortiz|-|O’Neil", "initials and an Irish name"),
    ("Müller ÄÖ. ß.", "Müller|ÄÖ|.|ß|.", "letters beyond ASCII"),
    ("✓ done→✓😀", "✓|done→|✓|😀", "symbols cut, arrows do not"),
    ("[**2019-3-8**]", "[|*|*|2019|-|3|-|8|*|*|]", "a MIMIC placeholder"),
]


@pytest.mark.parametrize(("text", "expected", "remark"), CASES, ids=[case[2] for case in CASES])
def test_cases(text: str, expected: str, remark: str, plain: Any) -> None:
    assert "|".join(words(text, spacy_like.tokenize)) == expected, remark
    assert spacy_like.tokenize(text) == reference(plain, text), remark


FINE_CASES = [
    ("a 25yo man", "a|25|yo|man", "from digit to letter"),
    ("03/08/2019 2019-03-08", "03|/|08|/|2019|2019|-|03|-|08", "dates in parts"),
    ("MRN:1234567 #12", "MRN|:|1234567|#|12", "every colon cuts"),
    ("j_wells@example.org", "j|_|wells|@|example.org", "addresses are not kept whole"),
    ("wait....what", "wait|....|what", "three and more dots are one token"),
    ("O'Neil don't 5'10", "O|'|Neil|do|n't|5|'|10", "apostrophes cut, but for known contractions"),
    ("x=5~7%^2{a}", "x|=|5|~|7|%|^|2|{|a|}", "signs of formulas"),
]


@pytest.mark.parametrize(("text", "expected", "remark"), FINE_CASES, ids=[case[2] for case in FINE_CASES])
def test_aggressive_cases(text: str, expected: str, remark: str, fine: Any) -> None:
    assert "|".join(words(text, aggressive.tokenize)) == expected, remark
    assert aggressive.tokenize(text) == reference(fine, text), remark


PARTS = (
    "don't cannot Dr. p.m. b.i.d. 10:30 03/08/2019 1,000 $ % mg kg km/h 5 25 yo A BP e.g. J. - -- — ~ / : ; , . "
    ".. ... ' ’ \" ( ) [ ] { } < > * + = _ # @ ! ? ^ | \\ 's ’s °C ° µg www.a.com http:// x@y.org é Ä 8) :) <3 "
    "w/o I'm … N.Y. ✓ 😀 ² £ US$"
).split()


@pytest.mark.parametrize(("cut", "name"), [(spacy_like.tokenize, "plain"), (aggressive.tokenize, "fine")])
def test_words_put_together_by_chance(cut: Tokenizer, name: str, request: pytest.FixtureRequest) -> None:
    oracle = request.getfixturevalue(name)
    chance = random.Random(2019)
    for _ in range(3000):
        text = "".join(chance.choice(PARTS) for _ in range(chance.randint(1, 6)))
        if "<" not in text:  # "<br>" is for the test of the aggressive tokenizer alone
            assert cut(text) == reference(oracle, text)


@pytest.mark.parametrize(("cut", "name"), [(spacy_like.tokenize, "plain"), (aggressive.tokenize, "fine")])
def test_whole_notes(cut: Tokenizer, name: str, request: pytest.FixtureRequest, shared: Path) -> None:
    oracle = request.getfixturevalue(name)
    notes = [note.text for note in read(shared / "aci-bench/train.csv", faults=Faults())]
    agreed = ours = theirs = 0
    for note in notes:
        found, wanted = {(start, end) for start, end in cut(note)}, set(reference(oracle, note))
        agreed, ours, theirs = agreed + len(found & wanted), ours + len(found), theirs + len(wanted)
    assert theirs > 20_000
    assert 2 * agreed / (ours + theirs) >= 0.999
