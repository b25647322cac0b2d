"""CoNLL columns: a token a line, a blank line after a sentence, tags in IOB2 or BIOES.

Written are NeuroNER's columns `token note start end tag`, so that offsets survive; what they cannot hold is
which white space stood between tokens: it comes back as spaces, or a line end after a sentence. Files without
offsets (`token ... tag`) are read too; then tokens are joined by one space and notes part at `-DOCSTART-`.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import BinaryIO

from scrubjay.documents.document import Document
from scrubjay.documents.formats.format import Faults, Format, Input, ReadOptions, WriteOptions, is_text, text_lines
from scrubjay.errors import DocumentError, FormatError
from scrubjay.tokens.alignment import align, split_tokens, to_spans
from scrubjay.tokens.schemes import decode as decode_tags
from scrubjay.tokens.schemes import encode
from scrubjay.tokens.sentences import split_sentences
from scrubjay.tokens.token import Token
from scrubjay.tokens.tokenizers import tokenizer

_START = "-DOCSTART-"
# White space is made anew from the offsets. A mistaken offset must not ask for gigabytes of it.
_ROOM, _ROOM_PER_SIGN = 100_000, 100


def _room(written: int) -> int:
    """Return how long a note may be of which so many characters are in tokens."""
    return _ROOM + _ROOM_PER_SIGN * written


@dataclass
class _Note:
    """The tokens of one note while its lines come in."""

    id: str
    first_line: int
    words: list[str] = field(default_factory=list)
    tokens: list[Token] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    breaks: set[int] = field(default_factory=set)  # indexes of tokens that begin a sentence
    written: int = 0  # characters of tokens so far
    fault: str = ""

    def add(self, fields: list[str], with_offsets: bool) -> None:
        """Take in one token line; what is wrong with it is kept until the note is finished."""
        end = self.tokens[-1].end if self.tokens else 0
        self.written += len(fields[0])
        if with_offsets:
            try:
                token = Token(int(fields[2]), int(fields[3]))
            except (ValueError, IndexError):
                token = Token(-1, -1)
            if token.start < end or len(fields) != 5 or token.end - token.start != len(fields[0]):
                self.fault = self.fault or "a token whose offsets do not fit its length or the token before it"
                return
            if token.end > _room(self.written):
                self.fault = self.fault or "offsets that leave more white space than a note has"
                return
        else:
            start = end + bool(self.tokens)
            token = Token(start, start + len(fields[0]))
        self.words.append(fields[0])
        self.tokens.append(token)
        self.tags.append(fields[-1])

    def document(self, faults: Faults, file: str) -> Document:
        """Return the finished note: text laid out by the offsets, spans decoded from the tags."""
        if self.fault:
            raise DocumentError(self.fault)
        decoded = decode_tags(self.tags)
        if decoded.repairs:
            faults.add(
                "repaired",
                f"{decoded.repairs} tags did not continue what came before",
                file=file,
                note=self.id,
            )
        pieces, position = [], 0
        for index, (word, token) in enumerate(zip(self.words, self.tokens, strict=True)):
            gap = token.start - position
            pieces.append("\n" + " " * (gap - 1) if gap and index in self.breaks and index else " " * gap)
            pieces.append(word)
            position = token.end
        return Document(self.id, "".join(pieces), to_spans(decoded.entities, self.tokens))


def read(source: Input, options: ReadOptions, faults: Faults) -> Iterator[Document]:
    """Yield the notes of one file; a note with a broken line is withheld, the others go on."""
    with source.open() as handle:
        for note in _notes(text_lines(handle, options.encoding), source.id, options.encoding):
            try:
                yield note.document(faults, source.name)
            except DocumentError as error:
                faults.add(
                    "withheld",
                    str(error),
                    file=source.name,
                    place=f"from line {note.first_line}",
                    # Where columns are mistaken, the id is a word of the note; words seldom hold digits.
                    note=note.id if any(map(str.isdigit, note.id)) else "",
                    remedy="Mend the lines of this note",
                )


def _notes(lines: Iterable[str], file_id: str, encoding: str) -> Iterator[_Note]:
    """Yield the notes of a file: by their id column, or parted at -DOCSTART-."""
    note: _Note | None = None
    with_offsets: bool | None = None
    sentence_ended, count = False, 0
    for number, line in enumerate(lines, 1):
        fields = [part for part in line.rstrip("\r\n").replace("\t", " ").split(" ") if part]
        if not fields:
            sentence_ended = True
            continue
        if fields[0] == _START:
            if note is not None:
                yield note
            note = None
            continue
        if with_offsets is None:
            with_offsets = len(fields) == 5 and fields[2].isdecimal() and fields[3].isdecimal()
        name = fields[1] if with_offsets and len(fields) == 5 else None
        if note is None or (name is not None and _unquoted(name) != note.id):
            if note is not None:
                yield note
            count += 1
            note = _Note(_unquoted(name) if name else f"{file_id}-{count}", number)
        if sentence_ended:
            note.breaks.add(len(note.tokens))
            sentence_ended = False
        if not is_text(line):
            note.fault = note.fault or f"line {number} is not {encoding} text"
        elif len(fields) < 2:
            note.fault = note.fault or "a line without a tag"
        else:
            note.add(fields, with_offsets)
    if note is not None:
        yield note


def _quoted(note_id: str) -> str:
    """Return an id without the spaces that part columns."""
    return note_id.replace("%", "%25").replace(" ", "%20")


def _unquoted(column: str) -> str:
    return column.replace("%20", " ").replace("%25", "%")


@contextmanager
def stream(handle: BinaryIO, options: WriteOptions) -> Iterator[Callable[[Document], None]]:
    """Write documents as tagged tokens with offsets; a token that a span cuts through is written in parts."""
    tokenize = tokenizer(options.tokenizer)

    def add(document: Document) -> None:
        _check_holdable(document)
        tokens, _ = split_tokens(tokenize(document.text), document.spans)
        written = 0
        for start, end in tokens:
            written += end - start
            if end > _room(written):
                raise FormatError("more white space than the reader believes", remedy="Write JSONL or brat")
        tags = encode(align(document.spans, tokens).entities, len(tokens), options.scheme)
        name = _quoted(document.id)
        lines = [f"{_START} {name} 0 0 O", ""]
        for first, end in split_sentences(document.text, tokens, keep=[(s.start, s.end) for s in document.spans]):
            for (start, stop), tag in zip(tokens[first:end], tags[first:end], strict=True):
                lines.append(f"{document.text[start:stop]} {name} {start} {stop} {tag}")
            lines.append("")
        handle.write(("\n".join(lines) + "\n").encode())

    yield add


def _check_holdable(document: Document) -> None:
    def refuse(problem: str) -> FormatError:
        return FormatError(problem, remedy="Write JSONL or brat, which can hold it")

    if document.overlapping():
        raise refuse("overlapping spans, which one tag a token cannot hold")
    if any(words != words.strip() for words in map(document.text_of, document.spans)):
        raise refuse("a span that begins or ends in white space, where there are no tokens")
    if _START in document.text:
        raise refuse(f"the text holds {_START}, which parts documents")
    if not document.text.strip():
        raise refuse("a note without a token")


FORMAT = Format(
    name="conll",
    title="CoNLL columns (token, note, start, end, tag) in IOB2 or BIOES",
    suffixes=(".conll", ".bio", ".iob", ".bioes"),
    read=read,
    stream=stream,
    loses=frozenset({"scores", "metadata", "white space"}),
)
