"""A hospital's noise: normal numbers that come from its secret key, all 256 bits of it, and from what they hide.

Whoever could try all seeds would know the right one at once: without its noise a representation lies between -1
and 1. So the numbers come from a cipher, not from a generator that is made for experiments.
"""

import numpy as np
import torch
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20
from numpy.typing import NDArray
from scipy.special import ndtri
from torch import Tensor

from scrubjay.detect.tagger.reading import Sentence
from scrubjay.keys import Key
from scrubjay.models.representation import Drawn
from scrubjay.share.publication import Publication

_BITS = 53  # of a number between 0 and 1


def drawn(publication: Publication, key: Key, note: str, copy: int, sentence: Sentence) -> Drawn:
    """Return the noise of a sentence of a note, which may have copies of it: the same whenever it is given away.

    By another representation it is all different: if two shared their noise, it could be taken off.
    """
    one = publication.representation
    secret = key.derive("share noise", publication.name, note, str(copy), *sentence.words)
    length = len(sentence.words)
    numbers = normal(secret, length * (one.inputs + one.size))
    first = length * one.inputs
    return Drawn(_tensor(numbers[:first], length), _tensor(numbers[first:], length))


def normal(secret: bytes, count: int) -> NDArray[np.float32]:
    """Return standard normal numbers from 32 secret bytes that are used for nothing else (ChaCha20)."""
    stream = Cipher(ChaCha20(secret, bytes(16)), mode=None).encryptor().update(bytes(8 * count))
    even = ((np.frombuffer(stream, "<u8") >> np.uint64(64 - _BITS)) + 0.5) / 2.0**_BITS
    found: NDArray[np.float32] = ndtri(even).astype(np.float32)
    return found


def _tensor(numbers: NDArray[np.float32], length: int) -> Tensor:
    return torch.from_numpy(numbers.reshape(length, -1))
