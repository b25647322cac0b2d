"""Every format by name, and recognising a file's or folder's format."""

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from xml.parsers import expat

from scrubjay.documents.formats import (
    brat,
    conll,
    delimited,
    i2b2_2006,
    i2b2_2014,
    jsonl,
    parquet,
    text,
    xml_parsing,
)
from scrubjay.documents.formats.format import STDIN, Format
from scrubjay.errors import FormatError, UnknownNameError, UsageError

FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        each.name: each
        for each in (
            text.FORMAT,
            jsonl.FORMAT,
            i2b2_2014.FORMAT,
            i2b2_2006.FORMAT,
            brat.FORMAT,
            conll.FORMAT,
            delimited.CSV,
            delimited.TSV,
            parquet.FORMAT,
        )
    }
)
_BY_SUFFIX = {suffix: each for each in FORMATS.values() for suffix in each.suffixes if suffix not in (".xml", ".txt")}


def format_named(name: str) -> Format:
    """Return the format of that name."""
    try:
        return FORMATS[name]
    except KeyError:
        raise UnknownNameError("format", name, FORMATS) from None


def below(
    folder: Path,
    unreadable: Callable[[OSError], None] | None = None,
    passed_over: Callable[[Path], None] | None = None,
) -> Iterator[Path]:
    """Yield the files of a folder and of all folders below it, by name.

    A folder that cannot be read goes to `unreadable`; what is hidden, and folders that are links, to `passed_over`.
    """
    for place, folders, names in os.walk(folder, onerror=unreadable):
        entered = []
        for name in sorted(folders):
            if name.startswith(".") or Path(place, name).is_symlink():
                if passed_over is not None:
                    passed_over(Path(place, name))
            else:
                entered.append(name)
        folders[:] = entered
        for name in sorted(names):
            if not name.startswith("."):
                yield Path(place, name)
            elif passed_over is not None:
                passed_over(Path(place, name))


def recognise(path: Path) -> Format:
    """Return the format of a file or folder, from suffixes and, for XML, the first element."""
    if path == STDIN:
        raise UsageError("the format of standard input cannot be recognised; say which with --format")
    if not path.exists():
        raise FormatError("no such file or folder", file=str(path), remedy="Check the path")
    suffixes = {path.suffix.lower()}
    example = path
    if path.is_dir():
        found = _by_suffix(path)
        if ".ann" in found:
            return brat.FORMAT
        suffixes = set(found) & (set(_BY_SUFFIX) | {".txt", ".xml"})
        example = found[next(iter(suffixes))] if len(suffixes) == 1 else path
    if suffixes == {".txt"}:
        beside = example.with_suffix(".ann").exists()
        return brat.FORMAT if beside else text.FORMAT
    if suffixes == {".ann"}:
        return brat.FORMAT
    if suffixes == {".xml"}:
        return i2b2_2006.FORMAT if _has_records(example) else i2b2_2014.FORMAT
    formats = {_BY_SUFFIX[suffix].name for suffix in suffixes if suffix in _BY_SUFFIX}
    if len(formats) == 1:
        return FORMATS[formats.pop()]
    what = f"files of several formats ({', '.join(sorted(suffixes))})" if len(suffixes) > 1 else "no known suffix"
    raise FormatError(
        f"the format is not clear: {what}",
        file=str(path),
        remedy=f"Say which with --format: {', '.join(FORMATS)}",
    )


def _by_suffix(folder: Path) -> dict[str, Path]:
    """Return a file of each suffix below a folder; one without any file that may be a note is an error."""
    hidden: list[Path] = []
    files = list(below(folder, passed_over=hidden.append))
    found = {file.suffix.lower(): file for file in files}
    known = [*_BY_SUFFIX, ".txt", ".ann", ".xml"]
    if not files:
        problem = "the folder holds only hidden files, which are not read" if hidden else "the folder is empty"
        raise FormatError(problem, file=str(folder), remedy="Check the path")
    if not found.keys() & set(known):
        which = f"none of its {len(files)} files has" if len(files) > 1 else "its only file does not have"
        raise FormatError(
            f"{which} a known suffix ({', '.join(known)})",
            file=str(folder),
            remedy="Check the path, or rename the files",
        )
    return found


def _has_records(path: Path) -> bool:
    """Tell whether the root's first child is a RECORD, which means inline annotation."""
    parser = xml_parsing.parser(str(path))
    names: list[str] = []

    def start(name: str, _: object) -> None:
        names.append(name)

    parser.StartElementHandler = start
    with path.open("rb") as handle:
        try:
            while len(names) < 2 and (chunk := handle.read(1 << 12)):
                parser.Parse(chunk, False)
        except (expat.ExpatError, FormatError, LookupError, ValueError):
            return False  # reading it will say what is wrong
    return names[1:2] == ["RECORD"]


def recognise_name(path: Path, option: str = "") -> Format:
    """Return the format a file that is yet to be written should have, from its suffix.

    `option` is what the command calls its option for the format, if it has one.
    """
    suffix = path.suffix.lower()
    if suffix in _BY_SUFFIX:
        return _BY_SUFFIX[suffix]
    remedy = f"End the name with {', '.join(_BY_SUFFIX)}"
    if option:
        remedy += f", or say which format with {option}: {', '.join(FORMATS)}"
    raise FormatError("the suffix does not tell the format", file=str(path), remedy=remedy)
