"""Every snippet of the README and of the pages with snippets is run, and what it prints is what they say."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "docs/redaction.md", "docs/detection.md", "docs/policies.md")
LANGUAGES = {"console", "python", "toml", "csv"}


def blocks(page: str) -> list[tuple[str, str]]:
    """Return the snippets of a page, each with its language."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(r"^```(\w+)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder as a newcomer has it: the examples, and nothing made yet."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    return tmp_path


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


def test_the_pages_have_snippets() -> None:
    assert [language for language, _ in blocks("README.md")].count("console") >= 4
    assert {language for page in PAGES for language, _ in blocks(page)} == LANGUAGES


@pytest.mark.parametrize("page", PAGES)
def test_snippets_print_what_they_show(page: str, folder: Path) -> None:
    for language, block in blocks(page):
        if language == "python":
            _run_python(block, folder)
        elif language == "toml":
            (folder / "own.toml").write_text(block, encoding="utf-8")
            run("scrubjay redact examples/notes --out own --policy own.toml", folder)
        elif language == "csv":
            (folder / "known.csv").write_text(block, encoding="utf-8")
            run("scrubjay redact examples/notes --out known --known-identifiers known.csv", folder)
        else:
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, expected = part.partition("\n")
                shown = run(command, folder)
                pattern = r"(?:.*\n)*".join(map(re.escape, expected.split("...\n")))
                assert not expected or re.fullmatch(pattern, shown), f"{command} printed:\n{shown}"


def _run_python(block: str, folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", block], cwd=folder, text=True, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    for remark in re.findall(r"print\(.*\)(?:  |\n)# (.*)", block):
        assert remark in done.stdout or remark.startswith("offsets"), done.stdout


def test_links_lead_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert "://" in target or (page.parent / target).exists(), f"{page.name}: {target}"
