"""What the worker processes do: a batch of notes in, their releases out; a note that fails is withheld."""

import gc
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain, islice
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Protocol, TypeVar

from scrubjay.deidentify.deidentifier import Deidentifier, Settings
from scrubjay.documents.document import Document
from scrubjay.documents.span import Span
from scrubjay.errors import DocumentError, ScrubjayError
from scrubjay.logs import place_of
from scrubjay.replace.release import Moved
from scrubjay.replace.surrogates.pools import pool
from scrubjay.replace.surrogates.words import name_words
from scrubjay.replace.vault import seal

_NOTES, _CHARACTERS = 64, 400_000  # a batch ends at either
_STOPS = (signal.SIGINT, signal.SIGTERM)

Answer = TypeVar("Answer")


@dataclass(frozen=True, repr=False)
class Result:
    """A note's release, or why it is withheld; `spans` are what went, `sealed` its line in the vault."""

    id: str
    withheld: str = ""
    text: str = ""
    moved: tuple[Moved, ...] = ()
    sealed: str = ""
    spans: tuple[Span, ...] = ()
    labels: Counter[str] = field(default_factory=Counter)
    sources: Counter[str] = field(default_factory=Counter)


_ready: list[tuple[Deidentifier, Settings, bool]] = []


def start(settings: Settings, vault: bool) -> None:
    """Prepare this process for a run."""
    _ready[:] = [(settings.build(), settings, vault)]


def _start_worker() -> None:
    """Prepare a forked process, which is ready like its parent: it ends when that does, and leaves Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPS)
    Thread(target=_end_with_parent, daemon=True).start()
    gc.freeze()  # a collection would touch, and so copy, all that is shared with the parent


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()  # a parent that is killed says nothing, but its end of a pipe closes
    os._exit(1)


@contextmanager
def _later() -> Iterator[None]:
    """Let a request to stop wait: Python loses one that comes while a process is forked."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def redact(documents: Sequence[Document]) -> list[Result]:
    """Return the result of each note."""
    [(deidentifier, settings, vault)] = _ready
    return [_redacted(document, deidentifier, settings, vault) for document in documents]


def _redacted(document: Document, deidentifier: Deidentifier, settings: Settings, vault: bool) -> Result:
    try:
        [found] = deidentifier.find([document])
        decided, release = deidentifier.release(found)
        sealed = ""
        if vault:
            assert settings.key is not None
            sealed = seal(release, decided, settings.key)
    except DocumentError as error:
        return Result(document.id, withheld=str(error).split(": ", 1)[-1])
    except ScrubjayError as error:
        return Result(document.id, withheld=str(error))
    except Exception as error:
        # Whatever went wrong, its message may quote the note: say where, not what.
        return Result(document.id, withheld=f"an internal fault, {place_of(error)}")
    labels = Counter(span.label for span in decided.spans)
    sources = Counter(span.source or "given" for span in decided.spans)
    return Result(document.id, "", release.text, release.moved, sealed, decided.spans, labels, sources)


def detect(documents: Sequence[Document]) -> list[Document | Result]:
    """Return each note with the spans that the policy takes out, or why it is withheld."""
    [(deidentifier, _, _)] = _ready
    answers: list[Document | Result] = []
    for document in documents:
        try:
            answers.append(deidentifier.detect(document))
        except Exception as error:
            answers.append(Result(document.id, withheld=f"an internal fault, {place_of(error)}"))
    return answers


def died(document: Document) -> Result:
    """Return the result of a note whose process died."""
    return Result(document.id, withheld="the process that worked on it died")


def survey(documents: Sequence[Document]) -> list[set[str]]:
    """Return the words of the surrogates' pool that are real names in each note; a failing note has none."""
    [(deidentifier, _, _)] = _ready
    return [_names(document, deidentifier) for document in documents]


def _names(document: Document, deidentifier: Deidentifier) -> set[str]:
    try:
        [found] = deidentifier.find([document])
    except Exception:
        return set()  # the note will be withheld when its turn comes
    return {word for span in found.spans for word in name_words(found.text_of(span))} & pool()


def no_names(document: Document) -> set[str]:
    """Return what a survey says of a note whose process died: it will be withheld."""
    return set()


def batches(documents: Iterable[Document]) -> Iterator[list[Document]]:
    """Yield documents in batches of bounded size."""
    batch: list[Document] = []
    size = 0
    for document in documents:
        batch.append(document)
        size += len(document.text)
        if len(batch) >= _NOTES or size >= _CHARACTERS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


class Run(Protocol):
    """Maps batches to answers, one a note, in order; `lost` answers for a note that killed its process."""

    def __call__(
        self,
        task: Callable[[Sequence[Document]], list[Answer]],
        work: Iterable[list[Document]],
        lost: Callable[[Document], Answer],
    ) -> Iterator[tuple[list[Document], list[Answer]]]:
        """Yield each batch with its answers."""
        ...


@contextmanager
def working(settings: Settings, vault: bool, jobs: int) -> Iterator[Run]:
    """Hand out a function that maps batches to answers, with few of them under way at a time.

    Notes are worked on in processes of their own, one of them until a second batch comes. If one dies, its batches
    are done again note by note, and a note that kills its process is withheld.
    """
    executor: list[ProcessPoolExecutor] = []
    ahead = 2 * jobs + 1 if jobs > 1 else 1  # batches under way: a single process has nothing to wait for
    start(settings, vault)

    def pool_of(size: int) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(size, get_context("fork"), initializer=_start_worker)

    def run(
        task: Callable[[Sequence[Document]], list[Answer]],
        work: Iterable[list[Document]],
        lost: Callable[[Document], Answer],
    ) -> Iterator[tuple[list[Document], list[Answer]]]:
        work = iter(work)
        first = list(islice(work, min(jobs, 2)))
        if not first:
            return
        with suppress(Exception):
            _ready[0][0].find([Document("empty", "")])  # reads the lists once, for all processes forked from this one
        close()
        executor[:] = [pool_of(jobs if len(first) > 1 else 1)]
        work = chain(first, work)
        waiting: list[tuple[list[Document], Future[list[Answer]]]] = []
        while True:
            while len(waiting) < ahead and (batch := next(work, None)) is not None:
                waiting.append((batch, submitted(task, batch)))
            if not waiting:
                return
            batch, future = waiting.pop(0)
            try:
                answers = future.result()
            except BrokenProcessPool:
                again = [batch, *(other for other, _ in waiting)]
                waiting = []
                executor[0].shutdown()
                for broken in again:
                    yield broken, one_by_one(task, broken, lost)
            else:
                yield batch, answers

    def submitted(task: Callable[[Sequence[Document]], list[Answer]], batch: list[Document]) -> Future[list[Answer]]:
        """Return the answers to come; of processes that are dead already, the error."""
        try:
            with _later():
                return executor[0].submit(task, batch)
        except BrokenProcessPool as error:
            broken: Future[list[Answer]] = Future()
            broken.set_exception(error)
            return broken

    def one_by_one(
        task: Callable[[Sequence[Document]], list[Answer]], batch: list[Document], lost: Callable[[Document], Answer]
    ) -> list[Answer]:
        """Return the answers for notes one of which may kill its process."""
        answers: list[Answer] = []
        executor[0] = pool_of(1)
        for document in batch:
            try:
                answers += submitted(task, [document]).result()
            except BrokenProcessPool:
                answers.append(lost(document))
                executor[0].shutdown()
                executor[0] = pool_of(1)
        executor[0].shutdown()
        executor[0] = pool_of(jobs)
        return answers

    def close() -> None:
        for one in executor:
            one.shutdown(wait=True, cancel_futures=True)

    try:
        yield run
    finally:
        close()
