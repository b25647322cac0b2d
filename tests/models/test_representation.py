"""The private representation against its equation, and within a tagger."""

import numpy as np
import pytest
import torch
from torch.nn.functional import one_hot

from scrubjay.detect.tagger.inputs import CASINGS, casings
from scrubjay.detect.tagger.vectors import Vectors
from scrubjay.errors import UsageError
from scrubjay.models.network import Network, NetworkSettings
from scrubjay.models.representation import Drawn, Representation, read_of
from tests.models.taggers import SENTENCES, tagger

LENGTHS = torch.tensor([4, 2])


def made(dynamic: bool = False, bottleneck: int = 0, casing: bool = False) -> Representation:
    torch.manual_seed(1)
    return Representation(5, 3, units=4, dynamic=dynamic, bottleneck=bottleneck, casing=casing)


def test_it_is_the_outputs_noise_on_what_an_lstm_makes_of_the_noisy_input() -> None:
    one, vectors = made(), torch.randn(2, 4, 5)
    with torch.no_grad():
        one.input_noise.normal_()
        one.output_noise.normal_()
    drawn = one.draw(2, 4)
    noisy = vectors + torch.exp(one.input_noise) * drawn.inputs
    states, _ = one.recurrent(noisy, LENGTHS)
    expected = (
        torch.tanh(states @ one.output.weight.T + one.output.bias) + torch.exp(one.output_noise) * drawn.outputs
    )
    torch.testing.assert_close(one(vectors, LENGTHS, drawn), expected)
    assert one(vectors, LENGTHS).abs().max() <= 1, "without noise it stays within bounds"


def test_the_same_draw_gives_the_same_and_another_does_not() -> None:
    one, vectors = made(), torch.randn(2, 4, 5)
    first, second = (one.draw(2, 4, torch.Generator().manual_seed(seed)) for seed in (1, 1))
    assert torch.equal(one(vectors, LENGTHS, first), one(vectors, LENGTHS, second))
    other = one.draw(2, 4, torch.Generator().manual_seed(2))
    assert not torch.equal(one(vectors, LENGTHS, first), one(vectors, LENGTHS, other))


def test_a_bottleneck_stands_between_a_noisy_word_and_its_context() -> None:
    one, bare, vectors = made(bottleneck=2), Representation(2, 3, units=4), torch.randn(2, 4, 5)
    drawn = one.draw(2, 4)
    narrow = vectors + torch.exp(one.input_noise) * drawn.inputs
    for layer in one.words:
        assert isinstance(layer, torch.nn.Linear)
        narrow = torch.tanh(narrow @ layer.weight.T + layer.bias)
    assert narrow.shape == (2, 4, 2)
    own = {name: each for name, each in one.state_dict().items() if name.split(".")[0] in ("recurrent", "output")}
    bare.load_state_dict(own | {"input_noise": bare.input_noise, "output_noise": one.output_noise})
    quiet = one.draw(2, 4)._replace(inputs=torch.zeros(2, 4, 2), outputs=drawn.outputs)
    torch.testing.assert_close(one(vectors, LENGTHS, drawn), bare(narrow, LENGTHS, quiet))


def test_casing_is_read_beside_a_noisy_word_and_has_no_noise_itself() -> None:
    words = ["Wells", "seen", "MRI", "3"]
    one, known = made(casing=True), Vectors(["<unknown>", "seen", "wells"], np.ones((3, 5), np.float32))
    read = read_of(words, known, casing=True)
    assert read.shape == (4, one.reads)
    assert torch.equal(read[:, :5], torch.ones(4, 5))
    assert read[:, 5:].argmax(1).tolist() == casings(words).tolist()
    assert torch.equal(read_of(words, known, casing=False), torch.ones(4, 5))
    drawn = one.draw(1, 4)
    with torch.no_grad():
        one.input_noise.normal_()
        one.output_noise.normal_()
    written = casings(words)
    noisy = torch.cat([read[:, :5] + torch.exp(one.input_noise[written]) * drawn.inputs[0], read[:, 5:]], 1)[None]
    expected = one(noisy, torch.tensor([4])) + torch.exp(one.output_noise[written]) * drawn.outputs
    torch.testing.assert_close(one(read[None], torch.tensor([4]), drawn), expected)


@pytest.mark.parametrize(
    ("dynamic", "bottleneck", "casing"),
    [(False, 0, False), (True, 0, False), (False, 2, False), (False, 2, True), (False, 0, True)],
)
def test_every_weight_learns_and_dynamic_noise_depends_on_the_sentence(
    dynamic: bool, bottleneck: int, casing: bool
) -> None:
    one = made(dynamic, bottleneck, casing)
    vectors = torch.randn(2, 4, one.reads)
    torch.autograd.backward(one(vectors, LENGTHS, one.draw(2, 4)).square().sum())
    for name, parameter in one.named_parameters():
        assert parameter.grad is not None, name
        assert parameter.grad.abs().sum() > 0, name
    if dynamic:
        assert one.loudness is not None
        torch.nn.init.normal_(one.loudness.weight)
        _, spread = one.middle(vectors, LENGTHS)
        assert spread.shape == (2, 4, 3)
        assert not torch.equal(spread[0, 0], spread[0, 1])


def test_a_taggers_noise_is_on_in_training_only() -> None:
    made = tagger("private")
    batch = made.batch(SENTENCES)
    assert torch.equal(made.network(batch), made.network(batch))
    made.train()
    assert not torch.equal(made.network(batch), made.network(batch))


def test_a_tagger_on_a_representation_is_one_that_reads_it() -> None:
    whole = tagger("private")
    batch = whole.batch(SENTENCES)
    assert whole.network.representation is not None
    both = torch.cat([batch.vectors, one_hot(batch.casing, len(CASINGS))], 1)
    hidden = whole.network.representation(both[batch.spelling], batch.lengths, None)
    tokens = hidden.reshape(-1, hidden.shape[2])  # every token is a word of its own
    places = torch.arange(len(tokens)).view(hidden.shape[:2])
    plain = Network(
        NetworkSettings(words=4, casing=True, characters="none", cell="standard", units=5, hidden=0), 9, 1
    )
    own = {name: each for name, each in whole.network.state_dict().items() if not name.startswith("representation.")}
    plain.load_state_dict(own)
    read = batch._replace(vectors=tokens, spelling=places, casing=batch.casing[batch.spelling].reshape(-1))
    torch.testing.assert_close(plain.eval()(read), whole.network(batch))


def test_characters_would_go_round_it() -> None:
    with pytest.raises(UsageError, match="words' vectors alone"):
        Network(NetworkSettings(representation=4), 3, 9)


def test_casing_in_a_representation_is_for_taggers_that_read_casing() -> None:
    with pytest.raises(UsageError, match="representation_casing needs"):
        Network(NetworkSettings(representation=4, characters="none", representation_casing=True), 3, 9)


def test_drawn_numbers_have_both_shapes() -> None:
    drawn = made().draw(2, 7)
    assert isinstance(drawn, Drawn)
    assert (drawn.inputs.shape, drawn.outputs.shape) == ((2, 7, 5), (2, 7, 3))
