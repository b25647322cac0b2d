"""The whole workflow by commands, between parties that exchange files only; and no file has a word of a note."""

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from scrubjay.documents.formats.writing import write
from tests.deidentify.notes import here
from tests.share.small import NAMES, TOWNS, notes, vectors

SETTINGS = """
epochs = 3
batch = 8
[data]
train = "{folder}/public.jsonl"
validation = "{folder}/other.jsonl"
[vectors]
folder = "{folder}/vectors"
[network]
words = 12
representation = 5
representation_units = 6
units = 8
[reading]
tokenizer = "aggressive"
[optimiser]
rate = 0.02
[game]
neighbours = 6
adversary_units = 6
adversary_epochs = 1
turns = 2
steps = 1
judged = 150
empty = 1.0
"""


@pytest.fixture(scope="module")
def parties(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a provider and two hospitals, after all have done their part."""
    folder = tmp_path_factory.mktemp("parties")
    provider, *hospitals = (folder / name for name in ("provider", "north", "south"))
    for each in (provider, *hospitals):
        each.mkdir()
    provider.joinpath("vectors").mkdir()
    vectors(spread=1.0).save(provider / "vectors")
    write(notes(), provider / "public.jsonl", "jsonl")
    write(notes(12, seed=9), provider / "other.jsonl", "jsonl")
    provider.joinpath("settings.toml").write_text(SETTINGS.format(folder=provider), encoding="utf-8")
    done("train", provider / "settings.toml", "--out", provider / "run")
    exchanged = folder / "exchanged"
    for part in ("representation", "tagger"):
        shutil.copytree(provider / "run" / part, exchanged / part)
    for number, hospital in enumerate(hospitals):
        write(notes(20, seed=20 + number), hospital / "notes.jsonl", "jsonl")
        assert here("key", "new", hospital / "key").code == 0
        words = (hospital / "notes.jsonl", exchanged / "representation", "--key", hospital / "key", "--unreleased")
        done("transform", *words, "--out", exchanged / f"{hospital.name}.pool")
    pools = [exchanged / f"{hospital.name}.pool" for hospital in hospitals]
    done("pool", *pools, "--out", exchanged / "all.pool")
    learnt = (exchanged / "all.pool", exchanged / "representation", "--start", exchanged / "tagger", "--epochs", "3")
    done("fit", *learnt, "--out", exchanged / "fitted")
    done("publish", exchanged / "representation", exchanged / "fitted", "--out", exchanged / "model")
    return folder


def done(*words: object) -> str:
    found = here("share", *words)
    assert found.code == 0, found.err
    return found.out + found.err


def test_what_comes_out_is_a_model_that_redacts(parties: Path) -> None:
    south, model = parties / "south" / "notes.jsonl", parties / "exchanged" / "model"
    found = here(
        "redact", south, "--out", parties / "safe.jsonl", "--model", model, "--policy", "all", "--spans", "found"
    )
    assert found.code == 0, found.err
    assert "20 notes released" in found.err + found.out


def test_the_providers_own_tagger_is_a_model_too(parties: Path) -> None:
    exchanged, model = parties / "exchanged", parties / "provider" / "model"
    done("publish", exchanged / "representation", exchanged / "tagger", "--out", model)
    found = here(
        "detect",
        parties / "south" / "notes.jsonl",
        "--out",
        parties / "found.jsonl",
        "--model",
        model,
        "--policy",
        "all",
    )
    assert found.code == 0, found.err


def test_no_token_of_any_note_stands_in_any_exchanged_file(parties: Path) -> None:
    """No word of four letters or more (shorter ones stand in any file by chance), but for those of public vectors."""
    files = [parties / name / "notes.jsonl" for name in ("north", "south")]
    given = [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    words = {word for note in given for word in re.findall(r"[A-Za-z]{4,}|\d+/\d\d", note["text"])}
    words |= {word.lower() for word in words}
    assert {"Walks", "badly"} < words
    assert any(name.title() in words for name in (*NAMES, *TOWNS))
    # The list of public words is the provider's, and the same whatever a hospital's notes say; 0 and 00 are shapes.
    own = (parties / "provider" / "vectors" / "words.txt").read_bytes() + b"0\n00\n"
    public = [file for file in (parties / "exchanged").rglob("words.txt") if file.read_bytes() == own]
    assert len(public) == 3, "in the representation, and twice in the model"
    looked = 0
    dates = {word for word in words if "/" in word}
    for file in (parties / "exchanged").rglob("*"):
        if file.is_file() and file not in public:
            content = file.read_bytes()
            looked += 1
            for encoding, gap in (("utf-8", 0), ("utf-16-le", 1), ("utf-32-le", 3)):
                letter = b"[A-Za-z]" + gap * rb"\x00"
                runs = set(re.findall(b"(?:" + letter + b"){4,}", content))
                assert not runs & {word.encode(encoding) for word in words}, f"a word stands in {file.name}"
                assert not any(date.encode(encoding) in content for date in dates), f"a date stands in {file.name}"
    assert looked > 12
    ids = {note["id"] for note in given} | {note["metadata"]["patient"] for note in given}
    pool = (parties / "exchanged" / "all.pool").read_bytes()
    head = pool[: pool.index(b"}}") + 2] if b"}}" in pool[:4000] else pool[:4000]
    assert not any(f'"{each}"'.encode() in head for each in ids)


def test_a_representation_that_was_not_attacked_is_not_used(parties: Path) -> None:
    folder = parties / "exchanged" / "representation"
    words = (
        parties / "north" / "notes.jsonl",
        folder,
        "--key",
        parties / "north" / "key",
        "--out",
        parties / "x.pool",
    )
    found = here("share", "transform", *words)
    assert found.code == 2
    assert "has not withstood every attack" in found.err
    assert not (parties / "x.pool").exists()


def test_an_attack_may_learn_from_other_notes(parties: Path, tmp_path: Path) -> None:
    folder = tmp_path / "representation"
    shutil.copytree(parties / "exchanged" / "representation", folder)
    public = [replace(note, text=note.text.replace("eats", "lives")) for note in notes(250, seed=3)]
    write(public, tmp_path / "public.jsonl", "jsonl")
    write(notes(250, seed=4), tmp_path / "others.jsonl", "jsonl")
    words = (folder, tmp_path / "others.jsonl", "--epochs", "1", "--trials", "200", "--lessons")
    found = here("share", "attack", *words, tmp_path / "public.jsonl")
    assert found.code in (0, 1)
    assert len(re.findall(r"of 200; \d+\.\d% where it learnt", found.out)) == 5
    found = here("share", "attack", *words, tmp_path / "others.jsonl")
    assert found.code == 2
    assert " of the notes that attacks are judged by are also among those they learn from" in found.err


def test_an_attack_says_what_broke_it_and_exits_with_1(parties: Path, tmp_path: Path) -> None:
    folder = tmp_path / "representation"
    shutil.copytree(parties / "exchanged" / "representation", folder)
    write(notes(400, seed=3), tmp_path / "public.jsonl", "jsonl")
    words = (folder, tmp_path / "public.jsonl", "--epochs", "1", "--trials", "300")
    found = here("share", "attack", *words, "--without-noise")
    assert found.code == 1
    assert "broken by look-up" in found.err
    assert "with its noise off; whether it may be used is told by an attack without" in found.err
    many = here("share", "attack", *words, "--published", "4")
    assert "where something else was asked" in many.err
    assert not (folder / "attacks.json").exists(), "it was not the representation that is used"
    found = here("share", "attack", *words, "--json")
    told = json.loads(found.out)
    assert found.code == (0 if told["released"] else 1)
    assert told["attacks"][0]["attack"] == "look-up"
    assert {"fresh T1", "fresh T2", "continued T1", "continued T2", "reconstruction"} < {
        each["attack"] for each in told["attacks"]
    }
    assert [each["learnt"] is None for each in told["attacks"]] == [True] + 5 * [False]
    written = json.loads((folder / "attacks.json").read_text())
    assert written["released"] == told["released"]
    (folder / "attacks.json").write_text(json.dumps(written | {"released": True}))
    found = here("share", "transform", tmp_path / "public.jsonl", folder, "--out", tmp_path / "x.pool")
    assert found.code == 2
    assert written["released"] or "damaged, or of another representation" in found.err


def test_a_pool_of_another_representation_is_refused(parties: Path, tmp_path: Path) -> None:
    settings = (parties / "provider" / "settings.toml").read_text()
    (tmp_path / "other.toml").write_text(settings.replace("epochs = 3", "epochs = 1\nseed = 5", 1))
    done("train", tmp_path / "other.toml", "--out", tmp_path / "run")
    other = tmp_path / "run" / "representation"
    found = here("share", "fit", parties / "exchanged" / "all.pool", other, "--out", tmp_path / "fitted")
    assert found.code == 2
    assert "was made by the representation" in found.err
    found = here("share", "publish", other, parties / "exchanged" / "fitted", "--out", tmp_path / "model")
    assert found.code == 2
    assert "another representation" in found.err


def test_what_cannot_be_written_is_said_before_the_work(parties: Path, tmp_path: Path) -> None:
    exchanged, file = parties / "exchanged", tmp_path / "file"
    file.touch()
    found = here("share", "fit", exchanged / "all.pool", exchanged / "representation", "--out", file / "fitted")
    assert (found.code, found.out) == (2, "")
    assert "cannot be made (Not a directory); name another folder" in found.err
    for out, told in ((file, "is there"), (file / "model", "cannot be made")):
        words = (exchanged / "representation", exchanged / "fitted", "--out", out)
        assert told in here("share", "publish", *words).err
    target = tmp_path / "none"
    found = here("share", "fit", exchanged / "north.pool", exchanged / "tagger", "--out", target)
    assert found.code == 2
    assert not target.exists()
    both = (exchanged / "all.pool", exchanged / "representation")
    found = here("share", "fit", *both, "--start", exchanged / "model", "--out", target)
    assert "is a model; give the tagger that it was joined from" in found.err
    assert not target.exists()


def test_a_run_that_cannot_begin_leaves_its_folder_to_the_next(parties: Path, tmp_path: Path) -> None:
    words = ("share", "train", parties / "provider" / "settings.toml", "--out", tmp_path / "run")
    for change, told in (("data.train=nope", "nope"), ("game.neighbours=500", "there are"), ("game=3", "be a table")):
        found = here(*words, "--set", change)
        assert found.code == 2, change
        assert told in found.err
        assert not (tmp_path / "run").exists(), change


def test_pseudonymised_sentences_and_their_residue(parties: Path, tmp_path: Path) -> None:
    words = ("pseudonymise", parties / "north" / "notes.jsonl", "--vectors", parties / "provider" / "vectors")
    out = done(*words, "--neighbours", "5", "--seed", "1", "--out", tmp_path / "shared.jsonl")
    assert "words of identities" in out
    told = json.loads(done(*words, "--neighbours", "5", "--json", "--out", tmp_path / "again.jsonl").splitlines()[0])
    assert told["words"] == 20 * 4
    assert np.isclose(told["unchanged_share"], told["unchanged"] / told["words"])
    first = (tmp_path / "shared.jsonl").read_text()
    done(*words, "--neighbours", "5", "--seed", "1", "--out", tmp_path / "same.jsonl")
    assert (tmp_path / "same.jsonl").read_text() == first
    found = here("share", *words, "--neighbours", "99", "--out", tmp_path / "x.jsonl")
    assert found.code == 2
    assert "neighbours among" in found.err


def test_notes_without_spans_are_refused(parties: Path, tmp_path: Path) -> None:
    write([note.with_spans(()) for note in notes(3)], tmp_path / "bare.jsonl", "jsonl")
    folder = parties / "exchanged" / "representation"
    found = here("share", "transform", tmp_path / "bare.jsonl", folder, "--unreleased", "--out", tmp_path / "x.pool")
    assert found.code == 2
    found = here(
        "share",
        "pseudonymise",
        tmp_path / "bare.jsonl",
        "--vectors",
        parties / "provider" / "vectors",
        "--out",
        tmp_path / "x.jsonl",
    )
    assert found.code == 2
    assert "no note has a span" in found.err
