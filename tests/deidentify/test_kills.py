"""Kills a run and its workers at random moments, over and over: every note is released once, whole, or withheld.

A dozen kills by default; SCRUBJAY_KILLS=200 asks for the full number, on 2,000 notes instead of 300 (some minutes).
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from scrubjay import Document
from scrubjay.documents.formats.format import Faults
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.writing import write
from scrubjay.replace.vault import read_vault
from tests.deidentify.notes import FAULTY, KEY, KEY_TEXT, PATCH, made_up, planted_in, write_texts

KILLS = int(os.environ.get("SCRUBJAY_KILLS", "12"))
NOTES = 2000 if KILLS >= 200 else 300
EVERY = 97  # one note in so many cannot be read, and one makes the rules fail
# A whole run a row: the notes, the releases, and the options.
KINDS = [
    ("texts", "safe", ["--numbered", "--vault", "vault"]),
    ("notes.jsonl", "safe.jsonl", ["--style", "surrogate", "--vault", "vault"]),
    ("texts", "safe", []),
    ("notes.jsonl", "safe.jsonl", []),
]
AT_MOST = KILLS if KILLS >= 200 else KILLS // 2  # kills of one run, which is then let through to its end


@dataclass
class Figures:
    """What the kills met."""

    kills: Counter[str] = field(default_factory=Counter)
    runs: int = 0
    starts: int = 0


def corpus(folder: Path) -> None:
    """Write the notes, as a folder of texts and as JSON lines, with some of which each cannot be released."""
    notes = []
    for i, note in enumerate(made_up(NOTES)):
        text = note.text + (FAULTY if i % EVERY == 5 else "")
        notes.append(Document(note.id, text, (), note.metadata))
    write_texts(notes, folder / "texts")
    write(notes, folder / "notes.jsonl", "jsonl")
    lines = (folder / "notes.jsonl").read_bytes().splitlines(keepends=True)
    for i in range(20, NOTES, EVERY):
        (folder / "texts" / f"n{i:04}.txt").write_bytes(b"Dr. Lindqvarn \xff")
        lines[i] = lines[i].replace(b'"text"', b'"txet"')
    (folder / "notes.jsonl").write_bytes(b"".join(lines))


class Run:
    """One of the kinds of run, in a folder of its own, which may be started many times."""

    def __init__(self, notes: Path, folder: Path, source: str, target: str, options: list[str]) -> None:
        folder.mkdir()
        self.folder, self.target = folder, folder / target
        self.vault = "--vault" in options
        self.state = folder / f".{target}.scrubjay-run" / "state.sqlite"
        self.command = [sys.executable, "-c", PATCH, "redact", str(notes / source), "--out", target, *options]

    def start(self) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [*self.command, "--jobs", "2"],
            cwd=self.folder,
            env={**os.environ, "SCRUBJAY_KEY": KEY_TEXT},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def finish(self) -> float:
        """Run to the end, and return how many seconds it took after the first note could be done."""
        process = self.start()
        while not self.state.exists() and process.poll() is None:
            time.sleep(0.001)
        began = time.monotonic()
        _, err = process.communicate()
        assert process.returncode == 1, err.decode()
        return time.monotonic() - began

    def kill(self, chance: np.random.Generator, seconds: float, figures: Figures) -> bool:
        """Start it and kill it at a random moment; return whether it had been complete before."""
        process = self.start()
        figures.starts += 1
        if chance.random() < 0.85:  # the others are killed while Python starts, or soon after
            while not self.state.exists() and process.poll() is None:
                time.sleep(0.001)
        deadline = time.monotonic() + float(chance.uniform(0, seconds))
        while time.monotonic() < deadline and process.poll() is None:
            time.sleep(0.001)
        complete = process.poll() is not None
        if not complete:
            phase = "working" if self.state.exists() else "starting or ending"
            if chance.random() < 0.25:
                os.kill(process.pid, signal.SIGKILL)
                phase += ", parent alone"
            else:
                os.killpg(process.pid, signal.SIGKILL)
            figures.kills[phase] += 1
        _, err = process.communicate()
        assert not planted_in(err.decode())
        return complete

    def releases(self) -> dict[str, bytes]:
        """Return what is visible at the target, by path."""
        if self.target.is_file():
            return {self.target.name: self.target.read_bytes()}
        return {path.name: path.read_bytes() for path in self.target.rglob("[!.]*") if path.is_file()}

    def report(self) -> dict[str, Any]:
        made = json.loads((self.folder / f"{self.target.stem}-report.json").read_text(encoding="utf-8"))
        return {key: value for key, value in made.items() if key != "finished"}


def check_stop(run: Run, whole: dict[str, bytes]) -> None:
    """Whatever is visible is whole and right, and nothing anywhere holds a name."""
    for name, content in run.releases().items():
        assert content == whole[name], name
    assert not planted_in(run.folder)


def check_end(run: Run, notes: Path, whole: Run) -> None:
    """All is as it is without a kill, and nothing else is left."""
    assert run.releases() == whole.releases()
    assert run.report() == whole.report()
    others = {path.name for path in run.folder.iterdir()} - {path.name for path in whole.folder.iterdir()}
    assert not others, "nothing is left of the kills"
    assert not list(run.folder.rglob(".*"))
    if run.vault:
        vault = read_vault(run.folder / "vault", KEY)
        originals = {note.id: note.text for note in read(notes, faults=Faults())}
        released = list(read(run.target))
        assert len(released) >= NOTES - 2 * (NOTES // EVERY + 1)
        for note in released:
            assert vault[note.id].restore(note.text) == originals[note.id]


def test_kills(tmp_path: Path) -> None:
    chance = np.random.default_rng(2024)
    corpus(tmp_path)
    figures = Figures()
    undisturbed: dict[int, tuple[Run, float]] = {}
    while figures.kills.total() < KILLS:
        kind = figures.runs % len(KINDS)
        source, target, options = KINDS[kind]
        if kind not in undisturbed:
            whole = Run(tmp_path, tmp_path / f"whole{kind}", source, target, options)
            undisturbed[kind] = whole, whole.finish()
            assert not planted_in(whole.folder)
        whole, seconds = undisturbed[kind]
        expected = whole.releases()
        run = Run(tmp_path, tmp_path / f"run{figures.runs}", source, target, options)
        limit = min(KILLS, figures.kills.total() + AT_MOST)
        while figures.kills.total() < limit and not run.kill(chance, seconds, figures):
            check_stop(run, expected)
        if not (run.folder / f"{run.target.stem}-report.json").exists() or run.state.exists():
            run.finish()
        check_end(run, tmp_path / source, whole)
        figures.runs += 1
        assert len(run.report()["withheld"]) >= 2 * (NOTES // EVERY)
    sys.stdout.write(f"{figures}\n")
    assert figures.kills.total() == KILLS
