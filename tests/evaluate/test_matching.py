from hypothesis import given

from scrubjay import Document, Span
from scrubjay.evaluate.counts import Counts
from scrubjay.evaluate.matching import covered, token_binary
from tests.evaluate.damage import pairs

TEXT = "Ann Ruiz-Wells saw Dr. O'Neil"


def note(*spans: tuple[int, int, str]) -> Document:
    return Document("n", TEXT, tuple(Span(*span) for span in spans))


GOLD = note((0, 14, "PATIENT"), (23, 29, "DOCTOR"))


def test_the_label_does_not_matter_for_words() -> None:
    assert token_binary(GOLD, note((0, 14, "DOCTOR"), (23, 29, "CITY"))) == Counts(tp=5)


def test_half_a_word_is_a_missed_word() -> None:
    assert token_binary(GOLD, note((0, 12, "PATIENT"), (23, 29, "DOCTOR"))) == Counts(tp=4, fn=1)


def test_a_false_alarm_is_a_word_without_phi() -> None:
    assert token_binary(GOLD, note((0, 18, "PATIENT"), (23, 29, "DOCTOR"))) == Counts(tp=5, fp=1)


def test_a_span_of_signs_is_not_lost() -> None:
    gold = Document("n", "age ??", (Span(4, 6, "AGE"),))
    assert token_binary(gold, gold.with_spans(())) == Counts(fn=1)
    assert token_binary(gold, gold) == Counts(tp=1)
    assert token_binary(gold.with_spans(()), gold) == Counts(fp=1)


def test_words_hidden_under_another_label_are_hidden() -> None:
    assert covered(GOLD, note((0, 8, "CITY"))) == {"PATIENT": Counts(tp=2, fn=1), "DOCTOR": Counts(fn=2)}


@given(pairs())
def test_words_against_a_naive_count(pair: tuple[Document, Document]) -> None:
    """Label every character, cut the text into words by hand, and look at each."""
    gold, found = pair

    def inside(document: Document, place: int) -> bool:
        return any(span.start <= place < span.end for span in document.spans)

    words: list[list[int]] = [[]]
    for place, sign in enumerate(gold.text):
        if sign.isalnum():
            words[-1].append(place)
        elif words[-1]:
            words.append([])
    words = [word for word in words if word]
    signs = {
        (span.start, span.end)
        for span in (*gold.spans, *found.spans)
        if not any(sign.isalnum() for sign in gold.text[span.start : span.end])
    }
    expected = Counts()
    for word in [*words, *(list(range(start, end)) for start, end in signs)]:
        phi = [place for place in word if inside(gold, place)]
        if phi:
            missed = not all(inside(found, place) for place in (phi if word in words else word))
            expected += Counts(fn=1) if missed else Counts(tp=1)
        elif any(inside(found, place) for place in word):
            expected += Counts(fp=1)
    assert token_binary(gold, found) == expected


@given(pairs())
def test_what_is_perfect_is_scored_as_perfect(pair: tuple[Document, Document]) -> None:
    gold, _ = pair
    assert token_binary(gold, gold).fp == token_binary(gold, gold).fn == 0
    assert all(counts.fn == 0 for counts in covered(gold, gold).values())
