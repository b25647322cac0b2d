"""`scrubjay share`: give away training data that names nobody, and check that it does not (S1)."""

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scrubjay import settings as plain_settings
from scrubjay.cli import options, pools, pseudonymise, runs, sharing, terminal
from scrubjay.errors import UsageError

if TYPE_CHECKING:
    from scrubjay.share.judging import Turn

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
    scrubjay share fit all.pool run/representation --start run/tagger --out fitted/        who trains
    scrubjay share publish run/representation fitted/ --out model/         for scrubjay redact --model model/

    Simpler, and weaker: text whose identities are exchanged for words of like meaning.

    \b
    scrubjay share pseudonymise notes/ --vectors glove/ --out shared.jsonl
    """


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
    from scrubjay.share.provider import REPRESENTATION, TAGGER, default_network, run
    from scrubjay.share.settings import GameSettings
    from scrubjay.training.loop import Epoch
    from scrubjay.training.settings import TrainingSettings

    values = runs.values(file, changes)
    game = plain_settings.build(GameSettings, values.pop("game", {}), f"{file}, [game]")
    settings = plain_settings.build(TrainingSettings, values, str(file))
    if settings.vectors.folder is None:
        settings = replace(settings, vectors=replace(settings.vectors, folder=find_tagger(VECTORS)))
    network = replace(default_network(settings.network.words), **values.get("network", {}))
    settings = replace(settings, network=network)
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
    terminal.say(
        f"the representation is in {folder / REPRESENTATION}, the tagger that learnt with it in {folder / TAGGER}; "
        f"attack it with: scrubjay share attack {folder / REPRESENTATION} NOTES"
    )
    return 0


def _turn(turn: "Turn") -> str:
    first, second = turn.adversaries
    return (
        f"turn {turn.turn:>3}  tagging {turn.tagging:7.4f}  T1 {first:.4f}  T2 {second:.4f}  "
        f"look-up {turn.look_up:6.1%}  at most {turn.bound:6.1%}"
    )


@command.command("attack")
@sharing.REPRESENTATION
@sharing.NOTES
@sharing.FORMAT
@click.option(
    "--neighbours", type=click.IntRange(2), help="Words that it might have been.  [default: those it was trained for]"
)
@click.option(
    "--lessons",
    type=click.Path(path_type=Path),
    help="Other annotated notes, for attacks to learn from.  [default: 60% of NOTES]",
)
@click.option("--lessons-format", type=options.FORMAT_NAMES, help="Format of these.")
@click.option("--epochs", type=click.IntRange(1), default=50, show_default=True, help="Of adversaries.")
@click.option(
    "--trials", type=click.IntRange(100), default=4000, show_default=True, help="Pairs that an attack is judged by."
)
@click.option(
    "--published",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Times a sentence was published, each time with other noise, as text is that stands in several notes.",
)
@click.option(
    "--every-word",
    is_flag=True,
    help="Ask for words of every second note, too, that name nobody (of, the), and whether it was one of them.",
)
@click.option("--without-noise", is_flag=True, help="Attack it with its noise off: to see that the attacks work.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def _attack(
    folder: Path,
    notes: Path,
    format_: str | None,
    neighbours: int | None,
    lessons: Path | None,
    lessons_format: str | None,
    epochs: int,
    trials: int,
    published: int,
    every_word: bool,
    without_noise: bool,
    seed: int,
    as_json: bool,
) -> int:
    """Try to tell names from a representation; exit 1 if an attack is better than guessing.

    Attacks learn from some of the annotated NOTES, and are judged by those of other patients; or they learn from
    --lessons, in which those patients must not be. What they achieve is written beside the representation: one that
    they break is not used by share transform. With --neighbours, --published, --every-word or --without-noise they
    ask something else, and nothing is written.
    """
    runs.need_training()
    from scrubjay.share.publication import load
    from scrubjay.share.release import (
        AttackSettings,
        Limit,
        attack,
        decides,
        prepare_field,
        upper_limit,
        write_release,
    )
    from scrubjay.share.verdict import breaks

    publication = load(folder)
    settings = AttackSettings(
        neighbours, epochs, judged=trials, published=published, noisy=not without_noise, seed=seed
    )
    if every_word:
        settings = replace(settings, everyday=0.0, familiar=0.0)
    if decides(publication, settings) and not os.access(folder, os.W_OK):
        raise UsageError(f"{folder} cannot be written to, where the verdict is to stand; attack a copy of yours")
    given = sharing.annotated(notes, format_)
    known = None if lessons is None else sharing.annotated(lessons, lessons_format)
    field = prepare_field(publication, given, settings, known)
    attempts = []
    with terminal.stages("attacking", unit="epochs") as progress:
        for attempt in attack(publication, field, settings, progress):
            attempts.append(attempt)
            if not as_json:
                low, high = attempt.interval()
                click.echo(
                    f"{attempt.attack:<20} {attempt.accuracy:6.1%}  ({low:.1%} to {high:.1%})  of {attempt.total:,}"
                    + (f"; {attempt.learnt:.1%} where it learnt" if attempt.learnt is not None else "")
                )
    limit = Limit(1.0, 1.0) if without_noise else upper_limit(publication, field, settings)
    verdict = decides(publication, settings)
    wrong = write_release(publication, attempts, limit, settings, folder) if verdict else breaks(attempts)
    if as_json:
        figures = {
            "representation": publication.name,
            "upper_bound": limit.mean,
            "told_pairs": limit.told,
            "attacks": [each.as_dict(len(attempts)) for each in attempts],
            "objections": wrong,
            "released": verdict and not wrong,
        }
        click.echo(json.dumps(figures))
        return BROKEN if wrong else 0
    if not without_noise:
        click.echo(
            f"{'no attack more than':<20} {limit.mean:6.1%}  on average, computed; in more than 60% of "
            f"{limit.told:.1%} of the pairs"
        )
    if verdict:
        terminal.say(
            f"do not use it: {'; '.join(wrong)}"
            if wrong
            else "no attack is better than guessing (95%, all of them together): it may be used"
        )
    else:
        told = "; ".join(wrong) or "no attack is better than guessing"
        how = "with its noise off" if without_noise else "where something else was asked than it was made for"
        terminal.say(f"{told}, {how}; whether it may be used is told by an attack without such options")
    return BROKEN if wrong else 0


for each in (pseudonymise.command, *pools.COMMANDS):
    command.add_command(each)
