"""A tagger on disk: safetensors, settings and labels as JSON, word vectors, a card. No pickle, no training notes."""

import hashlib
import json
from dataclasses import asdict
from pathlib import Path

from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from scrubjay import settings as plain_settings
from scrubjay.detect.tagger.gazetteers import FILE as LISTS
from scrubjay.detect.tagger.gazetteers import load_gazetteers
from scrubjay.detect.tagger.inputs import Alphabet
from scrubjay.detect.tagger.pieces import FILE as PIECES
from scrubjay.detect.tagger.pieces import load_pieces
from scrubjay.detect.tagger.reading import Reading
from scrubjay.detect.tagger.shelf import load_settings, sealed
from scrubjay.detect.tagger.subwords import MATRIX as SUBWORDS
from scrubjay.detect.tagger.subwords import SETTINGS as CUT
from scrubjay.detect.tagger.vectors import MATRIX, USUAL, WORDS, load_vectors
from scrubjay.errors import FormatError, SettingsError
from scrubjay.models.network import NetworkSettings
from scrubjay.models.tagger import Description, Tagger

VERSION = 2
MODEL, WEIGHTS, CARD = "model.json", "weights.safetensors", "card.md"
_FILES = (WEIGHTS, WORDS, MATRIX, USUAL, SUBWORDS, CUT, PIECES, LISTS, CARD)


def save(tagger: Tagger, folder: Path, card: str = "") -> None:
    """Write a tagger into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in (*_FILES, MODEL):
        folder.joinpath(name).unlink(missing_ok=True)  # what another tagger left here
    description = tagger.description
    save_file({name: value.contiguous() for name, value in tagger.state_dict().items()}, folder / WEIGHTS)
    tagger.vectors.save(folder)
    if description.pieces is not None:
        description.pieces.save(folder)
    if len(description.gazetteers):
        description.gazetteers.save(folder)
    folder.joinpath(CARD).write_text(card or "# A tagger without a card\n", encoding="utf-8")
    model = {
        "version": VERSION,
        "network": asdict(description.network),
        "tags": list(description.tags),
        "alphabet": description.alphabet.characters,
        "reading": asdict(description.reading),
        "forbids": tagger.forbids,
        "sha256": {name: _digest(folder / name) for name in _FILES if folder.joinpath(name).exists()},
    }
    written = json.dumps(sealed(model), ensure_ascii=False, indent=1) + "\n"
    folder.joinpath(MODEL).write_text(written, encoding="utf-8")


def load(folder: Path) -> Tagger:
    """Return the tagger of a folder; one that is damaged or no tagger's is a clear error."""
    model = load_settings(folder, MODEL, VERSION)
    for name, expected in model["sha256"].items():
        if not folder.joinpath(name).is_file():
            raise FormatError("is missing", file=str(folder / name))
        if _digest(folder / name) != expected:
            raise FormatError("is damaged: it is not what was written", file=str(folder / name))
    try:
        description = Description(
            plain_settings.build(NetworkSettings, model["network"], str(folder / MODEL)),
            tuple(model["tags"]),
            Alphabet(model["alphabet"]),
            plain_settings.build(Reading, model["reading"], str(folder / MODEL)),
            load_pieces(folder) if PIECES in model["sha256"] else None,
            load_gazetteers(folder),
        )
        tagger = Tagger(description, load_vectors(folder), forbid=bool(model["forbids"]))
        tagger.load_state_dict(load_file(folder / WEIGHTS))
    except (KeyError, TypeError, ValueError, AttributeError, OSError, SafetensorError, RuntimeError) as error:
        raise FormatError("is no tagger of scrubjay, or a damaged one", file=str(folder)) from error
    except SettingsError as error:
        raise FormatError(str(error), file=str(folder)) from error
    return tagger.eval()


def _digest(file: Path) -> str:
    with file.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()
