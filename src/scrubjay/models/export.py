"""Writes a tagger for the runtime: ONNX graphs (a word's letters, a sentence), the chain of tags, the vectors.

A pretrained encoder is a graph of its own.
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from scrubjay.detect.tagger.gazetteers import FILE as LISTS
from scrubjay.detect.tagger.inputs import ONE_HOT_CHARACTERS
from scrubjay.detect.tagger.pieces import FILE as PIECES
from scrubjay.detect.tagger.runtime import CHAIN, ENCODER, LETTERS, SENTENCE
from scrubjay.detect.tagger.shelf import CARD, SETTINGS, VERSION, digests, sealed
from scrubjay.detect.tagger.subwords import MATRIX as SUBWORDS
from scrubjay.detect.tagger.subwords import SETTINGS as CUT
from scrubjay.detect.tagger.vectors import MATRIX, USUAL, WORDS, Vectors
from scrubjay.models.coupled import CoupledLSTM
from scrubjay.models.encoder import Encoder, Layer
from scrubjay.models.representation import Representation
from scrubjay.models.tagger import Tagger
from scrubjay.models.variational import VariationalLSTM

_OPSET, _IR = 17, 8


def export(tagger: Tagger, folder: Path, card: str = "", small: bool = True) -> None:
    """Write a tagger into a folder that `Runtime` loads, with its card.

    A small one has vectors in half precision, and the weights of a pretrained encoder in eight bits.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lists = (WORDS, MATRIX, USUAL, SUBWORDS, CUT, PIECES, LISTS)
    for name in (LETTERS, ENCODER, SENTENCE, CHAIN, *lists, CARD, SETTINGS):
        folder.joinpath(name).unlink(missing_ok=True)  # what another tagger left here
    network, description = tagger.network, tagger.description
    if network.spelling is not None:
        onnx.save(_letters(tagger), folder / LETTERS)
    if network.encoder is not None and description.pieces is not None:
        graph = _encoder(network.encoder)
        if small:
            _save_small(graph, folder / ENCODER)
        else:
            onnx.save(graph, folder / ENCODER)
        description.pieces.save(folder)
    if len(description.gazetteers):
        description.gazetteers.save(folder)
    onnx.save(_sentence(tagger), folder / SENTENCE)
    chain = tagger.chain()
    np.savez(folder / CHAIN, transitions=chain.transitions, start=chain.start, end=chain.end)
    words = network.words
    vectors = tagger.vectors if words is None else Vectors(tagger.vectors.words, words.weight.detach().numpy())
    vectors.save(folder, np.float16 if small else np.float32)
    folder.joinpath(CARD).write_text(card or "# A tagger without a card\n", encoding="utf-8")
    settings = {
        "version": VERSION,
        "tags": list(description.tags),
        "alphabet": description.alphabet.characters,
        "characters": description.network.characters != "none",
        "casing": description.network.casing,
        "encoder": network.encoder is not None,
        "reading": asdict(description.reading),
        "sha256": digests(folder),
    }
    written = json.dumps(sealed(settings), ensure_ascii=False, indent=1) + "\n"
    folder.joinpath(SETTINGS).write_text(written, encoding="utf-8")


class _Graph:
    """Nodes and weights of an ONNX graph that is being built."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []

    def weight(self, name: str, value: Tensor | NDArray[Any]) -> str:
        """Add a weight, and return its name."""
        array = value.detach().numpy() if isinstance(value, Tensor) else value
        self.weights.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def node(self, kind: str, inputs: list[str], output: str, **attributes: Any) -> str:
        """Add a node of one output, and return the output's name."""
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def recurrent(
        self, name: str, steps: str, lengths: str, weights: list[Tensor], start: Tensor | None
    ) -> tuple[str, str]:
        """Add a bidirectional LSTM over `steps` x sequences x inputs; return all outputs and the last ones.

        `weights` are torch's: per direction W_x, W_h and two biases, gates in the order input, forget, cell, output.
        """
        units = weights[1].shape[1]
        parts: dict[str, list[NDArray[Any]]] = {"x": [], "h": [], "b": []}
        for first in (0, 4):
            x, h, one, two = (weight.detach().numpy() for weight in weights[first : first + 4])
            order = np.concatenate([np.arange(units) + gate * units for gate in (0, 3, 1, 2)])  # ONNX: i, o, f, c
            parts["x"].append(x[order])
            parts["h"].append(h[order])
            parts["b"].append(np.concatenate([one[order], two[order]]))
        names = [self.weight(f"{name}.{key}", np.stack(value).astype(np.float32)) for key, value in parts.items()]
        states = ["", ""]
        if start is not None:
            shape = self.node("Shape", [lengths], f"{name}.count")
            wide = self.node(
                "Concat",
                [self.weight(f"{name}.two", np.array([2])), shape, self.weight(f"{name}.units", np.array([units]))],
                f"{name}.shape",
                axis=0,
            )
            for place, which in ((1, "output"), (0, "cell")):
                value = self.weight(f"{name}.{which}", start[place][:, None])
                states[1 - place] = self.node("Expand", [value, wide], f"{name}.{which}.all")
        outputs = [f"{name}.outputs", f"{name}.last"]
        inputs = [steps, *names, lengths, *states]
        self.nodes.append(helper.make_node("LSTM", inputs, outputs, direction="bidirectional", hidden_size=units))
        return outputs[0], outputs[1]

    def layers(self, name: str, steps: str, lengths: str, layer: CoupledLSTM | VariationalLSTM) -> str:
        """Add the layers of a bidirectional LSTM; return the outputs: steps x sequences x 2 units."""
        for place, (weights, start) in enumerate(_weights(layer)):
            outputs, _ = self.recurrent(f"{name}{place}", steps, lengths, weights, start)
            turned = self.node("Transpose", [outputs], f"{name}{place}.turned", perm=[0, 2, 1, 3])
            flat = self.weight(f"{name}{place}.flat", np.array([0, 0, 2 * layer.units]))
            steps = self.node("Reshape", [turned, flat], f"{name}{place}.steps")
        return steps

    def linear(self, name: str, values: str, weight: Tensor, bias: Tensor) -> str:
        """Add values W + b."""
        product = self.node("MatMul", [values, self.weight(f"{name}.w", weight.t())], f"{name}.product")
        return self.node("Add", [product, self.weight(f"{name}.b", bias)], f"{name}.sum")

    def norm(self, name: str, values: str, layer: nn.LayerNorm) -> str:
        """Add a normalisation over the last axis."""
        parts = [self.weight(f"{name}.w", layer.weight), self.weight(f"{name}.b", layer.bias)]
        return self.node("LayerNormalization", [values, *parts], f"{name}.normed", epsilon=layer.eps)

    def model(self, name: str, inputs: list[onnx.ValueInfoProto], output: onnx.ValueInfoProto) -> onnx.ModelProto:
        """Return the graph as a checked model."""
        graph = helper.make_graph(self.nodes, name, inputs, [output], self.weights)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=_IR)
        onnx.checker.check_model(model)
        return model


def _weights(layer: CoupledLSTM | VariationalLSTM) -> list[tuple[list[Tensor], Tensor | None]]:
    """Return each layer's weights as torch's LSTM has them, with its first state."""
    if isinstance(layer, CoupledLSTM):
        return [(layer.stock(), layer.start)]
    names = [
        f"{kind}_l0{direction}"
        for direction in ("", "_reverse")
        for kind in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
    ]
    return [([getattr(one, name) for name in names], None) for one in layer.layers]


def _letters(tagger: Tagger) -> onnx.ModelProto:
    """Return the graph from letters to a word's vector: words x letters to words x 2 units."""
    network, graph = tagger.network, _Graph()
    assert network.spelling is not None
    table = np.eye(ONE_HOT_CHARACTERS, dtype=np.float32) if network.embedding is None else network.embedding.weight
    values = graph.node("Gather", [graph.weight("letters", table), "characters"], "values")
    steps = graph.node("Transpose", [values], "steps", perm=[1, 0, 2])
    [(weights, start)] = _weights(network.spelling)
    _, last = graph.recurrent("spelling", steps, "lengths", weights, start)
    turned = graph.node("Transpose", [last], "turned", perm=[1, 0, 2])
    graph.node("Reshape", [turned, graph.weight("flat", np.array([0, 2 * network.spelling.units]))], "words")
    inputs = [
        _info("characters", TensorProto.INT64, "words", "letters"),
        _info("lengths", TensorProto.INT32, "words"),
    ]
    return graph.model("letters", inputs, _info("words", TensorProto.FLOAT, "words", "units"))


def _sentence(tagger: Tagger) -> onnx.ModelProto:
    """Return the graph from what goes into the recurrent layer to scores: sentences x tokens x tags."""
    network, graph = tagger.network, _Graph()
    steps = graph.node("Transpose", ["inputs"], "steps", perm=[1, 0, 2])
    if network.representation is not None:
        steps = _represented(graph, steps, network.representation)
    steps = graph.layers("layer", steps, "lengths", network.recurrent)
    values = graph.node("Transpose", [steps], "values", perm=[1, 0, 2])
    if network.hidden is not None:
        values = graph.node(
            "Tanh", [graph.linear("hidden", values, network.hidden.weight, network.hidden.bias)], "bent"
        )
    graph.node("Identity", [graph.linear("scores", values, network.scores.weight, network.scores.bias)], "scores")
    inputs = [
        _info("inputs", TensorProto.FLOAT, "sentences", "tokens", "numbers"),
        _info("lengths", TensorProto.INT32, "sentences"),
    ]
    return graph.model("sentence", inputs, _info("scores", TensorProto.FLOAT, "sentences", "tokens", "tags"))


def _represented(graph: _Graph, steps: str, representation: Representation) -> str:
    """Add a private representation, without its noise, in the place of the words' vectors; the rest stays."""
    start, read, behind, end = (
        graph.weight(f"cut{place}", np.array([edge], np.int64))
        for place, edge in enumerate((0, representation.reads, representation.inputs, np.iinfo(np.int64).max))
    )
    axis = graph.weight("cut.axis", np.array([2], np.int64))
    vectors = graph.node("Slice", [steps, start, read, axis], "vectors")
    rest = graph.node("Slice", [steps, behind, end, axis], "rest")
    for number, layer in enumerate(representation.words):
        assert isinstance(layer, nn.Linear)
        name = f"private.words{number}"
        vectors = graph.node("Tanh", [graph.linear(name, vectors, layer.weight, layer.bias)], f"{name}.bent")
    states = graph.layers("private", vectors, "lengths", representation.recurrent)
    output = graph.linear("private.output", states, representation.output.weight, representation.output.bias)
    return graph.node("Concat", [graph.node("Tanh", [output], "private.bent"), rest], "private.steps", axis=2)


def _encoder(encoder: Encoder) -> onnx.ModelProto:
    """Return the graph from pieces, marks and a mask (0, or far below it where no piece is) to a vector a piece."""
    graph = _Graph()
    pieces = graph.node("Gather", [graph.weight("pieces.w", encoder.pieces.weight), "pieces"], "by_piece")
    marks = graph.node("Gather", [graph.weight("marks.w", encoder.marks.weight), "marks"], "by_mark")
    places = graph.node("Gather", [graph.weight("positions.w", encoder.positions.weight), "positions"], "by_place")
    summed = graph.node("Add", [graph.node("Add", [pieces, marks], "both"), places], "summed")
    values = graph.norm("norm", summed, encoder.norm)
    for number, layer in enumerate(encoder.layers):
        assert isinstance(layer, Layer)
        values = _attended(graph, f"layer{number}", values, layer)
    graph.node("Identity", [values], "values")
    inputs = [
        _info("pieces", TensorProto.INT64, "sentences", "length"),
        _info("marks", TensorProto.INT64, "sentences", "length"),
        _info("positions", TensorProto.INT64, "length"),
        _info("mask", TensorProto.FLOAT, "sentences", "one", "one", "length"),
    ]
    return graph.model("encoder", inputs, _info("values", TensorProto.FLOAT, "sentences", "length", "size"))


def _attended(graph: _Graph, name: str, values: str, layer: Layer) -> str:
    """Add a layer of an encoder."""
    size = layer.attended.in_features
    width = size // layer.heads
    split = graph.weight(f"{name}.split", np.array([0, 0, layer.heads, width]))
    parts = []
    for number, part in enumerate(("query", "key", "value")):
        rows = slice(number * size, (number + 1) * size)
        scale = width**-0.5 if part == "query" else 1.0
        weight, bias = layer.attention.weight[rows] * scale, layer.attention.bias[rows] * scale
        moved = graph.node(
            "Reshape", [graph.linear(f"{name}.{part}", values, weight, bias), split], f"{name}.{part}.h"
        )
        order = [0, 2, 3, 1] if part == "key" else [0, 2, 1, 3]
        parts.append(graph.node("Transpose", [moved], f"{name}.{part}.t", perm=order))
    query, key, value = parts
    scores = graph.node("Add", [graph.node("MatMul", [query, key], f"{name}.products"), "mask"], f"{name}.masked")
    shares = graph.node("Softmax", [scores], f"{name}.shares", axis=-1)
    mixed = graph.node(
        "Transpose", [graph.node("MatMul", [shares, value], f"{name}.mixed")], f"{name}.back", perm=[0, 2, 1, 3]
    )
    flat = graph.node("Reshape", [mixed, graph.weight(f"{name}.whole", np.array([0, 0, size]))], f"{name}.flat")
    attended = graph.linear(f"{name}.attended", flat, layer.attended.weight, layer.attended.bias)
    values = graph.norm(f"{name}.first", graph.node("Add", [values, attended], f"{name}.one"), layer.first_norm)
    inner = graph.linear(f"{name}.inner", values, layer.inner.weight, layer.inner.bias)
    share = graph.node("Mul", [inner, graph.weight(f"{name}.root", np.array(0.5**0.5, np.float32))], f"{name}.scaled")
    erf = graph.node("Erf", [share], f"{name}.erf")
    plus = graph.node("Add", [erf, graph.weight(f"{name}.one.w", np.array(1.0, np.float32))], f"{name}.plus")
    half = graph.node("Mul", [inner, graph.weight(f"{name}.half", np.array(0.5, np.float32))], f"{name}.halved")
    bent = graph.node("Mul", [half, plus], f"{name}.bent")
    outer = graph.linear(f"{name}.outer", bent, layer.outer.weight, layer.outer.bias)
    return graph.norm(f"{name}.second", graph.node("Add", [values, outer], f"{name}.two"), layer.second_norm)


def _save_small(model: onnx.ModelProto, file: Path) -> None:
    """Write a graph with its weights in eight bits."""
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from onnxruntime.quantization.quant_utils import add_pre_process_metadata

    add_pre_process_metadata(model)  # the graph is as small as it gets: no advice is wanted
    quantize_dynamic(model, file, weight_type=QuantType.QInt8, per_channel=True)


def _info(name: str, kind: int, *shape: str) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, kind, list(shape))
