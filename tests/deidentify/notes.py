"""Made-up notes with names planted in them, and commands run in this process, quicker than in one of their own.

The names are of nobody, and no list has most of them; the notes' own words hold none of them.
"""

import io
import logging
import sys
from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import numpy as np

from scrubjay import Document
from scrubjay.cli.main import exit_code
from scrubjay.keys import Key
from scrubjay.replace.options import StyleOptions

KEY_TEXT = "0123456789abcdef0123456789abcdef"
KEY = Key(KEY_TEXT.encode())
GIVEN = "Ottilia Wendeline Thandeka Odalys Eulalie Casimir Torvald Baltazar Rutger Anselm".split()
SURNAMES = (
    "Brackenthwaite Quenneville Ostrowicki Thibodonski Lindqvarn Mbalenhle Okonjowa Zamfirescu Petrosyants".split()
)
PLANTED = (*GIVEN, *SURNAMES)
STYLES = ("tag", "mask", "remove", "surrogate", "shift", "hash")
OPTIONS = StyleOptions()
FAULTY = "ZZ-FAULT-ZZ"  # a note that holds this makes the detectors of `PATCH` raise, or die
DEADLY = "ZZ-DEATH-ZZ"

# A program in which the rules raise, quoting the note, or kill their process, for the notes marked for it.
PATCH = f"""
import os
from scrubjay.detect.rules.detector import RuleDetector
sound = RuleDetector.detect
def detect(self, documents):
    for document in documents:
        if {DEADLY!r} in document.text:
            os._exit(9)
        if {FAULTY!r} in document.text:
            raise ValueError(document.text)
    return sound(self, documents)
RuleDetector.detect = detect
from scrubjay.cli.main import run
run()
"""


def made_up(count: int, seed: int = 7, patients: int = 5) -> list[Document]:
    """Return short notes; each has a patient, a doctor, a date, a phone and a record number."""
    chance = np.random.default_rng(seed)
    notes = []
    for i in range(count):
        given, surname, doctor = (str(chance.choice(names)) for names in (GIVEN, SURNAMES, SURNAMES))
        day, number = int(chance.integers(1, 28)), int(chance.integers(1_000_000, 9_999_999))
        text = (
            f"Patient: {given} {surname}\nMRN: {number}\nSeen by Dr. {doctor} on 3/{day}/2024, BP 120/80, grip 5/5.\n"
            f"Ms. {surname} may call 503-555-01{day:02}.\n"
        )
        notes.append(Document(f"n{i:04}", text, (), {"patient": f"p{i % patients}", "ward": f"W{i % 3}"}))
    return notes


def write_texts(notes: Iterable[Document], folder: Path) -> Path:
    """Write notes a text file each, and return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for note in notes:
        (folder / f"{note.id}.txt").write_bytes(note.text.encode())
    return folder


def planted_in(*places: str | Path) -> list[str]:
    """Return the planted names that stand in texts, or anywhere in or below files and folders, names included."""
    found = []
    for place in places:
        if isinstance(place, str):
            found += [name for name in PLANTED if name.lower() in place.lower()]
            continue
        for path in [place, *place.rglob("*")]:
            content = path.read_bytes().decode("utf-8", "replace").lower() if path.is_file() else ""
            found += [name for name in PLANTED if name.lower() in content or name.lower() in path.name.lower()]
    return found


@dataclass
class Done:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


def here(*arguments: object, stdin: bytes = b"") -> Done:
    """Run a command in this process and return what came of it."""
    out, err = io.StringIO(), io.StringIO()
    root = logging.getLogger("scrubjay")
    handlers, level = list(root.handlers), root.level
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin))),
    ):
        try:
            code = exit_code(list(map(str, arguments)))
        finally:
            root.handlers[:], root.level = handlers, level
    return Done(code, out.getvalue(), err.getvalue())


def key_file(folder: Path) -> Path:
    """Return a file with the key."""
    file = folder / "secret.key"
    file.write_text(KEY_TEXT, encoding="utf-8")
    file.chmod(0o600)
    return file
