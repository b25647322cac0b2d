"""The best tags of sentences under a linear-chain CRF, and how probable each is; numpy, many sentences at once."""

from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Numbers = TypeVar("Numbers", NDArray[np.int64], NDArray[np.float64])
Floats = NDArray[np.floating[Any]]
_LARGER = 24.0  # times, so that the best tags stand out
_LEAST = 1e-200  # a probability
_ROUNDED = 1 - 1e-6
_SURE = 0.51  # probability of tags that are the best, with what rounding adds
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
        self._first = np.exp(np.asarray(start, np.float64) - start.max())
        self._last = np.exp(np.asarray(end, np.float64) - end.max())
        self._tops = float(start.max()), float(end.max()), float(transitions.max())

    @cached_property
    def _sharp(self) -> "Chain":
        return Chain(*(_LARGER * np.asarray(part, np.float64) for part in (self.transitions, self.start, self.end)))

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
        return self.sums(scores, lengths)[0]

    def decode(self, scores: Floats, lengths: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return what `best` and `marginals` return, sooner.

        Where the most probable tags of all tokens, taken together, are more probable than any other tag of any token
        is, they are the best ones. Else the same is asked with all scores made larger: the best tags stay the best,
        and stand out.
        """
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            every, total = self.sums(scores, lengths)
            tags = every.argmax(2)
            sure = np.exp(self._score(scores, tags, lengths) - total)
            # Scores so far apart that probabilities may vanish; a trained network's are not.
            lost = ~(sure < _AT_MOST) | ((scores.max(2) - scores.min(2)).max(1) > _FARTHEST)
            if sure.min() > _SURE and not lost.any():
                return tags, every
            rows = np.flatnonzero((sure <= _SURE) & ~lost)
            rows = rows[_others(every[rows], tags[rows]).max((1, 2), initial=0) >= _ROUNDED * sure[rows]]
            if len(rows):
                found, out = self._outstanding(scores[rows], lengths[rows], every[rows], total[rows])
                tags[rows] = found
                rows = rows[~out]
        rest = np.concatenate([rows, np.flatnonzero(lost)])
        if len(rest):
            tags[rest] = self.best(scores[rest], lengths[rest])
        for row in np.flatnonzero(lost):  # then the best tags are certain
            every[row] = np.eye(scores.shape[2])[tags[row]]
        return tags, every

    def _outstanding(
        self, scores: Floats, lengths: NDArray[np.int64], every: NDArray[np.float64], total: NDArray[np.float64]
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the tags that stand out when all scores are larger, and of which sentences they are the best."""
        sharp = self._sharp
        larger, whole = sharp.sums(_LARGER * scores, lengths)
        tags = larger.argmax(2)
        reached = self._score(scores, tags, lengths)
        stand_out = np.exp(_LARGER * reached - whole) > _SURE
        # What is less probable at its token than these tags are together is no part of better ones. The rest must
        # not have vanished.
        likely = every >= np.maximum(np.exp(reached - total) * _ROUNDED, _LEAST)[:, None, None]
        return tags, stand_out & ~(likely & (larger == 0)).any((1, 2))

    def _score(self, scores: Floats, tags: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the score of each sentence's tags."""
        rows, places = np.arange(len(scores)), np.arange(scores.shape[1])
        gained = scores[rows[:, None], places, tags].astype(np.float64)
        gained[:, 1:] += self.transitions[tags[:, :-1], tags[:, 1:]]
        gained[places >= lengths[:, None]] = 0
        found: NDArray[np.float64] = gained.sum(1) + self.start[tags[:, 0]] + self.end[tags[rows, lengths - 1]]
        return found

    def sums(self, scores: Floats, lengths: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the marginals, and the logarithm of the sum over all tags of each sentence."""
        count, longest, size = scores.shape
        if count == 1 and lengths[0] == longest:
            return self._alone(scores[0])
        order, active = _longest_first(lengths, longest)
        # Tokens x sentences x tags; scaled again and again, so that no number gets too large or too small.
        emitted = scores[order].transpose(1, 0, 2).astype(np.float64, order="C")
        most = emitted.max(2)
        emitted -= most[:, :, None]
        np.exp(emitted, out=emitted)
        total = (most * (np.arange(longest)[:, None] < lengths[order])).sum(0)
        total += self._tops[0] + self._tops[1] + (lengths[order] - 1) * self._tops[2]
        found = np.zeros((longest, count, size))  # first what comes before each token, then all
        now = self._first
        for place in range(longest):
            going, behind = active[place], active[place + 1]
            now = now[:going] @ self._step if place else now
            now = np.multiply(now, emitted[place, :going], out=found[place, :going])
            if place % _RESCALED == 0:
                sums = now.sum(1, keepdims=True)
                now /= sums
                total[:going] += np.log(sums[:, 0])
            total[behind:going] += np.log(now[behind:] @ self._last)
        now = np.empty((count, size))
        for place in range(longest - 1, -1, -1):
            going, behind = active[place], active[place + 1]
            if behind:
                now[:behind] = (emitted[place + 1, :behind] * now[:behind]) @ self._step.T
                if place % _RESCALED == 0:
                    now[:behind] /= now[:behind].sum(1, keepdims=True)
            now[behind:going] = self._last
            found[place, :going] *= now[:going]
        sums = found.sum(2, keepdims=True)
        found = np.divide(found, sums, out=found, where=sums > 0)
        return _unordered(found.transpose(1, 0, 2), order), _unordered(total, order)

    def _alone(self, scores: Floats) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the same of one sentence."""
        most = scores.max(1, keepdims=True)
        emitted = np.exp(scores.astype(np.float64) - most)
        total = most.sum(dtype=np.float64) + self._tops[0] + self._tops[1] + (len(scores) - 1) * self._tops[2]
        forward, backward = np.empty((2, *emitted.shape))
        step = self._step
        now = np.multiply(self._first, emitted[0], out=forward[0])
        for place, (weights, out) in enumerate(zip(emitted[1:], forward[1:], strict=True)):
            now = np.multiply(now.dot(step), weights, out)
            if place % _RESCALED == 0:
                sums = now.sum()
                now /= sums
                total += np.log(sums)
        total += np.log(now.dot(self._last))
        now = backward[-1] = self._last
        for place, (weights, out) in enumerate(zip(emitted[:0:-1], backward[-2::-1], strict=True)):
            now = step.dot(now * weights, out)
            if place % _RESCALED == 0:
                now /= now.sum()
        found = forward * backward
        found /= found.sum(1, keepdims=True)
        return found[None], np.array([total])


def _longest_first(lengths: NDArray[np.int64], longest: int) -> tuple[NDArray[np.intp], list[int]]:
    """Return the order of sentences, longest first, and how many have more than so many tokens, up to the longest."""
    order = np.argsort(-lengths, kind="stable")
    return order, (lengths[:, None] > np.arange(longest + 1)).sum(0).tolist()


def _others(every: NDArray[np.float64], tags: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the probabilities with those of the given tags as 0."""
    every[np.arange(len(every))[:, None], np.arange(every.shape[1]), tags] = 0
    return every


def _unordered(values: Numbers, order: NDArray[np.intp]) -> Numbers:
    back = np.empty_like(values)
    back[order] = values
    return back
