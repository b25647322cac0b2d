"""Tokens as spaCy 3's blank English tokenizer cuts them, which NeuroNER's released weights expect.

What differs: spaCy makes tokens of runs of whitespace, this one never does. Letters are those of Unicode,
where spaCy lists the scripts it knows; units are those in Latin letters; any four numbers with dots
between them can be a host.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache

from scrubjay.tokens.affixes import AffixTokenizer
from scrubjay.tokens.english import english_exceptions
from scrubjay.tokens.token import Token


def _ranges(holds: Callable[[str], bool], *codes: Iterable[int]) -> str:
    """Return the inside of a regular expression's [...] for the characters that pass the test."""
    runs: list[list[int]] = []
    for code in (code for block in codes for code in block):
        if holds(chr(code)):
            if runs and runs[-1][1] == code - 1:
                runs[-1][1] = code
            else:
                runs.append([code, code])
    return "".join(f"{re.escape(chr(first))}-{re.escape(chr(last))}" for first, last in runs)


# Below U+00C0 only ASCII counts as a letter: µ, ª and º do not. The scripts without case, from Kana to
# Hangul, are given as they are, because looking at each of their characters would slow the import.
_ALPHABETS = (range(0x80), range(0xC0, 0x2E80))
_UNCASED = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
_LOWER = _ranges(lambda char: char.isalpha() and not char.isupper(), *_ALPHABETS) + _UNCASED
_UPPER = _ranges(lambda char: char.isalpha() and not char.islower(), *_ALPHABETS) + _UNCASED
_LETTER = _ranges(str.isalpha, *_ALPHABETS) + _UNCASED
_SYMBOL = _ranges(
    lambda char: unicodedata.category(char) == "So",
    range(0xA0, 0x3400),
    range(0xFFE4, 0xFFFE),
    range(0x1F000, 0x1FB00),
)

_PUNCTUATION = r"…,:;!?¿¡()\[\]{}<>_#*&·。？！，、；：～؟।،۔؛٪"
# The comma is no quote, but spaCy counts it as one, which cuts "b.i.d.,then" after the word.
_QUOTES = ",'\"`´‘’‚“”„«»「」『』（）〔〕【】《》〈〉\u2329\u232a⟦⟧"
_CURRENCY = "$£¥€฿\u20a0-\u20bf﷼"
_UNITS = (
    "%|[mgtTGMK]|km[²³]?|[dcm]?m[²³]|[dcmnµ]m|ha|yd|in|ft|kg|mg|µg|lb|oz|m/s|km/h|kmh|mph"
    "|h?Pa|mbar|mb|MB|[kg]b|[KGT]B|tb"
)

_ELLIPSIS = r"\.\.+"
PREFIX = rf"[§%=—–{_PUNCTUATION}{_QUOTES}{_CURRENCY}{_SYMBOL}]|\+(?![0-9])|{_ELLIPSIS}|(?:US|C|A)\$"
SUFFIX = "|".join(
    (
        _ELLIPSIS,
        "……",
        rf"[—–{_PUNCTUATION}{_QUOTES}{_SYMBOL}]",
        "['’][sS]",
        r"(?<=[0-9])\+",
        rf"(?<=[0-9])(?:[{_CURRENCY}]|(?:US|C|A)\$|{_UNITS})",
        r"(?<=°[FfCcKk])\.",
        rf"(?<=[0-9{_LOWER}%²+|{_PUNCTUATION}{_QUOTES}-])\.",
        rf"(?<=[{_UPPER}][{_UPPER}])\.",
    )
)
INFIX = "|".join(
    (
        _ELLIPSIS,
        rf"[…{_SYMBOL}]",
        r"(?<=[0-9])[-+*^](?=[0-9-])",
        rf"(?<=[{_LOWER}{_QUOTES}])\.(?=[{_UPPER}{_QUOTES}])",
        rf"(?<=[{_LETTER}]),(?=[{_LETTER}])",
        rf"(?<=[{_LETTER}0-9])(?:-{{1,3}}|–|——?|~)(?=[{_LETTER}])",
        rf"(?<=[{_LETTER}0-9])[:<>=/](?=[{_LETTER}])",
    )
)

# A scheme and a user may stand before the host, a port and a path after it. The last label of a host
# is in lower case, so that "pain.The" stays a missing blank and does not become a host.
_HOST_SIGN = "A-Za-z0-9\u00a1-\uffff"
_ADDRESS = (
    r"(?:[\w+.-]{2,}://)?(?:\S+@)?"
    rf"(?:\d{{1,3}}(?:\.\d{{1,3}}){{3}}|(?:(?:[{_HOST_SIGN}][{_HOST_SIGN}_-]{{0,62}})?[{_HOST_SIGN}]\.)+[{_LOWER}]{{2,63}})"
    r"(?::\d{2,5})?(?:[/?#]\S*)?"
)


@cache
def _tokenizer() -> AffixTokenizer:
    # Built at the first call: the character classes are large and take 50 ms to compile.
    address = re.compile(_ADDRESS).fullmatch

    def is_address(word: str) -> bool:
        return "." in word and address(word) is not None

    return AffixTokenizer(english_exceptions(), prefix=PREFIX, suffix=SUFFIX, infix=INFIX, whole=is_address)


def tokenize(text: str) -> list[Token]:
    """Return the tokens of a text as spaCy's blank English tokenizer would, without its whitespace tokens.

    >>> [(token.start, token.end) for token in tokenize("Dr. Wells, 03/08/2019")]
    [(0, 3), (4, 9), (9, 10), (11, 21)]
    """
    return _tokenizer()(text)
