"""`scrubjay restore`: turns releases back into the notes they were, with the vault and its key."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from scrubjay.cli import options, terminal
from scrubjay.documents.document import Document
from scrubjay.documents.formats.format import Faults, Header, WriteOptions, is_folder
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.registry import format_named, recognise
from scrubjay.documents.formats.writing import check_target, write
from scrubjay.errors import DocumentError, FormatError


@click.command("restore")
@click.argument("source", metavar="RELEASE", type=options.INPUT)
@click.option("--vault", required=True, type=options.OUTPUT, help="The vault that was written with the release.")
@options.KEY
@click.option(
    "--out", "target", required=True, type=options.OUTPUT, help="File or folder for the notes as they were."
)
@options.OVERWRITE
@options.FAULTS
@options.reading
def command(
    source: Path,
    vault: Path,
    key: Path | None,
    target: Path,
    overwrite: bool,
    faults_file: Path | None,
    format_: str | None,
    **reading: Any,
) -> int:
    """Turn released notes back into what they were.

    Needs the vault and the key of the release. A note that was changed after its release, or that the vault does
    not hold, is withheld; the others come back exactly, in files that you alone can read.
    """
    from scrubjay.keys import load_key
    from scrubjay.replace.vault import read_vault

    check_target(target, overwrite, source, vault)
    came_as = format_named(format_) if format_ else recognise(source)
    faults, header = Faults(), Header()
    sealed = read_vault(vault, load_key(key))
    if not sealed:
        raise FormatError("the vault is empty", file=str(vault), remedy="Take the one written with this release")

    # A note that was released alone, under a name of the user's, is the only one in its vault.
    alone = came_as.files is not None and not is_folder(source) and len(sealed) == 1

    def restored(documents: Iterator[Document]) -> Iterator[Document]:
        for document in documents:
            try:
                held = next(iter(sealed)) if alone else document.id
                if held not in sealed:
                    faults.add("withheld", "the vault does not hold it", note=document.id)
                    continue
                text = sealed[held].restore(document.text)
            except DocumentError as error:
                faults.add("withheld", str(error).split(": ", 1)[-1], note=document.id)
                continue
            yield Document(document.id, text, (), document.metadata)

    with terminal.progress("restoring") as update:
        documents = read(source, came_as, options.read_options(reading), faults, update, header)
        writing = WriteOptions(header=header, private=True)
        written = write(restored(documents), target, came_as, writing, faults, overwrite)
    terminal.show_faults(faults, faults_file)
    terminal.say(f"{terminal.plural(written.documents, 'note')} restored to {target}")
    return terminal.WITHHELD if faults.of("withheld") else 0
