"""`scrubjay transfer`: what another institution's notes are worth here, and how many of one's own to annotate."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scrubjay.cli import options, runs, terminal

if TYPE_CHECKING:
    from scrubjay.transfer.planner import Needed
    from scrubjay.transfer.settings import TransferSettings

_STUDY = click.argument("file", metavar="CORPORA.toml", type=click.Path(path_type=Path))
_CHANGES = click.option(
    "--set", "changes", multiple=True, metavar="KEY=VALUE", help="Change a setting: --set tagger.epochs=12"
)
_RUN = click.argument("folder", metavar="RUN", type=click.Path(path_type=Path))


@click.group("transfer")
def command() -> None:
    """Learn from other institutions' notes: what they are worth, and how best to use them (S4).

    \b
    scrubjay transfer similarity corpora.toml       how alike are they? (seconds, no training)
    scrubjay transfer run corpora.toml --out RUN    train and compare; RUN/report.html has the answers
    scrubjay transfer plan RUN --f1 0.9             how many notes must we annotate?
    scrubjay transfer export RUN --for dogwood --out MODEL
    """


@command.command("run")
@_STUDY
@_CHANGES
@click.option(
    "--jobs", type=click.IntRange(1), default=terminal.cores, show_default="cores", help="Trainings at once."
)
@click.option("--dry-run", is_flag=True, help="Check the file and the notes, say what would be trained, and stop.")
@click.option("--out", "folder", type=options.OUTPUT, help="Folder for what comes of it.")
def _run(file: Path, changes: tuple[str, ...], jobs: int, dry_run: bool, folder: Path | None) -> int:
    """Train and compare: S4's four phases over the corpora of a file.

    Each corpus by itself on all others; the others one after the other and mixed, by several methods; with the
    target's own notes; a new institution, with learning curves. Scores are strict (exact offsets and label).
    A study that was stopped goes on when the same command is given again. docs/transfer.md explains the file.

    \b
    scrubjay transfer run examples/transfer.toml --out study/
    """
    study = _study(file, changes)
    from scrubjay.transfer.corpora import load_corpora
    from scrubjay.transfer.learning import check_vectors
    from scrubjay.transfer.report import write_report
    from scrubjay.transfer.results import Results
    from scrubjay.transfer.runner import open_study, planned, run_study
    from scrubjay.transfer.steps import sizes as sizes_of

    check_vectors(study)
    corpora = load_corpora(study)
    for name, corpus in corpora.items():
        spans = sum(len(note.spans) for note in corpus.train)
        dropped = ", ".join(f"{label} {count}" for label, count in sorted(corpus.dropped.items()))
        sizes = f"{len(corpus.train)} to learn from ({spans:,} spans), {len(corpus.validation)} to stop by"
        left = f"; not in {study.labels}: {dropped}" if dropped else ""
        terminal.say(f"{name}: {sizes}, {len(corpus.test)} to test on{left}")
    if study.new is not None and study.has(4):
        gone = [size for size in study.curve if size not in sizes_of(study, corpora[study.new].annotated)]
        if gone:
            terminal.say(f"curve: {study.new} has no {', '.join(map(str, gone))} notes to annotate; left out")
    if dry_run or folder is None:
        steps = planned(study, corpora)
        click.echo(f"{len(steps) * len(study.seeds)} trainings, {len(steps)} for each seed:")
        click.echo("\n".join(f"  {step.name}" for step in steps))
        if not dry_run:
            raise click.UsageError("name a folder with --out, or ask with --dry-run only")
        return 0
    steps = open_study(study, corpora, folder)
    count = len(steps) * len(study.seeds)
    with runs.shown(count, brief=True) as tell:
        run_study(study, steps, folder, jobs, tell)
    terminal.say(f"{terminal.plural(count, 'training')} done")
    told = write_report(Results(folder), folder)
    click.echo(told.brief)
    terminal.say(
        f"{told.page} has the answers, with tables and pictures; {told.tables} and {told.figures} the figures"
    )
    return 0


@command.command("report")
@_RUN
def _report(folder: Path) -> int:
    """Write the report of a study that is complete anew."""
    runs.need_training()
    from scrubjay.transfer.report import write_report
    from scrubjay.transfer.results import Results

    told = write_report(Results(folder), folder)
    click.echo(told.brief)
    terminal.say(f"written to {told.page}, {told.tables} and {told.figures}")
    return 0


@command.command("export")
@_RUN
@click.option(
    "--for", "target", metavar="CORPUS", help="The tagger that does best on this corpus's validation notes."
)
@click.option("--step", metavar="NAME", help="Or this very one, as the report names it: alder+birch>cypress")
@click.option("--seed", type=int, help="Of which seed; the study's first.")
@click.option("--out", "out", required=True, type=options.OUTPUT, help="Folder for the tagger.")
def _export(folder: Path, target: str | None, step: str | None, seed: int | None, out: Path) -> int:
    """Write a tagger of a study into a folder, to redact with it or to go on training from it.

    \b
    scrubjay transfer export study/ --for dogwood --out model/
    scrubjay redact notes/ --out safe/ --model model/
    """
    runs.need_training()
    from scrubjay.transfer.publishing import best_step, publish, step_named
    from scrubjay.transfer.results import Results

    if (target is None) == (step is None):
        raise click.UsageError("say which one: --for CORPUS or --step NAME")
    results = Results(folder)
    chosen = best_step(results, target) if target is not None else step_named(results, step or "")
    publish(results, chosen, results.study.seeds[0] if seed is None else seed, out)
    if target is not None:
        notes = results.told["corpora"][target]["parts"]["validation"]
        terminal.say(
            f"chosen by {notes} validation notes of {target}: F1 {results.f1(chosen, [target], 'validation'):.4f}"
        )
    terminal.say(f"{chosen.name} is in {out}; use it with --model {out}")
    return 0


@command.command("plan")
@_RUN
@click.option("--f1", type=click.FloatRange(0, 1, min_open=True, max_open=True), default=0.9, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def _plan(folder: Path, f1: float, as_json: bool) -> int:
    """Say how many of the new institution's notes must be annotated to reach an F1.

    From the learning curves of a study: with what the other institutions' notes have taught, and without. The
    interval is at 95%; docs/transfer.md says how it was checked.

    \b
    scrubjay transfer plan study/ --f1 0.9
    """
    runs.need_training()
    from scrubjay.transfer.planner import FARTHEST
    from scrubjay.transfer.report import plans, worthwhile
    from scrubjay.transfer.results import Results

    results = Results(folder)
    found, even = plans(results, f1), worthwhile(results)
    if as_json:
        click.echo(json.dumps({name: each._asdict() for name, each in found.items()}))
        return 0
    most = FARTHEST * results.available
    others, alone = found["from the others"], found["from nothing"]
    click.echo(f"to reach F1 {f1:g}, annotate {_notes(others, most)} and start from the other institutions' model;")
    click.echo(f"without it, annotate {_notes(alone, most)}")
    if even is None or even > 1:
        few = f"fewer than {even:,} notes" if even is not None else "the notes there are"
        click.echo(f"trained on with {few}, the others' model got worse here: use it as it is")
    return 0


def _notes(found: "Needed", farthest: int) -> str:
    """Return how many notes, in words."""
    most = f"more than {farthest:,}"
    if found.low == 0:
        return "nothing"
    if found.low is None:
        return f"{most} notes, which is too far beyond the curve to tell"
    middle = f"about {found.middle:,}" if found.middle is not None else most
    return f"{middle} notes (95%: {found.low:,} to {f'{found.high:,}' if found.high is not None else most})"


@command.command("similarity")
@_STUDY
@_CHANGES
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def _similarity(file: Path, changes: tuple[str, ...], as_json: bool) -> int:
    """Say how alike the corpora of a file are, without training anything.

    Each figure lies between 0 and 1. words, labels and density compare both; vocabulary, contexts and formats are
    the shares of the target's words, words before identities, and ways to write them that the source knows.
    Of notes that are not annotated, only the words are compared.
    """
    study = _study(file, changes)
    from scrubjay.transfer.corpora import load_corpora
    from scrubjay.transfer.similarity import MEASURES, similarities

    found = similarities(load_corpora(study, annotated=False), study.tagger.reading.tokenizer)
    if as_json:
        click.echo(json.dumps(found))
        return 0
    rows: list[tuple[str, ...]] = [("source", "target", "overall", *MEASURES)]
    for pair, values in sorted(found.items(), key=lambda item: -item[1]["overall"]):
        cells = [f"{values[name]:.2f}" if name in values else "-" for name in ("overall", *MEASURES)]
        rows.append((*pair.split(">"), *cells))
    click.echo(runs.table(rows))
    return 0


def _study(file: Path, changes: tuple[str, ...]) -> "TransferSettings":
    runs.need_training()
    from scrubjay.detect.tagger.shelf import find_tagger
    from scrubjay.transfer.settings import BUNDLED, build

    return build(runs.values(file, changes), str(file), find_tagger(BUNDLED))
