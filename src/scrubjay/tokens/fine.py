"""The finest tokens: runs of letters, runs of digits and single signs; words run together are cut at a capital.

Languages and collections in which identities touch other words ("años", "MartínezNºCol") lose nothing by it.
"""

import re

from scrubjay.tokens.token import Token

_TOKEN = re.compile(r"\d+|[^\W\d_]+|[^\s\w]|_")


def tokenize(text: str) -> list[Token]:
    """Return the tokens of a text.

    >>> [text[slice(*token)] for text in ["a 25yo GarcíaNº3"] for token in tokenize(text)]
    ['a', '25', 'yo', 'García', 'Nº', '3']
    """
    tokens: list[Token] = []
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        word = match.group()
        for place in range(1, len(word)):
            if word[place].isupper() and word[place - 1].islower():
                tokens.append(Token(start, match.start() + place))
                start = match.start() + place
        tokens.append(Token(start, end))
    return tokens
