"""How fast exported taggers are on one core, for `make bench`: with the time of their matrix products beside it.

NeuroNER's network is trained for a few epochs on the made-up notes, so that it is as decided as a trained one; the
encoder's weights may be any. `python benchmarks/tagger_speed.py all FOLDER` is one process of the measurement.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from scrubjay.detect.tagger.inputs import LONGEST_WORD
from scrubjay.detect.tagger.reading import sentences
from scrubjay.detect.tagger.runtime import Runtime
from scrubjay.documents.formats.reading import read
from timing import seconds

NOTES = Path(__file__).parent / "notes" / "development.jsonl"
_ROUNDS = 15  # of which the quickest counts: the machine may be busy
_ENOUGH = 6  # seconds that two processes work, so that their start does not count


def taggers(scratch: Path) -> dict[str, Path]:
    """Return the folders of the taggers to measure, by title; those that do not come along are made in `scratch`."""
    from scrubjay.detect.tagger.shelf import bundled, find_tagger

    return {
        "NeuroNER's size": _neuroner(scratch / "neuroner"),
        **{name: find_tagger(name) for name in bundled()},
        "MiniLM's size, 8 bits": _encoder(scratch / "encoder"),
    }


def _neuroner(folder: Path) -> Path:
    from scrubjay.models.families import FAMILIES
    from scrubjay.training.run import run
    from scrubjay.training.settings import DataSettings, TrainingSettings

    settings = TrainingSettings(DataSettings(NOTES, NOTES), FAMILIES["neuroner"], epochs=8)
    list(run(settings, folder))
    return folder / "runtime"


def _encoder(folder: Path) -> Path:
    import torch

    from scrubjay.detect.tagger.inputs import Alphabet
    from scrubjay.detect.tagger.pieces import LONGEST, Pieces
    from scrubjay.detect.tagger.reading import Reading, tag_names
    from scrubjay.detect.tagger.vectors import Vectors
    from scrubjay.documents.labels import LABEL_SETS
    from scrubjay.models.export import export
    from scrubjay.models.network import NetworkSettings
    from scrubjay.models.tagger import Description, Tagger

    torch.manual_seed(1)
    words = sorted({word.lower() for note in read(NOTES) for word in note.text.split()})
    letters = sorted({letter for word in words for letter in word})
    pieces = ["[PAD]", "[CLS]", "[SEP]", "[UNK]", *letters, *(f"##{letter}" for letter in letters), *words]
    pieces += [f"[unused{number}]" for number in range(30_522 - len(pieces))]
    network = NetworkSettings(encoder_layers=6, cell="standard", hidden=0)
    tags = tuple(tag_names(sorted(LABEL_SETS["i2b2-2014"])[:23], "bioes"))
    description = Description(network, tags, Alphabet("".join(letters)), Reading(longest=LONGEST), Pieces(pieces))
    vectors = Vectors(["<unknown>"], np.zeros((1, 100), np.float32))
    export(Tagger(description, vectors).eval(), folder)
    return folder


def measure(folder: Path) -> dict[str, Any]:
    """Return a tagger's figures, each from a process of its own, as users have it."""
    [alone], two = _processes("all", folder, 1), _processes("more", folder, 2)
    [one] = _processes("more", folder, 1)
    return {
        **alone,
        "two_processes": sum(each["tokens_per_second"] for each in two) / one["tokens_per_second"],
        "bytes_on_disk": sum(file.stat().st_size for file in folder.iterdir()),
    }


def _processes(what: str, folder: Path, count: int) -> list[dict[str, float]]:
    """Return the figures of so many processes at once."""
    command = [sys.executable, __file__, what, str(folder)]
    children = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(count)]
    return [json.loads(child.communicate()[0]) for child in children]


def _all(folder: Path) -> dict[str, Any]:
    """Return what one process needs to load, in batches and for single sentences."""
    started = time.process_time()
    runtime = Runtime(folder)
    runtime.tagged([["Seen", "by"]])
    load = time.process_time() - started
    lines = _lines(runtime)
    some = lines[:: max(1, len(lines) // 400)]
    batch = seconds(lambda: runtime.tagged(lines), _ROUNDS)
    single = seconds(lambda: [runtime.tagged([line]) for line in some], _ROUNDS)
    [most] = [line.split()[1] for line in Path("/proc/self/status").read_text().splitlines() if "VmHWM" in line]
    whole = not folder.joinpath("encoder.onnx").exists()  # numpy has no products in eight bits
    return {
        "tags": len(runtime.tags),
        "tokens": sum(map(len, lines)),
        "batch_tokens_per_second": sum(map(len, lines)) / batch,
        "single_tokens_per_second": sum(map(len, some)) / single,
        "times_the_matrix_products": batch / seconds(_products(runtime, lines), _ROUNDS) if whole else None,
        "load_seconds": load,
        "megabytes": int(most) / 1024,
    }


def _more(folder: Path) -> dict[str, float]:
    """Return the tokens a second, by the clock, of a process that may not be the only one."""
    runtime = Runtime(folder)
    lines = _lines(runtime)
    began, tokens = time.perf_counter(), 0
    while (spent := time.perf_counter() - began) < _ENOUGH:
        runtime.tagged(lines)
        tokens += sum(map(len, lines))
    return {"tokens_per_second": tokens / spent}


def _lines(runtime: Runtime) -> list[tuple[str, ...]]:
    """Return the sentences of the notes; of a tagger with an encoder, which is slow, every tenth."""
    lines = [line.words for line in sentences(list(read(NOTES)), runtime.reading) if line.words]
    return lines[::10] if runtime.folder.joinpath("encoder.onnx").exists() else lines


def _products(runtime: Runtime, lines: list[tuple[str, ...]]) -> Callable[[], None]:
    """Return the network's matrix products alone, for all notes at once: the least that any program needs."""
    import onnx
    from onnx import numpy_helper

    tokens = sum(map(len, lines))
    distinct = {word for line in lines for word in line}
    rows = {"letters.onnx": sum(min(len(word), LONGEST_WORD) for word in distinct), "sentence.onnx": tokens}
    work: list[tuple[Any, Any]] = []
    for name, count in rows.items():
        if not runtime.folder.joinpath(name).exists():
            continue
        for weight in onnx.load(runtime.folder / name).graph.initializer:
            matrix = numpy_helper.to_array(weight)
            if (
                matrix.dtype != np.float32
                or matrix.ndim < 2
                or weight.name == "letters"
                or weight.name.endswith(".b")
            ):
                continue
            directions = [each.T for each in matrix] if matrix.ndim == 3 else [matrix]
            work += [
                (np.ones((count, len(each)), np.float32), each.copy()) for each in directions if each.shape[1] > 1
            ]

    def run() -> None:
        for values, matrix in work:
            values @ matrix

    return run


if __name__ == "__main__":
    print(json.dumps({"all": _all, "more": _more}[sys.argv[1]](Path(sys.argv[2]))))
