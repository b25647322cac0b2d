"""Identities exchanged among the training notes: a tagger is to learn where names stand, not which there are."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from scrubjay.detect.tagger.reading import Sentence
from scrubjay.tokens.schemes import Entity, decode, encode


class Mentions:
    """The words of all identities of some sentences, by label."""

    def __init__(self, sentences: Iterable[Sentence], scheme: str) -> None:
        self._scheme = scheme
        self._by_label: dict[str, list[tuple[str, ...]]] = defaultdict(list)
        for sentence in sentences:
            for entity in decode(sentence.tags).entities:
                self._by_label[entity.label].append(sentence.words[entity.first : entity.end])

    def exchanged(self, sentence: Sentence, share: float, chance: np.random.Generator) -> Sentence:
        """Return a sentence in which so large a share of the identities are others' of the same label.

        It is for learning only: its tokens are no longer those of the note.
        """
        words: list[str] = []
        entities: list[Entity] = []
        copied = 0
        for entity in decode(sentence.tags).entities:
            words += sentence.words[copied : entity.first]
            copied = entity.end
            other = sentence.words[entity.first : entity.end]
            if chance.random() < share:
                known = self._by_label[entity.label]
                other = known[int(chance.integers(len(known)))]
            entities.append(Entity(len(words), len(words) + len(other), entity.label))
            words += other
        if not entities:
            return sentence
        words += sentence.words[copied:]
        return replace(sentence, words=tuple(words), tags=tuple(encode(entities, len(words), self._scheme)))
