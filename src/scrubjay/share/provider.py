"""The provider's run: a representation learnt from public annotated notes; stopped, it goes on where it was.

The tagger that has learnt with it is written as well: a tagger that learns from a pool can go on from there.
"""

import json
import shutil
from collections.abc import Callable, Generator
from dataclasses import asdict, replace
from pathlib import Path

import torch

from scrubjay.detect.tagger.reading import sentences
from scrubjay.documents.formats.atomic import atomic
from scrubjay.errors import SettingsError, UsageError
from scrubjay.models.families import FAMILIES
from scrubjay.models.folder import save as save_tagger
from scrubjay.models.network import NetworkSettings
from scrubjay.share.adversaries import Adversaries
from scrubjay.share.game import play
from scrubjay.share.judging import Table, Turn, rank
from scrubjay.share.neighbours import Neighbours
from scrubjay.share.pairs import PairMaker
from scrubjay.share.publication import Publication, public, save
from scrubjay.share.publishing import apart
from scrubjay.share.settings import GameSettings
from scrubjay.share.usual import everyday, shapes, usual
from scrubjay.training.loop import Epoch, train
from scrubjay.training.preparing import Prepared, prepare
from scrubjay.training.settings import TrainingSettings, faults

SETTINGS, TURNS, NEAR = "settings.json", "turns.jsonl", "neighbours.npz"
REPRESENTATION, TAGGER = "representation", "tagger"
_FIRST, _GAME = "checkpoint.pt", "game.pt"
SIZE = 50  # F1.6: 50, 100 and 300 are alike
_BOTTLENECK, _UNITS = 64, 64
Progress = Callable[[str, int, int], None]  # what is being done, how much of it, of how much


def default_network(words: int) -> NetworkSettings:
    """Return S1's network, with one layer, on a representation of S1's size with a bottleneck of ours."""
    return replace(
        FAMILIES["s1"],
        words=words,
        layers=1,
        representation=SIZE,
        representation_units=_UNITS,
        representation_bottleneck=_BOTTLENECK,
        representation_casing=True,
        representation_usual=True,
    )


def run(
    settings: TrainingSettings, game: GameSettings, folder: Path, progress: Progress | None = None
) -> Generator[str | Epoch | Turn, None, Publication]:
    """Train in a folder, yielding remarks, epochs of P1 and turns of the game; return what is published."""
    wrong = faults(settings) + game.faults()
    if not settings.network.representation:
        wrong.append("network.representation is 0; it is what is to be learnt: 50, or more")
    if settings.vectors.folder is None:
        wrong.append("vectors.folder is missing: a representation starts from public word vectors")
    if wrong:
        raise SettingsError("settings", wrong)
    written = _checked(settings, game, folder)
    torch.set_num_threads(settings.threads)
    prepared = prepare_public(settings)
    if game.neighbours >= len(prepared.tagger.vectors):
        raise UsageError(f"game.neighbours is {game.neighbours:,}; there are {len(prepared.tagger.vectors):,} words")
    folder.mkdir(parents=True, exist_ok=True)  # what was told can be done: from here on it is a run
    with atomic(folder / SETTINGS) as handle:
        handle.write(written)
    yield from prepared.remarks
    epochs: list[Epoch] = []

    def told(stage: str) -> Callable[[int, int], None]:
        return lambda done, total: progress(stage, done, total) if progress is not None else None

    for epoch in train(settings, prepared, folder / _FIRST, told("tagging, in batches")):
        epochs.append(epoch)
        yield epoch
    done = yield from hide(settings, game, prepared, folder, len(epochs), told("against adversaries, in turns"))
    folder.joinpath(_FIRST).unlink()
    return done


def prepare_public(settings: TrainingSettings) -> Prepared:
    """Read the notes and build the tagger of P1.

    Its vectors have no n-grams, know the shapes of numbers, and say how usual words are.
    """
    prepared = prepare(settings)
    known = usual(prepared.train) if settings.network.representation_usual else None
    prepared.tagger.vectors = public(prepared.tagger.vectors, known, shapes(prepared.train))
    return prepared


def hide(
    settings: TrainingSettings,
    game: GameSettings,
    prepared: Prepared,
    folder: Path,
    epochs: int,
    progress: Callable[[int, int], None] | None = None,
) -> Generator[Turn, None, Publication]:
    """Play the game with a tagger that has learnt for so many epochs (P1), and write what is published."""
    table = tabled(settings, game, prepared, folder / NEAR)
    turns: list[Turn] = []
    for turn in play(game, table, settings.seed, folder / _GAME, progress):
        turns.append(turn)
        with atomic(folder / TURNS) as handle:
            handle.write("".join(json.dumps(asdict(each)) + "\n" for each in turns).encode())
        yield turn
    found = Publication(
        table.representation,
        prepared.tagger.vectors,
        settings.reading,
        game.neighbours,
        table.adversaries.state_dict(),
        card=_card(settings, game, epochs, turns),
    )
    fresh = folder / f"{REPRESENTATION}.new"
    shutil.rmtree(fresh, ignore_errors=True)  # of a run that was stopped while it wrote
    done = save(found, fresh)
    save_tagger(
        apart(prepared.tagger),
        folder / TAGGER,
        f"# A tagger of private vectors\n\n- learnt with the representation {done.name}, from "
        f"{settings.data.train.name}; seed {settings.seed}\n",
    )
    fresh.rename(folder / REPRESENTATION)  # now the run is complete
    folder.joinpath(_GAME).unlink()
    return done


def tabled(settings: TrainingSettings, game: GameSettings, prepared: Prepared, near: Path | None = None) -> Table:
    """Return what the game is played with; neighbours are kept in a file, if one is named."""
    tagger = prepared.tagger
    known = set(tagger.description.tags)
    lines = [one for one in sentences(prepared.validation, settings.reading, tagged=True) if one.words]
    validation = [
        one for one in lines if known.issuperset(one.tags)
    ]  # labels that no training note has teach nothing
    neighbours = Neighbours(tagger.vectors, game.neighbours)
    if near is not None:
        neighbours.load(near)
    common, familiar = (everyday(prepared.train, share) for share in (game.everyday, game.familiar))
    casing = settings.network.representation_casing
    pairs, checks = (
        PairMaker(part, tagger.vectors, neighbours, game.literal_pairs, common, familiar, casing)
        for part in (prepared.train, validation)
    )
    if near is not None:
        neighbours.save(near)
    if not len(pairs) or not len(checks):
        raise UsageError("no identity in the notes has a word with a vector: other vectors are needed")
    torch.manual_seed(settings.seed)
    one = tagger.network.representation
    assert one is not None
    adversaries = Adversaries(one.reads, one.size, game.adversary_units)
    return Table(tagger, adversaries, prepared.train, validation, pairs, checks)


def _checked(settings: TrainingSettings, game: GameSettings, folder: Path) -> bytes:
    """Return what a folder is to say of the settings, if it is new or holds this run, begun and not complete."""
    written = json.dumps({**asdict(settings), "game": asdict(game)}, default=str, indent=1) + "\n"
    file = folder / SETTINGS
    if folder.joinpath(REPRESENTATION).exists():
        raise UsageError(f"{folder} holds a run that is complete; name another folder")
    if file.exists():
        if file.read_text(encoding="utf-8") != written:
            raise UsageError(f"{folder} holds a run with other settings; name another folder")
    elif folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} is there and holds no run; name another folder")
    return written.encode()


def _card(settings: TrainingSettings, game: GameSettings, epochs: int, turns: list[Turn]) -> str:
    kept = min(turns, key=lambda turn: rank(game, turn))
    return f"""# A private representation

- {settings.network.representation} numbers a token; learnt from {settings.data.train.name}, stopped by
  {settings.data.validation.name}; seed {settings.seed}
- {game.procedure}, so that a word of an identity cannot be told from its {game.neighbours} nearest ones;
  {epochs} epochs of tagging, {len(turns)} turns against adversaries
- kept as turn {kept.turn} left it: on the notes it was stopped by, no attack on one encoding is right in more than
  {kept.bound:.2%} on average (guessing: 50%)
- whether it may be used is told by scrubjay share attack, and written beside it (attacks.json)
"""
