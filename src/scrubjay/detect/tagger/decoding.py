"""The best tags of sentences under a linear-chain CRF, and how probable each is; numpy, many sentences at once."""

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Numbers = TypeVar("Numbers", NDArray[np.int64], NDArray[np.float64])
Floats = NDArray[np.floating[Any]]
_LIKELY = 0.01  # how probable a tag must be somewhere in a sentence to be looked at first
_FARTHEST = 150.0  # scores of one token may be apart
_AT_MOST = 1.01  # a probability, with what rounding adds
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
        self._tops = float(start.max()), float(end.max()), float(transitions.max())
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
            best[:going] = np.take_along_axis(ways, came[:, :, None], 2)[:, :, 0] + scores[:going, place]
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
        return self._sums(scores, lengths)[0]

    def decode(self, scores: Floats, lengths: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return what `best` and `marginals` return, sooner.

        Where the most probable tags of all tokens, taken together, are more probable than one half, they are the best
        ones. Else those are searched for, first among likely tags: if the best of these are together as probable as a
        tag must be to be likely, no other tag can be part of better ones.
        """
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            every, total = self._alone(scores[0]) if len(scores) == 1 else self._sums(scores, lengths)
            tags = every.argmax(2)
            sure = np.exp(self._score(scores, tags, lengths) - total)
        # Scores so far apart that probabilities may vanish; a trained network's are not.
        lost = ~(sure < _AT_MOST) | ((scores.max(2) - scores.min(2)).max(1) > _FARTHEST)
        for row in np.flatnonzero((sure <= 0.51) & ~lost):
            length = int(lengths[row])
            likely = np.flatnonzero(every[row, :length].max(0) >= _LIKELY)
            tags[row, :length] = self._best_among(scores[row, :length], likely)
        doubtful = np.flatnonzero((sure <= 0.51) | lost)
        reached = np.exp(self._score(scores[doubtful], tags[doubtful], lengths[doubtful]) - total[doubtful])
        rest = doubtful[~(reached >= _LIKELY) | lost[doubtful]]
        if len(rest):
            tags[rest] = self.best(scores[rest], lengths[rest])
        for row in np.flatnonzero(lost):  # then the best tags are certain
            every[row] = np.eye(scores.shape[2])[tags[row]]
        return tags, every

    def _best_among(self, scores: Floats, likely: NDArray[np.intp]) -> NDArray[np.int64]:
        """Return the best tags of one sentence among some."""
        by_end, scores = self._by_end[np.ix_(likely, likely)], scores[:, likely]
        best, pointers, rows = self.start[likely] + scores[0], [], np.arange(len(likely))
        for emitted in scores[1:]:
            ways = by_end + best
            came = ways.argmax(1)
            pointers.append(came)
            best = ways[rows, came] + emitted
        tags = [int((best + self.end[likely]).argmax())]
        for came in reversed(pointers):
            tags.append(int(came[tags[-1]]))
        return likely[tags[::-1]].astype(np.int64)

    def _score(self, scores: Floats, tags: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the score of each sentence's tags."""
        there = np.arange(scores.shape[1]) < lengths[:, None]
        emitted = np.take_along_axis(scores, tags[:, :, None], 2)[:, :, 0] * there
        moved = self.transitions[tags[:, :-1], tags[:, 1:]] * there[:, 1:]
        last = tags[np.arange(len(tags)), lengths - 1]
        found: NDArray[np.float64] = emitted.sum(1, dtype=np.float64) + moved.sum(1, dtype=np.float64)
        found += self.start[tags[:, 0]] + self.end[last]
        return found

    def _sums(self, scores: Floats, lengths: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the marginals, and the logarithm of the sum over all tags of each sentence."""
        count, longest, size = scores.shape
        order, active = _longest_first(lengths, longest)
        scores = scores[order].astype(np.float64)
        # Scaled at every token: no number gets too large or too small.
        most = scores.max(2, keepdims=True)
        emitted = np.exp(scores - most)
        total = (most[:, :, 0] * (np.arange(longest) < lengths[order, None])).sum(1)
        total += self._tops[0] + self._tops[1] + (lengths[order] - 1) * self._tops[2]
        forward, backward = np.zeros((2, count, longest, size))
        now = self._first
        for place in range(longest):
            going, behind = active[place], active[place + 1]
            now = (now[:going] @ self._step if place else now) * emitted[:going, place]
            sums = now.sum(1, keepdims=True)
            now /= sums
            total[:going] += np.log(sums[:, 0])
            total[behind:going] += np.log(now[behind:] @ self._last)
            forward[:going, place] = now
        for place in range(longest - 1, -1, -1):
            going, behind = active[place], active[place + 1]
            backward[behind:going, place] = self._last
            if behind:
                now = (emitted[:behind, place + 1] * backward[:behind, place + 1]) @ self._back
                backward[:behind, place] = now / now.sum(1, keepdims=True)
        found = forward * backward
        sums = found.sum(2, keepdims=True)
        return _unordered(np.divide(found, sums, out=np.zeros_like(found), where=sums > 0), order), _unordered(
            total, order
        )

    def _alone(self, scores: Floats) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the same of one sentence, both ways in the same steps."""
        most = scores.max(1, keepdims=True)
        emitted = np.exp(scores.astype(np.float64) - most)
        both = np.stack([emitted, emitted[::-1]], 1)  # tokens x ways x tags
        before, after = np.empty(both.shape), np.empty(both.shape)  # without the token's own score, and with it
        total = most.sum(dtype=np.float64) + self._tops[0] + self._tops[1] + (len(scores) - 1) * self._tops[2]
        now = self._ends
        for place, weights in enumerate(both):
            if place:
                now = np.matmul(now[:, None], self._ways)[:, 0]
            if place % _RESCALED == 0:
                sums = now.sum(1, keepdims=True)
                now = now / sums
                total += np.log(sums[0, 0])
            before[place] = now
            now = np.multiply(now, weights, out=after[place])
        total += np.log(now[0] @ self._last)
        found = after[:, 0] * before[::-1, 1]
        found /= found.sum(1, keepdims=True)
        return found[None], np.array([total])


def _longest_first(lengths: NDArray[np.int64], longest: int) -> tuple[NDArray[np.intp], list[int]]:
    """Return the order of sentences, longest first, and how many have more than so many tokens, up to the longest."""
    order = np.argsort(-lengths, kind="stable")
    return order, (lengths[:, None] > np.arange(longest + 1)).sum(0).tolist()


def _unordered(values: Numbers, order: NDArray[np.intp]) -> Numbers:
    back = np.empty_like(values)
    back[order] = values
    return back
