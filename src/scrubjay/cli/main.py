"""`scrubjay`: finds the command, and turns every error into a message and an exit code.

Exit codes: 0 done; 1 some notes withheld; 2 wrong use or unreadable input; 3 internal fault.
"""

import importlib
import io
import logging
import signal
import sys

import click

from scrubjay import __version__, logs
from scrubjay.errors import ScrubjayError

# Commands are imported when they are called, so that `scrubjay --help` is quick.
COMMANDS = {
    "redact": "Take identities out of notes.",
    "detect": "Find identities, and say why.",
    "restore": "Turn releases back into notes, with the vault and its key.",
    "key": "Make the secret key that some styles and the vault need.",
    "convert": "Turn annotated notes from one format into another.",
    "inspect": "Show what a corpus holds and what is wrong with it.",
    "evaluate": "Score predicted spans against gold.",
    "synth": "Make up notes, with every identity marked.",
    "train": "Train a tagger.",
    "search": "Search for settings that train a better tagger.",
    "transfer": "Learn from other institutions' notes, and how many of one's own to annotate.",
    "share": "Give away training data that names nobody, and check that it does not.",
    "models": "Look at taggers, bring in others', write them for use without torch.",
    "completion": "Print the shell's completion script.",
}


class _Commands(click.Group):
    """A group whose commands live in modules of their own."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"scrubjay.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="scrubjay")
@click.option("-v", "--verbose", is_flag=True, help="Say what is being done, never what a note says.")
def main(verbose: bool) -> None:
    """Take identities out of clinical notes, and measure how well.

    \b
    scrubjay inspect notes/                         what is in there?
    scrubjay redact notes/ --out redacted/          take identities out
    scrubjay evaluate gold/ predicted.jsonl         how well was it done?
    """
    if verbose:
        logs.show(logging.INFO)


def run() -> None:
    """Run the command line; the exit code says how it went."""
    # A request to end is taken like Ctrl-C, so that nothing half-written stays behind.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal that knows few signs is no fault
    sys.exit(exit_code(sys.argv[1:]))


def exit_code(arguments: list[str]) -> int:
    """Run the command line with these arguments and return its exit code."""
    stdout = sys.stdout
    try:
        result = main.main(arguments, prog_name="scrubjay", standalone_mode=False)
    except (click.exceptions.Abort, KeyboardInterrupt):
        click.echo("scrubjay: stopped", err=True)
        return 130
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except ScrubjayError as error:
        click.echo(f"scrubjay: {error}", err=True)
        return error.exit_code
    except SystemExit as error:
        if sys.stdout is not stdout:
            return 0  # click puts another there when the reader, such as `head`, has seen enough
        return error.code if isinstance(error.code, int) else 0  # completion of the shell
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        click.echo(f"scrubjay: {where}{error.strerror or type(error).__name__}", err=True)
        return 2
    except Exception as error:
        # Messages of other libraries may quote the note: show where it happened instead.
        click.echo(f"scrubjay: internal fault, {logs.place_of(error)}; please report it", err=True)
        return 3
    return result if isinstance(result, int) else 0
