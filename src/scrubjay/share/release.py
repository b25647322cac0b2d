"""Every attack on a representation, and the word that it may be used: only if none is better than guessing."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch

from scrubjay.detect.tagger.reading import sentences
from scrubjay.detect.tagger.shelf import sealed
from scrubjay.documents.corpus import Corpus
from scrubjay.documents.document import Document
from scrubjay.documents.formats.atomic import atomic
from scrubjay.errors import FormatError, UsageError
from scrubjay.randomness import generator
from scrubjay.share.adversaries import Adversaries
from scrubjay.share.attacks import Field, adversaries_attack, best_guesses, look_up, reconstruct
from scrubjay.share.neighbours import Neighbours
from scrubjay.share.pairs import PairMaker
from scrubjay.share.publication import Publication
from scrubjay.share.usual import everyday
from scrubjay.share.verdict import LEVEL, Attempt, breaks

FILE = "attacks.json"
_LEAST = 200  # pairs without which an attack says nothing
_PAIRS, _EPOCHS = 2000, 10  # that must be tried before a representation may be used
_TOLD = 0.6  # chance of being told with which a pair counts as told
_MOST = 0.51  # what an attack may achieve at most on average, computed: what luck may hide from those that are tried
_AGAIN = 4  # times as many pairs as broke it must be asked for before that is forgotten
_SHARES = {"train": 0.6, "test": 0.4}
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class AttackSettings:
    """How hard a representation is attacked."""

    neighbours: int | None = None  # words that might have been the one; as many as it was trained for
    epochs: int = 50  # of the adversaries (S1: 50)
    units: int = 128
    judged: int = 4000  # pairs that an attack is judged by
    draws: int = 32  # encodings of each sentence that the look-up attack makes
    everyday: float = 0.5  # share of the notes in which a word outside of identities names nobody: not asked for
    familiar: float = 0.1  # share in which nobody would take it for the name that stood in its place
    published: int = 1  # times that a sentence was published with other noise; a key sees to it that it is once
    noisy: bool = True
    seed: int = 1
    threads: int = 1


@dataclass(frozen=True)
class Limit:
    """What no attack on one encoding can do, computed from the representation's own noise."""

    mean: float  # accuracy that none exceeds on average
    told: float  # share of the pairs of which one could be right in more than `_TOLD`


def attack(
    publication: Publication, field: Field, settings: AttackSettings, progress: Progress | None = None
) -> Iterator[Attempt]:
    """Yield what each attack achieves."""
    torch.set_num_threads(settings.threads)
    torch.manual_seed(settings.seed)

    def chance(name: str) -> Any:
        return generator(settings.seed, "share attack", name)

    def told(name: str) -> Callable[[int, int], None]:
        return lambda done, total: progress(name, done, total) if progress is not None else None

    yield look_up(field, chance("look-up"), settings.draws)
    if settings.published > 1:
        many = f"look-up, {settings.published} times"
        yield look_up(field, chance("repeated"), settings.draws, settings.published, many)
    yield reconstruct(field, settings.epochs, chance("reconstruction"), settings.units, told("reconstruction"))
    one = publication.representation
    fresh = Adversaries(one.reads, one.size, settings.units)
    yield from adversaries_attack(field, fresh, settings.epochs, chance("fresh"), "fresh", progress=told("fresh"))
    known = Adversaries(
        one.reads, one.size, publication.adversaries["first.recurrent.layers.0.weight_hh_l0"].shape[1]
    )
    known.load_state_dict(publication.adversaries)
    yield from adversaries_attack(
        field, known, settings.epochs, chance("continued"), "continued", progress=told("continued")
    )


def upper_limit(publication: Publication, field: Field, settings: AttackSettings) -> Limit:
    """Return what no attack on one encoding can do, by pairs as `attack` asks about."""
    torch.manual_seed(settings.seed)
    pairs = field.trials(generator(settings.seed, "share attack", "bound"))
    found = best_guesses(publication.representation, pairs)
    return Limit(float(found.mean()), float((found > _TOLD).double().mean()))


def prepare_field(
    publication: Publication,
    notes: Sequence[Document],
    settings: AttackSettings,
    lessons: Sequence[Document] | None = None,
) -> Field:
    """Return what attacks learn from and are judged by: patients whose notes they have not learnt from.

    They learn from `lessons` and are judged by `notes`; without lessons, from the notes of some of the patients.
    """
    count = publication.neighbours if settings.neighbours is None else settings.neighbours
    neighbours = Neighbours(publication.vectors, count)
    if lessons is None:
        parts = Corpus(notes).split(_SHARES, generator(settings.seed, "share attack", "split"))
        lessons, notes = (parts[part].documents for part in _SHARES)
    elif both := len({"".join(note.text.split()) for note in lessons} & {"".join(n.text.split()) for n in notes}):
        raise UsageError(
            f"{both:,} of the notes that attacks are judged by are also among those they learn from; name others, or "
            "none to have the notes divided"
        )
    known, asked = (
        [one for one in sentences(part, publication.reading, tagged=True) if one.words] for part in (lessons, notes)
    )
    common, familiar = (everyday(known, share) for share in (settings.everyday, settings.familiar))
    casing = publication.representation.casing
    makers = [
        PairMaker(lines, publication.vectors, neighbours, common=common, familiar=familiar, casing=casing)
        for lines in (known, asked)
    ]
    if min(map(len, makers)) < _LEAST:
        raise UsageError(
            f"{min(map(len, makers))} sentences with an identity that has a vector are too few to attack with: "
            f"{_LEAST} are needed to learn from, and as many to be judged by; give more notes, or others to learn "
            "from (--lessons)"
        )
    return Field(publication.representation, makers[0], makers[1], judged=settings.judged, noisy=settings.noisy)


def objections(
    publication: Publication, attempts: Sequence[Attempt], limit: Limit, settings: AttackSettings
) -> list[str]:
    """Return why a representation may not be used after these attacks; nothing if it may."""
    found = breaks(attempts)
    if limit.mean > _MOST:
        found.append(f"an attack could be right in {limit.mean:.1%} on average, computed; {_MOST:.0%} is the most")
    found += [
        f"too little was tried: {tried:,} {what} of {least:,}"
        for what, (tried, least) in _tried(settings).items()
        if tried < least
    ]
    return found


def _tried(settings: AttackSettings) -> dict[str, tuple[int, int]]:
    """Return how much is tried, and how much must be."""
    return {"pairs": (settings.judged, _PAIRS), "epochs": (settings.epochs, _EPOCHS)}


def decides(publication: Publication, settings: AttackSettings) -> bool:
    """Tell whether an attack asks what a representation was made to withstand, so that its outcome is the verdict."""
    usual = AttackSettings()
    return (
        settings.noisy
        and settings.neighbours in (None, publication.neighbours)
        and (settings.published, settings.everyday, settings.familiar)
        == (usual.published, usual.everyday, usual.familiar)
    )


def write_release(
    publication: Publication, attempts: Sequence[Attempt], limit: Limit, settings: AttackSettings, folder: Path
) -> list[str]:
    """Write what attacks that decide achieved beside a representation, and return why it may not be used, if so.

    What broke it once was luck only if it fails with several times as many pairs, and no less otherwise: until then
    it is not forgotten. So nobody tries again until it passes. Nor does a glance undo what was tried in earnest.
    """
    assert decides(publication, settings)
    wrong = objections(publication, attempts, limit, settings)
    file = folder / FILE
    before = _told(publication, file) if file.exists() else {}
    earlier, broken = before.get("broken"), None
    if breaks(attempts):
        tried = {"pairs": settings.judged, "epochs": settings.epochs}
        broken = {what: max(count, (earlier or tried)[what]) for what, count in tried.items()}
    elif earlier and (settings.judged < _AGAIN * earlier["pairs"] or settings.epochs < earlier["epochs"]):
        harder = f"--trials {_AGAIN * earlier['pairs']} --epochs {earlier['epochs']}"
        return [*wrong, f"an earlier attack broke it; try as hard with {harder}"]
    elif before.get("released") and any(count < least for count, least in _tried(settings).values()):
        return wrong
    told = {
        "representation": publication.name,
        "level": LEVEL,
        "upper_bound": limit.mean,
        "told_pairs": limit.told,
        "settings": asdict(settings),
        "attacks": [attempt.as_dict(len(attempts)) for attempt in attempts],
        "objections": wrong,
        "broken": broken,  # what was tried at the most where it broke
        "released": not wrong,
    }
    with atomic(file) as handle:
        handle.write(json.dumps(sealed(told), indent=1).encode() + b"\n")
    return wrong


def released(publication: Publication, folder: Path) -> bool:
    """Tell whether a representation was attacked and withstood; a file that says so of another one is an error."""
    file = folder / FILE
    return file.exists() and bool(_told(publication, file)["released"])


def _told(publication: Publication, file: Path) -> dict[str, Any]:
    """Return what a file says that attacks achieved."""
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        whole = sealed(told) == told and told["representation"] == publication.name and "broken" in told
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise FormatError("does not say what attacks achieved", file=str(file), remedy="Remove it") from error
    if not whole:
        raise FormatError(
            "is damaged, or of another representation", file=str(file), remedy="Remove it, and attack this one anew"
        )
    found: dict[str, Any] = told
    return found
