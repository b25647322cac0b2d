"""brat stand-off: `note.txt` beside `note.ann` with lines `T1<TAB>LABEL START END<TAB>words`."""

from collections import Counter
from collections.abc import Iterator, Mapping

from scrubjay.documents.document import Document
from scrubjay.documents.formats.anchoring import Quoted, anchor
from scrubjay.documents.formats.format import Faults, Format, Input, ReadOptions, WriteOptions
from scrubjay.documents.span import Span
from scrubjay.errors import DocumentError, FormatError

_OTHER_KINDS = {
    "R": "relation",
    "E": "event",
    "A": "attribute",
    "M": "attribute",
    "N": "normalisation",
    "#": "comment",
    "*": "equivalence",
}


def read(source: Input, options: ReadOptions, faults: Faults) -> Iterator[Document]:
    """Yield the note of a `.txt` file with the spans of the `.ann` file beside it.

    A discontinuous annotation becomes one span per fragment. Relations, events and the like are not PHI: they
    are counted and passed over.
    """
    if source.path is None:
        raise FormatError("brat needs two files a note and cannot come from standard input", remedy="Give a folder")
    beside = source.path.with_suffix(".ann")
    if not beside.exists():
        raise FormatError(
            "there is no .ann file beside it",
            file=source.name,
            remedy="An unannotated note is read with --format text; a note without PHI has an empty .ann file",
        )
    text = source.text(options.encoding)
    annotations = Input(beside, source.id)
    quoted: list[Quoted] = []
    labels: list[str] = []
    lines: list[int] = []
    passed_over: Counter[str] = Counter()
    for number, line in enumerate(annotations.text(options.encoding).removeprefix("\ufeff").split("\n"), 1):
        line = line.removesuffix("\r")
        if not line.strip():
            continue
        if not line.startswith("T"):
            if line[0] not in _OTHER_KINDS:
                raise _broken(annotations, number, "a line that is no brat annotation")
            passed_over[_OTHER_KINDS[line[0]]] += 1
            continue
        label, fragments, words = _text_bound(line, annotations, number)
        for start, end in fragments:
            # Only a span in one piece is quoted as it stands.
            quoted.append(Quoted(start, end, words if len(fragments) == 1 else None))
            labels.append(label)
            lines.append(number)
        if len(fragments) > 1:
            faults.add(
                "repaired",
                f"a discontinuous annotation became {len(fragments)} spans",
                file=annotations.name,
                place=f"line {number}",
                note=source.id,
            )
    places, moved = anchor(text, quoted)
    spans = []
    for place, label, number in zip(places, labels, lines, strict=True):
        if place is None:
            raise FormatError(
                "the annotation's words are not at its offsets, and where they belong is not clear",
                file=annotations.name,
                place=f"line {number}",
                remedy="Correct the offsets by hand",
            )
        try:
            spans.append(Span(place[0], place[1], label))
        except DocumentError as error:
            raise FormatError(str(error), file=annotations.name, place=f"line {number}") from None
    if moved:
        faults.add(
            "repaired",
            f"{len(moved)} of {len(quoted)} spans did not match their words and were moved to where these stand",
            file=annotations.name,
            note=source.id,
        )
    if passed_over:
        counts = ", ".join(f"{count} {kind}" for kind, count in sorted(passed_over.items()))
        faults.add("noted", f"not spans, passed over: {counts}", file=annotations.name, note=source.id)
    yield Document(source.id, text, tuple(spans))


def _text_bound(line: str, file: Input, number: int) -> tuple[str, list[tuple[int, int]], str | None]:
    """Return label, fragments and words of a `T` line."""
    fields = line.split("\t", 2)
    try:
        label, _, offsets = fields[1].partition(" ")
        fragments = []
        for fragment in offsets.split(";"):
            start, end = fragment.split(" ")
            fragments.append((int(start), int(end)))
    except (IndexError, ValueError):
        raise _broken(file, number, "not of the form T1<TAB>LABEL START END<TAB>words") from None
    return label, fragments, fields[2] if len(fields) == 3 else None


def _broken(file: Input, number: int, problem: str) -> FormatError:
    return FormatError(problem, file=file.name, place=f"line {number}", remedy="Mend the line")


_FOLD = str.maketrans("\t\n\r", "   ")  # the words stand on one line, as many characters as the span has


def files(document: Document, options: WriteOptions) -> Mapping[str, bytes]:
    """Return the note as text and annotation bytes."""
    lines = [
        f"T{number}\t{span.label} {span.start} {span.end}\t{document.text_of(span).translate(_FOLD)}\n"
        for number, span in enumerate(document.spans, 1)
    ]
    return {".txt": document.text.encode(), ".ann": "".join(lines).encode()}


FORMAT = Format(
    name="brat",
    title="brat stand-off, a .txt and a .ann file a note",
    suffixes=(".txt",),
    read=read,
    files=files,
    loses=frozenset({"scores", "metadata"}),
)
