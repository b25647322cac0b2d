"""What the worker processes do: a batch of notes in, their releases out. A note that fails is withheld, with a reason."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from typing import TypeVar

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


def survey(documents: Sequence[Document]) -> set[str]:
    """Return the words of the surrogates' pool that are real names in the notes; a failing note adds none."""
    [(deidentifier, _, _)] = _ready
    real: set[str] = set()
    for document in documents:
        try:
            [found] = deidentifier.find([document])
        except Exception:  # noqa: S112  the note will be withheld when its turn comes
            continue
        for span in found.spans:
            real.update(name_words(found.text_of(span)))
    return real & pool()


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


@contextmanager
def working(
    settings: Settings, vault: bool, jobs: int
) -> Iterator[
    Callable[
        [Callable[[Sequence[Document]], Answer], Iterable[list[Document]]], Iterator[tuple[list[Document], Answer]]
    ]
]:
    """Hand out a function that maps batches to answers, in order, with few of them under way at a time.

    One batch is done here; further processes start when a second one comes. If a process dies, its batches are
    done again note by note, and a note that kills its process is withheld.
    """
    executor: list[ProcessPoolExecutor] = []
    start(settings, vault)

    def pool_of(size: int) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(size, get_context("fork"), initializer=start, initargs=(settings, vault))

    def run(
        task: Callable[[Sequence[Document]], Answer], work: Iterable[list[Document]]
    ) -> Iterator[tuple[list[Document], Answer]]:
        work = iter(work)
        if jobs == 1:
            yield from ((batch, task(batch)) for batch in work)
            return
        first = list(islice(work, 2))
        if len(first) < 2:
            yield from ((batch, task(batch)) for batch in first)
            return
        executor.append(pool_of(jobs))
        waiting: list[tuple[list[Document], Future[Answer]]] = [(b, executor[0].submit(task, b)) for b in first]
        while waiting:
            while len(waiting) < 2 * jobs + 1 and (batch := next(work, None)) is not None:
                waiting.append((batch, executor[0].submit(task, batch)))
            batch, future = waiting.pop(0)
            try:
                yield batch, future.result()
            except BrokenProcessPool:
                again = [batch, *(other for other, _ in waiting)]
                executor[0] = pool_of(jobs)
                waiting = []
                for broken in again:
                    yield broken, carefully(task, broken)

    def carefully(task: Callable[[Sequence[Document]], Answer], batch: list[Document]) -> Answer:
        """Return the answer for a batch one of whose notes may kill its process."""
        answers: list[Result] = []
        names: set[str] = set()
        for document in batch:
            with pool_of(1) as alone:
                try:
                    answer = alone.submit(task, [document]).result()
                except BrokenProcessPool:
                    answers.append(Result(document.id, withheld="the process that worked on it died"))
                    continue
            if isinstance(answer, set):
                names |= answer
            else:
                answers += answer  # type: ignore[operator]
        return names if task is survey else answers  # type: ignore[return-value, comparison-overlap]

    try:
        yield run
    finally:
        for one in executor:
            one.shutdown(wait=True, cancel_futures=True)
