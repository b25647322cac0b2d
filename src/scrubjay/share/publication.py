"""A representation in a folder: what a provider gives to hospitals, and to whoever wants to attack it (F1.23).

safetensors, settings as JSON, the public word vectors it starts from, a card. Its name is a digest of all that makes
it, so that vectors of one representation are never mixed with another's.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from scrubjay import settings as plain_settings
from scrubjay.detect.tagger.inputs import casing
from scrubjay.detect.tagger.reading import Reading
from scrubjay.detect.tagger.shelf import load_settings, sealed
from scrubjay.detect.tagger.vectors import MATRIX, USUAL, WORDS, Vectors, load_vectors
from scrubjay.errors import FormatError, SettingsError, UsageError
from scrubjay.models.representation import Representation
from scrubjay.randomness import generator

VERSION = 1
_FIGURE = re.compile(r"[^\D0]").search
SETTINGS, WEIGHTS, ADVERSARIES, CARD = (
    "representation.json",
    "weights.safetensors",
    "adversaries.safetensors",
    "card.md",
)
_FILES = (WEIGHTS, ADVERSARIES, WORDS, MATRIX, USUAL, CARD)


@dataclass(frozen=True, repr=False)
class Publication:
    """A representation that is frozen, with what is needed to use it and to attack it."""

    representation: Representation
    vectors: Vectors
    reading: Reading
    neighbours: int  # among which it was trained not to tell words apart
    adversaries: dict[str, torch.Tensor]  # weights of those that it was trained against, to go on with
    name: str = ""  # digest, once it is on disk
    card: str = ""

    def __repr__(self) -> str:
        """Show sizes."""
        return f"Publication(name={self.name[:12]!r}, size={self.representation.size}, neighbours={self.neighbours})"


def public(vectors: Vectors, usual: Mapping[str, float] | None = None, shapes: Sequence[str] = ()) -> Vectors:
    """Return vectors that tell no rare name and no figure from another, with how usual words are.

    Without n-grams, a rare name gets no vector of its own from its letters (F1.2); where no word has a figure other
    than 0, which stands for all of them, numbers of one shape are one word (A1.2). Shapes without a vector get one
    that lies anywhere. How usual words are is told by their rows and casings: but for shapes of numbers, no word
    comes into what is published that is not in the public list.
    """
    some = [row for row, word in enumerate(vectors.words) if not _FIGURE(word)]
    words = [vectors.words[row] for row in some]
    new = sorted(set(shapes) - set(words))
    found = Vectors(vectors.words, vectors.matrix)
    if new or len(some) < len(vectors):
        spread = float(np.std(vectors.matrix, dtype=np.float32))
        drawn = [generator(1, "shape", shape).normal(0, spread, vectors.matrix.shape[1]) for shape in new]
        matrix = np.vstack([vectors.matrix[some], *drawn]).astype(vectors.matrix.dtype)
        found = Vectors([*words, *new], matrix)
    if usual is not None:
        found.usual = {(row, casing(word)): how for word, how in usual.items() if (row := found.row(word))}
    return found


def save(given: Publication, folder: Path) -> Publication:
    """Write a representation into a new folder, and return it with its name."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} is there; name another folder")
    folder.mkdir(parents=True, exist_ok=True)
    one = given.representation
    save_file({name: each.detach().contiguous() for name, each in one.state_dict().items()}, folder / WEIGHTS)
    save_file({name: each.detach().contiguous() for name, each in given.adversaries.items()}, folder / ADVERSARIES)
    given.vectors.save(folder, np.float32)
    folder.joinpath(CARD).write_text(given.card or "# A representation without a card\n", encoding="utf-8")
    told = {
        "version": VERSION,
        "inputs": one.inputs,
        "size": one.size,
        "units": one.recurrent.units,
        "dynamic_noise": one.loudness is not None,
        "bottleneck": one.bottleneck,
        "casing": one.casing,
        "neighbours": given.neighbours,
        "reading": asdict(given.reading),
        "sha256": {name: _digest(folder / name) for name in _FILES if folder.joinpath(name).exists()},
    }
    written = json.dumps(sealed(told), indent=1) + "\n"
    folder.joinpath(SETTINGS).write_text(written, encoding="utf-8")
    return load(folder)


def load(folder: Path) -> Publication:
    """Return the representation of a folder, frozen; one that is damaged or something else is a clear error."""
    told = load_settings(folder, SETTINGS, VERSION, "representation")
    for name, expected in told["sha256"].items():
        if not folder.joinpath(name).is_file():
            raise FormatError("is missing", file=str(folder / name))
        if _digest(folder / name) != expected:
            raise FormatError("is damaged: it is not what was written", file=str(folder / name))
    try:
        sizes = (told[name] for name in ("inputs", "size", "units", "dynamic_noise", "bottleneck", "casing"))
        one = Representation(*sizes)
        one.load_state_dict(load_file(folder / WEIGHTS))
        reading = plain_settings.build(Reading, told["reading"], str(folder / SETTINGS))
        adversaries = load_file(folder / ADVERSARIES)
        vectors = load_vectors(folder)
        if vectors.size != one.inputs:
            raise ValueError(f"{vectors.size} numbers a word instead of {one.inputs}")
    except (KeyError, TypeError, ValueError, OSError, SafetensorError, RuntimeError, SettingsError) as error:
        raise FormatError("is no representation, or a damaged one", file=str(folder)) from error
    one.eval().requires_grad_(False)
    card = folder.joinpath(CARD).read_text(encoding="utf-8")
    return Publication(one, vectors, reading, told["neighbours"], adversaries, _name(told), card)


def _name(told: dict[str, Any]) -> str:
    """Return the digest of what makes the representation: a card may be written anew, adversaries may be others."""
    parts = {key: value for key, value in told.items() if key not in ("seal", "sha256")}
    parts["sha256"] = {name: told["sha256"].get(name) for name in (WEIGHTS, WORDS, MATRIX, USUAL)}
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def _digest(file: Path) -> str:
    with file.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()
