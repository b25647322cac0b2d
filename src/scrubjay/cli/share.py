"""`scrubjay share`: give away training data that names nobody, and check that it does not (S1)."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scrubjay import settings as plain_settings
from scrubjay.cli import options, runs, terminal
from scrubjay.errors import UsageError

if TYPE_CHECKING:
    from scrubjay.documents.document import Document
    from scrubjay.share.judging import Turn

_NOTES = click.argument("notes", metavar="NOTES", type=click.Path(path_type=Path))
_REPRESENTATION = click.argument("folder", metavar="REPRESENTATION", type=click.Path(path_type=Path))
_FORMAT = click.option("--format", "format_", type=options.FORMAT_NAMES, help="Format of the notes.")
BROKEN = 1
VECTORS = "default"  # the model whose word vectors are taken where none are named


@click.group("share")
def command() -> None:
    """Give away training data that names nobody, and check that it does not (S1).

    Hospitals turn annotated notes into vectors by a representation that a provider has learnt from public notes;
    whoever has their vectors trains a de-identifier. Only files are exchanged, and none holds a word of a note.

    \b
    scrubjay share train settings.toml --out run/                          provider: learn a representation
    scrubjay share attack run/representation public-notes/                 anyone: does it hold?
    scrubjay share transform notes/ run/representation --key ours.key --out ours.pool      each hospital
    scrubjay share pool a.pool b.pool --out all.pool                       who gathers them
    scrubjay share fit all.pool run/representation --out fitted/           who trains
    scrubjay share publish run/representation fitted/ --out model/         for scrubjay redact --model model/

    Simpler, and weaker: text whose identities are exchanged for words of like meaning.

    \b
    scrubjay share pseudonymise notes/ --vectors glove/ --out shared.jsonl
    """


@command.command("pseudonymise")
@_NOTES
@_FORMAT
@click.option(
    "--vectors",
    required=True,
    type=click.Path(path_type=Path),
    help="Folder of word vectors (scrubjay models import vectors).",
)
@click.option(
    "--neighbours", type=click.IntRange(1), default=100, show_default=True, help="Words that may take a word's place."
)
@click.option("--consistent", is_flag=True, help="The same word for the same word throughout a note.")
@click.option(
    "--whole-notes",
    is_flag=True,
    help="Leave sentences together in their notes: for your own training, not to be shared.",
)
@click.option("--tokenizer", default="aggressive", show_default=True, help="How words are told apart.")
@click.option("--seed", type=int, help="For an experiment that is to be repeated; else nobody can repeat the draw.")
@options.OVERWRITE
@click.option("--out", "out", required=True, type=options.OUTPUT, help="File for the sentences (.jsonl).")
@click.option("--json", "as_json", is_flag=True, help="Print the residue as JSON.")
def _pseudonymise(
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

    kind = recognise_name(out, "--out")
    check_target(out, overwrite, notes)
    given = _read(notes, format_)
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
    )
    if whole_notes:
        terminal.say(
            "whole notes tell more than sentences: use them for your own training, and share them with nobody"
        )
    return 0


@command.command("train")
@click.argument("file", metavar="SETTINGS.toml", type=click.Path(path_type=Path))
@runs.CHANGES
@runs.FOLDER
def _train(file: Path, changes: tuple[str, ...], folder: Path) -> int:
    """Learn a private representation from public annotated notes (provider).

    The file is one for scrubjay train, with network.representation and a table [game]; docs/share.md explains it.
    A run that was stopped goes on where it was when the same command is given again.
    """
    runs.need_training()
    from scrubjay.detect.tagger.shelf import find_tagger
    from scrubjay.share.provider import REPRESENTATION, run, default_network
    from scrubjay.share.settings import GameSettings
    from scrubjay.training.loop import Epoch
    from scrubjay.training.settings import TrainingSettings

    values = runs.values(file, changes)
    game = plain_settings.build(GameSettings, values.pop("game", {}), f"{file}, [game]")
    network = values.get("network", {})
    if "folder" not in values.get("vectors", {}):
        values = {**values, "vectors": {**values.get("vectors", {}), "folder": str(find_tagger(VECTORS))}}
    settings = plain_settings.build(TrainingSettings, values, str(file))
    settings = replace(settings, network=replace(default_network(settings.network.words), **network))
    best = 0.0
    with terminal.stages("training", unit="steps") as update:
        for news in run(settings, game, folder, update):
            if isinstance(news, Epoch):
                click.echo(runs.line(news, best))
                best = max(best, news.f1)
            elif isinstance(news, str):
                terminal.say(news)
            else:
                click.echo(_turn(news))
    terminal.say(f"the representation is in {folder / REPRESENTATION}; attack it with: scrubjay share attack")
    return 0


def _turn(turn: "Turn") -> str:
    first, second = turn.adversaries
    return (
        f"turn {turn.turn:>3}  tagging {turn.tagging:7.4f}  T1 {first:.4f}  T2 {second:.4f}  "
        f"look-up {turn.look_up:6.1%}  at most {turn.bound:6.1%}"
    )


@command.command("attack")
@_REPRESENTATION
@_NOTES
@_FORMAT
@click.option(
    "--neighbours", type=click.IntRange(2), help="Words that it might have been.  [default: those it was trained for]"
)
@click.option(
    "--lessons",
    type=click.Path(path_type=Path),
    help="Other annotated notes, for attacks to learn from.  [default: 60% of NOTES]",
)
@click.option("--epochs", type=click.IntRange(1), default=50, show_default=True, help="Of adversaries.")
@click.option(
    "--trials", type=click.IntRange(100), default=4000, show_default=True, help="Pairs that an attack is judged by."
)
@click.option(
    "--published",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Times a sentence was published, each time with other noise; the key prevents more than one.",
)
@click.option(
    "--every-word", is_flag=True, help="Ask for words of every second note, too, that name nobody (of, the)."
)
@click.option("--without-noise", is_flag=True, help="Attack it with its noise off: to see that the attacks work.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def _attack(
    folder: Path,
    notes: Path,
    format_: str | None,
    neighbours: int | None,
    lessons: Path | None,
    epochs: int,
    trials: int,
    published: int,
    every_word: bool,
    without_noise: bool,
    seed: int,
    as_json: bool,
) -> int:
    """Try to tell names from a representation; exit 1 if an attack is better than guessing.

    Attacks learn from some of the annotated NOTES (or from --lessons), and are judged by those of other patients.
    What they achieve is written beside the representation: one that they break is not used by share transform.
    """
    runs.need_training()
    from scrubjay.share.publication import load
    from scrubjay.share.release import AttackSettings, attack, upper_bound, write_release
    from scrubjay.share.verdict import broken_by

    publication = load(folder)
    given = _read(notes, format_)
    known = None if lessons is None else _read(lessons, None)
    settings = AttackSettings(
        neighbours, epochs, judged=trials, published=published, noisy=not without_noise, seed=seed
    )
    if every_word:
        settings = replace(settings, everyday=0.0)
    attempts = []
    with terminal.stages("attacking", unit="epochs") as progress:
        for attempt in attack(publication, given, settings, known, progress):
            attempts.append(attempt)
            if not as_json:
                low, high = attempt.interval()
                click.echo(
                    f"{attempt.attack:<20} {attempt.accuracy:6.1%}  ({low:.1%} to {high:.1%})  of {attempt.total:,}"
                    + (f"; {attempt.learnt:.1%} where it learnt" if attempt.learnt is not None else "")
                )
    broken = broken_by(attempts)
    limit = 1.0 if without_noise else upper_bound(publication, given, settings, known)
    if not without_noise:
        write_release(publication, attempts, limit, folder)
    if as_json:
        told = [each.as_dict(len(attempts)) for each in attempts]
        click.echo(
            json.dumps(
                {"representation": publication.name, "upper_bound": limit, "attacks": told, "released": not broken}
            )
        )
    elif broken:
        terminal.say(f"broken by {', '.join(each.attack for each in broken)}: do not use it")
    else:
        terminal.say("no attack is better than guessing (95%, all of them together): it may be used")
    return BROKEN if broken else 0


@command.command("transform")
@_NOTES
@_REPRESENTATION
@_FORMAT
@options.KEY
@click.option(
    "--unreleased",
    is_flag=True,
    help="Use a representation that no attack has been tried on, or that one has broken.",
)
@options.OVERWRITE
@click.option("--out", "out", required=True, type=options.OUTPUT, help="File for the vectors.")
def _transform(
    notes: Path, folder: Path, format_: str | None, key: Path | None, unreleased: bool, overwrite: bool, out: Path
) -> int:
    """Turn annotated notes into vectors, casing and labels that may be given away (hospital).

    Sentences come in random order, without their notes. The noise comes from the key: give the same notes away twice,
    and they look the same, so that nobody can average it out.
    """
    runs.need_training()
    from scrubjay.keys import load_key
    from scrubjay.share.pool import transform, write_pool
    from scrubjay.share.publication import load
    from scrubjay.share.release import released
    from scrubjay.training.preparing import aligned

    publication = load(folder)
    if not unreleased and not released(publication, folder):
        raise UsageError(
            f"{folder} has not withstood every attack; try with: scrubjay share attack {folder} NOTES, or say "
            "--unreleased to use it all the same"
        )
    secret = load_key(key)
    given = _read(notes, format_)
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


@command.command("pool")
@click.argument("files", metavar="POOL...", nargs=-1, required=True, type=click.Path(path_type=Path))
@options.OVERWRITE
@click.option("--out", "out", required=True, type=options.OUTPUT, help="File for all of them.")
def _pool(files: tuple[Path, ...], overwrite: bool, out: Path) -> int:
    """Put the vectors of several hospitals together, in random order."""
    runs.need_training()
    from scrubjay.share.pool import merge, read_pool, write_pool

    pool = merge([read_pool(file) for file in files])
    write_pool(pool, out, overwrite)
    terminal.say(f"{len(pool):,} sentences of {terminal.plural(len(files), 'pool')} written to {out}")
    return 0


@command.command("fit")
@click.argument("file", metavar="POOL", type=click.Path(path_type=Path))
@_REPRESENTATION
@click.option("--epochs", type=click.IntRange(1), default=12, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@runs.FOLDER_OF
def _fit(file: Path, folder: Path, epochs: int, seed: int, out: Path) -> int:
    """Train a de-identifier on a pool; it never sees a word."""
    runs.need_training()
    from scrubjay.models.folder import save
    from scrubjay.share.fitting import FitSettings, Fitted, fit
    from scrubjay.share.pool import read_pool
    from scrubjay.share.publication import load
    from scrubjay.training.going import result_of

    publication, pool = load(folder), read_pool(file)
    if pool.representation != publication.name:
        raise UsageError(
            f"{file} was made by the representation {pool.representation[:12]}, {folder} is {publication.name[:12]}"
        )
    if out.exists():
        raise UsageError(f"{out} is there; name another folder")
    done: list[Fitted] = []

    def tell(found: Fitted) -> None:
        done.append(found)
        click.echo(
            f"epoch {found.epoch:>3}  loss {found.loss:8.4f}  precision {found.precision:.4f}  "
            f"recall {found.recall:.4f}  F1 {found.f1:.4f}"
        )

    with terminal.progress("training", unit="batches") as update:
        tagger = result_of(fit(FitSettings(epochs=epochs, seed=seed), pool, publication.reading, update), tell)
    best = max(done, key=lambda each: each.f1)
    card = f"""# A tagger that learnt from vectors

- learnt from {len(pool):,} sentences of the representation {pool.representation}, a tenth of them kept to stop by
- strict F1 on these {best.f1:.4f} (epoch {best.epoch} of {len(done)}); seed {seed}
- it has read no word of a note
"""
    save(tagger, out, card)
    terminal.say(
        f"the tagger is in {out}; join it with its representation: scrubjay share publish {folder} {out} --out MODEL"
    )
    return 0


@command.command("publish")
@_REPRESENTATION
@click.argument("fitted", metavar="FITTED", type=click.Path(path_type=Path))
@runs.FOLDER_OF
def _publish(folder: Path, fitted: Path, out: Path) -> int:
    """Join a representation and a tagger that learnt from a pool of it to one model, for scrubjay redact --model."""
    runs.need_training()
    from scrubjay.share.publication import load
    from scrubjay.share.publishing import publish

    publish(load(folder), fitted, out)
    terminal.say(f"the model is in {out}; use it with: scrubjay redact NOTES --out SAFE --model {out}")
    return 0


def _read(path: Path, format_: str | None) -> "list[Document]":
    """Return annotated notes; a note that cannot be read ends the command."""
    from scrubjay.documents.formats.format import ReadOptions
    from scrubjay.documents.formats.reading import read

    found = list(read(path, format_, ReadOptions(labels="any")))
    if not found:
        raise UsageError(f"{path} holds no note")
    if not any(note.spans for note in found):
        raise UsageError(f"{path}: no note has a span, so nobody knows what must not be given away")
    return found
