"""`scrubjay redact`: takes out what is annotated, and withholds every note of which nothing is known."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from scrubjay.cli import options, terminal
from scrubjay.documents.document import Document
from scrubjay.documents.formats.format import Faults
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.registry import FORMATS, format_named, recognise
from scrubjay.documents.formats.writing import check_target, write
from scrubjay.documents.labels import KNOWN_LABELS
from scrubjay.errors import UsageError
from scrubjay.replace.release import Release, cut
from scrubjay.replace.tag import tag


@click.command("redact")
@click.argument("source", metavar="IN", type=options.INPUT)
@click.option("--out", "target", required=True, type=options.OUTPUT, help="File or folder for the safe notes.")
@click.option("--preview", is_flag=True, help="Show one note before and after, on this screen only.")
@options.OVERWRITE
@options.FAULTS
@options.reading
def command(
    source: Path,
    target: Path,
    preview: bool,
    overwrite: bool,
    faults_file: Path | None,
    format_: str | None,
    **reading: Any,
) -> int:
    """Take identities out of notes.

    This version does not find identities by itself: it replaces the spans that come with annotated notes (brat,
    i2b2 XML, JSONL, CoNLL, tables) by their label in brackets. A note without a single span is withheld, because
    nobody has said that it is safe. Metadata is not released.

    Notes that come a file each are written as text files; others keep their format. The exit code is 1 if notes
    were withheld.
    """
    if format_ is None and str(source) == "-":
        raise UsageError("the format of standard input cannot be recognised; say which with --format")
    came_as = format_named(format_) if format_ else recognise(source)
    if "spans" in came_as.loses:
        raise UsageError(
            f"{source}: plain text carries no spans, and this version does not find identities by itself; "
            "give annotated notes (brat, i2b2 XML, JSONL)"
        )
    check_target(target, overwrite, source)
    if faults_file is not None:
        check_target(faults_file, overwrite, source, target)
    known = None if reading["labels"] == "any" else KNOWN_LABELS
    released_as = FORMATS["text"] if came_as.files else came_as
    faults = Faults()
    shown: list[tuple[Document, Release]] = []
    count = 0

    def releases(documents: Iterator[Document]) -> Iterator[Document]:
        nonlocal count
        for document in documents:
            if not document.spans:
                faults.add("withheld", "it carries no span", note=document.id, remedy="Annotate it first")
                continue
            if known is not None and any(span.label not in known for span in document.spans):
                # The label is what the release will show: it must not be a name in a wrong column.
                remedy = "Map the labels with scrubjay convert, or say --labels any"
                faults.add("withheld", "it has a label that no known set has", note=document.id, remedy=remedy)
                continue
            release = cut(document, tag(document))
            count += len(release.moved)
            if preview and not shown:
                shown.append((document, release))
            yield Document(release.id, release.text)

    with terminal.progress("redacting") as update:
        documents = read(source, came_as, options.read_options(reading), faults, update)
        written = write(releases(documents), target, released_as, None, faults, overwrite)
    for document, release in shown:
        _show(document, release)
    terminal.show_faults(faults, faults_file)
    terminal.say(
        f"{terminal.plural(written.documents, 'note')} released to {target}, "
        f"{terminal.plural(count, 'identity')} replaced; "
        f"{terminal.plural(len(faults.of('withheld')), 'note')} withheld"
    )
    terminal.say_others(written, target)
    return terminal.WITHHELD if faults.of("withheld") else 0


def _show(document: Document, release: Release) -> None:
    """Print a note before and after, with what was replaced in colour."""
    for title, text, stretches, colour in (
        ("before", document.text, [(m.start, m.end) for m in release.moved], "red"),
        ("after", release.text, [(m.new_start, m.new_end) for m in release.moved], "green"),
    ):
        click.secho(f"--- {document.id}, {title} " + "-" * 40, bold=True)
        position = 0
        for start, end in stretches:
            click.echo(text[position:start], nl=False)
            click.secho(text[start:end], fg=colour, bold=True, nl=False)
            position = end
        click.echo(text[position:])
