"""The best tags of sentences under a linear-chain CRF, and how probable each is; numpy, many sentences at once."""

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Numbers = TypeVar("Numbers", NDArray[np.int64], NDArray[np.float64])
Floats = NDArray[np.floating[Any]]
FORBIDDEN = -1e4  # at most this is a transition that cannot be
_LIKELY = 0.1  # how probable a tag must be to be looked at first
_MANY = 10  # tags left for a token, on average, that are looked at one by one
_PRODUCTS = 2**18  # of numbers at once: for more, numpy's library starts threads, which wait more than they work
_RESCALED = 4  # tokens after which numbers are scaled, before they get too small
_ROUNDED = 1 - 1e-6
_SETTLED = 5  # tokens from an end at which any tag may stand, if it ever may
_SMALLEST = 1e-290  # numbers below have lost digits, or vanished


class Chain:
    """The scores of a chain of tags: of tag `j` after tag `i`, of the first tag and of the last."""

    def __init__(self, transitions: Floats, start: Floats, end: Floats) -> None:
        self.transitions, self.start, self.end = transitions, start, end
        self._by_end = np.ascontiguousarray(transitions.T)
        self._columns: list[list[float]] = self._by_end.tolist()
        # For probabilities: shifted so that the largest is 1.
        self._step = np.exp(np.asarray(transitions, np.float64) - transitions.max())
        self._back = np.ascontiguousarray(self._step.T)
        self._first = np.exp(np.asarray(start, np.float64) - start.max())
        self._last = np.exp(np.asarray(end, np.float64) - end.max())
        self._tops = float(start.max()), float(end.max()), float(transitions.max())
        self._after = _possible(self._first > 0, self._step > 0)
        self._before = _possible(self._last > 0, self._back > 0)
        self._counts: dict[int, int] = {}

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

        A tag that is less probable at its token than some tags of the whole sentence are together is not one of the
        best. So where the most probable tags of all tokens are together more probable than any other tag of any
        token, they are the best; else these are searched for among the few that are left.
        """
        every, total = self._sums(scores, lengths)
        tags = every.argmax(2)
        reached = np.exp(self._score(scores, tags, lengths) - total)
        rows = np.flatnonzero(reached <= 0.5)
        rows = rows[_others(every[rows], tags[rows]).max((1, 2), initial=0) >= _ROUNDED * reached[rows]]
        least = np.maximum(reached[rows], _LIKELY)
        for _ in range(2):  # tags that were left out the first time may be part of better ones than those found
            if not len(rows):
                return tags, every
            few = np.zeros(len(rows), bool)
            for place, row in enumerate(rows.tolist()):
                end = lengths[row]
                left = every[row, :end] >= np.minimum(least[place], every[row, :end].max(1, keepdims=True)) * _ROUNDED
                few[place] = np.count_nonzero(left) <= _MANY * end
                if few[place]:
                    tags[row, :end] = self._best_among(scores[row, :end], left)
            found = np.exp(self._score(scores[rows], tags[rows], lengths[rows]) - total[rows])
            open_ = ~few | (found < least * _ROUNDED)
            rows, least = rows[open_], found[open_]
        if len(rows):
            tags[rows] = self.best(scores[rows], lengths[rows])
        return tags, every

    def _best_among(self, scores: Floats, left: NDArray[np.bool_]) -> list[int]:
        """Return the best tags of one sentence among those that are left for each token."""
        choices: list[list[tuple[int, float]]] = [[] for _ in scores]
        places, tags = np.nonzero(left)
        for place, tag, score in zip(places.tolist(), tags.tolist(), scores[left].tolist(), strict=True):
            choices[place].append((tag, score))
        best = [(tag, score + float(self.start[tag])) for tag, score in choices[0]]
        came: list[dict[int, int]] = []
        for options in choices[1:]:
            now, before = [], {}
            for tag, score in options:
                column = self._columns[tag]
                ways = [so_far + column[previous] for previous, so_far in best]
                most = max(ways)
                now.append((tag, score + most))
                before[tag] = best[ways.index(most)][0]
            best = now
            came.append(before)
        found = [max(best, key=lambda last: last[1] + float(self.end[last[0]]))[0]]
        for before in reversed(came):
            found.append(before[found[-1]])
        return found[::-1]

    def _score(self, scores: Floats, tags: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the score of each sentence's tags."""
        rows, places = np.arange(len(scores)), np.arange(scores.shape[1])
        gained = scores[rows[:, None], places, tags].astype(np.float64)
        gained[:, 1:] += self.transitions[tags[:, :-1], tags[:, 1:]]
        gained[places >= lengths[:, None]] = 0
        found: NDArray[np.float64] = gained.sum(1) + self.start[tags[:, 0]] + self.end[tags[rows, lengths - 1]]
        return found

    def _sums(self, scores: Floats, lengths: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the marginals, and the logarithm of the sum over all tags of each sentence."""
        count, longest, size = scores.shape
        alone = count == 1 and lengths[0] == longest
        with np.errstate(divide="ignore", invalid="ignore"):
            found, total = self._products_of_one(scores[0]) if alone else self._products(scores, lengths)
            small = np.count_nonzero(~(found > _SMALLEST), axis=(1, 2))
            sums = found.sum(2, keepdims=True)
            np.divide(found, sums, out=found, where=sums > 0)
        for row, length in enumerate(lengths.tolist()):
            without = self._impossible(length) + (longest - length) * size
            if small[row] > without:  # some vanished that may stand there
                found[row, :length], total[row] = self._in_logarithms(scores[row, :length])
        return found, total

    def _impossible(self, length: int) -> int:
        """Return how many tags cannot stand at their token in a sentence, by what may follow what."""
        if length not in self._counts:
            places = np.arange(length)
            after, before = (np.minimum(way, _SETTLED) for way in (places, places[::-1]))
            self._counts[length] = int(np.count_nonzero(~(self._after[after] & self._before[before])))
        return self._counts[length]

    def _products(
        self, scores: Floats, lengths: NDArray[np.int64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return marginals that do not add up to 1 yet, and the logarithms of the sums."""
        count, longest, size = scores.shape
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
            now = _times(now[:going], self._step) if place else now
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
                now[:behind] = _times(emitted[place + 1, :behind] * now[:behind], self._back)
                if place % _RESCALED == 0:
                    now[:behind] /= now[:behind].sum(1, keepdims=True)
            now[behind:going] = self._last
            found[place, :going] *= now[:going]
        return _unordered(found.transpose(1, 0, 2), order), _unordered(total, order)

    def _products_of_one(self, scores: Floats) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
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
        return (forward * backward)[None], np.array([total])

    def _in_logarithms(self, scores: Floats) -> tuple[NDArray[np.float64], float]:
        """Return the marginals and the sum of one sentence whose numbers get too small otherwise; slow."""
        scores, transitions = scores.astype(np.float64), np.asarray(self.transitions, np.float64)
        forward, backward = np.empty((2, *scores.shape))
        forward[0] = self.start + scores[0]
        for place in range(1, len(scores)):
            forward[place] = np.logaddexp.reduce(forward[place - 1][:, None] + transitions, 0) + scores[place]
        backward[-1] = self.end
        for place in range(len(scores) - 2, -1, -1):
            backward[place] = np.logaddexp.reduce(transitions + (scores[place + 1] + backward[place + 1]), 1)
        total = float(np.logaddexp.reduce(forward[-1] + self.end))
        return np.exp(forward + backward - total), total


def _times(rows: NDArray[np.float64], matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return their product, by one thread."""
    found = np.empty((len(rows), matrix.shape[1]))
    size = max(_PRODUCTS // matrix.size, 1)
    for start in range(0, len(rows), size):
        np.matmul(rows[start : start + size], matrix, out=found[start : start + size])
    return found


def _possible(first: NDArray[np.bool_], follows: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which tags may stand so many tokens from an end; the last row is for all that are farther away."""
    rows = [first]
    for _ in range(_SETTLED - 1):
        rows.append(rows[-1] @ follows)
    settled = rows[-1] @ follows
    rows.append(settled if np.array_equal(settled, rows[-1]) else np.ones_like(first))
    return np.array(rows)


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
