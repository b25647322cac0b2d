"""The import table of docs/architecture.md, held; and what the light base may not import."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "scrubjay"
BASE = {"errors", "settings", "randomness", "keys", "logs"}


def cells() -> dict[str, tuple[set[str], set[str]]]:
    """Return the rows of the document's table: folder -> folders and packages it may import."""
    rows = {}
    for line in (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").splitlines():
        if row := re.fullmatch(r"\| (?:`([a-z.]+)`|(base): .*?) \|.*\| ([^|]+) \| ([^|]+) \|", line):
            packages = set(re.findall(r"[a-z]+", row[4])) - {"late"}
            rows[row[1] or row[2]] = set(re.findall(r"`([a-z.]+)`", row[3])), packages
    return rows


def table() -> dict[str, set[str]]:
    """Return folder -> folders it may import; the command line may import all."""
    rows = {name: folders for name, (folders, _) in cells().items() if name != "base"}
    rows["cli"] = {*rows, *BASE}
    return rows


def room(module: str, rooms: dict[str, set[str]]) -> str:
    """Return the row a module belongs to: the longest that fits, or the module itself for the base."""
    fitting = [name for name in rooms if module == name or module.startswith(f"{name}.")]
    return max(fitting, key=len) if fitting else module.split(".")[0]


def imports(file: Path) -> set[str]:
    """Return the scrubjay modules a file imports, also inside functions."""
    return {name.removeprefix("scrubjay.") for name in every_import(file) if name.startswith("scrubjay.")}


def every_import(file: Path) -> set[str]:
    """Return the modules a file imports, with the names it takes from them."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are absolute"
            assert node.module is not None
            # `from scrubjay.documents.formats import conll` may name modules
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


FILES = sorted(path for path in SOURCE.rglob("*.py") if path.parent != SOURCE)


def test_the_table_names_every_folder() -> None:
    folders = {".".join(path.parent.relative_to(SOURCE).parts) for path in FILES}
    assert folders == set(table())


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_folders_import_downwards_only(file: Path) -> None:
    rows = table()
    home = room(".".join(file.relative_to(SOURCE).with_suffix("").parts), rows)
    for module in imports(file):
        target = room(module, rows)
        if target in ("__version__", "Document", "Span", "Corpus", "load"):
            continue  # the guarded surface
        assert target == home or target in BASE | rows[home], f"{home} may not import {target} ({module})"


@pytest.mark.parametrize("file", sorted(SOURCE.rglob("*.py")), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_packages_are_those_of_the_table(file: Path) -> None:
    rows = cells()
    home = room(".".join(file.relative_to(SOURCE).with_suffix("").parts), table())
    allowed = rows.get(home, rows["base"])[1] | {"scrubjay"} | set(sys.stdlib_module_names)
    # documents takes a numpy generator as an argument, and names its type for the type checker only.
    allowed |= {"numpy"} if file.name == "corpus.py" else set()
    assert {name.split(".")[0] for name in every_import(file)} <= allowed


def test_the_base_imports_nothing_above_it() -> None:
    for name in BASE:
        assert {room(module, table()) for module in imports(SOURCE / f"{name}.py")} <= BASE


def test_the_light_base_stays_light() -> None:
    """Importing every module that the table lets go without torch loads no extra."""
    heavy = {name for name, (_, packages) in cells().items() if "torch" in packages}
    modules = [".".join(path.relative_to(SOURCE).with_suffix("").parts) for path in FILES]
    names = [f"scrubjay.{module}" for module in modules if room(module, table()) not in heavy]
    assert len(names) > 100
    code = f"""
import importlib, sys
for name in {names!r}:
    importlib.import_module(name.removesuffix(".__init__"))
extras = ("torch", "onnxruntime", "gensim", "pyarrow", "pandas", "scipy", "spacy", "nltk", "rich")
print([name for name in extras if name in sys.modules])
"""
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


def test_the_surface() -> None:
    import scrubjay

    assert scrubjay.__all__ == ["Corpus", "Document", "Span", "__version__", "load"]
