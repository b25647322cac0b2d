"""`scrubjay share pseudonymise`: identities exchanged for words of like meaning (S1's baseline)."""

import json
from pathlib import Path

import click

from scrubjay.cli import options, runs, sharing, terminal


@click.command("pseudonymise")
@sharing.NOTES
@sharing.FORMAT
@click.option(
    "--vectors",
    required=True,
    type=click.Path(path_type=Path),
    help="Folder of word vectors (scrubjay models import vectors).",
)
@click.option(
    "--neighbours", type=click.IntRange(2), default=100, show_default=True, help="Words that may take a word's place."
)
@click.option("--consistent", is_flag=True, help="The same word for the same word throughout a note.")
@click.option(
    "--whole-notes",
    is_flag=True,
    help="Leave sentences together in their notes: for your own training, not to be shared.",
)
@click.option("--tokenizer", default="aggressive", show_default=True, help="How words are told apart.")
@click.option(
    "--seed",
    type=click.IntRange(0),
    help="For an experiment that is to be repeated; else nobody can repeat the draw.",
)
@options.OVERWRITE
@click.option("--out", "out", required=True, type=options.OUTPUT, help="File for the sentences (.jsonl).")
@click.option("--json", "as_json", is_flag=True, help="Print the residue as JSON.")
def command(
    notes: Path,
    format_: str | None,
    vectors: Path,
    neighbours: int,
    consistent: bool,
    whole_notes: bool,
    tokenizer: str,
    seed: int | None,
    overwrite: bool,
    out: Path,
    as_json: bool,
) -> int:
    """Write sentences whose identities are exchanged for their neighbours, and say what still shines through.

    Every word that is marked as part of an identity becomes one of its nearest words, figures become other figures,
    and words without a vector any word of their shape. Sentences come in random order. What nobody has marked stays.
    """
    runs.need_training()
    import secrets

    from scrubjay.detect.tagger.reading import Reading
    from scrubjay.detect.tagger.vectors import load_vectors
    from scrubjay.documents.formats.registry import recognise_name
    from scrubjay.documents.formats.writing import check_target, write
    from scrubjay.randomness import generator
    from scrubjay.share.neighbours import Neighbours
    from scrubjay.share.pseudonymise import pseudonymised
    from scrubjay.share.publication import public

    kind = recognise_name(out)
    check_target(out, overwrite, notes)
    given = sharing.annotated(notes, format_)
    near = Neighbours(public(load_vectors(vectors)), neighbours)
    chance = generator(secrets.randbits(62) if seed is None else seed, "pseudonyms")
    with terminal.progress("looking for neighbours", unit="words") as update:
        found = pseudonymised(
            given,
            near,
            Reading(tokenizer=tokenizer),
            chance,
            consistent=consistent,
            whole=whole_notes,
            progress=update,
        )
    write(found.documents, out, kind, overwrite=overwrite)
    if found.lost:
        terminal.say(
            f"{terminal.plural(found.lost, 'span')} had no word of their own: what is there is exchanged, not marked"
        )
    told = found.residue.as_dict()
    if as_json:
        click.echo(json.dumps(told))
        return 0
    terminal.say(f"{terminal.plural(len(found.documents), 'note' if whole_notes else 'sentence')} written to {out}")
    click.echo(
        f"of {told['words']:,} words of identities {told['unchanged_share']:.1%} came out as they were; "
        f"{told['covered_share']:.1%} of those in letters had a vector\n"
        f"of {told['identities']:,} identities {told['shining_share']:.1%} have a word that still stands in what "
        f"took their place\nof a word's {neighbours:,} neighbours {told['parts']:.2f} hold the word itself"
        + (
            f"\nby their pseudonyms, sentences of one note are told from those of two in {told['together']:.1%} "
            "(guessing: 50%)"
            if told["together"] is not None and not whole_notes
            else ""
        )
    )
    if whole_notes:
        terminal.say(
            "whole notes tell more than sentences: use them for your own training, and share them with nobody"
        )
    return 0
