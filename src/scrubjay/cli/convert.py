"""`scrubjay convert`: from one format into another, saying what could not come along."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from scrubjay.cli import options, terminal
from scrubjay.documents.document import Document
from scrubjay.documents.formats.format import Faults, WriteOptions
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.registry import FORMATS, recognise_name
from scrubjay.documents.formats.writing import check_target, write
from scrubjay.documents.mappings import LabelMapping, load_mapping, mapping
from scrubjay.errors import UnknownNameError, UsageError
from scrubjay.tokens.schemes import SCHEMES
from scrubjay.tokens.tokenizers import TOKENIZERS


@click.command("convert")
@click.argument("source", metavar="IN", type=options.INPUT)
@click.argument("target", metavar="OUT", type=options.OUTPUT)
@click.option("--to", "to", type=options.FORMAT_NAMES, help="Format of the output, if OUT's suffix does not tell.")
@click.option("--map", "map_", metavar="FROM:TO|FILE", help="Map labels: two label sets, or a TOML file.")
@click.option("--scheme", type=click.Choice(list(SCHEMES)), default="bio", show_default=True, help="CoNLL tags.")
@click.option("--tokenizer", type=click.Choice(list(TOKENIZERS)), default="aggressive", show_default=True)
@click.option("--columns", default="", help="Metadata columns of a table that the first note lacks: a,b,c.")
@options.OVERWRITE
@options.FAULTS
@options.reading
def command(
    source: Path,
    target: Path,
    to: str | None,
    map_: str | None,
    scheme: str,
    tokenizer: str,
    columns: str,
    overwrite: bool,
    faults_file: Path | None,
    format_: str | None,
    **reading: Any,
) -> int:
    """Turn annotated notes from one format into another.

    IN is a file, a folder with all folders below it, or - for standard input. Offsets never move. What the
    target cannot hold is said; a note it cannot hold at all is withheld and named.

    \b
    scrubjay convert i2b2-2014/ notes.jsonl
    scrubjay convert notes.jsonl brat/ --to brat
    scrubjay convert notes.jsonl train.conll --scheme bioes --map i2b2-2014:s4-8
    scrubjay convert export.csv notes.jsonl --text-column NOTE_TEXT --id-column NOTE_ID
    """
    chosen = FORMATS[to] if to else recognise_name(target, "--to")
    check_target(target, overwrite, source)
    if faults_file is not None:
        check_target(faults_file, overwrite, source, target)
    faults, unholdable = Faults(), Faults()
    gone: Counter[str] = Counter()
    writing = WriteOptions(scheme, tokenizer, tuple(name for name in columns.split(",") if name))
    with terminal.progress("converting") as update:
        documents: Iterable[Document] = read(source, format_, options.read_options(reading), faults, update)
        if map_:
            documents = _mapped(documents, _mapping(map_), gone, faults)
        written = write(documents, target, chosen, writing, unholdable, overwrite)
    faults.found += unholdable.found
    terminal.show_faults(faults, faults_file)
    terminal.say(
        f"{terminal.plural(written.documents, 'note')} with {terminal.plural(written.spans, 'span')} "
        f"written to {target} ({chosen.name})"
    )
    terminal.say_others(written, target)
    if gone:
        counts = ", ".join(f"{label} {count}" for label, count in sorted(gone.items()))
        terminal.say(f"spans that the mapping dropped: {counts}")
    if written.lost:
        terminal.say(f"{chosen.name} cannot hold: {', '.join(sorted(written.lost))}")
    if unholdable.found:
        terminal.say(f"{terminal.plural(len(unholdable.found), 'note')} that {chosen.name} cannot hold, withheld")
    if len(faults.of("withheld")) > len(unholdable.found):
        return terminal.UNREADABLE
    return terminal.WITHHELD if unholdable.found else 0


def _mapping(wanted: str) -> LabelMapping:
    source, colon, target = wanted.partition(":")
    if colon and not Path(wanted).exists():
        return mapping(source, target)
    if wanted.endswith(".toml"):
        return load_mapping(Path(wanted))
    raise UsageError("--map takes two label sets, such as i2b2-2014:s4-8, or a TOML file")


def _mapped(
    documents: Iterable[Document], table: LabelMapping, gone: Counter[str], faults: Faults
) -> Iterator[Document]:
    for document in documents:
        try:
            mapped, lost = table.apply(document)
        except UnknownNameError as error:
            faults.add("withheld", str(error), note=document.id, remedy="Give another --map")
            continue
        gone.update(lost)
        yield mapped
