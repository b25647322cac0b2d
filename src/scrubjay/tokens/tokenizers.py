"""The tokenizers by name."""

from scrubjay.errors import UnknownNameError
from scrubjay.tokens import aggressive, fine, nltk_like, spacy_like
from scrubjay.tokens.token import Tokenizer

TOKENIZERS: dict[str, Tokenizer] = {
    "aggressive": aggressive.tokenize,
    "fine": fine.tokenize,
    "fine-breaks": fine.tokenize_breaks,
    "nltk": nltk_like.tokenize,
    "spacy": spacy_like.tokenize,
}


def tokenizer(name: str) -> Tokenizer:
    """Return the tokenizer of that name.

    >>> tokenizer("spacy")("Mr. Lee")
    [Token(start=0, end=3), Token(start=4, end=7)]
    """
    if name not in TOKENIZERS:
        raise UnknownNameError("tokenizer", name, TOKENIZERS)
    return TOKENIZERS[name]
