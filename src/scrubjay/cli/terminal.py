"""What the commands share on the terminal: progress with time left, faults, and exit codes."""

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scrubjay.documents.document import nameable
from scrubjay.documents.formats.atomic import atomic
from scrubjay.documents.formats.format import Fault, Faults
from scrubjay.documents.formats.writing import Written

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

WITHHELD = 1
UNREADABLE = 2
_QUIET_SECONDS = 2.0
_LINE_SECONDS = 15.0
_SHOWN = 20


@contextmanager
def progress(task: str | Callable[[], str], unit: str = "MB") -> Iterator[Callable[[int, int], None]]:
    """Hand out a function to be told (done, total); after two seconds a bar with rate and time left appears.

    With the unit MB, what is done is told in bytes. A task that changes is a function.

    Where standard error is no terminal, a line appears every 15 seconds instead. The clock starts at the first call.
    """
    started = spoken = 0.0
    before: int | None = None  # done when the clock starts: what a run that goes on did earlier
    bar: ProgressBar[int] | None = None

    def update(done: int, total: int) -> None:
        nonlocal bar, started, spoken, before
        now = time.monotonic()
        started = started or now
        spoken = spoken or now
        before = done if before is None else before
        if now - started < _QUIET_SECONDS or not total:
            return
        label = task if isinstance(task, str) else task()
        rate = f"{(done - before) / (now - started) / (1e6 if unit == 'MB' else 1):.2f} {unit}/s"
        if sys.stderr.isatty():
            if bar is None:
                bar = click.progressbar(length=total, file=sys.stderr, show_eta=True)
            bar.length = total  # which may change
            bar.label = f"{label}, {rate}"
            bar.update(min(done, total) - bar.pos)
        elif now - spoken >= _LINE_SECONDS and done > before:
            spoken = now
            left = (now - started) * (total - done) / (done - before)
            click.echo(f"{label}: {done / total:.0%}, {rate}, about {left:.0f} s left", err=True)

    try:
        yield update
    finally:
        if bar is not None:
            bar.render_finish()


@contextmanager
def stages(task: str, unit: str) -> Iterator[Callable[[str, int, int], None]]:
    """Hand out a function to be told (stage, done, total): each stage has a progress of its own."""
    with ExitStack() as every:
        telling: dict[str, Callable[[int, int], None]] = {}

        def update(stage: str, done: int, total: int) -> None:
            if stage not in telling:
                every.close()  # the stage before has ended
                telling[stage] = every.enter_context(progress(f"{task}: {stage}", unit))
            telling[stage](done, total)

        yield update


def cores() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def say(message: str) -> None:
    """Print a message to standard error, where it does not mix with results."""
    click.echo(message, err=True)


def show_faults(faults: Faults, file: Path | None = None) -> None:
    """Print what was wrong, worst first, a screenful at most; all of it goes to `file` as JSON lines."""
    headings: Sequence[tuple[str, Sequence[Fault]]] = (
        ("withheld", faults.of("withheld")),
        ("repaired", faults.of("repaired")),
        ("noted", faults.of("noted")),
    )
    for kind, found in headings:
        for fault in found[:_SHOWN]:
            say(f"{kind}: {fault}")
        if len(found) > _SHOWN:
            say(f"{kind}: ... and {len(found) - _SHOWN} more" + ("" if file else "; --faults FILE writes them all"))
    if file is not None:
        with atomic(file) as handle:
            for fault in faults.found:
                shown = {**asdict(fault), "note": nameable(fault.note)}
                handle.write(json.dumps(shown).encode() + b"\n")


def say_others(written: Written, target: Path) -> None:
    """Say that a folder holds files of an earlier run, which this one neither wrote nor removed."""
    if written.others:
        say(f"{target} also holds {plural(written.others, 'file')} that this run did not write")


def plural(count: int, noun: str) -> str:
    """Return `1 note`, `2 notes`, `3 identities`."""
    many = f"{noun[:-1]}ies" if noun.endswith("ty") else f"{noun}s"
    return f"{count:,} {noun if count == 1 else many}"
