"""What bad input gets: a release or a clear message, in bounded time and memory, and never half a note.

SCRUBJAY_SLOW=1 makes the huge note 50 MB instead of 5 MB (some minutes). Kills are in test_kills.py, detectors that
raise and workers that die in test_workers.py.
"""

import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.writing import write
from tests.cli.running import scrubjay
from tests.deidentify.notes import here, made_up, planted_in, write_texts

MEGABYTES = 50 if os.environ.get("SCRUBJAY_SLOW") else 5
# Runs the command line and prints how many kilobytes its largest process had, and the CPU seconds of all.
MEASURED = """
import resource, sys
from scrubjay.cli.main import exit_code
code = exit_code(sys.argv[1:])
# What getrusage calls the maximum is the parent's, if that was larger when this process was forked from it.
[most] = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")]
own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
print(max(int(most), others.ru_maxrss), own.ru_utime + others.ru_utime)
sys.exit(code)
"""


def measured(*arguments: str | Path) -> tuple[int, int, float]:
    """Return exit code, megabytes of the largest process and CPU seconds of a command."""
    command = [sys.executable, "-c", MEASURED, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "internal fault" not in done.stderr, done.stderr
    kilobytes, seconds = done.stdout.split()[-2:]
    return done.returncode, int(kilobytes) // 1024, float(seconds)


def test_empty_notes_are_released(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    for name, content in (("a", b""), ("b", b"\n"), ("c", b"\xef\xbb\xbf")):
        (tmp_path / "notes" / f"{name}.txt").write_bytes(content)
    assert here("redact", tmp_path / "notes", "--out", tmp_path / "safe").code == 0
    assert [(note.id, note.text) for note in read(tmp_path / "safe")] == [("a", ""), ("b", "\n"), ("c", "")]


def test_a_folder_without_notes_is_told(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    done = here("redact", tmp_path / "notes", "--out", tmp_path / "safe")
    assert (done.code, done.out) == (2, "")
    assert done.err == f"scrubjay: {tmp_path}/notes: the folder is empty. Check the path\n"
    done = here("redact", tmp_path / "notes", "--out", tmp_path / "safe", "--format", "text")
    assert "no .txt file in the folder. Check the folder, or say another --format" in done.err
    assert not (tmp_path / "safe").exists()


def test_nul_bytes_stay_and_hide_nothing(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_bytes(b"\x00\x00Seen by Dr. Lindqvarn\x00\non 3/28/2024\x00")
    assert here("redact", tmp_path / "notes", "--out", tmp_path / "safe").code == 0
    assert (tmp_path / "safe" / "a.txt").read_bytes() == b"\x00\x00Seen by Dr. [DOCTOR]\x00\non [DATE]/2024\x00"


def test_a_huge_note_takes_bounded_memory(tmp_path: Path) -> None:
    prose = (
        "Abdomen soft, no guarding; labs were reviewed, and the wound is dry. Plan: keep the leg up and walk daily.\n"
    )
    page = "".join(note.text + 20 * prose for note in made_up(50))
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text(page * (MEGABYTES * 1_000_000 // len(page)), encoding="utf-8")
    started = time.monotonic()
    code, megabytes, seconds = measured("redact", tmp_path / "notes", "--out", tmp_path / "safe", "--jobs", "1")
    sys.stdout.write(f"{MEGABYTES} MB: {time.monotonic() - started:.0f} s, CPU {seconds:.0f} s, {megabytes} MB\n")
    assert code == 0
    assert not planted_in(tmp_path / "safe")
    # The lists and the model take some 150 MB; a MB of text, with what is found in it and its release, some 8.
    assert megabytes < 220 + 10 * MEGABYTES


def test_a_million_digits_take_bounded_time(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.txt").write_text("0123456789" * 100_000, encoding="utf-8")
    (notes / "b.txt").write_text("0 1 2 3 4 5 6 7 8 9 " * 10_000, encoding="utf-8")
    code, megabytes, seconds = measured("redact", notes, "--out", tmp_path / "safe", "--jobs", "1")
    assert code in (0, 1)
    assert seconds < 30, "what is quadratic would take hours"
    assert megabytes < 1000


def without_rights() -> list[str]:
    """Return how to run a command that may not read everything: as it is, or for root, without root's right to."""
    if os.geteuid() != 0:
        return []
    setpriv = shutil.which("setpriv")
    taken = "-dac_override,-dac_read_search"
    command = [str(setpriv), f"--bounding-set={taken}", f"--inh-caps={taken}"]
    if setpriv is None or subprocess.run([*command, "true"], check=False, capture_output=True).returncode:
        pytest.skip("root may read every folder, and setpriv is not there to take that right away")
    return command


def test_a_folder_without_read_permission_is_withheld_and_named(tmp_path: Path) -> None:
    before = without_rights()
    write_texts(made_up(2), tmp_path / "notes" / "open")
    write_texts(made_up(2), tmp_path / "notes" / "shut")
    (tmp_path / "notes" / "open" / "n0001.txt").chmod(0)
    (tmp_path / "notes" / "shut").chmod(0)
    program = [sys.executable, "-c", "from scrubjay.cli.main import run; run()"]
    command = ["redact", "notes", "--out", "safe", "--jobs", "1"]
    try:
        done = subprocess.run(
            [*before, *program, *command], cwd=tmp_path, capture_output=True, text=True, check=False
        )
    finally:
        (tmp_path / "notes" / "shut").chmod(0o700)
    assert done.returncode == 1
    assert "notes/shut: the folder cannot be read (Permission denied)" in done.stderr
    assert "note open/n0001 (notes/open/n0001.txt): cannot be read (Permission denied)" in done.stderr
    assert "1 note released" in done.stderr
    assert [note.id for note in read(tmp_path / "safe")] == ["open/n0000"]


def test_a_target_where_nothing_may_be_written(tmp_path: Path) -> None:
    before = without_rights()
    write_texts(made_up(2), tmp_path / "notes")
    (tmp_path / "shut").mkdir(mode=0o500)
    program = [sys.executable, "-c", "from scrubjay.cli.main import run; run()"]
    command = ["redact", "notes", "--out", "shut/safe", "--jobs", "1"]
    done = subprocess.run([*before, *program, *command], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Permission denied" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 400 kilobytes."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(place)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("only root can mount a small disk; the test with a limit on file sizes stands in for it")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


@pytest.mark.parametrize(("kind", "count"), [("text", 200), ("jsonl", 1500)])
def test_a_full_disk_loses_nothing(tmp_path: Path, small_disk: Path, kind: str, count: int) -> None:
    source = tmp_path / ("notes" if kind == "text" else "notes.jsonl")
    write(made_up(count), source, kind)
    target = small_disk / ("safe" if kind == "text" else "safe.jsonl")
    done = scrubjay("redact", source, "--out", target, "--jobs", "1")
    assert done.returncode == 2
    assert "No space left on device" in done.stderr
    assert "internal fault" not in done.stderr
    assert not planted_in(done.stderr, small_disk)
    if kind == "jsonl":
        assert not target.exists()
    else:
        whole = {len(note.text.splitlines()) for note in read(target)}
        assert whole == {4}, "no release is half written"
    subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)
    done = scrubjay("redact", source, "--out", target, "--jobs", "1")
    assert done.returncode == 0, done.stderr
    assert "went on with a run that was stopped" in done.stderr
    assert len(list(read(target, kind))) == count


def test_a_file_that_may_not_grow_loses_nothing(tmp_path: Path) -> None:
    write(made_up(600), tmp_path / "notes.jsonl", "jsonl")
    command = [sys.executable, "-c", "from scrubjay.cli.main import run; run()", "redact", "notes.jsonl"]
    command += ["--out", "safe.jsonl", "--jobs", "1"]

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))

    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, preexec_fn=limit)
    assert done.returncode == 2
    assert "File too large" in done.stderr or "Input/output error" in done.stderr
    assert not (tmp_path / "safe.jsonl").exists()
    assert not planted_in(done.stderr)
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(list(read(tmp_path / "safe.jsonl"))) == 600
