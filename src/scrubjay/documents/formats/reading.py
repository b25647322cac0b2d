"""The one door in: `read` yields documents from a file, a folder or standard input."""

from collections.abc import Callable, Iterator
from pathlib import Path

from scrubjay import logs
from scrubjay.documents.document import Document
from scrubjay.documents.formats.format import ENCODING_REMEDY, STDIN, Faults, Format, Header, Input, ReadOptions
from scrubjay.documents.formats.registry import below, format_named, recognise
from scrubjay.documents.labels import label_set
from scrubjay.errors import ColumnError, DocumentError, FormatError, UnknownNameError


def read(
    path: Path | str,
    format: Format | str | None = None,
    options: ReadOptions | None = None,
    faults: Faults | None = None,
    progress: Callable[[int, int], None] | None = None,
    header: Header | None = None,
) -> Iterator[Document]:
    """Yield the documents of a file, of all files below a folder, or of standard input (`-`).

    Without `faults`, the first note that cannot be read raises FormatError. With it, such notes are withheld
    and recorded there, and reading goes on; but a table without the columns that were named raises, unless notes of
    another one had them. `progress` is told how many of how many bytes are done, `header` what
    a table calls its columns.
    """
    path = Path(path)
    options = options or ReadOptions()
    faults = Faults(strict=True) if faults is None else faults
    if format is None:
        format = recognise(path)
    elif isinstance(format, str):
        format = format_named(format)
    wanted = format.labels if options.labels == "auto" else None if options.labels == "any" else options.labels
    labels = None if wanted is None else label_set(wanted)
    seen: set[str] = set()
    inputs = _inputs(path, format, faults)
    total = sum(map(_size, inputs)) if progress is not None else 0
    done = 0
    for source in inputs:
        source.header = header
        logs.event("reading", file=source.name, format=format.name)
        alone = source.id if format.files else ""  # a file that is one note is named by the note's id as well
        known, count = len(faults.found), len(seen)
        try:
            for document in format.read(source, options, faults):
                problem = ""
                if document.id in seen:
                    problem, remedy = "its id was read before", "Give every note an id of its own"
                elif labels is not None and (unknown := {s.label for s in document.spans} - set(labels)):
                    error = UnknownNameError(f"label for the set {labels.name}", unknown.pop(), labels, show=False)
                    problem, remedy = str(error), "Map the labels first, or read with --labels any"
                if problem:
                    faults.add("withheld", problem, file=source.name, note=document.id, remedy=remedy)
                    continue
                seen.add(document.id)
                yield document
                if progress is not None:
                    progress(done + source.position(), total)
        except FormatError as error:
            if isinstance(error, ColumnError) and not seen:
                raise
            faults.add("withheld", error.problem, file=error.file, place=error.place, note=alone, remedy=error.remedy)
        except DocumentError as error:
            faults.add("withheld", str(error), file=source.name, note=alone)
        except UnicodeError:
            problem = f"not {options.encoding} text"
            faults.add("withheld", problem, file=source.name, note=alone, remedy=ENCODING_REMEDY)
        except OSError as error:
            file = str(error.filename or source.name)
            faults.add("withheld", f"cannot be read ({error.strerror})", file=file, note=alone)
        if (known, count) == (len(faults.found), len(seen)):
            faults.add("noted", "it holds no note", file=source.name)
        if progress is not None:
            done += _size(source)
            progress(done, total)


def _inputs(path: Path, format: Format, faults: Faults) -> list[Input]:
    """Return the files to read, in order of name; a note's id is its path below the folder, without suffix."""
    if path == STDIN:
        return [Input(None)]
    if not path.exists():
        raise FormatError("no such file or folder", file=str(path), remedy="Check the path")
    if not path.is_dir():  # a file, or a pipe
        return [Input(path if format.name != "brat" else path.with_suffix(".txt"), path.stem)]
    chosen, others, alone = [], [], []

    def unreadable(error: OSError) -> None:
        problem = f"the folder cannot be read ({error.strerror}), nor the notes in it"
        faults.add("withheld", problem, file=str(error.filename), remedy="Ask for permission, or take it away")

    hidden: list[Path] = []
    for file in below(path, unreadable, hidden.append):
        suffix = file.suffix.lower()
        if suffix in format.suffixes:
            chosen.append(file)
        elif suffix != ".ann" or format.name != "brat":
            others.append(file)
        elif not file.with_suffix(".txt").exists():
            alone.append(file)
    for file in alone:
        faults.add("withheld", "there is no .txt file beside it", file=str(file), remedy="Add it, or remove this one")
    if hidden:
        problem = f"{len(hidden)} hidden files or folders, or folders that are links, were not read"
        faults.add("noted", problem, file=str(path))
    if others:
        kinds = ", ".join(sorted({file.suffix or "without suffix" for file in others}))
        faults.add("noted", f"{len(others)} files were not read ({kinds})", file=str(path))
    if not chosen and not alone and not faults.of("withheld"):
        raise FormatError(
            f"no {' or '.join(format.suffixes)} file in the folder",
            file=str(path),
            remedy="Check the folder, or say another --format",
        )
    return [Input(file, file.relative_to(path).with_suffix("").as_posix()) for file in chosen]


def _size(source: Input) -> int:
    try:
        return source.path.stat().st_size if source.path else 0
    except OSError:
        return 0  # reading it will say what is wrong
