"""Writes docs/commands.md from the commands' own help, so that the two cannot differ (`make docs`)."""

from pathlib import Path

import click

from scrubjay.cli.main import COMMANDS, main

PAGE = Path(__file__).with_name("commands.md")


def page() -> str:
    """Return the page: the help of `scrubjay` and of each command, as a terminal 100 characters wide shows it."""
    parts = ["# Commands\n\nWritten by `make docs` from the commands' own help.\n"]
    names = main.context_settings["help_option_names"]
    with click.Context(main, info_name="scrubjay", terminal_width=100, help_option_names=names) as top:
        parts.append(f"```text\n{main.get_help(top)}\n```\n")
        for name in COMMANDS:
            command = main.get_command(top, name)
            assert command is not None
            with click.Context(command, info_name=name, parent=top, terminal_width=100) as context:
                parts.append(f"## scrubjay {name}\n\n```text\n{command.get_help(context)}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
