import json
import re
from pathlib import Path

from gensim.test.utils import datapath

from scrubjay.detect.tagger.detector import TaggerDetector
from scrubjay.detect.tagger.vectors import load_vectors
from scrubjay.documents.formats.reading import read
from tests.deidentify.notes import here

ROOT = Path(__file__).parents[2]
TOML = f"""
epochs = 2
batch = 4
[data]
train = "{ROOT}/examples/notes"
validation = "{ROOT}/examples/notes"
[network]
words = 10
train_words = true
character_units = 8
units = 12
[vectors]
epochs = 1
"""


def test_a_run_leaves_settings_metrics_and_a_tagger(tmp_path: Path) -> None:
    (tmp_path / "train.toml").write_text(TOML)
    done = here("train", tmp_path / "train.toml", "--set", "optimiser.rate=0.01", "--out", tmp_path / "run")
    assert done.code == 0
    assert done.out.count("epoch") >= 2
    settings = json.loads((tmp_path / "run" / "settings.json").read_text())
    assert settings["optimiser"]["rate"] == 0.01
    lines = (tmp_path / "run" / "metrics.jsonl").read_text().splitlines()
    assert [json.loads(line)["epoch"] for line in lines] == [1, 2]
    notes = list(read(ROOT / "examples" / "notes"))
    found = TaggerDetector(tmp_path / "run" / "runtime").detect(notes)
    assert len(found) == len(notes)
    # A tagger's words name nobody it learnt from, unless the name is a word outside of names, too.
    inside = {
        word.lower() for note in notes for span in note.spans for word in re.findall(r"\w{4,}", note.text_of(span))
    }
    outside = set()
    for note in notes:
        text = note.text
        for span in reversed(note.spans):
            text = text[: span.start] + " | " + text[span.end :]
        outside |= set(re.findall(r"\w{4,}", text.lower()))
    assert {"haddad", "nwosu"} <= inside - outside
    for name in ("model", "runtime"):
        words = set((tmp_path / "run" / name / "words.txt").read_text().split("\n"))
        assert len(words) > 100
        assert not words & (inside - outside)
    assert "8 of 8 validation notes are training notes as well" in done.err
    assert "spans, of which" in (tmp_path / "run" / "model" / "card.md").read_text()
    assert here("models", "verify", tmp_path / "run" / "model").code == 0
    assert "labels" in here("models", "show", tmp_path / "run" / "model").out
    assert here("models", "export", tmp_path / "run" / "model", "--out", tmp_path / "again").code == 0
    again = here("train", tmp_path / "train.toml", "--set", "optimiser.rate=0.01", "--out", tmp_path / "run")
    assert again.code == 2
    assert "is complete" in again.err


def test_wrong_settings_are_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "train.toml").write_text(TOML)
    wrong = here(
        "train", tmp_path / "train.toml", "--set", "network.unitz=3", "--set", "epochs=many", "--out", tmp_path / "r"
    )
    assert wrong.code == 2
    assert "did you mean 'units'" in wrong.err
    assert "'epochs' must be int" in wrong.err
    assert here("train", tmp_path / "train.toml", "--set", "epochs", "--out", tmp_path / "r").code == 2
    assert here("train", tmp_path / "none.toml", "--out", tmp_path / "r").code == 2
    assert not (tmp_path / "r").exists()


def test_a_tagger_on_fasttext_s_vectors_keeps_their_n_grams(tmp_path: Path) -> None:
    vectors = tmp_path / "vectors"
    done = here("models", "import", "vectors", datapath("crime-and-punishment.bin"), "--out", vectors)
    assert done.code == 0
    assert "291 words of 5 numbers, and 100 vectors of n-grams for other words, are in" in done.err
    (tmp_path / "train.toml").write_text(
        TOML.replace("words = 10\ntrain_words = true", "words = 5") + f'folder = "{vectors}"\n'
    )
    assert here("train", tmp_path / "train.toml", "--set", "epochs=1", "--out", tmp_path / "run").code == 0
    for name in ("model", "runtime"):
        found = load_vectors(tmp_path / "run" / name)
        assert found.subwords is not None
        assert len(found.subwords) == 100
    assert here("models", "verify", tmp_path / "run" / "model").code == 0
