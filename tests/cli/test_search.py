import json
from pathlib import Path

from tests.deidentify.notes import here
from tests.training.small import toml

SEARCH = """
[search]
optimiser.rate = { low = 0.01, high = 0.1, log = true }
network.casing = [true]
"""


def test_a_search_shows_the_best_and_how_to_train_with_them(tmp_path: Path) -> None:
    file, folder = tmp_path / "space.toml", tmp_path / "search"
    file.write_text(toml(tmp_path, SEARCH))
    done = here("search", file, "--trials", "2", "--set", "epochs=1", "--out", folder)
    assert done.code == 0, done.err
    heading, first, second = done.out.splitlines()[-3:]
    assert heading.split() == ["trial", "F1", "best", "epoch", "optimiser.rate", "network.casing"]
    assert float(first.split()[1]) >= float(second.split()[1])
    assert "trial-002  epoch   1" in done.out
    lines = [json.loads(line) for line in (folder / "search.jsonl").read_text().splitlines()]
    best = max(lines, key=lambda line: line["f1"])
    rate = best["settings"]["optimiser.rate"]
    words = f"--set=epochs=1 --set=optimiser.rate={rate} --set=network.casing=true"
    assert f"scrubjay train {file} {words} --out ..." in done.err
    # That command trains the very same tagger: the [search] table is passed over.
    assert here("train", file, *words.split(), "--out", tmp_path / "run").code == 0
    same = f"trial-{best['trial']:03}/metrics.jsonl"
    assert json.loads((tmp_path / "run" / "metrics.jsonl").read_text())["f1"] == best["f1"], same
    again = here("search", file, "--trials", "2", "--set", "epochs=1", "--out", folder)
    assert again.out.splitlines() == [heading, first, second]


def test_a_bad_space_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    file = tmp_path / "space.toml"
    file.write_text(toml(tmp_path, "[search]\nnetwork.unitz = [4]\nbatch = []\n"))
    wrong = here("search", file, "--out", tmp_path / "search")
    assert wrong.code == 2
    assert "unknown key 'network.unitz' (did you mean 'units'?)" in wrong.err
    assert "'batch': the list of choices is empty" in wrong.err
    assert here("search", tmp_path / "none.toml", "--out", tmp_path / "search").code == 2
    assert not (tmp_path / "search").exists()


def test_a_search_in_which_every_trial_failed_says_so(tmp_path: Path) -> None:
    file = tmp_path / "space.toml"
    file.write_text(toml(tmp_path, '[search]\noptimiser.rate = [1e30]\noptimiser.kind = ["sgd"]\n'))
    done = here("search", file, "--trials", "1", "--set", "optimiser.clip_norm=0.0", "--out", tmp_path / "search")
    assert done.code == 2
    assert "trial-001 has failed: the loss is not a number" in done.err
    assert "all 1 trials failed" in done.err
