"""A study from end to end: trained, stopped, gone on with, reported; and what must not be mixed up."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scrubjay.documents.formats.writing import write
from tests.deidentify.notes import here
from tests.transfer.small import STYLES, notes, toml


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a study that is complete, of three corpora and a new one."""
    folder = tmp_path_factory.mktemp("study")
    more = """new = "dogwood"
seeds = [1, 2]
curve = [2, 4, 6]
layers = true
[variants.jdl-mean]
kind = "jdl"
pooling = "mean"
"""
    file = toml(folder, *STYLES, more=more, count=20)
    found = here("transfer", "run", file, "--out", folder / "run", "--jobs", "1")
    assert found.code == 0, found.err
    assert found.out.count("\n    ") == 5, "five answers"
    return folder / "run"


def test_a_study_writes_all_tables_and_a_page(done: Path) -> None:
    told = json.loads((done / "report.json").read_text())
    assert [row["step"] for row in told["matrix"]] == list(STYLES)
    assert set(told["matrix"][0]["cells"]) == set(STYLES)
    external = {row["step"] for row in told["external"]}
    assert {"alder>birch", "birch>alder", "alder+birch", "jdl:alder+birch", "csd:alder+birch"} < external
    assert sum(row["chosen"] for row in told["external"] if "chosen" in row) == 3, "one order for each target"
    tried = [row for row in told["external"] if row["strategy"].startswith("concurrent, ")]
    assert [row["method"] for row in tried] == 3 * ["jdl-mean", "jdl"], "the other setting, and the better of both"
    own = {row["step"] for row in told["with_own"]}
    assert {
        "alder>birch>cypress",
        "alder+birch>cypress",
        "alder+birch+cypress",
        "easyadapt:alder+birch+cypress(alder)",
    } < own
    new = [row["step"] for row in told["new_institution"]]
    assert new[:3] == ["dogwood", "alder+birch+cypress", "alder+birch+cypress>dogwood"]
    assert len(new) == 6, "three more with parts of the layers"
    for curve in told["curves"].values():
        assert sorted({size for size, _ in curve["points"]}) == [2, 4, 6, 16]
        assert len(curve["points"]) == 8
        assert [check["notes"] for check in curve["checks"]] == [16]
    assert [row["f1"] for row in told["plans"]] == [0.8, 0.85, 0.9, 0.95]
    assert set(told["details"]) == set(STYLES)
    by_label = told["details"]["dogwood"]["by_label"]["dogwood"]
    assert set(by_label) == {"DOCTOR", "DATE"}
    assert sum(sum(cell["counts"][::2]) for cell in by_label.values()) == 2 * sum(
        told["corpora"]["dogwood"]["test_labels"].values()
    )
    by_type = told["details"]["dogwood"]["by_type"]["dogwood"]
    assert set(by_type) == {"letter", "progress"}
    whole = [sum(cell["counts"][place] for cell in by_type.values()) for place in range(3)]
    assert whole == [sum(cell["counts"][place] for cell in by_label.values()) for place in range(3)]
    cell = told["matrix"][0]["cells"]["alder"]
    assert len(cell["seeds"]) == 2
    assert cell["support"] == sum(told["corpora"]["alder"]["test_labels"].values())
    assert {row["question"] for row in told["comparisons"]} == {"Q2", "Q3", "Q4", "Q5"}
    assert all(0 < row["p"] <= 1 for row in told["comparisons"])
    tables = (done / "report.md").read_text()
    page = (done / "report.html").read_text()
    for heading in ("Phase 1", "Phase 2", "Phase 3", "Phase 4", "Learning curves", "dogwood by label and type"):
        assert f"## {heading}" in tables
        assert heading in page
    assert page.count("data:image/png") == 3
    assert "http" not in page.replace("http-equiv", "")
    for text in (tables, page, (done / "study.json").read_text(), json.dumps(told)):
        assert not any(name in text for name in ("Okafor", "Lindqvist", "Walks")), "no note's text"


def test_what_is_chosen_is_chosen_by_validation_notes_alone(done: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two trainings the one is better on validation notes, the other on test notes: orders, settings, exports."""
    from scrubjay.transfer import steps
    from scrubjay.transfer.publishing import best_step
    from scrubjay.transfer.results import Results, figures

    results = Results(done)
    good, bad = [[9, 1, 1]], [[1, 9, 9]]
    told: dict[str, dict[str, object]] = {}

    def scores(step: steps.Step, seed: int) -> dict[str, object]:
        found = told.setdefault(step.name, json.loads(json.dumps(Results.scores(results, step, seed))))
        best = step.name in ("alder>birch", "jdl-mean:alder+birch", "csd:alder+birch>cypress")
        for part in ("validation", "test"):
            for table in found[part].values():  # type: ignore[attr-defined]
                table["rows"] = (good if best == (part == "validation") else bad) * len(table["rows"])
        return found

    monkeypatch.setattr(results, "scores", scores)
    assert results.chosen(steps.sequential(results.study, "cypress"), ["alder", "birch"]).name == "alder>birch"
    assert best_step(results, "cypress").name in ("alder>birch", "jdl-mean:alder+birch", "csd:alder+birch>cypress")
    rows = [row for row in figures(results)["external"] if "cypress" in row["cells"]]
    assert [row["step"] for row in rows if row.get("chosen")] == ["alder>birch"]
    assert [row["step"] for row in rows if row["strategy"].endswith("validation chose")] == ["jdl-mean:alder+birch"]


def test_the_tagger_that_is_exported_has_learnt_from_all_notes(done: Path) -> None:
    from scrubjay.transfer.publishing import best_step
    from scrubjay.transfer.results import Results

    best = best_step(Results(done), "dogwood")
    assert best.notes is None
    assert "[" not in best.name


def test_the_plan_is_told_in_words_and_as_json(done: Path) -> None:
    told = here("transfer", "plan", done, "--f1", "0.5")
    assert told.code == 0, told.err
    assert told.out.startswith("to reach F1 0.5, annotate ")
    assert "without it, annotate" in told.out
    found = json.loads(here("transfer", "plan", done, "--f1", "0.5", "--json").out)
    assert set(found) == {"from nothing", "from the others"}
    assert here("transfer", "plan", done, "--f1", "1.2").code == 2
    assert here("transfer", "plan", done.parent).code == 2


def test_sizes_of_a_curve_that_are_too_many_are_told(tmp_path: Path) -> None:
    file = toml(tmp_path, "alder", "birch", "cypress", more='new = "cypress"\ncurve = [2, 1000]')
    told = here("transfer", "run", file, "--dry-run")
    assert told.code == 0, told.err
    assert "curve: cypress has no 1000 notes to annotate" in told.err
    assert "cypress@2" in told.out


def test_a_report_can_be_written_anew(done: Path) -> None:
    before = (done / "report.json").read_bytes()
    (done / "report.json").unlink()
    assert here("transfer", "report", done).code == 0
    assert (done / "report.json").read_bytes() == before


def test_what_was_trained_is_not_trained_again_and_other_notes_are_noticed(tmp_path: Path) -> None:
    file = toml(tmp_path, "alder", "birch")
    assert here("transfer", "run", file, "--out", tmp_path / "run", "--jobs", "1").code == 0
    first = {path: path.stat().st_mtime_ns for path in (tmp_path / "run").rglob("scores.json")}
    assert here("transfer", "run", file, "--out", tmp_path / "run", "--jobs", "1").code == 0
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "run").rglob("scores.json")} == first
    other = here("transfer", "run", file, "--set", "split_seed=2", "--out", tmp_path / "run")
    assert (other.code, "other settings (split_seed)" in other.err) == (2, True)
    write(list(notes("birch", 18)), tmp_path / "birch.jsonl", "jsonl", overwrite=True)
    changed = here("transfer", "run", file, "--out", tmp_path / "run")
    assert (changed.code, "the notes of birch are others" in changed.err) == (2, True)
    taken = here("transfer", "run", file, "--out", tmp_path)
    assert (taken.code, "holds no study" in taken.err) == (2, True)
    assert not list(tmp_path.rglob("checkpoint.pt"))


def test_a_killed_study_goes_on_and_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    file = toml(tmp_path, "alder", "birch", more="seeds = [1]")
    whole = here("transfer", "run", file, "--out", tmp_path / "whole", "--jobs", "1")
    assert whole.code == 0, whole.err
    words = [sys.executable, "-m", "scrubjay", "transfer", "run", str(file), "--out", str(tmp_path / "killed")]
    for trained in (1, 4):
        process = subprocess.Popen([*words, "--jobs", "2"], start_new_session=True, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 120
        while len(list((tmp_path / "killed").rglob("scores.json"))) < trained:
            assert time.monotonic() < deadline
            assert process.poll() is None
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert subprocess.run([*words, "--jobs", "2"], check=False, capture_output=True).returncode == 0
    reports = [json.loads((tmp_path / name / "report.json").read_text()) for name in ("whole", "killed")]
    assert reports[0] == reports[1]


def test_a_dry_run_trains_nothing(tmp_path: Path) -> None:
    file = toml(tmp_path, "alder", "birch")
    told = here("transfer", "run", file, "--dry-run")
    assert told.code == 0, told.err
    assert "alder+birch" in told.out
    assert "alder: " in told.err
    missing = here("transfer", "run", file)
    assert (missing.code, "--out" in missing.err) == (2, True)
    assert not (tmp_path / "run").exists()


def test_likeness_is_told_without_training(tmp_path: Path) -> None:
    file = toml(tmp_path, "alder", "birch", "cypress")
    told = here("transfer", "similarity", file)
    assert told.code == 0, told.err
    assert len(told.out.splitlines()) == 7
    found = json.loads(here("transfer", "similarity", file, "--json").out)
    assert len(found) == 6
    assert 0 < found["alder>birch"]["overall"] < 1
    write([note.with_spans(()) for note in notes("birch", 16)], tmp_path / "birch.jsonl", "jsonl", overwrite=True)
    assert "-" in here("transfer", "similarity", file).out.split(), "of notes without spans, words alone are compared"


def test_a_study_of_a_new_institution_alone_trains_little_else(tmp_path: Path) -> None:
    more = 'new = "cypress"\nphases = [4]\ncurve = [2, 4]'
    file = toml(tmp_path, "alder", "birch", "cypress", more=more)
    told = here("transfer", "run", file, "--out", tmp_path / "run", "--jobs", "1")
    assert told.code == 0, told.err
    assert "This study cannot tell" in told.out
    trained = {path.parent.name for path in (tmp_path / "run").rglob("scores.json")}
    assert trained == {
        "alder+birch",
        *(f"{start}cypress{size}" for start in ("", "alder+birch,") for size in ("", "@2", "@4")),
    }
    assert here("transfer", "plan", tmp_path / "run", "--f1", "0.5").code == 0


def test_a_tagger_of_a_study_redacts(done: Path, tmp_path: Path) -> None:
    model = tmp_path / "model"
    told = here("transfer", "export", done, "--for", "dogwood", "--out", model)
    assert told.code == 0, told.err
    note = tmp_path / "note.txt"
    note.write_text("Seen by Dr. Wells on 3/28. Walks well.")
    assert here("detect", note, "--model", model, "--out", tmp_path / "found.jsonl", "--policy", "all").code == 0
    named = here("transfer", "export", done, "--step", "alder+birch", "--seed", "2", "--out", tmp_path / "other")
    assert named.code == 0, named.err
    assert "alder+birch (A+B: mixed" in here("models", "show", tmp_path / "other").out
    for words in (["--step", "alder+brich"], ["--for", "elm"], ["--step", "alder", "--seed", "9"], []):
        wrong = here("transfer", "export", done, *words, "--out", tmp_path / "none")
        assert wrong.code == 2, words
        assert not (tmp_path / "none").exists()


def test_an_exported_tagger_finds_what_the_study_scored(done: Path, tmp_path: Path) -> None:
    from scrubjay.models.folder import load
    from scrubjay.training.loop import predict
    from scrubjay.transfer.corpora import load_corpora
    from scrubjay.transfer.results import Results
    from scrubjay.transfer.scoring import count
    from scrubjay.transfer.steps import Step

    results = Results(done)
    step = Step(("alder", "birch"))
    assert here("transfer", "export", done, "--step", step.name, "--out", tmp_path / "model").code == 0
    tagger = load(tmp_path / "model" / "model")
    for name, corpus in load_corpora(results.study).items():
        told = results.scores(step, 1)["test"][name]
        assert count(corpus.test, predict(tagger, list(corpus.test))) == told
    assert sum(row[0] for row in results.scores(step, 1)["test"]["alder"]["rows"]) > 3, "it has learnt something"


@pytest.mark.parametrize("written", ["{}", "[]", "{", '{"version": 1}', "null"])
def test_a_damaged_file_of_a_study_is_told(done: Path, tmp_path: Path, written: str) -> None:
    import shutil

    for name in ("study.json", "seed-1/alder/scores.json"):
        copy = tmp_path / name.split("/")[0]
        shutil.copytree(done, copy)
        (copy / name).write_text(written)
        told = here("transfer", "report", copy)
        assert told.code == 2, told.err
        assert name.split("/")[-1] in told.err


def test_one_partner_is_enough_for_a_plan(tmp_path: Path) -> None:
    file = toml(tmp_path, "alder", "birch", more='new = "birch"\ncurve = [3, 6]')
    told = here("transfer", "run", file, "--out", tmp_path / "run", "--jobs", "1")
    assert told.code == 0, told.err
    assert here("transfer", "plan", tmp_path / "run").code == 0


def test_wrong_vectors_are_told_before_a_folder_is_made(tmp_path: Path) -> None:
    file = toml(tmp_path, "alder", "birch")
    for change in ("tagger.network.words=9", f"tagger.vectors.folder={tmp_path}/none"):
        wrong = here("transfer", "run", file, "--set", change, "--out", tmp_path / "run")
        assert wrong.code == 2, change
        assert not (tmp_path / "run").exists()


def test_a_step_whose_start_is_gone_says_what_to_do(tmp_path: Path) -> None:
    file = toml(tmp_path, "alder", "birch")
    assert here("transfer", "run", file, "--out", tmp_path / "run", "--jobs", "1").code == 0
    (tmp_path / "run" / "seed-1" / "alder" / "weights.safetensors").unlink()
    (tmp_path / "run" / "seed-1" / "alder,birch" / "scores.json").unlink()
    told = here("transfer", "run", file, "--out", tmp_path / "run", "--jobs", "1")
    assert (told.code, "this training starts from it; remove" in told.err) == (2, True)


def test_what_the_others_model_reaches_as_it_is_takes_no_note() -> None:
    from scrubjay.transfer.results import planned

    curve = {"points": [(size, 1 - size**-0.5) for size in (4, 8, 16, 32)]}
    [easy, hard] = planned({"from nothing": curve, "from the others": curve}, 0.6, [0.5, 0.8])
    assert easy["from the others"] == [0, 0, 0]
    assert easy["from nothing"][0] > 0
    assert hard["from the others"][0] > 0
