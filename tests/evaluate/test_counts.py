import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.evaluate.counts import Counts


@given(st.integers(0, 99), st.integers(0, 99), st.integers(0, 99))
def test_f1_is_the_harmonic_mean(tp: int, fp: int, fn: int) -> None:
    counts = Counts(tp, fp, fn)
    p, r = counts.precision, counts.recall
    if p and r:
        assert counts.f1 == pytest.approx(2 * p * r / (p + r))


def test_undefined_is_none() -> None:
    assert (Counts(fn=3).precision, Counts(fp=3).recall, Counts().f1) == (None, None, None)
    assert Counts(fn=3).f1 == 0.0
    assert Counts(1, 2, 3) + Counts(1, 1, 1) == Counts(2, 3, 4)
