"""Noise is normal, comes from the whole of the key, and stays what it was from release to release."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from scipy.stats import kstest

from scrubjay.detect.tagger.reading import Sentence
from scrubjay.keys import Key
from scrubjay.share.noise import drawn, normal
from tests.share.test_pool import publication

SECRET = bytes(range(32))
KEY = Key(b"a key of thirty-two bytes or more")


def test_numbers_are_standard_normal_and_as_long_as_wished() -> None:
    assert kstest(normal(SECRET, 50_000), "norm").pvalue > 0.001
    assert np.array_equal(normal(SECRET, 7), normal(SECRET, 50_000)[:7])
    assert not len(normal(SECRET, 0))


def test_every_bit_of_the_secret_counts() -> None:
    known = {normal(SECRET, 4).tobytes()}
    for bit in range(256):
        changed = bytearray(SECRET)
        changed[bit // 8] ^= 1 << bit % 8
        known.add(normal(bytes(changed), 4).tobytes())
    assert len(known) == 257, "torch's generator would have taken 32 of them"


def test_numbers_are_those_of_earlier_releases() -> None:
    """Otherwise notes that are given away again would look otherwise, and noise could be averaged out."""
    assert normal(SECRET, 3).tolist() == pytest.approx([-0.2161, -0.5642, 0.8363], abs=1e-4)


def test_a_sentence_has_noise_of_its_own_by_each_representation(tmp_path: Path) -> None:
    """If two representations shared it, their difference would be without it."""
    published = publication(tmp_path / "first")
    other = replace(published, name="another")
    inputs, size = published.representation.inputs, published.representation.size
    first = Sentence(0, (), ("Seen", "by", "Wells"), ("O", "O", "S-DOCTOR"))
    told = {
        drawn(which, key, note, copy, Sentence(0, (), words, first.tags)).outputs.numpy().tobytes()
        for which in (published, other)
        for key in (KEY, Key(b"another one that is long enough!"))
        for note in ("a", "b")
        for copy in (0, 1)
        for words in (first.words, ("Seen", "by", "Henry"))
    }
    assert len(told) == 32
    again = drawn(published, KEY, "a", 0, first)
    assert all(torch.equal(x, y) for x, y in zip(again, drawn(published, KEY, "a", 0, first), strict=True))
    assert (again.inputs.shape, again.outputs.shape) == ((3, inputs), (3, size))
    assert not np.isin(again.inputs.numpy(), again.outputs.numpy()).any(), "no number is used twice"
