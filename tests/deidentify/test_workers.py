"""Worker processes: notes that raise or kill, parents that are killed, and Ctrl-C."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay import Document
from scrubjay.deidentify.deidentifier import Settings
from scrubjay.deidentify.workers import batches, detect, died, no_names, redact, survey, working
from scrubjay.detect.policy import POLICIES
from scrubjay.documents.formats.format import Faults
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.writing import write
from tests.deidentify.notes import DEADLY, FAULTY, PATCH, here, key_file, made_up, planted_in

needs_proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are looked for in /proc")
SAFE = Settings(POLICIES["safe-harbor"])


def marked(count: int, **marks: str) -> list[Document]:
    """Return made-up notes, those with the ids of `marks` marked."""
    return [Document(note.id, note.text + marks.get(note.id, ""), (), note.metadata) for note in made_up(count)]


def patched(*arguments: object, env: dict[str, str] | None = None) -> "subprocess.CompletedProcess[str]":
    """Run a command whose rules raise or die for notes that are marked."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PATCH, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **(env or {})},
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


@given(st.lists(st.integers(0, 300_000), max_size=200))
def test_batches_hold_all_notes_in_order_and_are_bounded(sizes: list[int]) -> None:
    notes = [Document(f"n{i}", "x" * size) for i, size in enumerate(sizes)]
    found = list(batches(notes))
    assert [note for batch in found for note in batch] == notes
    for batch in found:
        assert 0 < len(batch) <= 64
        assert sum(len(note.text) for note in batch[:-1]) < 400_000


def test_notes_are_read_as_they_are_needed() -> None:
    read_so_far = []

    def many() -> Iterator[Document]:
        for i in range(10_000):
            read_so_far.append(i)
            yield Document(f"n{i}", "Dr. Lindqvarn")

    with working(SAFE, False, 1) as run_all:
        batch, results = next(run_all(redact, batches(many()), died))
    assert len(batch) == len(results) == len(read_so_far) == 64
    assert results[0].text == "Dr. [DOCTOR]"


def test_one_answer_a_note() -> None:
    notes = [Document("a", "Dr. Lindqvarn met Mr. Tanaka"), Document("b", "")]
    with working(SAFE, False, 1) as run_all:
        [(_, found)] = run_all(detect, [notes], died)
        [(_, names)] = run_all(survey, [notes], no_names)
    assert [len(each.spans) for each in found] == [2, 0]
    assert names[1] == set()
    assert names[0] <= {"tanaka"}, "of the surrogates' pool"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_detector_that_raises_withholds_the_note_and_is_not_quoted(tmp_path: Path, jobs: str) -> None:
    write(marked(150, n0003=FAULTY, n0140=FAULTY), tmp_path / "notes.jsonl", "jsonl")
    done = patched("-v", "redact", tmp_path / "notes.jsonl", "--out", tmp_path / "safe.jsonl", "--jobs", jobs)
    assert done.returncode == 1
    told = re.findall(
        r"^withheld: note (\w+): an internal fault, ValueError at <string>:\d+$", done.stderr, re.MULTILINE
    )
    assert told == ["n0003", "n0140"]
    assert not planted_in(done.stdout, done.stderr, tmp_path / "safe.jsonl", tmp_path / "safe-report.json")
    ids = {note.id for note in read(tmp_path / "safe.jsonl")}
    assert ids == {f"n{i:04}" for i in range(150)} - {"n0003", "n0140"}
    report = json.loads((tmp_path / "safe-report.json").read_text(encoding="utf-8"))
    assert [each["note"] for each in report["withheld"]] == ["n0003", "n0140"]


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("style", ["tag", "surrogate"])
def test_a_worker_that_dies_takes_one_note_along(tmp_path: Path, style: str, jobs: str) -> None:
    write(marked(140, n0003=DEADLY, n0100=DEADLY), tmp_path / "notes.jsonl", "jsonl")
    key = ["--key", str(key_file(tmp_path))] if style == "surrogate" else []
    extra = ["--style", style, *key, "--jobs", jobs]
    done = patched("redact", tmp_path / "notes.jsonl", "--out", tmp_path / "safe.jsonl", *extra)
    assert done.returncode == 1
    told = re.findall(r"^withheld: note (\w+): the process that worked on it died$", done.stderr, re.MULTILINE)
    assert told == ["n0003", "n0100"]
    ids = [note.id for note in read(tmp_path / "safe.jsonl")]
    assert ids == [f"n{i:04}" for i in range(140) if i not in (3, 100)], "all others, in order"
    assert not planted_in(done.stderr, tmp_path / "safe.jsonl")


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("count", [1, 3])
def test_few_notes_are_no_exception(tmp_path: Path, count: int, jobs: str) -> None:
    write(marked(count, n0000=DEADLY), tmp_path / "notes.jsonl", "jsonl")
    for extra in (["--dry-run"], []):
        done = patched("redact", tmp_path / "notes.jsonl", "--out", tmp_path / "safe.jsonl", "--jobs", jobs, *extra)
        assert done.returncode == 1
        assert "withheld: note n0000: the process that worked on it died" in done.stderr
    assert [note.id for note in read(tmp_path / "safe.jsonl", faults=Faults())] == ["n0001", "n0002"][: count - 1]


def test_detection_outlives_a_worker(tmp_path: Path) -> None:
    write(marked(70, n0003=DEADLY, n0066=FAULTY), tmp_path / "notes.jsonl", "jsonl")
    done = patched("detect", tmp_path / "notes.jsonl", "--out", tmp_path / "found.jsonl", "--jobs", "2")
    assert done.returncode == 1
    assert "note n0003: the process that worked on it died" in done.stderr
    assert "note n0066: an internal fault, ValueError at " in done.stderr
    assert len(list(read(tmp_path / "found.jsonl"))) == 68
    assert not planted_in(done.stderr)


PLAIN = "from scrubjay.cli.main import run; run()"


class Waiting:
    """A run of two workers that waits for more notes on standard input."""

    def __init__(self, target: Path, *options: str, program: str = PLAIN, notes: Sequence[Document] = ()) -> None:
        self.state = target.with_name(f".{target.name}.scrubjay-run") / "state.sqlite"
        command = ["redact", "-", "--format", "jsonl", "--out", str(target), "--jobs", "2", *options]
        self.process = subprocess.Popen(
            [sys.executable, "-c", program, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self.feed(notes or made_up(400))
        until(lambda: len(self.workers()) == 2)
        self.children = self.workers()

    def feed(self, notes: Sequence[Document]) -> None:
        """Hand over notes."""
        assert self.process.stdin is not None
        for note in notes:
            self.process.stdin.write(json.dumps({"id": note.id, "text": note.text}).encode() + b"\n")
        self.process.stdin.flush()

    def until_done(self, notes: int) -> None:
        """Wait until so many notes are recorded."""

        def recorded() -> bool:
            base = sqlite3.connect(f"file:{self.state}?mode=ro", uri=True)
            try:
                [(count,)] = base.execute("SELECT COUNT(*) FROM notes")
            except sqlite3.OperationalError:  # it is being written
                return False
            finally:
                base.close()
            return int(count) >= notes

        until(recorded)

    def workers(self) -> list[int]:
        pid = self.process.pid
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not true():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.005)


def alive(pid: int) -> bool:
    """Tell whether a process runs; one that only waits to be buried does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@needs_proc
def test_notes_that_come_after_a_worker_died_are_released(tmp_path: Path) -> None:
    notes = marked(300, n0120=DEADLY)
    waiting = Waiting(tmp_path / "safe.jsonl", program=PATCH, notes=notes[:130])
    until(lambda: not any(map(alive, waiting.children)))
    waiting.feed(notes[130:])
    _, err = waiting.process.communicate()
    assert waiting.process.returncode == 1
    assert b"withheld: note n0120: the process that worked on it died" in err
    assert [note.id for note in read(tmp_path / "safe.jsonl")] == [note.id for note in notes if note.id != "n0120"]


@needs_proc
def test_workers_do_not_outlive_a_killed_parent(tmp_path: Path) -> None:
    waiting = Waiting(tmp_path / "safe.jsonl")
    os.kill(waiting.process.pid, signal.SIGKILL)
    waiting.process.wait()
    try:
        until(lambda: not any(map(alive, waiting.children)))
    finally:
        for child in filter(alive, waiting.children):
            os.kill(child, signal.SIGKILL)
        waiting.process.communicate()
    assert not (tmp_path / "safe.jsonl").exists()


@needs_proc
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_interrupted_says_so_and_can_go_on(tmp_path: Path, sent: signal.Signals) -> None:
    waiting = Waiting(tmp_path / "safe.jsonl")
    waiting.until_done(64)
    os.killpg(waiting.process.pid, sent)
    out, err = waiting.process.communicate()
    assert waiting.process.returncode == 130
    assert out == b""
    assert (
        err.split() == b"what is done is kept; give the same command again, and it goes on scrubjay: stopped".split()
    )
    until(lambda: not any(map(alive, waiting.children)))
    assert not planted_in(tmp_path)
    lines = "".join(json.dumps({"id": note.id, "text": note.text}) + "\n" for note in made_up(400))
    again = ["redact", "-", "--format", "jsonl", "--out", tmp_path / "safe.jsonl", "--jobs", "1"]
    done = here(*again, stdin=lines.encode())
    assert done.code == 0
    assert "went on with a run that was stopped: " in done.err
    assert len(list(read(tmp_path / "safe.jsonl"))) == 400
