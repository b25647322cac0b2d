"""i2b2 2014 stand-off XML: `<TEXT>` and `<TAGS>`; also CEGS N-GRID 2016 and, with its own root, MEDDOCAN."""

import re
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from scrubjay.documents.document import Document
from scrubjay.documents.formats import xml_parsing
from scrubjay.documents.formats.anchoring import Quoted, anchor
from scrubjay.documents.formats.format import Faults, Format, Input, ReadOptions, WriteOptions
from scrubjay.documents.labels import LABEL_SETS, LabelSet
from scrubjay.documents.span import Span
from scrubjay.errors import DocumentError, FormatError, UnknownNameError

ROOTS: Mapping[str, LabelSet] = {
    "deIdi2b2": LABEL_SETS["i2b2-2014"],
    "MEDDOCAN": LABEL_SETS["meddocan"],
}
_PATIENT = re.compile(r"(\d{3})-\d\d").fullmatch  # 220-03: third note of patient 220
_TAG_ID = re.compile(r"[A-Z]{1,3}\d{1,5}").fullmatch  # P0, T12, DOC3; anything else is not repeated


def read(source: Input, options: ReadOptions, faults: Faults) -> Iterator[Document]:
    """Yield the note of one XML file."""
    with source.open() as handle:
        root = xml_parsing.tree(handle.read(), source.name)
    text, tags = _parts(root, source)
    known = ROOTS.get(root.tag, ROOTS["deIdi2b2"]) if options.labels == "auto" else None
    contradicting = 0
    spans: list[Span] = []
    astray, length = False, len(text)
    for tag in tags:
        try:
            found = tag.attrib
            start, end, label = int(found["start"]), int(found["end"]), found["TYPE"]
            if known is not None and known.category_of.get(label) != tag.tag:
                known.category(label)  # raises for an unknown one, listing the known
                contradicting += tag.tag in known.categories
            spans.append(Span(start, end, label))
            words = found.get("text")
            if (words is None and end > length) or (words is not None and words != text[start:end]):
                astray = True
        except (KeyError, ValueError):
            raise _faulty(source, tags, tag, "it lacks its TYPE, or whole numbers as start and end") from None
        except UnknownNameError as error:
            raise _faulty(source, tags, tag, str(error), "Mend the label, or read with --labels any") from None
        except DocumentError as error:
            raise _faulty(source, tags, tag, str(error)) from None
    if astray:
        spans = _anchored(source, text, tags, spans, faults)
    if contradicting:
        problem = f"{contradicting} tags stand under the element of another category; their TYPE was taken"
        faults.add("noted", problem, file=source.name, note=source.id)
    patient = _PATIENT(source.id.rpartition("/")[2])
    yield Document(source.id, text, tuple(spans), {"patient": patient[1]} if patient else {})


def _parts(root: Element, source: Input) -> tuple[str, list[Element]]:
    """Return the note's text and its tags."""
    texts = root.findall("TEXT")
    if len(texts) != 1:
        problem = f"{len(texts) or 'no'} <TEXT> under the root, where one is expected"
        raise FormatError(problem, file=source.name, remedy=xml_parsing.REMEDY)
    if len(texts[0]):
        remedy = "Inline annotation is read with --format i2b2-2006"
        raise FormatError("elements inside <TEXT> are another format", file=source.name, remedy=remedy)
    return texts[0].text or "", [tag for part in root.findall("TAGS") for tag in part]


def _faulty(
    source: Input, tags: list[Element], tag: Element, problem: str, remedy: str = "Mend the tag"
) -> FormatError:
    name = tag.get("id", "")
    place = f"tag {name}" if _TAG_ID(name) else f"tag number {tags.index(tag) + 1}"
    return FormatError(problem, file=source.name, place=place, remedy=remedy)


def _anchored(source: Input, text: str, tags: list[Element], spans: list[Span], faults: Faults) -> list[Span]:
    """Return the spans where their words stand, or raise for one whose place is not clear."""
    quoted = [Quoted(span.start, span.end, tag.get("text")) for tag, span in zip(tags, spans, strict=True)]
    places, moved = anchor(text, quoted)
    result = []
    for tag, place, span in zip(tags, places, spans, strict=True):
        if place is None:
            problem = "its text is not at its offsets, and where it belongs is not clear"
            raise _faulty(source, tags, tag, problem, "Correct start and end by hand")
        result.append(Span(place[0], place[1], span.label))
    if moved:
        problem = f"{len(moved)} of {len(tags)} spans did not match their text and were moved to where it stands"
        faults.add("repaired", problem, file=source.name, note=source.id)
    return result


def files(document: Document, options: WriteOptions) -> Mapping[str, bytes]:
    """Return the note as XML bytes; the root and the tags' elements follow from the labels."""
    xml_parsing.check_holdable(document.text)
    used = {span.label for span in document.spans}
    root, labels = next(((r, s) for r, s in ROOTS.items() if all(label in s for label in used)), (None, None))
    if root is None or labels is None:
        every = ROOTS["deIdi2b2"]
        problem = str(UnknownNameError(f"label for the set {every.name}", "", every, show=False))
        raise FormatError(problem, remedy="Map the labels first with --map")
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<{root}>"]
    lines += [f"<TEXT>{xml_parsing.cdata(document.text)}</TEXT>", "<TAGS>"]
    for number, span in enumerate(document.spans):
        attributes: dict[str, Any] = {
            "id": f"P{number}",
            "start": span.start,
            "end": span.end,
            "text": document.text_of(span),
            "TYPE": span.label,
            "comment": "",
        }
        shown = " ".join(f'{key}="{xml_parsing.escape_attribute(str(value))}"' for key, value in attributes.items())
        lines.append(f"<{labels.category(span.label)} {shown} />")
    lines += ["</TAGS>", f"</{root}>", ""]
    return {".xml": "\n".join(lines).encode()}


FORMAT = Format(
    name="i2b2-2014",
    title="i2b2 2014 / N-GRID 2016 / MEDDOCAN stand-off XML, a file a note",
    suffixes=(".xml",),
    read=read,
    files=files,
    loses=frozenset({"scores", "metadata"}),
)
