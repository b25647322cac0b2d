"""What long studies have in common: options, and results that are kept when they are there, so that a run goes on."""

import argparse
import json
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from scrubjay.cli import terminal
from scrubjay.documents.formats.atomic import atomic

Figures = dict[str, Any]
Done = Callable[[Executor, Sequence[str]], Iterator[tuple[str, Any]]]


def options(about: str | None) -> tuple[int, str]:
    """Return what a study was told: how many experiments at once, and how the names of those to run begin."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=terminal.cores(), help="experiments at once")
    parser.add_argument("--only", default="", help="those whose name begins so")
    given = parser.parse_args()
    return given.jobs, given.only


def run(
    file: Path,
    known: Sequence[str],
    done: Done,
    tell: Callable[[Any], str],
    about: str | None,
    prepare: Callable[[], None],
) -> Figures:
    """Run the experiments that a file lacks, several at once, keeping each result when it is there; return all."""
    jobs, only = options(about)
    os.environ["OMP_NUM_THREADS"] = "1"
    prepare()
    figures: Figures = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    missing = [name for name in known if name not in figures and name.startswith(only)]
    terminal.say(f"{len(figures)} experiments are done, {len(missing)} to go")
    with ProcessPoolExecutor(jobs, mp_context=get_context("forkserver")) as workers:
        for name, found in done(workers, missing):
            figures[name] = found
            kept = {each: figures[each] for each in known if each in figures}
            with atomic(file) as handle:
                handle.write(json.dumps(kept, indent=1).encode() + b"\n")
            terminal.say(f"{name}: {tell(found)}{found['cpu_seconds']:.0f} CPU s")
    return figures
