"""Writes a tagger for the runtime: two ONNX graphs (a word's letters, a sentence), the chain of tags, the vectors."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor

from scrubjay.detect.tagger.inputs import ONE_HOT_CHARACTERS
from scrubjay.detect.tagger.runtime import CHAIN, LETTERS, SENTENCE, SETTINGS, VERSION
from scrubjay.detect.tagger.vectors import Vectors
from scrubjay.models.coupled import CoupledLSTM
from scrubjay.models.tagger import Tagger
from scrubjay.models.variational import VariationalLSTM

_OPSET, _IR = 17, 8


def export(tagger: Tagger, folder: Path, half: bool = True) -> None:
    """Write a tagger into a folder that `Runtime` loads; `half` keeps word vectors in half precision."""
    folder.mkdir(parents=True, exist_ok=True)
    network, description = tagger.network, tagger.description
    if network.spelling is not None:
        onnx.save(_letters(tagger), folder / LETTERS)
    onnx.save(_sentence(tagger), folder / SENTENCE)
    chain = tagger.chain()
    np.savez(folder / CHAIN, transitions=chain.transitions, start=chain.start, end=chain.end)
    words = network.words
    matrix = tagger.vectors.matrix if words is None else words.weight.detach().numpy()
    Vectors(tagger.vectors.words, np.asarray(matrix, np.float16 if half else np.float32)).save(folder)
    settings = {
        "version": VERSION,
        "tags": description.tags,
        "alphabet": description.alphabet.characters,
        "characters": description.network.characters != "none",
        "casing": description.network.casing,
        "reading": asdict(description.reading),
    }
    folder.joinpath(SETTINGS).write_text(json.dumps(settings, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


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

    def linear(self, name: str, values: str, weight: Tensor, bias: Tensor) -> str:
        """Add values W + b."""
        product = self.node("MatMul", [values, self.weight(f"{name}.w", weight.t())], f"{name}.product")
        return self.node("Add", [product, self.weight(f"{name}.b", bias)], f"{name}.sum")

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
    for place, (weights, start) in enumerate(_weights(network.recurrent)):
        outputs, _ = graph.recurrent(f"layer{place}", steps, "lengths", weights, start)
        turned = graph.node("Transpose", [outputs], f"turned{place}", perm=[0, 2, 1, 3])
        flat = graph.weight(f"flat{place}", np.array([0, 0, 2 * network.settings.units]))
        steps = graph.node("Reshape", [turned, flat], f"steps{place}")
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


def _info(name: str, kind: int, *shape: str) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, kind, list(shape))
