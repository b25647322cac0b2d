"""All tag sequences of a small chain, one by one: slow, plain, and right."""

from itertools import pairwise, product

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from scrubjay.detect.tagger.decoding import FORBIDDEN, Chain

_SCORES = st.floats(-8, 8, width=32).map(lambda score: round(score, 3))


@st.composite
def chains(draw: st.DrawFn, forbidden: bool = True) -> Chain:
    """Return a chain of two to four tags; some transitions may be forbidden, but never all into or out of a tag 0."""
    size = draw(st.integers(2, 4))
    transitions = draw(arrays(np.float64, (size, size), elements=_SCORES))
    start, end = (draw(arrays(np.float64, size, elements=_SCORES)) for _ in range(2))
    if forbidden:
        for i, j in draw(st.sets(st.tuples(st.integers(0, size - 1), st.integers(1, size - 1)))):
            if i:
                transitions[i, j] = FORBIDDEN
    return Chain(transitions, start, end)


@st.composite
def sentences(draw: st.DrawFn, chain: Chain) -> tuple[np.ndarray, np.ndarray]:
    """Return scores of a few sentences and their lengths."""
    lengths = np.array(draw(st.lists(st.integers(1, 4), min_size=1, max_size=3)), np.int64)
    scores = draw(arrays(np.float64, (len(lengths), int(lengths.max()), len(chain.start)), elements=_SCORES))
    scores[np.arange(scores.shape[1]) >= lengths[:, None]] = 0
    return scores, lengths


def enumerated(chain: Chain, scores: np.ndarray) -> dict[tuple[int, ...], float]:
    """Return the score of every tag sequence of one sentence."""
    found = {}
    for tags in product(range(len(chain.start)), repeat=len(scores)):
        score = chain.start[tags[0]] + chain.end[tags[-1]] + sum(scores[i, tag] for i, tag in enumerate(tags))
        found[tags] = float(score + sum(chain.transitions[i, j] for i, j in pairwise(tags)))
    return found
