from scrubjay.documents.document import Document
from scrubjay.documents.span import Span
from scrubjay.synthesis.chance import Chance
from scrubjay.synthesis.injection import inject
from scrubjay.synthesis.institutions import institution
from scrubjay.synthesis.notes import document, grammar, injected

TEXT = (
    "Ms. Wells is here. The patient is well. She lives with her husband. Saw Dr. Amin on 3/28/2024. "
    "Andrea Wells agrees."
)
NOTE = Document(
    "n",
    TEXT,
    tuple(
        Span(TEXT.index(word), TEXT.index(word) + len(word), label)
        for word, label in (
            ("Wells", "PATIENT"),
            ("Amin", "DOCTOR"),
            ("3/28/2024", "DATE"),
            ("Andrea Wells", "PATIENT"),
        )
    ),
)


def made(seed: int) -> Document:
    return document("m", inject(NOTE, grammar("injection"), Chance(seed), "train", institution("elm")))


def test_nobody_of_before_is_left_and_everybody_is_marked() -> None:
    for seed in range(40):
        note = made(seed)
        assert "Amin" not in note.text
        assert "Andrea Wells" not in note.text
        for start, label in (("Ms. ", "PATIENT"), ("Dr. ", "DOCTOR")):
            place = note.text.index(start) + len(start)
            assert (
                any(span.start <= place < span.end and span.label == label for span in note.spans) or start == "Ms. "
            )


def test_identities_come_in() -> None:
    assert sum(len(made(seed).spans) > len(NOTE.spans) for seed in range(40)) > 25
    assert len({made(seed).text for seed in range(40)}) == 40


def test_what_overlaps_stays_marked_as_a_whole() -> None:
    """A hospital with a city in its name, and a span that begins within another."""
    note = Document(
        "n", "At Boston General Clinic.", (Span(3, 17, "HOSPITAL"), Span(3, 9, "CITY"), Span(10, 24, "HOSPITAL"))
    )
    for seed in range(20):
        found = document("m", inject(note, grammar("injection"), Chance(seed), "train", institution("elm")))
        assert "Boston General Clinic" in [found.text_of(span) for span in found.spans]


def test_the_same_seed_gives_the_same_notes() -> None:
    assert list(injected([NOTE, NOTE], 3)) == list(injected([NOTE, NOTE], 3))
    one, two = injected([NOTE, NOTE], 3)
    assert one.text != two.text
