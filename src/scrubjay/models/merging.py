"""Makes one exported tagger of several that learnt apart: it scores each tag by what they think on average."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, compose, helper, numpy_helper

from scrubjay.detect.tagger.runtime import CHAIN, LETTERS, SENTENCE
from scrubjay.detect.tagger.shelf import CARD, SETTINGS, reseal, sealed
from scrubjay.errors import UsageError

_APART = (SETTINGS, CARD, LETTERS, SENTENCE, CHAIN)  # files in which the taggers may differ
_ALPHABET = "alphabet"
_MAY_DIFFER = (_ALPHABET, "sha256", "seal")


def merge(folders: Sequence[Path], target: Path) -> None:
    """Write the tagger that several exported ones make together; they must read alike and know the same tags.

    The average of scores and of transitions is a chain again, so that it is decoded like one of them; it costs as
    much time as their networks together.
    """
    first, *others = folders
    for other in others:
        _compare(first, other)
    shutil.copytree(first, target)
    told = [_settings(folder) for folder in folders]
    alphabet = "".join(dict.fromkeys("".join(each[_ALPHABET] for each in told)))
    spelled = (first / LETTERS).exists()
    letters = [
        _relettered(onnx.load(folder / LETTERS), each[_ALPHABET], alphabet)
        for folder, each in zip(folders, told, strict=True)
        if spelled
    ]
    widths = [_width(model) for model in letters] or [0] * len(folders)
    if spelled:
        onnx.save(_side_by_side(letters), target / LETTERS)
    onnx.save(_averaged([onnx.load(folder / SENTENCE) for folder in folders], widths), target / SENTENCE)
    chains = [np.load(folder / CHAIN) for folder in folders]
    np.savez(target / CHAIN, **{name: np.mean([chain[name] for chain in chains], axis=0) for name in chains[0].files})
    (target / SETTINGS).write_text(json.dumps(sealed({**told[0], _ALPHABET: alphabet})), encoding="utf-8")
    reseal(target)


def _settings(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
    return found


def _compare(one: Path, other: Path) -> None:
    """Raise an error if two taggers cannot be made one."""
    names = [sorted(file.name for file in folder.iterdir()) for folder in (one, other)]
    same = names[0] == names[1] and all(
        (one / name).read_bytes() == (other / name).read_bytes() for name in names[0] if name not in _APART
    )
    settings = [
        {key: value for key, value in _settings(folder).items() if key not in _MAY_DIFFER} for folder in (one, other)
    ]
    if not same or settings[0] != settings[1]:
        raise UsageError(f"{other} cannot be made one with {one}: it reads otherwise, or knows other tags")


def _relettered(model: onnx.ModelProto, own: str, every: str) -> onnx.ModelProto:
    """Return a letters graph that knows more letters; those that are new to it are unknown ones."""
    if not every:
        return model  # letters by their code points
    [table] = [weight for weight in model.graph.initializer if weight.name == "letters"]
    places = {letter: place for place, letter in enumerate(own, 1)}
    rows = numpy_helper.to_array(table)[[0, *(places.get(letter, 0) for letter in every)]]
    table.CopyFrom(numpy_helper.from_array(rows, table.name))
    return model


def _width(model: onnx.ModelProto) -> int:
    """Return how many numbers a model makes of a word's letters."""
    [flat] = [weight for weight in model.graph.initializer if weight.name == "flat"]
    return int(numpy_helper.to_array(flat)[1])


def _side_by_side(models: Sequence[onnx.ModelProto]) -> onnx.ModelProto:
    """Return the graph that puts what all make of a word beside each other."""
    parts = _parts(models, ("characters", "lengths"))
    outputs = [f"{place}.words" for place in range(len(models))]
    join = helper.make_node("Concat", outputs, ["words"], axis=1)
    return _model(models[0], parts, [join])


def _averaged(models: Sequence[onnx.ModelProto], widths: Sequence[int]) -> onnx.ModelProto:
    """Return the graph whose scores are the average; each sees what its own letters graph made, and the rest."""
    parts = _parts(models, ("lengths",))
    before, weights = [], []
    every = sum(widths)
    for place, width in enumerate(widths):
        start = sum(widths[:place])
        for name, begin, end in (("own", start, start + width), ("rest", every, np.iinfo(np.int64).max)):
            named = [f"{place}.{name}.{edge}" for edge in ("begin", "end", "axis")]
            weights += [
                numpy_helper.from_array(np.array([value], np.int64), one)
                for one, value in zip(named, (begin, end, 2), strict=True)
            ]
            before.append(helper.make_node("Slice", ["inputs", *named], [f"{place}.{name}"]))
        before.append(helper.make_node("Concat", [f"{place}.own", f"{place}.rest"], [f"{place}.inputs"], axis=2))
    mean = helper.make_node("Mean", [f"{place}.scores" for place in range(len(models))], ["scores"])
    return _model(models[0], parts, [mean], before, weights)


def _parts(models: Sequence[onnx.ModelProto], shared: Sequence[str]) -> list[onnx.GraphProto]:
    """Return the graphs with names of their own, but for the inputs that they share."""
    graphs = []
    for place, model in enumerate(models):
        graph = compose.add_prefix_graph(model.graph, f"{place}.")
        for node in graph.node:
            for number, name in enumerate(node.input):
                if name.removeprefix(f"{place}.") in shared:
                    node.input[number] = name.removeprefix(f"{place}.")
        graphs.append(graph)
    return graphs


def _model(
    like: onnx.ModelProto,
    parts: Sequence[onnx.GraphProto],
    after: Sequence[onnx.NodeProto],
    before: Sequence[onnx.NodeProto] = (),
    weights: Sequence[TensorProto] = (),
) -> onnx.ModelProto:
    """Return a checked model with the inputs and the output of one of them."""
    nodes = [*before, *(node for part in parts for node in part.node), *after]
    every = [*weights, *(weight for part in parts for weight in part.initializer)]
    graph = helper.make_graph(nodes, like.graph.name, like.graph.input, like.graph.output, every)
    model = helper.make_model(graph, opset_imports=like.opset_import, ir_version=like.ir_version)
    onnx.checker.check_model(model)
    return model
