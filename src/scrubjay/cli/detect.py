"""`scrubjay detect`: finds identities and writes them as spans; says why, if asked."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from scrubjay.cli import options, terminal
from scrubjay.documents.document import Document, nameable
from scrubjay.documents.formats.format import Faults
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.registry import FORMATS, format_named, recognise, recognise_name
from scrubjay.documents.formats.writing import check_target, write
from scrubjay.errors import UsageError


@click.command("detect")
@click.argument("source", metavar="IN", type=options.INPUT)
@click.option(
    "--out", "target", type=options.OUTPUT, help="File for the notes with what was found (JSONL, or by name)."
)
@options.finding(spans="found")
@click.option("--explain", is_flag=True, help="Print each find with the rule that made it and its reason.")
@click.option("--show-text", is_flag=True, help="With --explain, print the words as well, on this screen only.")
@click.option("--jobs", type=click.IntRange(1), help="Processes to use.  [default: all cores]")
@options.OVERWRITE
@options.FAULTS
@options.reading
def command(
    source: Path,
    target: Path | None,
    explain: bool,
    show_text: bool,
    jobs: int | None,
    overwrite: bool,
    faults_file: Path | None,
    format_: str | None,
    **given: Any,
) -> int:
    """Find identities in notes.

    Writes the notes with a span for everything the policy would take out: where it is, what it is, how sure that is
    (score) and which rule says so (source). Spans that notes bring along are left out unless --spans says otherwise,
    so that the result can be compared with them: scrubjay evaluate notes/ found.jsonl

    \b
    scrubjay detect notes/ --out found.jsonl --policy i2b2
    scrubjay detect note.txt --explain
    """
    from scrubjay.deidentify.workers import batches, detect, died, working
    from scrubjay.replace.options import StyleOptions

    if target is None and not explain:
        raise UsageError("say where to write with --out FILE, or ask for --explain")
    if show_text and not explain:
        raise UsageError("--show-text goes with --explain")
    came_as = format_named(format_) if format_ else recognise(source)
    settings = options.settings(given, "tag", StyleOptions(), None)
    for path in (target, faults_file):
        if path is not None:
            check_target(path, overwrite, source)
    written_as = recognise_name(target) if target and target.suffix else FORMATS["jsonl"]
    faults = Faults()
    count = 0
    reading = options.read_options(given)

    def found(update: Any) -> Iterator[Document]:
        nonlocal count
        documents = read(source, came_as, reading, faults, update)
        with working(settings, False, jobs or terminal.cores()) as run_all:
            for _, results in run_all(detect, batches(documents), died):
                for result in results:
                    if isinstance(result, Document):
                        count += len(result.spans)
                        if explain:
                            _explain(result, show_text)
                        yield result
                    else:
                        faults.add("withheld", result.withheld, note=result.id)

    with terminal.progress("looking") as update:
        if target is None:
            notes = sum(1 for _ in found(update))
        else:
            notes = write(found(update), target, written_as, None, faults, overwrite).documents
    terminal.show_faults(faults, faults_file)
    where = f", written to {target}" if target else ""
    terminal.say(f"{terminal.plural(count, 'find')} in {terminal.plural(notes, 'note')}{where}")
    return terminal.WITHHELD if faults.of("withheld") else 0


def _explain(document: Document, show_text: bool) -> None:
    """Print a line per span: where, what, how sure, and why."""
    from scrubjay.deidentify.report import reason_of

    click.secho(nameable(document.id) or "(id not shown)", bold=True)
    rows: list[Sequence[str]] = []
    for span in document.spans:
        line = document.text.count("\n", 0, span.start) + 1
        score = "" if span.score is None else f"{span.score:.2f}"
        rule = (span.source or "given").removeprefix("rules:")
        rows.append(
            (f"line {line}", f"[{span.start}, {span.end})", span.label, score, rule, reason_of(span.source or ""))
        )
    widths = [max((len(row[i]) for row in rows), default=0) for i in range(5)]
    for span, row in zip(document.spans, rows, strict=True):
        cells = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False))
        words = f"  {click.style(' '.join(document.text_of(span).split()), fg='red')}" if show_text else ""
        click.echo(f"  {cells}  {row[5]}{words}")
