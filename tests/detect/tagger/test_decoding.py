import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.detect.tagger.chains import chains, enumerated, sentences


@given(st.data())
def test_the_best_tags_and_their_probabilities_against_enumeration(data: st.DataObject) -> None:
    chain = data.draw(chains())
    scores, lengths = data.draw(sentences(chain))
    best, marginals = chain.best(scores, lengths), chain.marginals(scores, lengths)
    for row, length in enumerate(lengths):
        every = enumerated(chain, scores[row, :length])
        found = tuple(best[row, :length])
        assert every[found] == max(every.values()) or np.isclose(every[found], max(every.values()))
        assert not best[row, length:].any()
        weights = {tags: np.exp(score - max(every.values())) for tags, score in every.items()}
        total = sum(weights.values())
        for place in range(length):
            for tag in range(len(chain.start)):
                expected = sum(weight for tags, weight in weights.items() if tags[place] == tag) / total
                assert np.isclose(marginals[row, place, tag], expected, atol=1e-9)
        assert not marginals[row, length:].any()


@given(st.data())
def test_one_sentence_is_decoded_as_many_are(data: st.DataObject) -> None:
    chain = data.draw(chains())
    scores, lengths = data.draw(sentences(chain))
    best, marginals = chain.best(scores, lengths), chain.marginals(scores, lengths)
    for row, length in enumerate(lengths):
        tags, sure = chain.one(scores[row, :length])
        assert tags == best[row, :length].tolist()
        assert np.allclose(sure, [marginals[row, place, tag] for place, tag in enumerate(tags)])
