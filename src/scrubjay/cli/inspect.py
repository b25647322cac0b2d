"""`scrubjay inspect`: a corpus at a glance, and what is wrong with it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from scrubjay.cli import options, terminal
from scrubjay.documents.document import plain_name
from scrubjay.documents.formats.format import Faults
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.writing import check_target
from scrubjay.documents.labels import LABEL_SETS
from scrubjay.documents.profile import CorpusProfile
from scrubjay.tokens.tokenizers import TOKENIZERS
from scrubjay.tokens.tokenizers import tokenizer as tokenizer_named


@click.command("inspect")
@click.argument("source", metavar="IN", type=options.INPUT)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@click.option("--tokenizer", type=click.Choice(list(TOKENIZERS)), default="aggressive", show_default=True)
@options.OVERWRITE
@options.FAULTS
@options.reading
def command(
    source: Path,
    as_json: bool,
    tokenizer: str,
    overwrite: bool,
    faults_file: Path | None,
    format_: str | None,
    **reading: Any,
) -> int:
    """Show what a corpus holds and what is wrong with it.

    Counts notes, patients, tokens and PHI as in Table 2 of Lee et al. 2021, and lists the faults found on the
    way: notes that cannot be read, spans that were moved, overlaps, duplicates. The exit code is 2 if a note
    cannot be read. Note text is never shown.
    """
    if faults_file is not None:
        check_target(faults_file, overwrite, source)
    faults, profile = Faults(), CorpusProfile()
    tokenize = tokenizer_named(tokenizer)
    with terminal.progress("inspecting") as update:
        for document in read(source, format_, options.read_options(reading), faults, update):
            profile.add(document, len(tokenize(document.text)))
            keys = [(span.start, span.end, span.label) for span in document.spans]
            if len(set(keys)) < len(keys):
                faults.add("noted", "the same span is there twice", note=document.id)
            if overlaps := len({pair for pair in document.overlapping() if pair[0] != pair[1]}):
                faults.add("noted", f"{terminal.plural(overlaps, 'pair')} of overlapping spans", note=document.id)
    figures = profile.as_dict()
    for key in ("labels", "note_types", "institutions", "splits"):
        figures[key] = _names(figures[key])
    figures["label_sets"] = [s.name for s in LABEL_SETS.values() if profile.labels and set(profile.labels) <= set(s)]
    figures["faults"] = {kind: len(faults.of(kind)) for kind in ("withheld", "repaired", "noted")}
    if as_json:
        click.echo(json.dumps(figures, indent=2))
    else:
        _show(figures, click.echo)
    terminal.show_faults(faults, faults_file)
    return terminal.UNREADABLE if faults.of("withheld") else 0


def _names(counts: dict[str, int]) -> dict[str, int]:
    """Return counts by name; those that may be text in a wrong column are counted together."""
    shown: dict[str, int] = {}
    for name, count in counts.items():
        shown[plain_name(name)] = shown.get(plain_name(name), 0) + count
    return shown


def _show(figures: dict[str, Any], echo: Callable[[str], Any]) -> None:
    def number(value: float | None) -> str:
        return "-" if value is None else f"{value:,.1f}" if isinstance(value, float) else f"{value:,}"

    def shares(counts: dict[str, int]) -> str:
        return ", ".join(f"{name} {count:,}" for name, count in counts.items()) or "-"

    rows = (
        ("notes", number(figures["documents"])),
        ("patients", number(figures["patients"]) + ("" if figures["patients_given"] else " (none given)")),
        ("institutions", shares(figures["institutions"])),
        ("note types", shares(figures["note_types"])),
        ("parts", shares(figures["splits"])),
        ("tokens", number(figures["tokens"])),
        ("tokens per note", number(figures["tokens_per_document"])),
        ("PHI spans", number(figures["phi"])),
        ("PHI spans per note", number(figures["phi_per_document"])),
        ("tokens per PHI span", number(figures["tokens_per_phi"])),
        ("notes without PHI", number(figures["documents_without_phi"])),
        ("label sets that fit", ", ".join(figures["label_sets"]) or "-"),
    )
    for name, value in rows:
        echo(f"{name:<22}{value}")
    if figures["labels"]:
        echo("")
        largest = max(figures["labels"].values())
        width = max(len(label) for label in figures["labels"]) + 2
        for label, count in figures["labels"].items():
            echo(f"{label:<{width}}{count:>9,}  {'█' * max(1, round(30 * count / largest))}")
