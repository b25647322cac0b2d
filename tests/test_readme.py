"""Every snippet of the README is run, and what it prints is what the README says."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BLOCKS = re.findall(
    r"^```(\w+)\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as a newcomer has it: the examples, and nothing made yet."""
    result = tmp_path_factory.mktemp("newcomer")
    shutil.copytree(ROOT / "examples", result / "examples")
    return result


def run(command: str, folder: Path) -> str:
    """Run one line in the newcomer's shell and return what it printed."""
    if command == "make test":
        command = f"make -C {ROOT} --dry-run test"  # this test is a part of it
    elif command.startswith("make"):
        command = f"{command} -C {ROOT} OUT={folder / 'redacted'}"
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    assert done.returncode == 0, f"{command}: {done.stdout}"
    return done.stdout


def test_the_readme_has_snippets() -> None:
    assert [language for language, _ in BLOCKS].count("console") >= 4
    assert {language for language, _ in BLOCKS} == {"console", "python"}


def test_console_snippets_print_what_they_show(folder: Path) -> None:
    for language, block in BLOCKS:
        if language != "console":
            continue
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = part.partition("\n")
            shown = run(command, folder)
            if expected:
                pattern = r"(?:.*\n)*".join(map(re.escape, expected.split("...\n")))
                assert re.fullmatch(pattern, shown), f"{command} printed:\n{shown}"


def test_python_snippets_run(folder: Path) -> None:
    for language, block in BLOCKS:
        if language == "python":
            done = subprocess.run(
                [sys.executable, "-W", "error", "-c", block], cwd=folder, text=True, capture_output=True, check=False
            )
            assert done.returncode == 0, done.stderr
            for remark in re.findall(r"print\(.*\)  # (.*)", block):
                assert remark in done.stdout


def test_links_lead_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert "://" in target or (page.parent / target).exists(), f"{page.name}: {target}"
