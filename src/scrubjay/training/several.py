"""Several runs, one after the other or some at once, each of those in a process of its own with one thread."""

import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from scrubjay.errors import DivergedError, ScrubjayError, UsageError
from scrubjay.logs import place_of
from scrubjay.training.loop import Epoch
from scrubjay.training.run import CHECKPOINT, complete, recorded, run
from scrubjay.training.settings import TrainingSettings


class Batches(NamedTuple):
    """How far a run is: batches done, of how many."""

    done: int
    total: int


@dataclass(frozen=True)
class Ended:
    """How a run ended: with all its epochs, or with a loss that is no number any more."""

    epochs: tuple[Epoch, ...]
    failed: str | None = None


@dataclass(frozen=True)
class Broken:
    """Why a run could not be trained."""

    why: str
    ours: bool  # a fault of scrubjay's


News = Batches | Epoch | str | Ended | Broken  # a string is a remark on the notes
Tell = Callable[[str, News], None]  # the run's name, and what is new


class Work(Protocol):
    """Something to be trained."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def threads(self) -> int:
        """How many it wants."""

    def ended(self) -> Ended | None:
        """Return how it ended, if it has."""

    def train(self, tell: Tell) -> Ended:
        """Train it; begun before, it goes on where it was."""


@dataclass(frozen=True)
class Task:
    """A run to be trained: what it is called, its settings and its folder."""

    name: str
    settings: TrainingSettings
    folder: Path

    @property
    def threads(self) -> int:
        """How many it wants."""
        return self.settings.threads

    def ended(self) -> Ended | None:
        """Return how it ended, if it has; a run with other settings in its folder is an error."""
        return Ended(tuple(recorded(self.folder))) if complete(self.settings, self.folder) else None

    def train(self, tell: Tell) -> Ended:
        """Train the run, or go on with it."""
        epochs = []
        try:
            for epoch in run(
                self.settings,
                self.folder,
                lambda done, total: tell(self.name, Batches(done, total)),
                lambda words: tell(self.name, words),
            ):
                epochs.append(epoch)
                tell(self.name, epoch)
        except DivergedError as error:
            self.folder.joinpath(CHECKPOINT).unlink(missing_ok=True)  # it leads to the same end again
            return Ended(tuple(epochs), str(error))
        return Ended(tuple(epochs))


Some = TypeVar("Some", bound=Work)


def train_all(tasks: Sequence[Some], jobs: int, tell: Tell) -> Iterator[tuple[Some, Ended]]:
    """Train runs, yielding each when it has ended; one that is complete is not trained again.

    Stopped and started again, those that had begun go on where they were. `tell` is told what is new meanwhile.
    """
    if jobs > 1 and any(task.threads > 1 for task in tasks):
        raise UsageError("runs that are trained at once have one thread each: set threads to 1, or --jobs to 1")
    left = []
    for task in tasks:
        if (ended := task.ended()) is not None:
            tell(task.name, ended)
            yield task, ended
        else:
            left.append(task)
    if jobs > 1:
        yield from _at_once(left, jobs, tell)
    else:
        for task in left:
            ended = task.train(tell)
            tell(task.name, ended)
            yield task, ended


def _at_once(tasks: Sequence[Some], jobs: int, tell: Tell) -> Iterator[tuple[Some, Ended]]:
    """Train runs in processes; if one dies or this function is left, the others are stopped, to go on later."""
    # torch's threads do not survive a fork: a process that has imported it and done nothing is what others fork from.
    context = get_context("forkserver")
    context.set_forkserver_preload([__name__, "gensim.models"])
    waiting = list(reversed(tasks))
    running: dict[Connection, tuple[Some, ForkServerProcess]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                task = waiting.pop()
                reader, writer = context.Pipe(duplex=False)
                process = context.Process(target=_work, args=(task, writer), daemon=True)
                process.start()
                writer.close()
                running[reader] = task, process
            for ready in wait(list(running)):
                assert isinstance(ready, Connection)
                task, process = running[ready]
                try:
                    news: News = ready.recv()
                except EOFError:
                    news = Broken("its process has died; give the command again to go on", ours=True)
                if isinstance(news, Broken):
                    raise (ScrubjayError if news.ours else UsageError)(f"{task.name}: {news.why}")
                tell(task.name, news)
                if isinstance(news, Ended):
                    process.join()
                    del running[ready]
                    yield task, news
    finally:
        for reader, (_, process) in running.items():
            process.terminate()
            process.join()
            reader.close()


def _work(task: Work, writer: Connection) -> None:
    """Train a run in this process; what is new goes to the one that asked, and so does every error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one that asked, who ends this process
    try:
        writer.send(task.train(lambda _, news: writer.send(news)))
    except BrokenPipeError:
        return  # nobody listens any more
    except ScrubjayError as error:
        writer.send(Broken(str(error), ours=error.exit_code == ScrubjayError.exit_code))
    except Exception as error:
        # Messages of other libraries may quote the note.
        writer.send(Broken(f"internal fault, {place_of(error)}; please report it", ours=True))
