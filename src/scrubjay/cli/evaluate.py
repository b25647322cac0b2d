"""`scrubjay evaluate`: a table, JSON, the official script's layout, or a page to look at."""

import json
from pathlib import Path
from typing import Any, get_args

import click

from scrubjay.cli import options, terminal
from scrubjay.documents.document import Document
from scrubjay.documents.formats.atomic import atomic
from scrubjay.documents.formats.format import STDIN, Faults, ReadOptions
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.writing import check_target
from scrubjay.errors import FormatError, UsageError
from scrubjay.evaluate import official, page, table
from scrubjay.evaluate.evaluation import Evaluation, Missing, evaluate, paired
from scrubjay.evaluate.statistics import approximate_randomisation
from scrubjay.randomness import generator


@click.command("evaluate")
@click.argument("gold", type=options.INPUT)
@click.argument("predicted", type=options.INPUT)
@click.option("--json", "as_json", is_flag=True, help="Print every figure as JSON.")
@click.option(
    "--html", type=options.OUTPUT, help="Write a page that shows hits, misses and false alarms in the notes."
)
@click.option("--official", "as_official", is_flag=True, help="Print what the official i2b2 2014 script would print.")
@click.option("--per-note", is_flag=True, help="Add the counts of each note.")
@click.option("--compare", type=options.INPUT, help="Another prediction: test whether the difference is chance.")
@click.option(
    "--missing",
    type=click.Choice(get_args(Missing)),
    default="error",
    show_default=True,
    help="Gold notes without prediction: refuse, count as nothing found, or leave out.",
)
@click.option(
    "--predicted-format", type=options.FORMAT_NAMES, help="Format of PREDICTED (and OTHER), if not recognised."
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of bootstrap and shuffles.")
@click.option(
    "--resamples", type=click.IntRange(10), default=1_000, show_default=True, help="Bootstrap resamples of patients."
)
@click.option(
    "--shuffles", type=click.IntRange(10), default=10_000, show_default=True, help="Shuffles for --compare."
)
@options.OVERWRITE
@options.reading
def command(
    gold: Path,
    predicted: Path,
    as_json: bool,
    html: Path | None,
    as_official: bool,
    per_note: bool,
    compare: Path | None,
    missing: Missing,
    predicted_format: str | None,
    seed: int,
    resamples: int,
    shuffles: int,
    overwrite: bool,
    format_: str | None,
    **reading: Any,
) -> int:
    """Score predicted spans against gold.

    Words (PHI or not), whole spans, the official i2b2 2014 measures, per label and note type, with intervals over
    patients and an exact lower bound on the share of patients of whom nothing was missed. Any format will do; notes
    are matched by id and must have the same text.

    \b
    scrubjay evaluate gold/ found.jsonl
    scrubjay evaluate gold/ found.jsonl --html report.html      the page holds note text: keep it safe
    scrubjay evaluate gold/ found.jsonl --compare other.jsonl
    """
    if as_json and as_official:
        raise UsageError("--json and --official are two ways to print; choose one")
    if (gold, predicted, compare).count(STDIN) > 1:
        raise UsageError("standard input can be read once; give the other side as a file")
    if html is not None:
        check_target(html, overwrite, gold, predicted, *([compare] if compare else []))
    options_ = options.read_options(reading)
    truth = _documents(gold, format_, options_)
    found = _documents(predicted, predicted_format or _unrecognisable(predicted, format_), options_)
    pairs = paired(truth, found, missing)
    with terminal.progress("scoring") as update:
        done = 0

        def tick() -> None:
            nonlocal done
            done += 1
            update(done, len(pairs))

        evaluation = evaluate(pairs, tick)
    if as_official and not evaluation.i2b2_labels:
        raise UsageError("the official measures need i2b2 2014 labels; map them first, with scrubjay convert --map")
    figures = evaluation.as_dict(seed, resamples)
    figures["missing"] = {
        "gold_alone": pairs.gold_alone,
        "predicted_alone": pairs.predicted_alone,
        "treated": missing,
    }
    if per_note:
        figures["by_note"] = evaluation.by_note()
    if compare is not None:
        other = evaluate(
            paired(
                truth, _documents(compare, predicted_format or _unrecognisable(compare, format_), options_), missing
            )
        )
        if other.notes != evaluation.notes:
            raise UsageError(
                "the two predictions cover different notes; compare them on the same, or say --missing empty"
            )
        figures["comparison"] = _comparison(evaluation, other, seed, shuffles)
    if as_json:
        click.echo(json.dumps(figures, indent=2))
    elif as_official:
        lines = official.per_note(evaluation) if per_note else official.summary(evaluation)
        click.echo("\n".join(lines))
    else:
        click.echo("\n".join(table.lines(figures)))
    if html is not None:
        with atomic(html, private=True) as handle:
            for part in page.parts(pairs.notes, figures):
                handle.write(part.encode())
        terminal.say(f"{html} shows the notes themselves: keep it where the notes are kept")
    return 0


def _documents(path: Path, format_: str | None, reading: ReadOptions) -> list[Document]:
    """Return all notes; if one cannot be read there is no score, because it would be the score of something else."""
    faults = Faults()
    with terminal.progress(f"reading {path}") as update:
        documents = list(read(path, format_, reading, faults, update))
    terminal.show_faults(faults)
    if withheld := len(faults.of("withheld")):
        raise FormatError(
            f"{terminal.plural(withheld, 'note')} could not be read, so nothing was scored",
            file=str(path),
            remedy="Mend or remove them",
        )
    return documents


def _unrecognisable(path: Path, format_: str | None) -> str | None:
    """Return the gold's format for a pipe, whose own cannot be recognised."""
    return None if path != STDIN and (path.is_file() or path.is_dir()) else format_


def _comparison(one: Evaluation, other: Evaluation, seed: int, shuffles: int) -> dict[str, Any]:
    """Return the other prediction's scores and p-values, units being patients."""
    result: dict[str, Any] = {"unit": "patient", "shuffles": shuffles, "seed": seed}
    for measure in ("token_binary", "entity_strict"):
        random = generator(seed, "randomisation", measure)
        p_values = approximate_randomisation(one.per_patient(measure), other.per_patient(measure), random, shuffles)
        result[measure] = {"other": other.micro(measure).as_dict(), "p": p_values}
    return result
