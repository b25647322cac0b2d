"""Gold spans damaged at random, as a system's output might be."""

from hypothesis import strategies as st

from scrubjay import Document, Span

LABELS = "PATIENT DOCTOR USERNAME PROFESSION HOSPITAL CITY STATE AGE DATE PHONE URL MEDICALRECORD IDNUM OTHER".split()
_SIGNS = st.sampled_from(list("abcé 12.-/\n中"))


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Document, Document]:
    """Draw a gold note and a prediction whose spans are shifted, relabelled, dropped, doubled or invented."""
    text = "".join(draw(st.lists(_SIGNS, min_size=1, max_size=60)))
    edge = st.integers(0, len(text) - 1)

    def span(start: int, end: int, label: str) -> Span:
        start = min(max(start, 0), len(text) - 1)
        return Span(start, min(max(end, start + 1), len(text)), label)

    gold = [
        span(start, start + draw(st.integers(1, 12)), draw(st.sampled_from(LABELS)))
        for start in draw(st.lists(edge, max_size=6))
    ]
    found = []
    for each in gold:
        for _ in range(draw(st.sampled_from([0, 1, 1, 1, 2]))):
            shift, stretch = (
                draw(st.sampled_from([0, 0, 0, 1, -1])),
                draw(st.sampled_from([0, 0, 1, 2, 3, -1, -2, -3])),
            )
            label = draw(st.sampled_from([each.label, each.label, draw(st.sampled_from(LABELS))]))
            found.append(span(each.start + shift, each.end + shift + stretch, label))
    for start in draw(st.lists(edge, max_size=2)):
        found.append(span(start, start + draw(st.integers(1, 8)), draw(st.sampled_from(LABELS))))
    return Document("n", text, tuple(gold)), Document("n", text, tuple(found))
