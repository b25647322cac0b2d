"""What hospitals give away: representations of shuffled sentences, their words' casing, and labels. No text (F1.23).

A pool is one safetensors file that says what it is. Its noise comes from the hospital's secret key and the sentence
(`noise.py`): notes that are given away a second time look as they did the first time, so that nothing can be
averaged out.
"""

import hashlib
import json
import re
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from scrubjay.detect.tagger.inputs import CASINGS, casings
from scrubjay.detect.tagger.reading import Sentence, allowed, sentences, tag_names
from scrubjay.documents.document import Document
from scrubjay.documents.formats.atomic import atomic
from scrubjay.documents.span import is_label
from scrubjay.errors import FormatError, UsageError
from scrubjay.keys import Key
from scrubjay.models.representation import Drawn, read_of
from scrubjay.share.noise import drawn
from scrubjay.share.publication import Publication
from scrubjay.tokens.schemes import SCHEMES
from scrubjay.training.batches import bucketed

KIND, VERSION = "scrubjay pool", 3  # 1: noise that could be found out; 2: the same for two representations
Progress = Callable[[int, int], None]
_NAME = re.compile(r"[0-9a-f]{64}").fullmatch
_LARGEST = 100.0  # a value lies between -1 and 1, and noise about it
_KINDS = {"values": np.float16, "lengths": np.int32, "casing": np.uint8, "tags": np.uint16}


@dataclass(frozen=True, repr=False)
class Pool:
    """Sentences as private vectors, in no order that means anything."""

    representation: str  # the name of what made them
    scheme: str  # of the tags
    tags: tuple[str, ...]
    values: NDArray[np.float16]  # tokens x numbers, sentence behind sentence
    lengths: NDArray[np.int32]  # sentences
    casing: NDArray[np.uint8]  # tokens
    numbers: NDArray[np.uint16]  # tokens: which of the tags

    def __len__(self) -> int:
        """Return the number of sentences."""
        return len(self.lengths)

    def __repr__(self) -> str:
        """Show sizes."""
        return f"Pool(sentences={len(self)}, tokens={len(self.values)}, representation={self.representation[:12]!r})"


def transform(
    notes: Sequence[Document],
    publication: Publication,
    key: Key,
    progress: Progress | None = None,
    counts: Counter[str] | None = None,
) -> Pool:
    """Return what a hospital may give away of its annotated notes; `counts` is told what became of their spans."""
    lines = [one for one in sentences(notes, publication.reading, tagged=True, counts=counts) if one.words]
    labels = {span.label for note in notes for span in note.spans}
    if not lines or not labels:
        raise UsageError("no note has a word or a span: a pool without labels teaches nothing")
    copies = _copies(lines)
    tags = tag_names(labels, publication.reading.scheme)
    known = {tag: place for place, tag in enumerate(tags)}
    order = np.random.default_rng(secrets.randbits(128)).permutation(len(lines)).tolist()
    found: list[NDArray[np.float16]] = [np.zeros((0, publication.representation.size), np.float16)] * len(lines)
    done = 0
    for batch in bucketed([len(one.words) for one in lines], 64):
        chosen = [(copies[place], lines[place]) for place in batch]
        for place, values in zip(batch, _represented(chosen, notes, publication, key), strict=True):
            found[place] = values
        done += len(batch)
        if progress is not None:
            progress(done, len(lines))
    ordered = [lines[place] for place in order]
    words = [word for one in ordered for word in one.words]
    return Pool(
        publication.name,
        publication.reading.scheme,
        tuple(tags),
        np.concatenate([found[place] for place in order]),
        np.array([len(one.words) for one in ordered], np.int32),
        casings(words).astype(np.uint8),
        np.array([known[tag] for one in ordered for tag in one.tags], np.uint16),
    )


def _represented(
    lines: Sequence[tuple[int, Sentence]], notes: Sequence[Document], publication: Publication, key: Key
) -> Iterator[NDArray[np.float16]]:
    """Yield the representation of each sentence: tokens x numbers."""
    one = publication.representation
    lengths = [len(line.words) for _, line in lines]
    flat = read_of([word for _, line in lines for word in line.words], publication.vectors, one.casing)
    values = torch.nn.utils.rnn.pad_sequence(list(torch.split(flat, lengths)), batch_first=True)
    each = [drawn(publication, key, notes[line.document].id, copy, line) for copy, line in lines]
    noise = Drawn(
        *(torch.nn.utils.rnn.pad_sequence(list(side), batch_first=True) for side in zip(*each, strict=True))
    )
    with torch.no_grad():
        found = one(values, torch.tensor(lengths), noise).numpy().astype(np.float16)
    for row, length in enumerate(lengths):
        yield found[row, :length]


def _copies(lines: Sequence[Sentence]) -> list[int]:
    """Return how many of the same words stand before each sentence in its note.

    Noise must not change when other notes come or go, or other sentences.
    """
    seen: Counter[tuple[int, tuple[str, ...]]] = Counter()
    found = []
    for line in lines:
        found.append(seen[line.document, line.words])
        seen[line.document, line.words] += 1
    return found


def write_pool(pool: Pool, file: Path, overwrite: bool = False) -> None:
    """Write a pool, whole or not at all."""
    if file.exists() and not overwrite:
        raise UsageError(f"{file} is there; name another file, or say --overwrite")
    arrays: dict[str, NDArray[Any]] = {
        "values": pool.values,
        "lengths": pool.lengths,
        "casing": pool.casing,
        "tags": pool.numbers,
    }
    told = {
        "kind": KIND,
        "version": str(VERSION),
        "representation": pool.representation,
        "scheme": pool.scheme,
        "tags": json.dumps(list(pool.tags)),
        "sha256": _digest(arrays, pool),
    }
    with atomic(file) as handle:
        handle.write(save({name: np.ascontiguousarray(each) for name, each in arrays.items()}, told))


def read_pool(file: Path) -> Pool:
    """Return the pool of a file; anything else, or a damaged one, is refused with a reason."""
    if not file.is_file():
        raise UsageError(f"{file} is no file; name one that scrubjay share transform or pool has written")
    try:
        with safe_open(file, framework="numpy") as handle:
            told = handle.metadata() or {}
            arrays = {name: handle.get_tensor(name) for name in handle.keys()}  # noqa: SIM118
    except (OSError, SafetensorError, ValueError) as error:
        raise FormatError("is no pool, or a damaged one", file=str(file), remedy="Ask for it again") from error
    if told.get("kind") != KIND:
        raise FormatError("is no pool of scrubjay's", file=str(file))
    if told.get("version") != str(VERSION):
        raise FormatError(f"has the version {told.get('version')!r}; this scrubjay reads {VERSION}", file=str(file))
    try:
        tags = tuple(map(str, json.loads(told["tags"])))
        pool = Pool(
            told["representation"],
            told["scheme"],
            tags,
            *(arrays[name].astype(kind, casting="no") for name, kind in _KINDS.items()),
        )
    except (KeyError, ValueError, TypeError) as error:
        raise FormatError("lacks what a pool has", file=str(file)) from error
    if told.get("sha256") != _digest(arrays, pool):
        raise FormatError("is damaged: it is not what was written", file=str(file), remedy="Ask for it again")
    if problem := _problem(pool):
        raise FormatError(problem, file=str(file))
    return pool


def _problem(pool: Pool) -> str:
    """Return what contradicts itself in a pool; nothing if all is well."""
    tokens = len(pool.values)
    if [part.ndim for part in (pool.values, pool.lengths, pool.casing, pool.numbers)] != [2, 1, 1, 1]:
        return "has tables of another shape than a pool's"
    if not tokens or not pool.values.shape[1] or (pool.lengths < 1).any():
        return "has no sentences, or empty ones"
    if not (int(pool.lengths.sum(dtype=np.int64)) == tokens == len(pool.casing) == len(pool.numbers)):
        return "has sentences of other lengths than it has tokens"
    if not (np.abs(pool.values) <= _LARGEST).all():
        return "has values that no representation makes"
    if pool.casing.max() >= len(CASINGS) or pool.numbers.max() >= len(pool.tags):
        return "has casings or tags that there are not"
    labels = {tag[2:] for tag in pool.tags if tag != "O"}
    if not _NAME(pool.representation):
        return "names no representation"
    if (
        pool.scheme not in SCHEMES
        or not labels
        or not all(map(is_label, labels))
        or pool.tags != tuple(tag_names(labels, pool.scheme))
    ):
        return "has tags that cannot be"
    follows, first, last = (np.array(part) for part in allowed(pool.tags))
    ends = np.cumsum(pool.lengths)
    starts = ends - pool.lengths
    inner = np.setdiff1d(np.arange(1, tokens), starts)
    wrong = ~follows[pool.numbers[inner - 1], pool.numbers[inner]]
    if wrong.any() or not first[pool.numbers[starts]].all() or not last[pool.numbers[ends - 1]].all():
        return "has tags in an order that cannot be"
    return ""


def merge(pools: Sequence[Pool], names: Sequence[str] = ()) -> Pool:
    """Return all sentences of several hospitals in a new order; of other representations, or scheme, is an error.

    Errors call them by these names.
    """
    one, (first, *others) = pools[0], names or [f"pool {number}" for number in range(1, len(pools) + 1)]
    for name, pool in zip(others, pools[1:], strict=True):
        if pool.representation != one.representation:
            raise UsageError(
                f"{name} was made by the representation {pool.representation[:12]}, {first} by "
                f"{one.representation[:12]}: vectors of two representations mean nothing to each other"
            )
        if pool.scheme != one.scheme:
            raise UsageError(f"{name} has tags by {pool.scheme}, {first} by {one.scheme}")
        if pool.values.shape[1] != one.values.shape[1]:
            raise UsageError(f"{name} has {pool.values.shape[1]} numbers a token, {first} has {one.values.shape[1]}")
    seen: dict[bytes, int] = {}
    for place, pool in enumerate(pools):
        for sentence in {part.tobytes() for part in np.split(pool.values, np.cumsum(pool.lengths)[:-1])}:
            if (before := seen.setdefault(sentence, place)) != place:
                two = " and ".join([first, *others][each] for each in (before, place))
                raise UsageError(f"{two} have sentences of the same notes; give each note once")
    labels = {tag[2:] for pool in pools for tag in pool.tags if tag != "O"}
    tags = tag_names(labels, one.scheme)
    known = {tag: place for place, tag in enumerate(tags)}
    numbers = [np.array([known[tag] for tag in pool.tags], np.uint16)[pool.numbers] for pool in pools]
    every = Pool(
        one.representation,
        one.scheme,
        tuple(tags),
        np.concatenate([pool.values for pool in pools]),
        np.concatenate([pool.lengths for pool in pools]),
        np.concatenate([pool.casing for pool in pools]),
        np.concatenate(numbers),
    )
    return taken(every, np.random.default_rng(secrets.randbits(128)).permutation(len(every)))


def taken(pool: Pool, places: NDArray[np.int64]) -> Pool:
    """Return some sentences of a pool, in this order."""
    ends = np.cumsum(pool.lengths)
    starts = ends - pool.lengths
    tokens = np.concatenate([np.arange(starts[place], ends[place]) for place in places.tolist()])
    return Pool(
        pool.representation,
        pool.scheme,
        pool.tags,
        pool.values[tokens],
        pool.lengths[places],
        pool.casing[tokens],
        pool.numbers[tokens],
    )


def _digest(arrays: dict[str, NDArray[Any]], pool: Pool) -> str:
    found = hashlib.sha256(f"{KIND}\n{VERSION}\n{pool.representation}\n{pool.scheme}\n{pool.tags}\n".encode())
    for name in sorted(arrays):
        found.update(f"{name} {arrays[name].dtype} {arrays[name].shape}\n".encode())
        found.update(np.ascontiguousarray(arrays[name]).tobytes())
    return found.hexdigest()
