from html.parser import HTMLParser

from hypothesis import given

from scrubjay import Document, Span
from scrubjay.evaluate import page
from scrubjay.evaluate.evaluation import evaluate
from tests.evaluate.damage import pairs

TEXT = "Ann <b>Ruiz</b> saw Dr. Wells & son on 3/8"
GOLD = Document("n<1>", TEXT, (Span(0, 3, "PATIENT"), Span(24, 29, "DOCTOR"), Span(39, 42, "DATE")))
FOUND = GOLD.with_spans((Span(0, 3, "PATIENT"), Span(24, 29, "PATIENT"), Span(32, 35, "PATIENT")))


class Marks(HTMLParser):
    """Collects the classes of marks, the visible text of notes, and addresses a browser would load."""

    def __init__(self) -> None:
        super().__init__()
        self.marks: list[str] = []
        self.note = ""
        self.loaded: list[str] = []
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.loaded += [str(value) for key, value in attrs if key in ("src", "href")]
        if tag == "mark" and "pre" in self._inside:
            self.marks.append(str(found["class"]))
        if tag not in ("meta", "br", "link"):
            self._inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._inside.pop() == tag

    def handle_data(self, data: str) -> None:
        if "pre" in self._inside and "sub" not in self._inside:
            self.note += data


def test_the_page_shows_every_note_in_colour() -> None:
    pair = (GOLD, FOUND)
    shown = Marks()
    shown.feed("".join(page.parts([pair], evaluate([pair]).as_dict(resamples=20))))
    assert shown.note == TEXT, "escaped, nothing lost, nothing doubled"
    assert shown.marks == ["hit", "other", "alarm", "miss"]
    assert not shown.loaded, "nothing comes from elsewhere"


@given(pairs())
def test_stretches_never_overlap_and_cover_all_spans(pair: tuple[Document, Document]) -> None:
    gold, found = pair
    pieces = page.stretches(gold, found)
    edges = [edge for piece in pieces for edge in piece[:2]]
    assert edges == sorted(edges)
    shown = {i for piece in pieces for i in range(piece.start, piece.end)}
    assert shown == {i for span in (*gold.spans, *found.spans) for i in range(span.start, span.end)}
    missed = {i for piece in pieces if piece.kind == "miss" for i in range(piece.start, piece.end)}
    there = {i for span in gold.spans for i in range(span.start, span.end)}
    assert missed == there - {i for span in found.spans for i in range(span.start, span.end)}
