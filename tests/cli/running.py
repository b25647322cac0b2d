"""Runs the command line as a user does, in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path


def scrubjay(
    *arguments: str | Path, stdin: bytes = b"", env: dict[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    """Return what a command printed and its exit code; a traceback is a failure in itself."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "from scrubjay.cli.main import run; run()", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        check=False,
        env={**os.environ, **(env or {})},
    )
    result = subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in result.stderr, result.stderr
    return result
