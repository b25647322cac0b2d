"""NeuroNER's released models (PyPI pyneuroner, MIT), read without TensorFlow: from the wheel, or from its folder."""

import io
import pickle
import zipfile
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from scrubjay.detect.tagger.inputs import Alphabet
from scrubjay.detect.tagger.reading import Reading
from scrubjay.detect.tagger.vectors import Vectors
from scrubjay.errors import FormatError, UnknownNameError, UsageError
from scrubjay.models.coupled import CoupledLSTM
from scrubjay.models.importing.bundle import read_bundle
from scrubjay.models.network import NetworkSettings
from scrubjay.models.tagger import Description, Tagger

_INSIDE = "neuroner/trained_models/"
_FILES = {"index": "model.ckpt.index", "data": "model.ckpt.data-00000-of-00001", "dataset": "dataset.pickle"}
_CELL = "bidirectional_LSTM/bidirectional_rnn/{}/coupled_input_forget_gate_lstm_cell/"


def import_neuroner(source: Path, name: str, vectors: Vectors | None = None) -> Tagger:
    """Return a released model as a tagger; those without word vectors of their own need `vectors`."""
    files = _files(source, name)
    tensors = read_bundle(files["index"], files["data"], f"{source} ({name})")
    dataset = _Reader(io.BytesIO(files["dataset"])).load()
    tags = tuple(dataset.index_to_label[place] for place in range(len(dataset.index_to_label)))
    characters = sorted((place, character) for character, place in dataset.character_to_index.items() if place)
    if [place for place, _ in characters] != list(range(1, len(characters) + 1)):
        raise FormatError("numbers its characters in a way that is not known", file=f"{source} ({name})")
    own = tensors["token_embedding/token_embedding_weights"]
    if len(own) > 1:
        vectors = _own_vectors(dataset, own)
    elif vectors is None:
        raise UsageError(f"{name} holds no word vectors; give those it was trained with (GloVe 6B, 100 numbers)")
    elif vectors.matrix.shape[1] != own.shape[1]:
        raise UsageError(f"{name} needs vectors of {own.shape[1]} numbers, and these have {vectors.matrix.shape[1]}")
    else:
        vectors = Vectors(vectors.words, _with_unknown(vectors.matrix, own[0]))
    scheme = "bioes" if any(tag.startswith("S-") for tag in tags) else "bio"
    description = Description(
        NetworkSettings(), tags, Alphabet("".join(c for _, c in characters)), Reading(scheme=scheme)
    )
    tagger = Tagger(description, vectors, forbid=False)
    _fill(tagger, tensors)
    return tagger.eval()


def _files(source: Path, name: str) -> dict[str, bytes]:
    """Return the files of a model by what they hold."""
    if source.is_dir():
        there = sorted(path.parent.name for path in source.rglob("model.ckpt.index"))
        found = next((path.parent for path in source.rglob("model.ckpt.index") if path.parent.name == name), None)
        if found is None:
            raise UnknownNameError("model", name, there)
        return {what: found.joinpath(file).read_bytes() for what, file in _FILES.items()}
    try:
        with zipfile.ZipFile(source) as wheel:
            models = [e for e in wheel.namelist() if e.startswith(_INSIDE) and e.endswith(_FILES["index"])]
            there = sorted(entry.split("/")[2] for entry in models)
            if name not in there:
                raise UnknownNameError("model", name, there)
            return {what: wheel.read(f"{_INSIDE}{name}/{file}") for what, file in _FILES.items()}
    except (zipfile.BadZipFile, OSError) as error:
        raise FormatError("is no wheel of pyneuroner, nor its folder", file=str(source)) from error


@dataclass
class _Dataset:
    """What NeuroNER's dataset.pickle holds that is wanted."""

    index_to_label: dict[int, str]
    character_to_index: dict[str, int]
    token_to_index: dict[str, int]


class _Reader(pickle.Unpickler):
    """Reads dataset.pickle: two classes are let in, and nothing is run."""

    def find_class(self, module: str, name: str) -> Any:
        """Return what stands for a class of the file."""
        if name == "Dataset" and module.split(".")[-1] == "dataset":
            return type("Dataset", (), {})
        if (module, name) == ("collections", "OrderedDict"):
            return OrderedDict
        raise FormatError("a pickle of NeuroNER asks for a class that it never has", remedy="Fetch the wheel again")


def _own_vectors(dataset: _Dataset, matrix: NDArray[Any]) -> Vectors:
    words = [""] * len(matrix)
    for word, row in dataset.token_to_index.items():
        words[row] = word
    return Vectors(words, matrix)


def _with_unknown(matrix: NDArray[Any], unknown: NDArray[Any]) -> NDArray[Any]:
    """Return vectors whose first row is that of unknown words."""
    found = np.array(matrix, np.float32)
    found[0] = unknown
    return found


def _fill(tagger: Tagger, tensors: dict[str, NDArray[Any]]) -> None:
    """Copy NeuroNER's weights into the network."""
    network = tagger.network
    assert network.embedding is not None
    assert network.spelling is not None
    assert network.hidden is not None
    assert tagger.crf is not None
    with torch.no_grad():

        def copy(target: torch.Tensor, name: str, turned: bool = False) -> None:
            source = torch.from_numpy(np.array(tensors[name]))
            target.copy_((source.t() if turned else source).reshape(target.shape))

        copy(network.embedding.weight, "character_embedding/character_embedding_weights")
        for layer, scope in ((network.spelling, "character_lstm"), (network.recurrent, "token_lstm")):
            assert isinstance(layer, CoupledLSTM)
            for place, (short, long) in enumerate((("fw", "forward"), ("bw", "backward"))):
                copy(layer.weight[place], f"{scope}/{_CELL.format(short)}W_0")
                copy(layer.bias[place], f"{scope}/{_CELL.format(short)}B")
                copy(layer.start[0, place], f"{scope}/bidirectional_LSTM/{long}/initial_cell_state")
                copy(layer.start[1, place], f"{scope}/bidirectional_LSTM/{long}/initial_output_state")
        copy(network.hidden.weight, "feedforward_after_lstm/W", turned=True)
        copy(network.hidden.bias, "feedforward_after_lstm/bias")
        copy(network.scores.weight, "feedforward_before_crf/W", turned=True)
        copy(network.scores.bias, "feedforward_before_crf/bias")
        every, tags = torch.from_numpy(np.array(tensors["crf/transitions"])), len(tagger.description.tags)
        tagger.crf.transitions.copy_(every[:tags, :tags])
        tagger.crf.start.copy_(every[tags, :tags])
        tagger.crf.end.copy_(every[:tags, tags + 1])
