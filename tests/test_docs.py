"""The pages say what is true: the command page is the commands' own help."""

import importlib.util
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"


def test_the_command_page_is_up_to_date() -> None:
    spec = importlib.util.spec_from_file_location("write_commands", DOCS / "write_commands.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (DOCS / "commands.md").read_text(encoding="utf-8") == module.page(), "run make docs"
