from html.parser import HTMLParser
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay import Document, Span
from scrubjay.deidentify.page import page
from scrubjay.deidentify.report import report
from scrubjay.documents.formats.format import Faults
from scrubjay.replace.release import Release, cut
from scrubjay.replace.replacer import replacer
from tests.deidentify.test_report import ORDER, TOTALS
from tests.strategies import documents

EVIL = "<script src='http://example.org/x.js'>\"&</script>"


class Reader(HTMLParser):
    """Collects a page's elements, attributes and words."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.words = ""
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.attributes += attrs
        if tag not in ("meta", "link", "img", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def parsed(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


def made(**changes: Any) -> dict[str, Any]:
    return {**report(ORDER, TOTALS, Faults()), **changes}


def pair(document: Document) -> tuple[Document, Release]:
    return document, cut(document, replacer("tag").replacements(document))


def test_no_cell_of_the_settings_is_empty() -> None:
    settings = made()["settings"]
    for names, shown in (([], "none"), (["ward", "unit"], "ward, unit")):
        text = page(made(settings={**settings, "metadata_released": names}))
        assert f"<td>metadata released</td><td>{shown}</td>" in text


def test_the_page_is_one_file_that_loads_nothing() -> None:
    text = page(made())
    reader = parsed(text)
    assert not {"script", "link", "img", "iframe", "object", "form", "base"} & set(reader.elements)
    assert not {name for name, _ in reader.attributes} & {"src", "href", "srcset", "action", "data", "onload"}
    assert "url(" not in text
    assert "@import" not in text
    assert "://" not in text


def test_the_page_says_what_the_report_says() -> None:
    words = parsed(page(made())).words
    for expected in ("notes released", "PATIENT", "n7", "it leaks, too", "(id not shown)", "ward", "Reviewed by"):
        assert expected in words
    assert "Samples" not in words
    assert "Lindqvarn" not in words


def test_an_empty_run_has_a_page_too() -> None:
    identities: dict[str, Any] = {"replaced": 0, "by_label": {}, "by_rule": []}
    words = parsed(page(made(identities=identities, withheld=[]))).words
    assert "Nothing." in words
    assert "None." in words


def test_ids_reasons_labels_and_paths_are_escaped() -> None:
    withheld = [{"note": EVIL, "reason": EVIL}]
    settings = {**made()["settings"], "source": EVIL, "metadata_released": [EVIL]}
    rules = [{"rule": EVIL, "count": 1, "reason": EVIL}]
    identities = {"replaced": 1, "by_label": {EVIL: 1}, "by_rule": rules}
    text = page(made(withheld=withheld, settings=settings, identities=identities))
    assert "<script" not in text
    assert parsed(text).words.count(EVIL) == 8, "the source stands on it twice"


def test_samples_show_a_note_before_and_after_and_only_if_asked_for() -> None:
    document = Document("n<1>", "Dr. <Lindqvarn> & Ann", (Span(5, 14, "DOCTOR"), Span(18, 21, "PATIENT")))
    reader = parsed(page(made(), [pair(document)]))
    assert "n<1>" in reader.words
    assert document.text in reader.words
    assert "Dr. <[DOCTOR]> & [PATIENT]" in reader.words
    assert "Keep this page where the notes are kept" in reader.words
    assert reader.elements.count("mark") == 4
    assert ("title", "DOCTOR") in reader.attributes


@settings(max_examples=25)
@given(st.lists(documents(overlaps=False), max_size=3))
def test_any_note_can_be_a_sample(notes: list[Document]) -> None:
    reader = parsed(page(made(), [pair(note) for note in notes]))
    assert reader.elements.count("pre") == 2 * len(notes)
    assert "script" not in reader.elements
    assert reader.elements.count("mark") == sum(2 * len(note.spans) for note in notes)
