"""`scrubjay redact`: a folder of notes in, a folder of safe notes out, with a report to sign."""

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scrubjay.cli import options, terminal
from scrubjay.documents.document import Document
from scrubjay.documents.formats.atomic import atomic
from scrubjay.documents.formats.format import Faults
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.registry import format_named, recognise
from scrubjay.documents.formats.writing import Written
from scrubjay.errors import UsageError

if TYPE_CHECKING:
    from scrubjay.deidentify.batch import Outcome
    from scrubjay.deidentify.order import Order
    from scrubjay.replace.release import Release

_NOWHERE = Path(os.devnull)  # where a dry run writes


@click.command("redact")
@click.argument("source", metavar="IN", type=options.INPUT)
@click.option("--out", "target", type=options.OUTPUT, help="File or folder for the safe notes.")
@options.finding(spans="both")
@click.option(
    "--style",
    type=click.Choice(["tag", "mask", "remove", "surrogate", "shift", "hash"]),
    default="tag",
    show_default=True,
    help="What to put in place: [PATIENT]; stars; nothing; realistic stand-ins; dates moved by a secret number of "
    "days and the rest tagged; or a keyed hash. The last three need --key.",
)
@click.option("--numbered", is_flag=True, help="Number tags per patient: [DOCTOR-1], [DOCTOR-2].")
@click.option("--keep-weekday", is_flag=True, help="Move dates by whole weeks (surrogate, shift).")
@click.option("--day-first", is_flag=True, help="Read 4/3 as the 4th of March (surrogate, shift).")
@options.KEY
@click.option("--vault", type=options.OUTPUT, help="Write what was replaced, encrypted; scrubjay restore undoes it.")
@click.option("--keep-metadata", multiple=True, metavar="NAME", help="Release this metadata or column too.")
@click.option("--jobs", type=click.IntRange(1), help="Processes to use.  [default: all cores]")
@click.option("--report", type=options.OUTPUT, help="Name of the report, without suffix.  [default: OUT-report]")
@click.option("--samples", type=click.IntRange(0), default=0, help="Show this many notes side by side in the report.")
@click.option("--dry-run", is_flag=True, help="Find and count, but release nothing.")
@click.option("--preview", is_flag=True, help="Show one note before and after, on this screen only.")
@options.OVERWRITE
@options.FAULTS
@options.reading
def command(
    source: Path,
    target: Path | None,
    style: str,
    numbered: bool,
    keep_weekday: bool,
    day_first: bool,
    key: Path | None,
    vault: Path | None,
    keep_metadata: tuple[str, ...],
    jobs: int | None,
    report: Path | None,
    samples: int,
    dry_run: bool,
    preview: bool,
    overwrite: bool,
    faults_file: Path | None,
    format_: str | None,
    **given: Any,
) -> int:
    """Take identities out of notes.

    Finds names, dates, places, contacts and numbers; what the policy says goes, the rest stays. Spans that
    annotated notes bring along count as found. Every release is searched once more for what was taken out; a note
    with anything left, or one that could not be finished, is withheld and named in the report.

    Notes that come a file each are written as text files; others keep their format, and tables their columns' names.
    Metadata is not released unless you say so. A run that was stopped goes on where it was when the same command is
    given again. The exit code is 1 if notes were withheld.

    \b
    scrubjay redact notes/ --out safe/
    scrubjay redact notes.csv --out safe.csv --policy i2b2 --style surrogate --key secret.key
    """
    from scrubjay.deidentify.batch import run
    from scrubjay.deidentify.order import Order
    from scrubjay.replace.options import StyleOptions

    if target is None and not dry_run:
        raise UsageError("say where to write with --out, or ask for --dry-run")
    target = target or _NOWHERE
    target = target if target.name else target.resolve()  # --out . has no name of its own
    came_as = format_named(format_) if format_ else recognise(source)
    settings = options.settings(given, style, StyleOptions(keep_weekday, day_first), key, needs_key=vault is not None)
    order = Order(
        source=source,
        format=came_as,
        target=target,
        settings=settings,
        reading=options.read_options(given),
        jobs=jobs or terminal.cores(),
        numbered=numbered,
        vault=vault,
        keep_metadata=keep_metadata,
        overwrite=overwrite,
        samples=max(samples, int(preview)),
    )
    if dry_run:
        return _dry_run(order)
    prefix = report or target.with_name(f"{target.name.removesuffix(target.suffix)}-report")
    pages = [prefix.with_name(f"{prefix.name}.{suffix}") for suffix in ("json", "html")]
    order = replace(order, beside=(*pages, *([faults_file] if faults_file else [])))
    faults = Faults()

    def conclude(outcome: "Outcome") -> None:
        _write_report(order, outcome, faults, pages, samples)

    try:
        with terminal.progress("looking for real names") as surveying, terminal.progress("redacting") as update:
            outcome = run(order, faults, update, surveying, conclude)
    except KeyboardInterrupt:
        terminal.say("what is done is kept; give the same command again, and it goes on")
        raise
    if preview:
        for document, release in outcome.samples[:1]:
            _show(document, release)
    for entry in outcome.totals.withheld:
        faults.add("withheld", entry.withheld, note=entry.shown_id)
    terminal.show_faults(faults, faults_file)
    _say(order, outcome, faults, pages, samples)
    return terminal.WITHHELD if faults.of("withheld") else 0


def _dry_run(order: "Order") -> int:
    """Count what would be taken out, and write nothing."""
    from collections import Counter

    from scrubjay.deidentify.leaks import ID_TELLS
    from scrubjay.deidentify.workers import batches, died, redact, working

    faults, labels, count = Faults(), Counter[str](), 0
    with terminal.progress("looking") as update, working(order.settings, False, order.jobs) as run_all:
        documents = read(order.source, order.format, order.reading, faults, update)
        for _, results in run_all(redact, batches(documents), died):
            for result in results:
                if result.withheld:
                    faults.add("withheld", result.withheld, note="" if result.withheld == ID_TELLS else result.id)
                else:
                    labels.update(result.labels)
                    count += 1
    terminal.show_faults(faults)
    for label, number in labels.most_common():
        click.echo(f"{label:<16}{number:>10,}")
    terminal.say(
        f"{terminal.plural(count, 'note')} would be released, "
        f"{terminal.plural(labels.total(), 'identity')} replaced; "
        f"{terminal.plural(len(faults.of('withheld')), 'note')} withheld. Nothing was written"
    )
    return terminal.WITHHELD if faults.of("withheld") else 0


def _write_report(order: "Order", outcome: "Outcome", faults: Faults, pages: list[Path], samples: int) -> None:
    """Write the report as JSON and as a page; with samples, the page is for its owner alone."""
    from scrubjay.deidentify.page import page
    from scrubjay.deidentify.report import report

    made = report(order, outcome.totals, faults)
    with atomic(pages[0]) as handle:
        handle.write(json.dumps(made, indent=2).encode() + b"\n")
    with atomic(pages[1], private=samples > 0) as handle:
        handle.write(page(made, outcome.samples[:samples]).encode())


def _say(order: "Order", outcome: "Outcome", faults: Faults, pages: list[Path], samples: int) -> None:
    """Say what happened."""
    totals = outcome.totals
    if outcome.resumed:
        done = "1 note was" if outcome.resumed == 1 else f"{outcome.resumed:,} notes were"
        terminal.say(f"went on with a run that was stopped: {done} done already")
    terminal.say_others(Written(others=outcome.others), order.target)
    terminal.say(
        f"{terminal.plural(totals.released, 'note')} released to {order.target}, "
        f"{terminal.plural(totals.labels.total(), 'identity')} replaced; "
        f"{terminal.plural(len(faults.of('withheld')), 'note')} withheld"
    )
    terminal.say(f"the report is in {pages[1]} and {pages[0]}")
    if samples:
        terminal.say(f"{pages[1]} shows notes as they were: keep it where the notes are kept")


def _show(document: Document, release: "Release") -> None:
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
