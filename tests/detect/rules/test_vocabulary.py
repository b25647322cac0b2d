"""The rules' own word files."""

from importlib import resources
from pathlib import Path

import pytest

from scrubjay.detect.lexicon import FIRST_CUE
from scrubjay.detect.rules import cues
from scrubjay.detect.rules.vocabulary import blocks

WORDS = Path(str(resources.files("scrubjay.detect.rules").joinpath("words")))
FILES = sorted(path.stem for path in WORDS.glob("*.txt"))


@pytest.mark.parametrize("file", FILES)
def test_every_block_is_full_and_in_small_letters(file: str) -> None:
    assert blocks(file)
    for name, words in blocks(file).items():
        assert name.isidentifier()
        assert words, name
        assert {word for word in words if word != word.lower() or not word.isascii()} == set(), name


@pytest.mark.parametrize("file", FILES)
def test_every_file_says_what_it_is_and_names_no_block_twice(file: str) -> None:
    lines = (WORDS / f"{file}.txt").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("# ")
    names = [line for line in lines if line.endswith(":") and not line.startswith((" ", "#"))]
    assert len(names) == len(set(names)), "a name given twice would lose words"


def test_no_words_are_lost_on_the_way() -> None:
    for file in FILES:
        lines = (WORDS / f"{file}.txt").read_text(encoding="utf-8").splitlines()
        written = {word for line in lines if line.startswith("  ") for word in line.split()}
        assert set().union(*blocks(file).values()) == written


def test_every_kind_of_cue_has_words_and_a_bit_of_its_own() -> None:
    bits = list(cues._BIT.values())
    assert len(set(bits)) == len(bits)
    assert all(bit >= FIRST_CUE and bit & (bit - 1) == 0 for bit in bits)
    assert set(blocks("cues")) <= set(cues._BIT)
    for kind, words in blocks("cues").items():
        assert all(cues.flags()[word] & cues._BIT[kind] for word in words)


CUES = [
    ("dr", cues.DOCTOR_TITLE, "a title"),
    ("mother", cues.KIN, "a relative"),
    ("march", cues.MONTH, "a month"),
    ("mid-march", cues.MONTH, "a part of a month"),
    ("mi", cues.STATE_CUE, "a state's code"),
    ("new", cues.STATE_CUE, "the first word of a state"),
    ("the", cues.GRAMMAR, "grammar"),
    ("hospital", cues.FACILITY, "a facility"),
]


@pytest.mark.parametrize(("word", "bit", "remark"), CUES, ids=[row[2] for row in CUES])
def test_cues(word: str, bit: int, remark: str) -> None:
    assert cues.flags()[word] & bit
