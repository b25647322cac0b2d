"""The trials of benchmarks/share.py: what is learnt from notes given away in some way, and what attacks tell."""

import json
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import torch
from share_notes import Given
from share_tied import MadeOne, apart, outside, tied_words

from scrubjay.detect.tagger.inputs import casings
from scrubjay.detect.tagger.reading import Sentence, tag_names
from scrubjay.detect.tagger.vectors import Vectors
from scrubjay.documents.corpus import Corpus
from scrubjay.documents.document import Document
from scrubjay.evaluate.evaluation import evaluate
from scrubjay.keys import Key
from scrubjay.models.folder import load as load_tagger
from scrubjay.models.representation import Representation
from scrubjay.models.tagger import Description, Tagger
from scrubjay.randomness import generator
from scrubjay.share.adversaries import Adversaries
from scrubjay.share.attacks import Field, adversaries_attack
from scrubjay.share.fitting import FitSettings, fit
from scrubjay.share.neighbours import Neighbours, directions
from scrubjay.share.pairs import PairMaker
from scrubjay.share.pool import Pool, transform
from scrubjay.share.provider import REPRESENTATION, TAGGER, TURNS, default_network, hide, prepare_public, tabled
from scrubjay.share.pseudonymise import pseudonymised
from scrubjay.share.publication import Publication, load, public, save
from scrubjay.share.publishing import joined
from scrubjay.share.release import AttackSettings, attack, prepare_field, upper_limit
from scrubjay.share.settings import GameSettings
from scrubjay.share.usual import usual
from scrubjay.training.going import result_of
from scrubjay.training.loop import predict, train
from scrubjay.training.preparing import Prepared, prepare_notes, untrained
from scrubjay.training.settings import DataSettings, OptimiserSettings, TrainingSettings, VectorSettings

KEY = Key(b"these notes are public: a key for nobody's")  # MEDDOCAN has no secrets
GAME = GameSettings()
DANN = replace(
    GAME,
    weight=1.0,
    invariance=0.0,
    adversaries="averaged",
    literal_pairs=True,
    average=0.0,
    exchange=0.0,
    familiar=0.0,
    stopping="loss",
    steps=1,
    turns=8,
)
S1 = replace(DANN, procedure="three-part", adversary_epochs=4)
S1_NETWORK: dict[str, Any] = {
    "representation_bottleneck": 0,
    "representation_casing": False,
    "representation_usual": False,
}
EPOCHS, LONG = 12, 25  # of what learns from words; LONG: as many as the private representation's tagger
EXCHANGE = GAME.exchange
FIT = FitSettings(epochs=8, batch=32, empty=0.7, optimiser=OptimiserSettings(rate=5e-3, average=0.995))
ATTACK = AttackSettings(epochs=20, units=64, judged=4000)


def as_pool(given: Given, lines: Sequence[Sentence], values: Callable[[list[str]], Any]) -> Pool:
    """Return sentences as a pool of vectors that hide nothing, so that all taggers learn in the same way."""
    tags = tag_names((tag[2:] for line in lines for tag in line.tags if tag != "O"), given.reading.scheme)
    known = {tag: place for place, tag in enumerate(tags)}
    words = [word for line in lines for word in line.words]
    return Pool(
        "none",
        given.reading.scheme,
        tuple(tags),
        np.asarray(values(words), np.float16),
        np.array([len(line.words) for line in lines], np.int32),
        casings(words).astype(np.uint8),
        np.array([known[tag] for line in lines for tag in line.tags], np.uint16),
    )


def _fitted(given: Given, pool: Pool, seed: int, start: Path | None = None) -> Tagger:
    return result_of(fit(replace(FIT, seed=seed), pool, given.reading, start))


def _taught(
    given: Given,
    seed: int,
    train_on: Sequence[Document],
    stop_by: Sequence[Document],
    epochs: int = EPOCHS,
    told: bool = False,
    tied: Sequence[Sequence[tuple[int, int]]] = (),
    **network: Any,
) -> dict[str, float]:
    """Return the scores of S1's network, which learns from words.

    `told`, it is told how usual words are, too; words that are `tied` are one word.
    """
    settings = replace(
        _settings(given, seed),
        network=replace(FIT.network, words=100, **network),
        optimiser=FIT.optimiser,
        epochs=epochs,
        empty=FIT.empty,
        exchange=EXCHANGE,
    )
    learnt = prepare_notes(settings, train_on, stop_by)
    if told:
        known = public(learnt.tagger.vectors, usual(learnt.train))
        wider = replace(settings, network=replace(settings.network, words=known.size))
        labels = {span.label for note in train_on for span in note.spans}
        learnt = replace(learnt, tagger=untrained(wider, labels, (), known))
    if tied:
        learnt.tagger.vectors = MadeOne(learnt.tagger.vectors, tied)
    for _ in train(settings, learnt):
        pass
    return _scored(given, learnt.tagger)


def _reading_words(given: Given, tagger: Tagger, vectors: Vectors) -> Tagger:
    """Return a tagger that learnt from bare vectors as one that reads words."""
    told = tagger.description
    whole = Tagger(Description(told.network, told.tags, told.alphabet, given.reading), vectors)
    whole.load_state_dict(tagger.state_dict())
    return whole.eval()


def _scored(given: Given, tagger: Tagger) -> dict[str, float]:
    """Return the scores on the notes to judge by: words, PHI or not (S1's measure), and strict ones."""
    told = _evaluated(tagger, given.judged())
    found = {**told["token_binary"], "strict_f1": told["entity_strict"]["f1"]}
    if others := given.unseen():
        found["unseen_f1"] = _evaluated(tagger, others)["token_binary"]["f1"]
    return found


def _evaluated(tagger: Tagger, notes: Sequence[Document]) -> dict[str, Any]:
    found = predict(tagger, [note.with_spans(()) for note in notes])
    return evaluate(zip(notes, found, strict=True)).as_dict()


def plain(given: Given, seed: int, told: bool = False, epochs: int = EPOCHS) -> dict[str, Any]:
    """Learn from the notes as they are; `told`, with how usual words are, as the private representation is."""
    return _taught(given, seed, given.part("train"), given.part("validation"), epochs, told)


def made_one(given: Given, seed: int, count: int) -> dict[str, Any]:
    """Learn from words of which all are one that pairs tie together: a word, its neighbours, and what has them, too.

    So much is lost if each word is to be hidden by itself, whatever stands around it, and without any noise. `apart`
    is how many pairs of other notes are still two words: those of names that the public notes do not have.
    """
    vectors = given.vectors()
    tied = tied_words(given, vectors, count)
    scores = _taught(given, seed, given.part("train"), given.part("validation"), tied=tied)
    return {**scores, "apart": apart(given, vectors, count, tied), "outside": outside(given, vectors, tied)}


def pseudonyms(
    given: Given, seed: int, count: int, mixed: bool = False, characters: Literal["none", "learned"] = "none"
) -> dict[str, Any]:
    """Learn from sentences whose identities are exchanged for neighbours; `mixed`, from the real ones as well.

    With characters, a tagger reads letters, which it knows from other people's names only (F1.25); N = 1: from all.
    """
    near, chance = Neighbours(given.vectors(), count), generator(seed, "pseudonyms")
    known, stopping = (
        pseudonymised(given.part(part), near, given.reading, chance) for part in ("train", "validation")
    )
    more = given.part("train") if mixed else []
    scores = _taught(given, seed, [*known.documents, *more], stopping.documents, characters=characters)
    return {**scores, "residue": known.residue.as_dict()}


def adversarial(
    given: Given, seed: int, count: int, game: GameSettings = GAME, kind: str = "ours", **network: Any
) -> dict[str, Any]:
    """Learn a representation and a tagger, and attack it."""
    folder = given.folder / f"{kind}-{count}-{seed}"
    if not (folder / REPRESENTATION).exists():
        folder.mkdir(exist_ok=True)
        settings = _settings(given, seed, **network)
        for _ in hide(settings, replace(game, neighbours=count), _tagging(given, settings), folder, settings.epochs):
            pass
    turns = [json.loads(line) for line in (folder / TURNS).read_text(encoding="utf-8").splitlines()]
    found = load(folder / REPRESENTATION)
    told = _joined(given, found, load_tagger(folder / TAGGER), seed)
    return {"turns": turns, **told, **_attacked(given, found, seed)}


def pooled(given: Given, seed: int, count: int, start: bool) -> dict[str, Any]:
    """Let a tagger learn from what a representation makes of all notes; `start`, going on from the provider's."""
    folder = given.folder / f"ours-{count}-{seed}"
    found = load(folder / REPRESENTATION)
    pool = transform(given.public(), found, KEY)
    return _joined(given, found, _fitted(given, pool, seed, folder / TAGGER if start else None), seed)


def unhidden(given: Given, seed: int) -> dict[str, Any]:
    """Take the representation as it is before the game: every word may be told from every other."""
    folder = given.folder / f"unhidden-{seed}"
    if not folder.exists():
        settings = _settings(given, seed)
        learnt = _tagging(given, settings)
        table = tabled(settings, GAME, learnt)
        told = (given.reading, GAME.neighbours, table.adversaries.state_dict())
        save(Publication(table.representation, learnt.tagger.vectors, *told), folder)
    found = load(folder)
    return _attacked(given, found, seed, replace(ATTACK, epochs=5))


def _settings(given: Given, seed: int, **network: Any) -> TrainingSettings:
    """Return how representation and tagger learn before the game."""
    return TrainingSettings(
        DataSettings(given.folder / "train.jsonl", given.folder / "validation.jsonl"),
        network=replace(default_network(100), **network),
        reading=given.reading,
        vectors=VectorSettings(folder=given.folder / "vectors"),
        optimiser=OptimiserSettings(rate=6e-3, average=0.99),
        batch=32,
        epochs=given.epochs,
        empty=0.2,
        exchange=EXCHANGE,
        seed=seed,
    )


def _joined(given: Given, found: Publication, tagger: Tagger, seed: int) -> dict[str, float]:
    """Return the scores of a representation with its tagger: without noise, as it is published, and with."""
    whole = joined(found, tagger)
    scores = _scored(given, whole)
    whole.network.noisy = True
    torch.manual_seed(seed)
    return {**scores, "noisy_f1": _scored(given, whole)["f1"]}


def _tagging(given: Given, settings: TrainingSettings) -> Prepared:
    """Return a tagger after P1, which is the same for all games of a seed and network: learnt once."""
    learnt = prepare_public(settings)
    network = settings.network
    sizes = "-".join(
        f"{getattr(network, name):d}"
        for name in (
            "representation",
            "representation_units",
            "representation_bottleneck",
            "representation_casing",
            "representation_usual",
            "dynamic_noise",
        )
    )
    file = given.folder / f"tagging-{settings.seed}-{sizes}.pt"
    if not file.exists():
        for _ in train(settings, learnt):
            pass
        fresh = file.with_suffix(f".{os.getpid()}")
        torch.save(learnt.tagger.state_dict(), fresh)
        fresh.replace(file)
    learnt.tagger.load_state_dict(torch.load(file, weights_only=True))
    return learnt


def _attacked(given: Given, publication: Publication, seed: int, settings: AttackSettings = ATTACK) -> dict[str, Any]:
    """Let attacks learn from the public notes, and judge them by the others."""
    settings = replace(settings, seed=seed)
    field = prepare_field(publication, given.judged(), settings, given.public())
    attempts = list(attack(publication, field, settings))
    found: dict[str, Any] = {"attacks": [each.as_dict(len(attempts)) for each in attempts], "upper_bound": 1.0}
    if settings.noisy:
        limit = upper_limit(publication, field, settings)
        found |= {"upper_bound": limit.mean, "told_pairs": limit.told}
    return found


def again(given: Given, seed: int, count: int, kind: str = "ours", **told: Any) -> dict[str, Any]:
    """Attack a representation that is there once more, in another way."""
    found = load(given.folder / f"{kind}-{count}-{seed}" / REPRESENTATION)
    return _attacked(given, found, seed, replace(ATTACK, **told))


def pairs_alone(given: Given, seed: int, literal: bool) -> dict[str, Any]:
    """Let T1 look at vectors and at nothing else: of fair pairs it cannot tell anything, of S1's own it can."""
    vectors = given.vectors()
    near = Neighbours(vectors, 100)
    parts = Corpus(given.public()).split({"train": 0.6, "test": 0.4}, generator(seed, "share pairs"))
    makers = [PairMaker(given.lines(parts[part].documents), vectors, near, literal) for part in ("train", "test")]
    torch.manual_seed(seed)
    deaf = Representation(vectors.matrix.shape[1], 2, units=2)
    torch.nn.init.zeros_(deaf.output.weight)  # says the same of every sentence
    field = Field(deaf.eval().requires_grad_(False), makers[0], makers[1], judged=4000)
    first, _ = adversaries_attack(
        field, Adversaries(vectors.matrix.shape[1], 2, 64), 10, generator(seed, "pairs"), "alone"
    )
    return first.as_dict()


def fixed_noise(given: Given, seed: int, times: float) -> dict[str, Any]:
    """Add noise of one size to vectors (F1.14): do neighbourhoods change, and can one still learn from it?"""
    vectors = given.vectors()
    lines = given.lines(given.public())
    spread = times * float(np.array(vectors.matrix, np.float32).std())
    chance = generator(seed, "fixed noise")
    inside = sorted(
        {vectors.row(word) for line in lines for word, tag in zip(line.words, line.tags, strict=True) if tag != "O"}
        - {0}
    )
    unit = directions(vectors.matrix)
    some = chance.choice(inside, min(1000, len(inside)), replace=False)
    noisy = np.array(vectors.matrix[some], np.float32) + spread * chance.normal(size=(len(some), unit.shape[1]))
    nearest = (directions(noisy) @ unit.t()).argmax(1).numpy()
    pool = as_pool(
        given,
        lines,
        lambda words: vectors.vectors(words) + spread * chance.normal(size=(len(words), unit.shape[1])),
    )
    scores = _scored(given, _reading_words(given, _fitted(given, pool, seed), vectors))
    return {**scores, "still_nearest": float((nearest == some).mean())}


def near(given: Given, seed: int) -> dict[str, Any]:
    """Find the 500 nearest of 5,000 words, and read them back: CPU seconds."""
    vectors = given.vectors()
    rows = generator(seed, "near").choice(np.arange(1, len(vectors)), 5000, replace=False).tolist()
    started = time.process_time()
    found = Neighbours(vectors, 500)
    found.learn(rows)
    looked = time.process_time() - started
    file = given.folder / "near.npz"
    found.save(file)
    started = time.process_time()
    again = Neighbours(vectors, 500)
    assert again.load(file)
    return {"words": len(rows), "among": len(vectors), "looked": looked, "cached": time.process_time() - started}
