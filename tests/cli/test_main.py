import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scrubjay import __version__
from scrubjay.cli.main import COMMANDS, exit_code
from tests.cli.running import scrubjay
from tests.deidentify.notes import here, planted_in

NOTES = Path(__file__).parents[2] / "examples" / "notes"


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_teaches(command: str) -> None:
    done = scrubjay(*command.split(), "--help")
    assert done.returncode == 0
    assert "Usage: scrubjay" in done.stdout


def test_version() -> None:
    assert __version__ in scrubjay("--version").stdout


def test_wrong_use_is_exit_code_2() -> None:
    for arguments in (["nosuch"], ["convert"], ["inspect", "x", "--format", "nosuch"], ["inspect", "/no/such/path"]):
        done = scrubjay(*arguments)
        assert done.returncode == 2, arguments
        assert done.stderr


def test_an_internal_fault_is_exit_code_3_and_shows_no_message(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fault(*_: object, **__: object) -> None:
        raise RuntimeError("Seen by Dr. Wells")

    monkeypatch.setattr("scrubjay.cli.inspect.read", fault)
    assert exit_code(["inspect", "examples"]) == 3
    shown = capsys.readouterr().err
    assert "internal fault, RuntimeError at test_main.py:" in shown
    assert "Wells" not in shown


def test_a_closed_pipe_is_no_fault() -> None:
    command = f"{sys.executable} -m scrubjay inspect {NOTES}; echo exit $? >&2"
    done = subprocess.run(["bash", "-c", f"({command}) | head -1"], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("notes")
    assert done.stderr in ("exit 0\n", ""), done.stderr


def test_a_screen_that_knows_few_signs_is_no_fault() -> None:
    assert scrubjay("inspect", NOTES, env={"PYTHONIOENCODING": "latin-1"}).returncode == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_run_leaves_nothing_behind(tmp_path: Path, number: signal.Signals) -> None:
    fifo = tmp_path / "in.jsonl"
    os.mkfifo(fifo)
    running = subprocess.Popen(
        [sys.executable, "-m", "scrubjay", "convert", fifo, tmp_path / "out/a.jsonl", "--format", "jsonl"],
        stderr=subprocess.PIPE,
        text=True,
    )
    pipe = os.open(fifo, os.O_RDWR)  # open on both sides, so that neither opening nor reading ever ends
    os.write(pipe, b'{"id": "1", "text": "Ann Ruiz"}\n')
    for _ in range(200):
        if (tmp_path / "out").exists() and any((tmp_path / "out").iterdir()):
            break
        time.sleep(0.05)
    running.send_signal(number)
    _, shown = running.communicate(timeout=30)
    os.close(pipe)
    assert running.returncode == 130
    assert shown.strip() == "scrubjay: stopped"
    assert not list((tmp_path / "out").iterdir())


def test_a_full_disk_is_said_plainly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", "out.jsonl")

    monkeypatch.setattr("scrubjay.cli.convert.write", full)
    assert exit_code(["convert", "examples/notes", "/tmp/never-written.jsonl"]) == 2
    assert "out.jsonl: No space left on device" in capsys.readouterr().err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str) -> None:
    assert "_SCRUBJAY_COMPLETE" in scrubjay("completion", shell).stdout


def test_completion_knows_the_commands() -> None:
    done = scrubjay(env={"_SCRUBJAY_COMPLETE": "bash_complete", "COMP_WORDS": "scrubjay ev", "COMP_CWORD": "1"})
    assert done.stdout.strip() == "plain,evaluate"


def test_help_is_quick() -> None:
    """Starting costs little more than Python and click: nothing heavy is imported to show a page of help."""

    def seconds(code: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    bare = min(seconds("import click") for _ in range(3))
    ours = min(seconds("from scrubjay.cli.main import exit_code; exit_code(['--help'])") for _ in range(3))
    assert ours < 3 * bare + 0.1


@pytest.mark.parametrize("option", ["--text-column", "--id-column", "--patient-column"])
@pytest.mark.parametrize("command", ["redact", "detect", "convert"])
def test_a_column_that_is_not_there_is_wrong_use(tmp_path: Path, command: str, option: str) -> None:
    (tmp_path / "notes.csv").write_text("NOTE_ID,note_text,Ostrowicki\n1,Dr. Lindqvarn,p\n", encoding="utf-8")
    target = [str(tmp_path / "out" / "safe.csv")] if command == "convert" else ["--out", str(tmp_path / "safe.csv")]
    done = here(command, tmp_path / "notes.csv", *target, option, "Body")
    assert done.code == 2
    assert (
        "notes.csv, first row: none of the 3 columns is named 'Body'; there are NOTE_ID, note_text "
        f"and 1 whose name is not shown, because it may be a patient's. Correct {option}" in done.err
    )
    assert not planted_in(done.out, done.err)
    assert [path.name for path in tmp_path.rglob("*") if not path.is_dir()] == ["notes.csv"]
    assert not list(tmp_path.glob(".*"))
