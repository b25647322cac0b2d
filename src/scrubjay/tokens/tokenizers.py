"""The tokenizers by name."""

from collections.abc import Mapping

from scrubjay.errors import UnknownNameError
from scrubjay.tokens import aggressive, fine, nltk_like, spacy_like
from scrubjay.tokens.token import Tokenizer

TOKENIZERS: dict[str, Tokenizer] = {
    "aggressive": aggressive.tokenize,
    "fine": fine.tokenize,
    "nltk": nltk_like.tokenize,
    "spacy": spacy_like.tokenize,
}
# What taggers may read with as well; its line breaks are tokens, which no format of tokens can hold.
READERS: dict[str, Tokenizer] = {**TOKENIZERS, "fine-breaks": fine.tokenize_breaks}


def tokenizer(name: str, known: Mapping[str, Tokenizer] = TOKENIZERS) -> Tokenizer:
    """Return the tokenizer of that name.

    >>> tokenizer("spacy")("Mr. Lee")
    [Token(start=0, end=3), Token(start=4, end=7)]
    """
    if name not in known:
        raise UnknownNameError("tokenizer", name, known)
    return known[name]
