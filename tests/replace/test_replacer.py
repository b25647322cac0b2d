"""What every style must do, whatever the note; and how styles are found."""

import pickle
import time

import pytest
from hypothesis import given, settings

from scrubjay import Document, Span
from scrubjay.errors import UnknownNameError, UsageError
from scrubjay.replace.release import cut
from scrubjay.replace.replacer import STYLES, Replacer, StyleOptions, replacer
from tests.replace.notes import KEY, MENTIONS, any_notes, note, rewritten

ALL = {name: replacer(name, KEY) for name in STYLES}


@pytest.mark.parametrize("style", STYLES)
@given(document=any_notes())
@settings(max_examples=60)
def test_text_outside_the_spans_is_untouched(style: str, document: Document) -> None:
    release = cut(document, ALL[style].replacements(document))
    assert [(moved.start, moved.end) for moved in release.moved] == [(s.start, s.end) for s in document.spans]
    position = new = 0
    for moved in release.moved:
        assert document.text[position : moved.start] == release.text[new : moved.new_start]
        position, new = moved.end, moved.new_end
    assert document.text[position:] == release.text[new:]


@pytest.mark.parametrize("style", STYLES)
@given(document=any_notes())
@settings(max_examples=30)
def test_the_same_note_gives_the_same_release(style: str, document: Document) -> None:
    """A replacer that has seen nothing yet, in another process perhaps, says the same."""
    fresh: Replacer = pickle.loads(pickle.dumps(replacer(style, KEY)))
    assert fresh.replacements(document) == ALL[style].replacements(document)


@pytest.mark.parametrize("style", STYLES)
def test_every_label_is_replaced(style: str) -> None:
    document = note(*MENTIONS)
    for (label, text), new in zip(MENTIONS, rewritten(document, ALL[style]), strict=True):
        assert new != text, label
        assert [each.label for each in ALL[style].replacements(document)] == [label for label, _ in MENTIONS]


@pytest.mark.parametrize("style", STYLES)
def test_nothing_of_the_note_is_shown_by_the_replacer(style: str) -> None:
    options = StyleOptions(avoid=frozenset({"xanthippe"}))
    fresh = replacer(style, KEY, options if "avoid" in STYLES[style].options else StyleOptions())
    fresh.replacements(note(("PATIENT", "Xanthippe")))
    assert "anthippe" not in repr(fresh) + repr(options)
    assert b"anthippe" not in pickle.dumps(replacer(style, KEY))


def test_which_styles_rewrite_whole_dates() -> None:
    assert {name for name, style in ALL.items() if style.whole_dates} == {"shift", "surrogate"}
    assert {name for name, style in STYLES.items() if style.needs_key} == {"shift", "surrogate", "hash"}


def test_an_unknown_style_lists_the_known() -> None:
    with pytest.raises(UnknownNameError, match=r"'mask'.*hash, mask, remove, shift, surrogate, tag"):
        replacer("masc")


@pytest.mark.parametrize("style", ["surrogate", "shift", "hash"])
def test_a_style_without_its_key_says_how(style: str) -> None:
    with pytest.raises(UsageError, match="scrubjay key new FILE"):
        replacer(style)


@pytest.mark.parametrize(
    ("options", "least"), [({"max_shift_days": 0}, "1"), ({"max_shift_days": 6, "keep_weekday": True}, "7")]
)
def test_a_shift_that_could_only_be_nothing(options: dict[str, int], least: str) -> None:
    with pytest.raises(UsageError, match=f"at least {least}"):
        StyleOptions(**options)  # type: ignore[arg-type]


UNUSED = [
    ("tag", StyleOptions(keep_weekday=True), "keep-weekday goes with the styles surrogate and shift, not with tag"),
    ("mask", StyleOptions(day_first=True), "day-first goes with the styles surrogate and shift, not with mask"),
    (
        "hash",
        StyleOptions(max_shift_days=7),
        "max-shift-days goes with the styles surrogate and shift, not with hash",
    ),
    ("shift", StyleOptions(avoid=frozenset({"xanthippe"})), "avoid goes with the style surrogate, not with shift"),
]


@pytest.mark.parametrize(("style", "options", "message"), UNUSED, ids=[row[2] for row in UNUSED])
def test_a_choice_that_a_style_does_not_look_at_is_refused(style: str, options: StyleOptions, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        replacer(style, KEY, options)


def long_note(spans: int) -> Document:
    """Return a note with so many spans, all different, a hundred characters apart."""
    pieces, found, length = [], [], 0
    for number in range(spans):
        label, text = MENTIONS[number % len(MENTIONS)]
        kept = f"{'the patient was seen and was well ' * 3}\n"
        mention = text if label == "DATE" else f"{text}{number}"
        pieces += [kept, mention]
        found.append(Span(length + len(kept), length + len(kept) + len(mention), label))
        length += len(kept) + len(mention)
    return Document("long", "".join(pieces), tuple(found), {"patient": "p"})


@pytest.mark.parametrize("style", STYLES)
def test_time_grows_with_the_note_and_not_faster(style: str) -> None:
    """2 MB with 20,000 spans take seconds; twice the note about twice the time. CPU time, and generous."""
    ALL[style].replacements(long_note(10))  # lists are read once
    seconds = []
    for spans in (5_000, 20_000):
        document = long_note(spans)
        start = time.process_time()
        release = cut(document, ALL[style].replacements(document))
        for offset in range(0, len(document.text), 100):
            release.origin(release.place(offset))
        seconds.append(time.process_time() - start)
    assert seconds[1] < 12
    assert seconds[1] < 12 * seconds[0] + 0.5, "four times the note"
