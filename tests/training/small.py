"""A small network on a few made-up notes, trained in a second or two."""

from collections.abc import Iterator
from pathlib import Path

from scrubjay import Document, Span
from scrubjay.documents.formats.writing import write
from scrubjay.training.several import News

TOML = """
epochs = 2
batch = 8
[data]
train = "{folder}/train.jsonl"
validation = "{folder}/validation.jsonl"
[network]
words = 8
train_words = true
characters = "none"
units = 8
hidden = 0
input_dropout = 0.1
[optimiser]
rate = 0.05
[vectors]
epochs = 1
"""


def notes(count: int) -> Iterator[Document]:
    for i in range(count):
        doctor = ("Wells", "Ruiz", "Okafor", "Lindqvist")[i % 4]
        yield Document(f"n{i}", f"Seen by Dr. {doctor}. Walks well.", (Span(12, 12 + len(doctor), "DOCTOR"),))


def toml(folder: Path, more: str = "") -> str:
    """Return a settings file's text, with notes to learn from in the folder."""
    for name, count in (("train", 16), ("validation", 4)):
        write(notes(count), folder / f"{name}.jsonl", "jsonl", overwrite=True)
    return TOML.format(folder=folder) + more


class Told:
    """Keeps what runs tell; at a given epoch, `news` stops them as Ctrl-C would."""

    def __init__(self, stop: tuple[str, int] | None = None) -> None:
        self.news: list[tuple[str, News]] = []
        self._stop = stop

    def __call__(self, name: str, news: News) -> None:
        self.news.append((name, news))
        if (name, getattr(news, "epoch", 0)) == self._stop:
            raise KeyboardInterrupt

    def begun(self) -> list[str]:
        """Return the runs that were trained, in order."""
        return list(dict.fromkeys(name for name, news in self.news if type(news).__name__ == "Batches"))
