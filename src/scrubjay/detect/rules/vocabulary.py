"""Reads the rules' own word files: blocks of words under a name, with a remark on what they are."""

from functools import cache
from importlib import resources


@cache
def blocks(file: str) -> dict[str, frozenset[str]]:
    """Return the blocks of a file in `words/` by name.

    >>> "spring" in blocks("cues")["season"]
    True
    """
    text = resources.files("scrubjay.detect.rules").joinpath("words", f"{file}.txt").read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    name = ""
    for line in text.splitlines():
        if line.startswith("#") or not line:
            continue
        if line.endswith(":") and not line.startswith(" "):
            name = line[:-1]
            found[name] = []
        else:
            found[name] += line.split()
    return {name: frozenset(words) for name, words in found.items()}
