"""BIO and BIOES, sound and damaged."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.errors import DocumentError, UnknownNameError, UsageError
from scrubjay.tokens.schemes import SCHEMES, Entity, convert, decode, encode

DECODED = [
    ("", "", 0, "nothing"),
    ("O O", "", 0, "no entity"),
    ("B-A I-A O B-B", "0-2A 3-4B", 0, "sound BIO"),
    ("B-A B-A I-A", "0-1A 1-3A", 0, "neighbours of one label in BIO"),
    ("S-A B-B I-B E-B S-B", "0-1A 1-4B 4-5B", 0, "sound BIOES"),
    ("I-A I-A O", "0-2A", 1, "IOB1: an entity that begins with I"),
    ("B-A I-B", "0-1A 1-2B", 1, "the label changes within an entity"),
    ("I-A B-A", "0-1A 1-2A", 1, "IOB1: B only between neighbours"),
    ("O E-A", "1-2A", 1, "an end without a beginning"),
    ("B-A I-A O S-B", "0-2A 3-4B", 1, "BIOES without an end"),
    ("B-A B-B E-B", "0-1A 1-3B", 1, "BIOES cut short by the next"),
    ("S-B B-A", "0-1B 1-2A", 1, "BIOES cut short by the end of the tags"),
    ("B-A E-B", "0-1A 1-2B", 2, "unclosed, and an end of another label"),
    ("B-A S-B I-B", "0-1A 1-2B 2-3B", 3, "nothing continues an S: unclosed A, opened B, unclosed B"),
    ("B-NAME-1 I-NAME-1", "0-2NAME-1", 0, "a dash in the label"),
]


@pytest.mark.parametrize(("tags", "expected", "repairs", "remark"), DECODED, ids=[row[3] for row in DECODED])
def test_decode(tags: str, expected: str, repairs: int, remark: str) -> None:
    decoded = decode(tags.split())
    assert " ".join(f"{first}-{end}{label}" for first, end, label in decoded.entities) == expected, remark
    assert decoded.repairs == repairs, remark


@pytest.mark.parametrize("tag", ["X-Wells", "B-", "-A", "B", "", "b-A", "BI-A", "Wells"])
def test_a_tag_that_is_none_is_named_by_its_position_only(tag: str) -> None:
    with pytest.raises(DocumentError, match="the tag at position 1 is neither") as caught:
        decode(["O", tag])
    assert "Wells" not in str(caught.value)


REFUSED = [
    ([Entity(0, 2, "A"), Entity(1, 3, "B")], r"\[1, 3\) overlaps", "overlap"),
    ([Entity(0, 5, "A")], r"\[0, 5\) does not lie within 4 tokens", "beyond the end"),
    ([Entity(-1, 1, "A")], r"\[-1, 1\) does not lie", "before the start"),
    ([Entity(2, 2, "A")], r"\[2, 2\) does not lie", "empty"),
    ([Entity(2, 3, "")], r"\[2, 3\) has no label", "without a label"),
]


@pytest.mark.parametrize(("entities", "message", "remark"), REFUSED, ids=[row[2] for row in REFUSED])
def test_encode_refuses(entities: list[Entity], message: str, remark: str) -> None:
    with pytest.raises(UsageError, match=message):
        encode(entities, 4)


def test_encode_in_both_schemes() -> None:
    entities = [Entity(4, 5, "B"), Entity(0, 3, "A")]
    assert encode(entities, 5) == ["B-A", "I-A", "I-A", "O", "B-B"]
    assert encode(entities, 5, "bioes") == ["B-A", "I-A", "E-A", "O", "S-B"]


def test_an_unknown_scheme_lists_the_known() -> None:
    with pytest.raises(UnknownNameError, match="Known: bio, bioes"):
        encode([], 0, "iobes2")


def test_convert_repairs_on_the_way() -> None:
    assert convert(["I-A", "I-A", "O", "B-B"], "bioes") == ["B-A", "E-A", "O", "S-B"]


@st.composite
def tagged(draw: st.DrawFn) -> tuple[list[Entity], int]:
    entities, at = [], 0
    for gap, length, label in draw(
        st.lists(st.tuples(st.integers(0, 3), st.integers(1, 4), st.sampled_from("AB")), max_size=6)
    ):
        entities.append(Entity(at + gap, at + gap + length, label))
        at += gap + length
    return entities, at + draw(st.integers(0, 3))


@given(tagged(), st.sampled_from(sorted(SCHEMES)))
def test_round_trip(case: tuple[list[Entity], int], scheme: str) -> None:
    entities, length = case
    tags = encode(reversed(entities), length, scheme)
    assert len(tags) == length
    assert decode(tags) == (tuple(entities), 0)


@given(st.lists(st.sampled_from(["O", *(f"{kind}-{label}" for kind in "BIES" for label in "AB")]), max_size=12))
def test_any_tags_give_entities_that_cover_just_the_tagged_tokens(tags: list[str]) -> None:
    entities, repairs = decode(tags)
    covered = {place: label for first, end, label in entities for place in range(first, end)}
    assert covered == {place: tag[2:] for place, tag in enumerate(tags) if tag != "O"}
    assert sum(end - first for first, end, _ in entities) == len(covered)
    # Sound tags are those that some encoding writes; only they need no repair.
    assert (repairs == 0) == any(encode(entities, len(tags), scheme) == tags for scheme in SCHEMES)
