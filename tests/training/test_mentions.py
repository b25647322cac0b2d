import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.detect.tagger.reading import Sentence
from scrubjay.tokens.schemes import Entity, decode, encode
from scrubjay.training.mentions import Mentions


def sentence(words: str, *entities: Entity) -> Sentence:
    cut = tuple(words.split())
    return Sentence(0, (), cut, tuple(encode(entities, len(cut), "bioes")))


SENTENCES = [
    sentence("seen by Ana Ruiz on 3/28 .", Entity(2, 4, "DOCTOR"), Entity(5, 6, "DATE")),
    sentence("Wells agrees", Entity(0, 1, "DOCTOR")),
    sentence("no pain"),
]
MENTIONS = Mentions(SENTENCES, "bioes")


@given(st.integers(0, 10_000), st.sampled_from(SENTENCES))
def test_words_around_stay_and_identities_are_others_of_their_label(seed: int, one: Sentence) -> None:
    other = MENTIONS.exchanged(one, 1.0, np.random.default_rng(seed))
    found = decode(other.tags)
    assert not found.repairs
    assert [entity.label for entity in found.entities] == [entity.label for entity in decode(one.tags).entities]
    known: dict[str, set[tuple[str, ...]]] = {"DOCTOR": {("Ana", "Ruiz"), ("Wells",)}, "DATE": {("3/28",)}}
    for entity in found.entities:
        assert other.words[entity.first : entity.end] in known[entity.label]
    outside = [word for word, tag in zip(other.words, other.tags, strict=True) if tag == "O"]
    assert outside == [word for word, tag in zip(one.words, one.tags, strict=True) if tag == "O"]


def test_some_are_exchanged_and_some_are_not() -> None:
    chance = np.random.default_rng(1)
    assert MENTIONS.exchanged(SENTENCES[0], 0.0, chance).words == SENTENCES[0].words
    drawn = {MENTIONS.exchanged(SENTENCES[1], 0.5, chance).words for _ in range(50)}
    assert drawn == {("Wells", "agrees"), ("Ana", "Ruiz", "agrees")}
