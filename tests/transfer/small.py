"""Three small corpora that write the same things differently, and a study of them that trains in seconds."""

from collections.abc import Iterator
from pathlib import Path

from scrubjay import Document, Span
from scrubjay.documents.formats.writing import write

STYLES = {
    "alder": "Seen by Dr. {doctor} on {date}. Walks well.",
    "birch": "{date} note, signed {doctor} MD. Sleeps badly.",
    "cypress": "Attending: {doctor}\nDate: {date}\nNo pain.",
    "dogwood": "Plan of {date} by {doctor}. Eats well.",
}
_DOCTORS, _DATES = ("Wells", "Ruiz", "Okafor", "Lindqvist", "Abara"), ("3/28", "11/2", "7/14", "1/9")
TAGGER = """
[tagger]
epochs = 4
batch = 2
[tagger.network]
words = 8
train_words = true
characters = "none"
units = 8
hidden = 4
input_dropout = 0.1
[tagger.optimiser]
rate = 0.05
[tagger.vectors]
epochs = 1
"""


def notes(style: str, count: int) -> Iterator[Document]:
    for i in range(count):
        parts = {"doctor": _DOCTORS[i % 5], "date": _DATES[i % 4]}
        text = STYLES[style].format(**parts)
        spans = [Span(text.index(each), text.index(each) + len(each), name.upper()) for name, each in parts.items()]
        kind = ("progress", "letter")[i % 2]
        yield Document(f"{style}-{i}", text, tuple(spans), {"patient": f"{style}-{i // 2}", "note_type": kind})


def toml(folder: Path, *names: str, more: str = "", count: int = 16) -> Path:
    """Return a study's file, with the notes of its corpora beside it."""
    told = [f"fewest_batches = 4\n{more}"]
    for name in names:
        write(notes(name, count), folder / f"{name}.jsonl", "jsonl", overwrite=True)
        told.append(f'[corpora.{name}]\nnotes = "{folder / name}.jsonl"')
    vectors = TAGGER.replace("[tagger.vectors]", f'[tagger.vectors]\nfolder = "{vectors_in(folder)}"')
    file = folder / "corpora.toml"
    file.write_text("\n".join(told) + vectors, encoding="utf-8")
    return file


def vectors_in(folder: Path) -> Path:
    """Return a folder with a few word vectors."""
    import numpy as np

    from scrubjay.detect.tagger.vectors import Vectors

    words = [
        "<unknown>",
        "seen",
        "by",
        "dr",
        "on",
        "walks",
        "well",
        "note",
        "signed",
        "attending",
        "date",
        "plan",
        "of",
    ]
    target = folder / "vectors"
    if not target.exists():
        target.mkdir()
        matrix = np.random.default_rng(1).normal(size=(len(words), 8)).astype(np.float32)
        Vectors(words, matrix).save(target, np.float32)
    return target
