import pytest
from hypothesis import given

from scrubjay import Document, Span
from scrubjay.detect.tagger.reading import Reading, Tagged, allowed, found_spans, sentences, tag_names
from scrubjay.errors import UnknownNameError, UsageError
from tests import strategies

NOTE = Document("n", "Seen by Dr. Wells.\nAge 67, on 3/28/2024.", (Span(12, 17, "DOCTOR"), Span(30, 39, "DATE")))


@pytest.mark.parametrize("scheme", ["bio", "bioes"])
@pytest.mark.parametrize("tokenizer", ["spacy", "fine", "fine-breaks"])
@pytest.mark.parametrize("splitter", ["sentences", "lines", "windows"])
def test_gold_tags_give_the_spans_back(scheme: str, tokenizer: str, splitter: str) -> None:
    lines = sentences([NOTE], Reading("en", tokenizer, splitter, 200, scheme), tagged=True)
    [spans] = found_spans([(line, Tagged(line.tags, [0.5] * len(line.tags))) for line in lines], 1, "test")
    assert [(span.start, span.end, span.label) for span in spans] == [(12, 17, "DOCTOR"), (30, 39, "DATE")]
    assert {(span.score, span.source) for span in spans} == {(0.5, "test")}


@given(strategies.documents())
def test_every_token_is_in_one_sentence(document: Document) -> None:
    lines = sentences([document], Reading(tokenizer="fine", splitter="lines"))
    covered = [place for line in lines for token in line.tokens for place in range(token.start, token.end)]
    assert covered == [place for place, sign in enumerate(document.text) if not sign.isspace()]
    assert "word" not in repr(lines)


def test_a_spans_score_is_that_of_its_least_certain_token() -> None:
    [line] = sentences([Document("n", "Anna Wells")], Reading())
    [[span]] = found_spans([(line, Tagged(["B-DOCTOR", "E-DOCTOR"], [0.9, 0.4]))], 1, "t")
    assert span.score == 0.4


def test_what_may_follow_what() -> None:
    tags = tag_names(["DATE", "AGE"], "bioes")
    follows, first, last = allowed(tags)
    may = {(one, two) for i, one in enumerate(tags) for j, two in enumerate(tags) if follows[i][j]}
    assert ("B-AGE", "E-AGE") in may
    assert ("B-AGE", "E-DATE") not in may
    assert ("B-AGE", "O") not in may
    assert ("O", "I-AGE") not in may
    assert [tag for tag, yes in zip(tags, first, strict=True) if yes] == ["O", "B-AGE", "S-AGE", "B-DATE", "S-DATE"]
    assert [tag for tag, yes in zip(tags, last, strict=True) if yes] == ["O", "E-AGE", "S-AGE", "E-DATE", "S-DATE"]


def test_wrong_names() -> None:
    with pytest.raises(UsageError, match="nothing to learn"):
        tag_names([], "bio")
    with pytest.raises(UnknownNameError, match="splitter"):
        sentences([NOTE], Reading(splitter="lins"))
