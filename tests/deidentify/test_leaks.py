"""What counts as left standing in a release, and what does not."""

import pytest
from hypothesis import given, settings

from scrubjay import Document, Span
from scrubjay.deidentify.leaks import leaks, standing, told_by
from scrubjay.detect.policy import POLICIES
from scrubjay.detect.strings import Strings
from scrubjay.replace.options import StyleOptions
from scrubjay.replace.release import cut
from scrubjay.replace.replacer import replacer
from tests.replace.notes import KEY
from tests.strategies import documents

# What was found, its label, and what still stands after it.
LEAKS = [
    ("Quenneville", "DOCTOR", "told Quenneville so", "the name once more"),
    ("Quenneville", "DOCTOR", "told quenneville so", "in small letters"),
    ("Quenneville", "DOCTOR", "QUENNEVILLE, MD", "in capitals"),
    ("Quenneville", "DOCTOR", "per Quenneville's note", "possessive"),
    ("Quenneville", "DOCTOR", "per Quenneville’s note", "possessive with a typographer's apostrophe"),
    ("Quenneville's", "DOCTOR", "per Quenneville", "the span holds the possessive, the rest does not"),
    ("Quenneville", "DOCTOR", "see quenneville_ct_2024.dcm", "inside an underscored file name"),
    ("Quenneville", "DOCTOR", "see scan_Quenneville2.png", "before a figure"),
    ("Quénneville", "PATIENT", "told Quenneville so", "without its accent"),
    ("Ottilia Quenneville", "PATIENT", "told Ottilia so", "the given name alone"),
    ("Quenneville-Lindqvarn", "PATIENT", "Ms. Lindqvarn", "half of a double name"),
    ("Quenneville/Lindqvarn", "PATIENT", "Ms. Lindqvarn", "one of two names with a slash"),
    ("O.Quenneville", "PATIENT", "Ms. Quenneville", "behind an initial without a space"),
    ("O'Quenneville", "PATIENT", "told O’Quenneville so", "another apostrophe"),
    ("Will Price", "PATIENT", "told Will Price so", "two everyday words that are a name together"),
    ("503-555-0142", "PHONE", "or 503-555-0142", "the phone once more"),
    ("503-555-0142", "PHONE", "or (503) 555 0142", "in another shape"),
    ("503-555-0142", "PHONE", "or 503.555.0142", "with dots"),
    ("503-555-0142", "PHONE", "or 5035550142", "without signs"),
    ("5035550142", "PHONE", "or 503-555-0142", "the other way round"),
    ("+1 503 555 0142", "FAX", "or (503) 555-0142", "without the country's code"),
    ("503-555-0142", "PHONE", "or 555-0142", "without the area's code"),
    ("987-65-4325", "SSN", "or 987654325", "a social security number without signs"),
    ("987654325", "SSN", "or 987-65-4325", "and with them"),
    ("00-582-771", "MEDICALRECORD", "mrn 00582771", "a record number without signs"),
    ("SB7719046", "MEDICALRECORD", "mrn sb7719046", "in small letters"),
    ("ottilia@example.org", "EMAIL", "or OTTILIA@example.org", "an address without figures"),
    ("www.example.org", "URL", "at www.example.org", "a page"),
    ("oquenne", "USERNAME", "by oquenne", "a user's name without figures"),
    ("Mercy Lantern Hospital", "HOSPITAL", "at MERCY LANTERN HOSPITAL", "a place of several words"),
    ("77 Lantern Mews", "STREET", "at 77  Lantern Mews", "a street with more space in it"),
    ("3/28/2024", "DATE", "on 3-28-2024", "a date with other signs"),
    ("March 28", "DATE", "on march 28", "a day and month"),
    ("Foley", "DOCTOR", "told Foley so", "an eponym that is somebody here"),
    ("Li", "DOCTOR", "told Li so", "two letters"),
]
NO_LEAKS = [
    ("Foley", "DOCTOR", "Foley catheter out", "an eponym"),
    ("Babinski", "DOCTOR", "Babinski absent", "another"),
    ("May", "PATIENT", "may shower", "a name that is a word"),
    ("May", "PATIENT", "seen in May", "and a month"),
    ("Price", "DOCTOR", "the price of it", "an everyday word"),
    ("Al", "PATIENT", "al dente", "too short to tell"),
    ("LR", "DOCTOR", "pain LR x3 d", "initials alone"),
    ("EEG Lara", "DOCTOR", "video EEG, day 2", "an abbreviation within a name"),
    ("J. R. Quenneville", "DOCTOR", "J. R. Brown", "initials are many people's"),
    ("Quenneville", "DOCTOR", "Quennevilles everywhere", "another word that begins so"),
    ("5/5", "DATE", "strength 5/5", "too short to tell"),
    ("3/28", "DATE", "seen 3/29/2024", "another day"),
    ("Tuesday", "DATE", "on Tuesday", "no day of a year"),
    ("93", "AGE", "SpO2 93%", "an age is a number like others"),
    ("Maine", "STATE", "to Maine", "a state is large"),
    ("teacher", "PROFESSION", "a teacher", "many are"),
    ("Mercy", "HOSPITAL", "mercy on her", "a single word of a place"),
    ("12", "ROOM", "12 beats", "a room is a number like others"),
    ("4C", "IDNUM", "bed 4C", "too short to tell"),
    ("503-555-0142", "PHONE", "or 503-555-0143", "another phone"),
    ("503-555-0142", "PHONE", "or 15035550142000", "a longer number"),
    ("Quenneville", "DOCTOR", "", "nothing else"),
]


def note(found: str, label: str, rest: str) -> Document:
    return Document("n", f"Seen {found}.\n\n{rest}", (Span(5, 5 + len(found), label),))


@pytest.mark.parametrize(("found", "label", "rest", "remark"), LEAKS, ids=[row[3] for row in LEAKS])
def test_counts(found: str, label: str, rest: str, remark: str) -> None:
    document = note(found, label, rest)
    for style in ("tag", "mask", "remove"):
        assert leaks(document, cut(document, replacer(style).replacements(document))), style


@pytest.mark.parametrize(("found", "label", "rest", "remark"), NO_LEAKS, ids=[row[3] for row in NO_LEAKS])
def test_does_not_count(found: str, label: str, rest: str, remark: str) -> None:
    document = note(found, label, rest)
    assert not leaks(document, cut(document, replacer("tag").replacements(document)))


def test_what_the_note_shows_to_be_a_thing_is_one_in_its_release() -> None:
    """What was replaced beside it must not change what a word means: the note would be withheld for nothing."""
    text = "Dr. Foley removed foley 3/4"
    note = Document("n1", text, (Span(4, 9, "DOCTOR"), Span(24, 27, "DATE")))
    assert not standing(note)
    assert not leaks(note, cut(note, replacer("tag").replacements(note)))


def test_a_name_in_a_later_piece_counts() -> None:
    note = Document("n1", "Dr. Quenneville, 3/4, then 5/6: told Quenneville so", (Span(4, 15, "DOCTOR"),))
    dated = note.with_spans((*note.spans, Span(17, 20, "DATE"), Span(27, 30, "DATE")))
    assert leaks(dated, cut(dated, replacer("tag").replacements(dated))) == 1


def test_a_year_that_the_policy_keeps_does_not_count() -> None:
    text = "Seen 3/28/2024, again in 2024."
    decided = POLICIES["safe-harbor"].apply(Document("n", text, (Span(5, 14, "DATE"), Span(25, 29, "DATE"))))
    release = cut(decided, replacer("tag").replacements(decided))
    assert release.text == "Seen [DATE]/2024, again in 2024."
    assert not leaks(decided, release)


def test_what_stands_in_replacements_does_not_count() -> None:
    text = "Ottilia met Casimir on 03/08/2024 and 03/09/2024."
    spans = [("Ottilia", "PATIENT"), ("Casimir", "PATIENT"), ("03/08/2024", "DATE"), ("03/09/2024", "DATE")]
    document = Document(
        "n", text, tuple(Span(text.index(words), text.index(words) + len(words), label) for words, label in spans)
    )
    swapped = ["Casimir", "Ottilia", "03/09/2024", "03/10/2024"]
    tags = replacer("tag").replacements(document)
    release = cut(document, [each._replace(text=new) for each, new in zip(tags, swapped, strict=True)])
    assert not leaks(document, release), "a shifted date may fall on another, a surrogate may be another's name"


def test_words_do_not_meet_across_a_replacement() -> None:
    document = Document("n", "Will Ottilia Price. Will Price", (Span(20, 30, "PATIENT"), Span(5, 12, "PATIENT")))
    release = cut(document, replacer("remove").replacements(document))
    assert release.text.startswith("Will  Price")
    assert not leaks(document, release)


@pytest.mark.parametrize("place", [59_993, 59_995, 59_997, 60_000, 130_000])
def test_long_notes_are_searched_to_the_end_and_over_the_edges_of_pages(place: int) -> None:
    text = "Will Price.\n\n" + "x" * (place - 13) + " Will Price " + "x" * 70_000
    document = Document("n", text, (Span(0, 10, "PATIENT"),))
    release = cut(document, replacer("mask").replacements(document))
    assert leaks(document, release) == 1
    assert leaks(document.with_spans(()), release, Strings([("Price", "PATIENT")])) == 1


KNOWN = [
    ("[DOCTOR] told Lindqvarn", "Lindqvarn", "PATIENT", "safe-harbor", 1, "a known name that nobody found"),
    ("told lindqvarn", "Lindqvarn", "PATIENT", "safe-harbor", 1, "in small letters"),
    ("a rose by will", "Rose", "PATIENT", "safe-harbor", 0, "the everyday word, not the name"),
    ("told Rose", "Rose", "PATIENT", "safe-harbor", 1, "the name"),
    ("of Saltmarsh", "Saltmarsh", "CITY", "safe-harbor", 1, "a town goes"),
    ("of Saltmarsh", "Saltmarsh", "CITY", "limited", 0, "a town stays in a limited data set"),
    ("born 11/09/1956", "11/09/1956", "DATE", "safe-harbor", 1, "a day of birth goes"),
    ("born 11/09/1956", "11/09/1956", "DATE", "limited", 0, "or stays"),
    ("zip 04999", "04999", "ZIP", "limited", 0, "a ZIP code stays"),
    ("mrn 4471903", "4471903", "MEDICALRECORD", "limited", 1, "a record number never stays"),
]


@pytest.mark.parametrize(
    ("text", "value", "label", "policy", "count", "remark"), KNOWN, ids=[row[5] for row in KNOWN]
)
def test_known_identifiers(text: str, value: str, label: str, policy: str, count: int, remark: str) -> None:
    release = cut(Document("n", text), [])
    assert leaks(Document("n", text), release, Strings([(value, label)]), POLICIES[policy]) == count


def test_a_known_name_in_a_surrogate_counts_and_in_a_tag_does_not() -> None:
    document = Document("n", "at 4 Elm St, told Ann.", (Span(3, 11, "STREET"), Span(18, 21, "PATIENT")))
    known = Strings([("Street", "PATIENT")])
    tags = replacer("tag").replacements(document)
    assert not leaks(document, cut(document, tags), known), "somebody is called Street"
    surrogates = [each._replace(text="Mr. Street") for each in tags]
    assert leaks(document, cut(document, surrogates), known) == 2


@settings(max_examples=40)
@given(documents(overlaps=False))
def test_a_note_without_spans_or_wholly_replaced_has_no_leaks(document: Document) -> None:
    nothing = document.with_spans(())
    assert leaks(nothing, cut(nothing, [])) == 0
    if document.text:
        whole = document.with_spans([Span(0, len(document.text), "PATIENT")])
        for style in ("tag", "remove", "surrogate", "hash"):
            made = replacer(style, KEY, StyleOptions()).replacements(whole)
            assert leaks(whole, cut(whole, made)) == 0


@pytest.mark.parametrize(
    ("written", "label", "beside", "told", "remark"),
    [
        ("Solberg", "PATIENT", "SOLBERG_H_1", True, "the name"),
        ("Henrik Solberg", "PATIENT", "hsolberg", True, "inside a word"),
        ("Li", "PATIENT", "li-1", True, "two letters, a word of its own"),
        ("Li", "PATIENT", "clinic-1", False, "two letters inside a word"),
        ("44-71903", "MEDICALRECORD", "0044-71903", True, "a number with noughts before it"),
        ("3/28", "DATE", "note-2024-03-28", True, "a day, whose year stays"),
        ("3/28/2024", "DATE", "03282024b", True, "American order"),
        ("3/28", "DATE", "n-10328", False, "figures that may be anything"),
        ("Young", "PATIENT", "young-1", False, "an everyday word"),
        ("Solberg", "PATIENT", "note-17", False, "nothing"),
    ],
)
def test_what_is_released_beside_a_note(written: str, label: str, beside: str, told: bool, remark: str) -> None:
    assert told_by(Document(beside, written, (Span(0, len(written), label),)), beside) is told, remark
