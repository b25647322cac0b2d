"""The finest tokens: runs of letters, runs of digits and single signs; words run together are cut at a capital.

Languages and collections in which identities touch other words ("años", "MartínezNºCol") lose nothing by it.
"""

import re

from scrubjay.tokens.token import Token

_TOKEN = re.compile(r"\d+|[^\W\d_]+|[^\s\w]|_")
_TOKEN_OR_BREAK = re.compile(rf"{_TOKEN.pattern}|\n")


def tokenize(text: str) -> list[Token]:
    """Return the tokens of a text.

    >>> [text[slice(*token)] for text in ["a 25yo GarcíaNº3"] for token in tokenize(text)]
    ['a', '25', 'yo', 'García', 'Nº', '3']
    """
    return _tokens(_TOKEN, text)


def tokenize_breaks(text: str) -> list[Token]:
    """Return the tokens of a text, and its line breaks as tokens too: for readers of several lines at once.

    >>> [text[slice(*token)] for text in ["Sex: F\\n"] for token in tokenize_breaks(text)]
    ['Sex', ':', 'F', '\\n']
    """
    return _tokens(_TOKEN_OR_BREAK, text)


def _tokens(pattern: re.Pattern[str], text: str) -> list[Token]:
    tokens: list[Token] = []
    for match in pattern.finditer(text):
        start, end = match.span()
        word = match.group()
        if end - start > 1 and not word[1:].islower():  # most words are small but for their first letter
            for place in range(1, len(word)):
                if word[place].isupper() and word[place - 1].islower():
                    tokens.append(Token(start, match.start() + place))
                    start = match.start() + place
        tokens.append(Token(start, end))
    return tokens
