"""A run that does not start from nothing: the weights of another tagger, as far as they fit (S4's transfer)."""

from collections.abc import Collection, Sequence
from pathlib import Path

import torch
from torch import Tensor

from scrubjay.errors import UsageError
from scrubjay.models.coupled import CoupledLSTM
from scrubjay.models.folder import load
from scrubjay.models.tagger import Tagger
from scrubjay.models.variational import VariationalLSTM

_SAME = (
    "words characters character_size character_units representation representation_units representation_bottleneck "
    "representation_casing representation_usual dynamic_noise cell layers units hidden"
).split()
PARTS = ("characters", "tokens", "output", "crf")  # what can be carried over, from the input to the tags


def start_from(tagger: Tagger, folder: Path, parts: Collection[str] = PARTS) -> str:
    """Give a tagger the weights of the one in a folder, of these parts, and return what it got, for the card.

    Words, characters and tags are matched by what they are. Inputs that the other did not have (casing, lists) start
    without any influence; words, characters and tags that it did not have start as in any new tagger.
    """
    other = load(folder)
    old, new = other.network, tagger.network
    mine, its = new.settings, old.settings
    for name in _SAME:
        if getattr(mine, name) != getattr(its, name):
            raise UsageError(
                f"{folder} has network.{name} = {getattr(its, name)!r}, this run {getattr(mine, name)!r}"
            )
    if mine.encoder_layers != its.encoder_layers or mine.encoder_size != its.encoder_size:
        raise UsageError(f"{folder} has another encoder, or one of the two has none")
    alike = mine.casing == its.casing and mine.lists[: len(its.lists)] == its.lists
    if not alike and (its.casing or its.lists):  # they are matched by their places
        raise UsageError(
            f"{folder} has other casing or lists; network.lists may only have more behind {list(its.lists)}"
        )
    tags = _places([tag.replace("_", "-") for tag in other.description.tags], tagger.description.tags)  # NeuroNER's
    with torch.no_grad():
        if "tokens" in parts and new.words is not None and old.words is not None:
            _rows(new.words.weight, old.words.weight, _places(other.vectors.words, tagger.vectors.words))
        if "tokens" in parts and new.encoder is not None and old.encoder is not None:
            new.encoder.load_state_dict(old.encoder.state_dict())
        if "characters" in parts and new.embedding is not None and old.embedding is not None:
            known = _places(other.description.alphabet.characters, tagger.description.alphabet.characters)
            _rows(
                new.embedding.weight,
                old.embedding.weight,
                [(0, 0), *((here + 1, there + 1) for here, there in known)],
            )
        if "characters" in parts and new.spelling is not None and old.spelling is not None:
            new.spelling.load_state_dict(old.spelling.state_dict())
        if "tokens" in parts and new.representation is not None and old.representation is not None:
            new.representation.load_state_dict(old.representation.state_dict())
        if "tokens" in parts:
            _recurrent(new.recurrent, old.recurrent)
        if "output" in parts:
            if new.hidden is not None and old.hidden is not None:
                new.hidden.load_state_dict(old.hidden.state_dict())
            _rows(new.scores.weight, old.scores.weight, tags)
            _rows(new.scores.bias, old.scores.bias, tags)
        if "crf" in parts and tagger.crf is not None and other.crf is not None:
            here, there = ([pair[side] for pair in tags] for side in (0, 1))
            tagger.crf.transitions[torch.tensor(here)[:, None], torch.tensor(here)] = other.crf.transitions[
                torch.tensor(there)[:, None], torch.tensor(there)
            ]
            _rows(tagger.crf.start, other.crf.start, tags)
            _rows(tagger.crf.end, other.crf.end, tags)
    carried = "" if set(parts) >= set(PARTS) else f", of which {', '.join(parts)} were carried over"
    return f"started from {folder.name}{carried}, which knew {len(tags)} of the {len(tagger.description.tags)} tags"


def _recurrent(new: CoupledLSTM | VariationalLSTM, old: CoupledLSTM | VariationalLSTM) -> None:
    """Copy the recurrent weights; inputs that only the new layer has come last among them."""
    if isinstance(new, CoupledLSTM) and isinstance(old, CoupledLSTM):
        shared, units = old.inputs, old.units
        for direction in range(2):
            weight, source = new.weight[direction], old.weight[direction]
            weight.zero_()
            weight[:shared] = source[:shared]
            weight[-units:] = source[-units:]
            new.bias[direction].copy_(old.bias[direction])
        new.start.copy_(old.start)
        return
    given = old.state_dict()
    for name, weight in new.state_dict().items():  # the weights themselves, not copies
        source = given[name]
        if weight.dim() == 2:
            weight.zero_()
            weight[:, : source.shape[1]] = source
        else:
            weight.copy_(source)


def _places(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Return the places, here and there, of what both have."""
    there = {entry: place for place, entry in enumerate(old)}
    return [(here, there[entry]) for here, entry in enumerate(new) if entry in there]


def _rows(new: Tensor, old: Tensor, places: list[tuple[int, int]]) -> None:
    """Copy rows."""
    here, there = ([pair[side] for pair in places] for side in (0, 1))
    new[here] = old[there]
