"""The ways to split a note into sentences, by name."""

from collections.abc import Sequence
from typing import Protocol

from scrubjay.errors import UnknownNameError
from scrubjay.tokens.sentences import split_lines, split_sentences, split_windows
from scrubjay.tokens.token import Token


class Splitter(Protocol):
    """Returns half-open ranges of token indexes: in order, none empty, covering all tokens."""

    def __call__(
        self,
        text: str,
        tokens: Sequence[Token],
        *,
        max_tokens: int | None = None,
        keep: Sequence[tuple[int, int]] = (),
    ) -> list[tuple[int, int]]:
        """Split; no sentence ends inside a range of characters in `keep`."""
        ...


SPLITTERS: dict[str, Splitter] = {
    "sentences": split_sentences,
    "lines": split_lines,
    "windows": split_windows,
}


def splitter(name: str) -> Splitter:
    """Return the splitter of that name."""
    if name not in SPLITTERS:
        raise UnknownNameError("splitter", name, SPLITTERS)
    return SPLITTERS[name]
