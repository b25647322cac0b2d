"""A few words with vectors, and notes that are made of them."""

import numpy as np
import torch

from scrubjay import Document, Span
from scrubjay.detect.tagger.vectors import Vectors

torch.set_num_threads(1)  # small as they are, tensors are slower with more
NAMES = ("wells", "ruiz", "okafor", "lindqvist", "abara", "henry", "croix", "scott")
TOWNS = ("quincy", "salem", "dover", "lowell", "natick", "woburn", "milton", "revere")
WORDS = ("seen", "by", "dr", "on", "in", "walks", "well", "sleeps", "badly", "pain", "no", "lives", "and", "eats")


def vectors(seed: int = 1, size: int = 12, spread: float = 0.1) -> Vectors:
    """Return vectors in which names lie near names, and towns near towns: nearer than other words if not spread."""
    chance = np.random.default_rng(seed)
    rows = [np.zeros(size)]
    for kind in (NAMES, TOWNS):
        middle = chance.normal(size=size)
        rows += [middle + spread * chance.normal(size=size) for _ in kind]
    rows += [chance.normal(size=size) for _ in WORDS]
    return Vectors(["<unknown>", *NAMES, *TOWNS, *WORDS], np.array(rows, np.float32))


def notes(count: int = 24, seed: int = 1) -> list[Document]:
    """Return notes of three sentences, with a doctor and a town in each."""
    chance = np.random.default_rng(seed)
    found = []
    for i in range(count):
        name, town = (str(chance.choice(each)).title() for each in (NAMES, TOWNS))
        text = f"Seen by Dr. {name} on 3/{i % 28 + 1}. Lives in {town} and eats well. Walks badly, no pain."
        parts = ((name, "DOCTOR"), (f"3/{i % 28 + 1}", "DATE"), (town, "CITY"))
        spans = tuple(Span(text.index(each), text.index(each) + len(each), label) for each, label in parts)
        found.append(Document(f"n{i}", text, spans, {"patient": f"p{i}"}))
    return found
