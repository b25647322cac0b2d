import subprocess
import sys
import time

import pytest

from scrubjay import __version__
from scrubjay.cli.main import COMMANDS, exit_code
from tests.cli.running import scrubjay


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


def test_a_closed_pipe_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("scrubjay.cli.inspect.read", closed)
    assert exit_code(["inspect", "examples"]) == 0


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
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
        return time.perf_counter() - started

    bare = min(seconds("import click") for _ in range(3))
    ours = min(seconds("from scrubjay.cli.main import exit_code; exit_code(['--help'])") for _ in range(3))
    assert ours < 3 * bare + 0.1
