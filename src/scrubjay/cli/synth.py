"""`scrubjay synth`: made-up notes with every identity marked, to train, to try and to show."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from scrubjay.cli import options, terminal
from scrubjay.documents.document import Document
from scrubjay.documents.formats.format import Faults
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.registry import FORMATS, recognise_name
from scrubjay.documents.formats.writing import check_target, write
from scrubjay.errors import UsageError


@click.command("synth")
@click.option("--out", "target", type=options.OUTPUT, required=True, help="File or folder for the notes.")
@click.option("--to", type=options.FORMAT_NAMES, help="Their format, if OUT's suffix does not tell.")
@click.option("--notes", "count", type=click.IntRange(1), default=100, show_default=True, help="How many.")
@click.option("--institution", "houses", multiple=True, help="Whose habits; any word is one. May be given again.")
@click.option(
    "--type", "kinds", multiple=True, help="Type of notes, such as discharge or letter. May be given again."
)
@click.option(
    "--part",
    type=click.Choice(["train", "test"]),
    default="train",
    show_default=True,
    help="Of the names and places.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Another seed, other notes.")
@click.option(
    "--into", "source", type=options.INPUT, help="Put identities into these notes instead of making notes up."
)
@options.OVERWRITE
@options.FAULTS
@options.reading
def command(
    target: Path,
    to: str | None,
    count: int,
    houses: tuple[str, ...],
    kinds: tuple[str, ...],
    part: Any,
    seed: int,
    source: Path | None,
    overwrite: bool,
    faults_file: Path | None,
    format_: str | None,
    **given: Any,
) -> int:
    """Make up clinical notes, with a span for every identity.

    Nobody in them exists: names and places are drawn from public lists, whose train and test parts share no entry. An
    institution has its own forms of dates, names and numbers, and its own slips; any word names one. The same seed,
    number, types and institutions give the same notes.

    With --into, identities are put into notes that have few: what the notes bring along as spans, or else what the
    rules find in them, is exchanged or kept as an identity.

    \b
    scrubjay synth --notes 500 --seed 7 --out made-up.jsonl
    scrubjay synth --type discharge --type letter --institution birch --out letters/ --to brat
    scrubjay synth --into visits.csv --text-column note --out visits.jsonl
    """
    from scrubjay.synthesis.institutions import NAMES
    from scrubjay.synthesis.notes import injected, make

    if source is not None and kinds:
        raise UsageError("--type is for notes that are made up, and --into for notes that are there; choose one")
    chosen = FORMATS[to] if to else recognise_name(target, "--to")
    for path in (target, faults_file):
        if path is not None:
            check_target(path, overwrite, *([source] if source else []))
    faults = Faults()
    with terminal.progress("writing") as update:
        if source is None:
            made: Iterable[Document] = _counted(make(count, seed, houses or NAMES, kinds, part), count, update)
        else:
            notes = read(source, format_, options.read_options(given), faults, update)
            made = injected(_annotated(notes), seed, houses or NAMES, part)
        written = write(made, target, chosen, None, faults, overwrite)
    terminal.show_faults(faults, faults_file)
    terminal.say(f"{terminal.plural(written.documents, 'made-up note')} in {target}")
    return terminal.WITHHELD if faults.of("withheld") else 0


def _counted(notes: Iterable[Document], count: int, update: Any) -> Iterator[Document]:
    for number, note in enumerate(notes, 1):
        yield note
        update(number, count)


def _annotated(notes: Iterable[Document]) -> Iterator[Document]:
    """Yield the notes with spans: their own, or what the rules find."""
    from scrubjay.deidentify.deidentifier import RULES, Settings
    from scrubjay.detect.policy import policy

    rules = Settings(policy("all"), spans="found", model=RULES).build()
    for note in notes:
        yield note if note.spans else rules.find([note])[0]
