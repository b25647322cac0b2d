"""`scrubjay completion SHELL`: prints what makes the Tab key complete commands and options."""

import click
from click.shell_completion import get_completion_class

from scrubjay.errors import UsageError


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the shell's completion script.

    \b
    bash   eval "$(scrubjay completion bash)"       in ~/.bashrc
    zsh    eval "$(scrubjay completion zsh)"        in ~/.zshrc
    fish   scrubjay completion fish | source        in ~/.config/fish/config.fish
    """
    from scrubjay.cli.main import main

    kind = get_completion_class(shell)
    if kind is None:
        raise UsageError(f"no completion for {shell}")
    click.echo(kind(main, {}, "scrubjay", "_SCRUBJAY_COMPLETE").source())
