"""Tokens cut at all punctuation and from digit to letter: "25yo" gives "25" and "yo" (Friedrich et al. 2019).

Beside the rules of `spacy_like`, words are cut at the extra infixes of the authors' code. As there,
URLs and e-mail addresses are not kept whole, and what stands for one sign in HTML is one token.
"""

import re
from functools import cache
from html.entities import html5

from scrubjay.tokens.affixes import AffixTokenizer
from scrubjay.tokens.english import english_exceptions
from scrubjay.tokens.spacy_like import INFIX, PREFIX, SUFFIX
from scrubjay.tokens.token import Token

EXTRA_INFIXES = (
    r"\.\.\.+",
    r"(?<=[0-9])-(?=[0-9])",
    r"(?<=[0-9])(?=[A-Za-z])",
    r"[!&:;#,()/_\-\^~%{}='<>@]",
)

_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|([A-Za-z][A-Za-z0-9]{1,31}));|<[bB][rR]/?>")


def _entities(word: str) -> list[tuple[int, int]]:
    """Return where a word holds a sign as HTML writes it; only names HTML knows, so not "R&D;"."""
    return [match.span() for match in _ENTITY.finditer(word) if not match[1] or f"{match[1]};" in html5]


@cache
def _tokenizer() -> AffixTokenizer:
    infix = "|".join((INFIX, *EXTRA_INFIXES))
    return AffixTokenizer(english_exceptions(), prefix=PREFIX, suffix=SUFFIX, infix=infix, merge=_entities)


def tokenize(text: str) -> list[Token]:
    """Return the finely cut tokens of a text.

    >>> [(token.start, token.end) for token in tokenize("25yo &lt;3/4")]
    [(0, 2), (2, 4), (5, 9), (9, 10), (10, 11), (11, 12)]
    """
    return _tokenizer()(text)
