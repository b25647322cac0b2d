"""`scrubjay key`: makes the secret that surrogates, shifts, hashes and vaults need."""

from pathlib import Path

import click

from scrubjay.cli import options, terminal


@click.group("key")
def command() -> None:
    """Make the secret key that some styles and the vault need.

    Whoever has the key can undo what depends on it, so keep it where the notes are kept, and not with the releases.
    Instead of a file, the environment variable SCRUBJAY_KEY may hold it.
    """


@command.command("new")
@click.argument("file", type=options.OUTPUT)
def new(file: Path) -> int:
    """Write a new key of 256 random bits to FILE, readable by you alone."""
    from scrubjay.keys import new_key

    new_key(file)
    terminal.say(f"a new key is in {file}; without it nothing can be reversed or repeated, so keep a copy safe")
    return 0
