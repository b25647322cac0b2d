"""Random documents for property tests: any Unicode, line ends of all kinds, spans that fit."""

from hypothesis import strategies as st

from scrubjay import Document, Span

# Signs that have broken formats before: line ends, quotes, mark-up, astral and combining characters, no-break space,
# byte order mark, NUL, Unicode line separators, right-to-left marks.
_AWKWARD = st.sampled_from(list("\r\n\t \"'<>&]|,;%-_\u00a0\u0301\ufeff\u2028\u0085\u200f\x00\x1f🩺𐐷éß中ا"))
_LETTERS = st.sampled_from(list("abcXYZ019"))
text = st.lists(st.one_of(_AWKWARD, _LETTERS, st.characters(exclude_categories=["Cs"])), max_size=60).map("".join)
labels = st.sampled_from(["PATIENT", "DATE", "HOSPITAL", "LOCATION-OTHER"])
ids = st.from_regex(r"[A-Za-z0-9./][A-Za-z0-9 _.%/-]{0,8}[A-Za-z0-9]", fullmatch=True)


@st.composite
def documents(draw: st.DrawFn, overlaps: bool = True, metadata: bool = True) -> Document:
    """Draw a document whose spans lie inside its text."""
    content = draw(text)
    spans: list[Span] = []
    if content:
        for _ in range(draw(st.integers(0, 4))):
            start = draw(st.integers(0, len(content) - 1))
            span = Span(start, draw(st.integers(start + 1, len(content))), draw(labels))
            if overlaps or not any(span.overlaps(other) for other in spans):
                spans.append(span)
    values = draw(st.dictionaries(st.sampled_from(["patient", "note_type", "ward"]), text.filter(bool), max_size=3))
    return Document(draw(ids), content, tuple(spans), values if metadata else {})


def corpora(overlaps: bool = True, metadata: bool = True) -> st.SearchStrategy[list[Document]]:
    """Draw up to three documents with distinct ids."""
    return st.lists(documents(overlaps, metadata), max_size=3, unique_by=lambda document: document.id.lower())
