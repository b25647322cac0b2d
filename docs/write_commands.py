"""Writes docs/commands.md from the commands' own help, so that the two cannot differ (`make docs`)."""

from collections.abc import Iterator
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
            parts += sections(command, name, top)
    return "\n".join(parts)


def sections(command: click.Command, name: str, above: click.Context) -> Iterator[str]:
    """Yield the section of a command, and those of the commands below it."""
    with click.Context(command, info_name=name, parent=above, terminal_width=100) as context:
        depth = "#" * (1 + context.command_path.count(" "))
        yield f"{depth} {context.command_path}\n\n```text\n{command.get_help(context)}\n```\n"
        if isinstance(command, click.Group):
            for below in command.list_commands(context):
                yield from sections(command.commands[below], below, context)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
