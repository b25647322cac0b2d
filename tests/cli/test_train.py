import json
import re
from pathlib import Path

import pytest
from gensim.test.utils import datapath

from scrubjay.cli import terminal
from scrubjay.detect.tagger.detector import TaggerDetector
from scrubjay.detect.tagger.vectors import load_vectors
from scrubjay.documents.formats.reading import read
from tests.deidentify.notes import here
from tests.training.small import toml

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
    assert (tmp_path / "run" / "metrics.png").read_bytes().startswith(b"\x89PNG")
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


def test_seeds_are_summed_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "_QUIET_SECONDS", 1e-9)
    monkeypatch.setattr(terminal, "_LINE_SECONDS", 0)
    (tmp_path / "train.toml").write_text(toml(tmp_path))
    arguments = ("train", tmp_path / "train.toml", "--set", "epochs=1", "--out", tmp_path / "runs")
    done = here(*arguments, "--seeds", "1,2,3")
    assert done.code == 0, done.err
    assert "seed-2  epoch   1" in done.out
    assert "training seed-2 (1 of 3 done): 50%" in done.err
    assert done.err.count("notes with 16 spans") == 1  # once, not for each seed
    summary = json.loads((tmp_path / "runs" / "summary.json").read_text())
    assert [each["seed"] for each in summary["seeds"]] == [1, 2, 3]
    low, high = summary["interval"]
    shown = done.out.splitlines()[-3:]
    assert shown[0].split() == ["mean", f"{summary['mean']:.4f}"]
    assert shown[1].split() == ["standard", "deviation", f"{summary['deviation']:.4f}"]
    assert shown[2].split()[-3:] == [f"{low:.4f}", "to", f"{high:.4f}"]
    again = here(*arguments, "--seeds", "1,2")
    assert "seed-2 is complete" in again.err
    assert "epoch   1" not in again.out
    assert "interval" not in again.out


def test_wrong_seeds_are_refused(tmp_path: Path) -> None:
    (tmp_path / "train.toml").write_text(toml(tmp_path))
    arguments = ("train", tmp_path / "train.toml", "--out", tmp_path / "runs")
    for wrong, words in (
        ("1,,2", "whole numbers"),
        ("-1", "whole numbers"),
        ("a", "whole numbers"),
        ("1,1", "twice"),
    ):
        done = here(*arguments, "--seeds", wrong)
        assert done.code == 2
        assert words in done.err
    assert "give --seeds as well" in here(*arguments, "--jobs", "2").err
    assert not (tmp_path / "runs").exists()
