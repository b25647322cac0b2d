"""`scrubjay share transform`, `pool`, `fit`, `publish`: from hospitals' notes to a model, by vectors alone."""

from collections import Counter
from pathlib import Path

import click

from scrubjay.cli import options, runs, sharing, terminal
from scrubjay.errors import UsageError


@click.command("transform")
@sharing.NOTES
@sharing.REPRESENTATION
@sharing.FORMAT
@options.KEY
@click.option(
    "--unreleased",
    is_flag=True,
    help="Use a representation that no attack has been tried on, or that one has broken.",
)
@options.OVERWRITE
@click.option("--out", "out", required=True, type=options.OUTPUT, help="File for the vectors.")
def transform_command(
    notes: Path, folder: Path, format_: str | None, key: Path | None, unreleased: bool, overwrite: bool, out: Path
) -> int:
    """Turn annotated notes into vectors, casing and labels that may be given away (hospital).

    Sentences come in random order, without their notes. The noise comes from the key: give the same notes away twice,
    and they look the same, so that nobody can average it out.
    """
    runs.need_training()
    from scrubjay.documents.formats.writing import check_target
    from scrubjay.keys import load_key
    from scrubjay.share.pool import transform, write_pool
    from scrubjay.share.publication import load
    from scrubjay.share.release import released
    from scrubjay.training.preparing import aligned

    check_target(out, overwrite, *filter(None, (notes, key, folder)))
    publication = load(folder)
    if not unreleased and not released(publication, folder):
        raise UsageError(
            f"{folder} has not withstood every attack; try with: scrubjay share attack {folder} NOTES, or say "
            "--unreleased to use it all the same"
        )
    secret = load_key(key)
    given = sharing.annotated(notes, format_)
    counts: Counter[str] = Counter()
    with terminal.progress("transforming", unit="sentences") as update:
        pool = transform(given, publication, secret, update, counts)
    write_pool(pool, out, overwrite)
    terminal.say(aligned(len(given), counts))
    labels = sorted({tag[2:] for tag in pool.tags if tag != "O"})
    terminal.say(
        f"{len(pool):,} sentences of {terminal.plural(len(given), 'note')} written to {out}: vectors, casing and "
        f"labels ({', '.join(labels)}), no text"
    )
    return 0


@click.command("pool")
@click.argument("files", metavar="POOL...", nargs=-1, required=True, type=click.Path(path_type=Path))
@options.OVERWRITE
@click.option("--out", "out", required=True, type=options.OUTPUT, help="File for all of them.")
def pool_command(files: tuple[Path, ...], overwrite: bool, out: Path) -> int:
    """Put the vectors of several hospitals together, in random order."""
    runs.need_training()
    from scrubjay.documents.formats.writing import check_target
    from scrubjay.share.pool import merge, read_pool, write_pool

    check_target(out, overwrite, *files)
    pool = merge([read_pool(file) for file in files], [str(file) for file in files])
    write_pool(pool, out, overwrite)
    terminal.say(f"{len(pool):,} sentences of {terminal.plural(len(files), 'pool')} written to {out}")
    return 0


@click.command("fit")
@click.argument("file", metavar="POOL", type=click.Path(path_type=Path))
@sharing.REPRESENTATION
@click.option(
    "--start",
    type=click.Path(path_type=Path),
    help="A tagger to go on from: the provider's (RUN/tagger), or one that learnt from an earlier pool.",
)
@click.option("--new-labels", is_flag=True, help="Learn labels that the tagger to start from does not know.")
@click.option("--epochs", type=click.IntRange(1), default=12, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@runs.FOLDER_OF
def fit_command(
    file: Path, folder: Path, start: Path | None, new_labels: bool, epochs: int, seed: int, out: Path
) -> int:
    """Train a de-identifier on a pool; it never sees a word.

    With --start it goes on from the tagger that the provider's run has written beside its representation, which
    finds more than one that starts from nothing; or from one of an earlier pool, when more hospitals have come. If no
    epoch makes it better, it stays what it was.
    """
    runs.need_training()
    from scrubjay.models.folder import save
    from scrubjay.share.fitting import FitSettings, Fitted, card_of, fit
    from scrubjay.share.pool import read_pool
    from scrubjay.share.publication import load
    from scrubjay.training.going import result_of

    publication, pool = load(folder), read_pool(file)
    if pool.representation != publication.name:
        raise UsageError(
            f"{file} was made by the representation {pool.representation[:12]}, {folder} is {publication.name[:12]}"
        )
    if pool.values.shape[1] != publication.representation.size:
        raise UsageError(
            f"{file} has {pool.values.shape[1]} numbers a token, {folder} makes {publication.representation.size}"
        )
    done: list[Fitted] = []

    def tell(found: Fitted) -> None:
        done.append(found)
        loss = f"loss {found.loss:8.4f}" if found.epoch else "as it came   "
        click.echo(
            f"epoch {found.epoch:>3}  {loss}  precision {found.precision:.4f}  recall {found.recall:.4f}  "
            f"F1 {found.f1:.4f}"
        )

    settings = FitSettings(epochs=epochs, seed=seed)
    with sharing.new_folder(out):
        with terminal.progress("training", unit="batches") as update:
            tagger = result_of(fit(settings, pool, publication.reading, start, update, new_labels), tell)
        save(tagger, out, card_of(settings, pool, done, start))
    terminal.say(
        f"the tagger is in {out}; join it with its representation: scrubjay share publish {folder} {out} --out MODEL"
    )
    return 0


@click.command("publish")
@sharing.REPRESENTATION
@click.argument("fitted", metavar="FITTED", type=click.Path(path_type=Path))
@runs.FOLDER_OF
def publish_command(folder: Path, fitted: Path, out: Path) -> int:
    """Join a representation and a tagger that learnt from a pool of it to one model, for scrubjay redact --model."""
    runs.need_training()
    from scrubjay.share.publication import load
    from scrubjay.share.publishing import publish

    publication = load(folder)
    with sharing.new_folder(out):
        publish(publication, fitted, out)
    terminal.say(f"the model is in {out}; use it with: scrubjay redact NOTES --out SAFE --model {out}")
    return 0


COMMANDS = (transform_command, pool_command, fit_command, publish_command)
