"""The best tags of sentences under a linear-chain CRF, and how probable each is; numpy, many sentences at once."""

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Numbers = TypeVar("Numbers", NDArray[np.int64], NDArray[np.float64])
Floats = NDArray[np.floating[Any]]
_RESCALED = 4  # tokens after which numbers are scaled, before they get too small
FORBIDDEN = -1e4  # at most this is a transition that cannot be


class Chain:
    """The scores of a chain of tags: of tag `j` after tag `i`, of the first tag and of the last."""

    def __init__(self, transitions: Floats, start: Floats, end: Floats) -> None:
        self.transitions, self.start, self.end = transitions, start, end
        self._by_end = np.ascontiguousarray(transitions.T)
        # For probabilities: shifted so that the largest is 1.
        self._step = np.exp(np.asarray(transitions, np.float64) - transitions.max())
        self._back = np.ascontiguousarray(self._step.T)
        self._first = np.exp(np.asarray(start, np.float64) - start.max())
        self._last = np.exp(np.asarray(end, np.float64) - end.max())
        self._ways, self._ends = np.stack([self._step, self._back]), np.stack([self._first, self._last])

    def best(self, scores: Floats, lengths: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the best tags of each sentence; `scores` are sentences x tokens x tags, tokens beyond the length 0.

        Of several best ones, the one with the lower numbers from the end on is returned.
        """
        count, longest, _ = scores.shape
        order, active = _longest_first(lengths, longest)
        scores = scores[order]
        pointers = np.zeros(scores.shape, np.int16)
        best = self.start + scores[:, 0]
        for place in range(1, longest):
            going = active[place]  # only the sentences that go on; they come first
            ways = best[:going, None, :] + self._by_end
            came = ways.argmax(2)
            pointers[:going, place] = came
            best[:going] = ways.max(2) + scores[:going, place]
        tags = np.zeros((count, longest), np.int64)
        rows = np.arange(count)
        current = (best + self.end).argmax(1)
        for place in range(longest - 1, -1, -1):
            going = active[place]
            tags[:going, place] = current[:going]
            if place:
                current[:going] = pointers[rows[:going], place, current[:going]]
        return _unordered(tags, order)

    def marginals(self, scores: Floats, lengths: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the probability of each tag at each token; 0 beyond a sentence's length."""
        count, longest, size = scores.shape
        order, active = _longest_first(lengths, longest)
        scores = scores[order].astype(np.float64)
        # Scaled at every token: no number gets too large or too small.
        emitted = np.exp(scores - scores.max(2, keepdims=True))
        forward, backward = np.zeros((2, count, longest, size))
        now = self._first
        for place in range(longest):
            going = active[place]
            now = (now[:going] @ self._step if place else now) * emitted[:going, place]
            now /= now.sum(1, keepdims=True)
            forward[:going, place] = now
        for place in range(longest - 1, -1, -1):
            going, behind = active[place], active[place + 1]
            backward[behind:going, place] = self._last
            if behind:
                now = (emitted[:behind, place + 1] * backward[:behind, place + 1]) @ self._back
                backward[:behind, place] = now / now.sum(1, keepdims=True)
        found = forward * backward
        total = found.sum(2, keepdims=True)
        return _unordered(np.divide(found, total, out=np.zeros_like(found), where=total > 0), order)

    def decode(self, scores: Floats, lengths: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return what `best` and `marginals` return, sooner.

        Where each token's most probable tag leaves less than one half of doubt over the whole sentence, all of them
        together are more probable than all other tags together: they are the best ones, and need no search.
        """
        every = self._alone(scores[0])[None] if len(scores) == 1 else self.marginals(scores, lengths)
        tags = every.argmax(2)
        there = np.arange(scores.shape[1]) < lengths[:, None]
        doubt = ((1 - every.max(2)) * there).sum(1)
        doubtful = np.flatnonzero(doubt > 0.49)
        if len(doubtful):
            tags[doubtful] = self.best(scores[doubtful], lengths[doubtful])
        return tags, every

    def _alone(self, scores: Floats) -> NDArray[np.float64]:
        """Return the marginals of one sentence: as for many, both ways in the same steps."""
        emitted = np.exp(scores.astype(np.float64) - scores.max(1, keepdims=True))
        both = np.stack([emitted, emitted[::-1]], 1)  # tokens x ways x tags
        before, after = np.empty(both.shape), np.empty(both.shape)  # without the token's own score, and with it
        now = self._ends
        for place, weights in enumerate(both):
            if place:
                now = np.matmul(now[:, None], self._ways)[:, 0]
            if place % _RESCALED == 0:
                now = now / now.sum(1, keepdims=True)
            before[place] = now
            now = np.multiply(now, weights, out=after[place])
        found: NDArray[np.float64] = after[:, 0] * before[::-1, 1]
        found /= found.sum(1, keepdims=True)
        return found


def _longest_first(lengths: NDArray[np.int64], longest: int) -> tuple[NDArray[np.intp], list[int]]:
    """Return the order of sentences, longest first, and how many have more than so many tokens, up to the longest."""
    order = np.argsort(-lengths, kind="stable")
    return order, (lengths[:, None] > np.arange(longest + 1)).sum(0).tolist()


def _unordered(values: Numbers, order: NDArray[np.intp]) -> Numbers:
    back = np.empty_like(values)
    back[order] = values
    return back
