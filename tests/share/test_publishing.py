"""Representation and tagger: joined they read notes, apart they are what they were."""

from dataclasses import replace
from pathlib import Path

import pytest
import torch

from scrubjay.detect.tagger.inputs import Alphabet
from scrubjay.errors import UsageError
from scrubjay.models.families import FAMILIES
from scrubjay.models.folder import save
from scrubjay.models.tagger import Description, Tagger
from scrubjay.share.publication import Publication
from scrubjay.share.publishing import apart, joined, load_of, without_words
from tests.share.test_pool import publication

TAGS = ("O", "B-DOCTOR", "I-DOCTOR")
WORDS = [["Seen", "by", "Dr", "Wells"], ["eats", "well"]]


def head(given: Publication, seed: int = 1) -> Tagger:
    torch.manual_seed(seed)
    network = replace(FAMILIES["s1"], words=given.representation.size, units=4)
    return without_words(Description(network, TAGS, Alphabet(""), given.reading)).eval()


@pytest.mark.parametrize("usual", [None, {(1, 4): 0.5}])
def test_what_was_joined_comes_apart_again(usual: dict[tuple[int, int], float] | None, tmp_path: Path) -> None:
    given = publication(tmp_path / "representation", usual=usual)
    own = head(given)
    whole = joined(given, own)
    again = apart(whole)
    assert again.description.network.words == given.representation.size
    for name, weight in own.state_dict().items():
        assert torch.equal(weight, again.state_dict()[name]), name
    with torch.no_grad():
        batch = whole.batch(WORDS)
        assert torch.equal(whole.network(batch), joined(given, again).network(batch))


def test_a_tagger_of_other_vectors_is_refused(tmp_path: Path) -> None:
    given = publication(tmp_path / "representation")
    other = head(given)
    other.description = replace(other.description, network=replace(other.description.network, words=7))
    with pytest.raises(UsageError, match="vectors of 7 numbers, the representation makes 5"):
        joined(given, other)


def test_a_tagger_says_by_its_card_of_which_representation_it_is(tmp_path: Path) -> None:
    given = publication(tmp_path / "representation")
    save(head(given), tmp_path / "ours", f"# A tagger\n- of {given.name}\n")
    save(head(given), tmp_path / "theirs", "# A tagger\n- of another\n")
    assert load_of(tmp_path / "ours", given.name).description.tags == TAGS
    with pytest.raises(UsageError, match="another representation"):
        load_of(tmp_path / "theirs", given.name)


def test_no_word_is_in_a_tagger_without_words(tmp_path: Path) -> None:
    save(head(publication(tmp_path / "representation")), tmp_path / "tagger", "# A tagger\n")
    assert (tmp_path / "tagger" / "words.txt").read_text() == "<unknown>\n"
