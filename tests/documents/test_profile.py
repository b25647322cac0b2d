from scrubjay import Document, Span
from scrubjay.documents.profile import CorpusProfile, profile


def test_the_figures_of_table_2() -> None:
    notes = [
        Document("1", "a b c d", (Span(0, 1, "DATE"),), {"patient": "p", "note_type": "nursing", "split": "train"}),
        Document("2", "a b", (Span(0, 1, "AGE"),), {"patient": "p", "institution": "UW", "split": "test"}),
        Document("3", "a b c"),
    ]
    figures = profile(notes, lambda text: len(text.split())).as_dict()
    assert (figures["documents"], figures["patients"], figures["tokens"], figures["phi"]) == (3, 2, 9, 2)
    assert figures["tokens_per_document"] == 3
    assert figures["phi_per_document"] == 2 / 3
    assert figures["tokens_per_phi"] == 4.5
    assert figures["documents_without_phi"] == 1
    assert figures["labels"] == {"DATE": 1, "AGE": 1}
    assert figures["splits"] == {"train": 1, "test": 1}
    assert figures["note_types"] == {"nursing": 1}
    assert figures["institutions"] == {"UW": 1}


def test_the_papers_own_ratios() -> None:
    """S4's Table 2, i2b2 2006: 889 records, 586,186 tokens, 19,498 PHI."""
    paper = CorpusProfile(documents=889, tokens=586_186, phi=19_498)
    assert (round(paper.tokens_per_document or 0), round(paper.phi_per_document or 0)) == (659, 22)
    assert round(paper.tokens_per_phi or 0) == 30


def test_an_empty_corpus_has_no_ratios() -> None:
    assert profile([], len).tokens_per_phi is None
