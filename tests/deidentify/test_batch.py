"""Runs over many notes: every format, in order, stopped and gone on with; exactly what one note at a time gives."""

import json
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scrubjay import Document, Span
from scrubjay.deidentify import workers
from scrubjay.deidentify.batch import Outcome, run
from scrubjay.deidentify.deidentifier import Settings
from scrubjay.deidentify.order import Order
from scrubjay.deidentify.report import report
from scrubjay.detect.policy import POLICIES
from scrubjay.documents.formats.format import Faults
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.registry import FORMATS, recognise
from scrubjay.documents.formats.writing import write
from scrubjay.errors import ColumnError, UsageError
from scrubjay.keys import Key
from scrubjay.replace.surrogates.pools import pool
from scrubjay.replace.tag import Numbers, numbered
from scrubjay.replace.vault import read_vault
from tests.cli.running import scrubjay
from tests.deidentify.notes import KEY, STYLES, made_up, planted_in, write_texts

SAFE = Settings(POLICIES["safe-harbor"])
# Format, where the notes are, where the releases go.
PLACES = [
    ("text", "notes", "safe"),
    ("brat", "notes", "safe"),
    ("i2b2-2014", "notes", "safe"),
    ("i2b2-2006", "notes.xml", "safe.xml"),
    ("jsonl", "notes.jsonl", "safe.jsonl"),
    ("csv", "notes.csv", "safe.csv"),
    ("tsv", "notes.tsv", "safe.tsv"),
    ("parquet", "notes.parquet", "safe.parquet"),
    ("conll", "notes.conll", "safe.conll"),
]
each_format = pytest.mark.parametrize(("format", "source", "target"), PLACES, ids=[row[0] for row in PLACES])


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a few notes be many batches."""
    monkeypatch.setattr(workers, "_NOTES", 4)


def annotated(count: int) -> list[Document]:
    """Return notes whose patients are annotated, under a label that both i2b2 sets have."""
    notes = []
    for note in made_up(count):
        name = note.text[len("Patient: ") : note.text.index("\n")]
        notes.append(note.with_spans([Span(9, 9 + len(name), "PATIENT")]))
    return notes


def order(tmp_path: Path, source: str, target: str, **changes: Any) -> Order:
    place = tmp_path / source
    return replace(Order(place, recognise(place), tmp_path / target, SAFE), **changes)


def released(place: Path) -> list[Document]:
    """Return the releases of a run, in the order in which they stand."""
    return list(read(place, "text" if place.is_dir() else None))


def words(text: str) -> list[str]:
    return text.split()


@each_format
def test_every_format_gives_what_one_note_at_a_time_gives(
    tmp_path: Path, small_batches: None, format: str, source: str, target: str
) -> None:
    write(annotated(11), tmp_path / source, format)
    asked = order(tmp_path, source, target)
    assert asked.format is FORMATS[format]
    outcome = run(asked, Faults())
    deidentifier = SAFE.build()
    notes = list(read(tmp_path / source))
    assert [note.id for note in released(tmp_path / target)] == [note.id for note in notes], "the order is kept"
    for note, release in zip(notes, released(tmp_path / target), strict=True):
        expected = deidentifier.redact(note).text
        assert words(release.text) == words(expected) if format == "conll" else release.text == expected
        assert not {"patient", "ward"} & {key for key, value in release.metadata.items() if value}, "not asked for"
    assert (outcome.totals.released, outcome.resumed, outcome.others) == (11, 0, 0)
    assert outcome.totals.labels["PATIENT"] >= 22
    assert not planted_in(tmp_path / target)
    assert not asked.folder.exists()


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "parquet"])
def test_metadata_is_released_if_asked_for(tmp_path: Path, suffix: str) -> None:
    write(made_up(3), tmp_path / f"notes.{suffix}", suffix)
    faults = Faults()
    run(order(tmp_path, f"notes.{suffix}", f"safe.{suffix}", keep_metadata=("ward", "wadr")), faults)
    for note, release in zip(made_up(3), released(tmp_path / f"safe.{suffix}"), strict=True):
        assert dict(release.metadata) == {"ward": note.metadata["ward"]}
    assert [fault.problem for fault in faults.of("noted")] == [
        "no note has the metadata 'wadr' that was to be released"
    ], "a misspelt name is noticed"


@pytest.mark.parametrize("extra", [[], ["--numbered"]], ids=["plain", "numbered"])
def test_one_process_and_two_give_the_same_bytes(tmp_path: Path, extra: list[str]) -> None:
    write(made_up(150), tmp_path / "notes.jsonl", "jsonl")
    for jobs in ("1", "2"):
        out = tmp_path / f"safe{jobs}.jsonl"
        assert scrubjay("redact", tmp_path / "notes.jsonl", "--out", out, "--jobs", jobs, *extra).returncode == 0
    assert (tmp_path / "safe1.jsonl").read_bytes() == (tmp_path / "safe2.jsonl").read_bytes()


class Stopped(Exception):  # noqa: N818  nothing is wrong
    """Somebody pulled the plug."""


def stop_after(notes: int) -> Callable[[int, int], None]:
    """Return a progress function that stops the run when so many notes were read."""
    count = 0

    def progress(done: int, total: int) -> None:
        nonlocal count
        count += 1
        if count == notes:
            raise Stopped

    return progress


def stopped(asked: Order, notes: int = 11) -> None:
    with pytest.raises(Stopped):
        run(asked, Faults(), stop_after(notes))


def tagged_one_by_one(notes: list[Document]) -> list[str]:
    """Return the texts with numbered tags, made the plain way."""
    deidentifier, numbers, texts = SAFE.build(), Numbers(), []
    for note in notes:
        decided = deidentifier.detect(note)
        pieces, position = [], 0
        for each in numbered(decided, numbers.of(note.patient)):
            pieces += [note.text[position : each.start], each.text]
            position = each.end
        texts.append("".join([*pieces, note.text[position:]]))
    return texts


@pytest.mark.parametrize("stops", [(), (11,), (7, 14, 21)], ids=["at a stretch", "one stop", "three stops"])
def test_numbers_go_on_over_batches_and_stops(tmp_path: Path, small_batches: None, stops: tuple[int, ...]) -> None:
    write(made_up(30, patients=2), tmp_path / "notes.jsonl", "jsonl")
    asked = order(tmp_path, "notes.jsonl", "safe.jsonl", numbered=True)
    for notes in stops:
        stopped(asked, notes)
    outcome = run(asked, Faults())
    assert outcome.resumed == (4 * ((stops[-1] - 1) // 4) if stops else 0), "no note is done twice"
    texts = [release.text for release in released(tmp_path / "safe.jsonl")]
    assert texts == tagged_one_by_one(made_up(30, patients=2))
    assert "[DOCTOR-2]" in "".join(texts)


@each_format
def test_a_stopped_run_goes_on(tmp_path: Path, small_batches: None, format: str, source: str, target: str) -> None:
    write(annotated(20), tmp_path / source, format)
    undisturbed, disturbed = order(tmp_path, source, f"a-{target}"), order(tmp_path, source, target)
    expected = run(undisturbed, Faults())
    stopped(disturbed)
    seen = released(tmp_path / target) if (tmp_path / target).is_dir() else []
    if not seen:
        assert not (tmp_path / target).exists(), "one file for all appears when it is whole"
    outcome = run(disturbed, Faults())
    assert outcome.resumed in (4, 8)
    assert outcome.totals == expected.totals
    if undisturbed.target.is_file():
        assert undisturbed.target.read_bytes() == disturbed.target.read_bytes()
    else:
        assert released(undisturbed.target) == released(disturbed.target)
    assert not disturbed.folder.exists()


def test_a_run_that_stops_before_its_report_is_written_goes_on(tmp_path: Path) -> None:
    write(made_up(3), tmp_path / "notes.jsonl", "jsonl")
    asked = order(tmp_path, "notes.jsonl", "safe.jsonl", vault=tmp_path / "vault", settings=replace(SAFE, key=KEY))

    def stop(outcome: Outcome) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        run(asked, Faults(), conclude=stop)
    assert (tmp_path / "vault").exists()
    concluded: list[Outcome] = []
    outcome = run(asked, Faults(), conclude=concluded.append)
    assert outcome.resumed == outcome.totals.released == 3
    assert concluded == [outcome]
    with pytest.raises(UsageError, match="is there already"):
        run(asked, Faults())


@each_format
@pytest.mark.parametrize("style", [*STYLES, "numbered"])
def test_the_vault_gives_every_note_back(
    tmp_path: Path, small_batches: None, format: str, source: str, target: str, style: str
) -> None:
    notes = [*annotated(5), Document("empty", ""), Document("odd", "Dr. Lindqvarn\r\n\tmet  \u00a0Ann\n\n\n.")]
    if format == "conll":
        notes = annotated(5)
    write(notes, tmp_path / source, format)
    settings = replace(SAFE, key=KEY, style="tag" if style == "numbered" else style)
    asked = order(tmp_path, source, target, settings=settings, vault=tmp_path / "vault", numbered=style == "numbered")
    if format == "conll":
        with pytest.raises(UsageError, match=r"conll does not keep white space.* JSONL"):
            run(asked, Faults())
        assert not asked.target.exists()
        return
    assert run(asked, Faults()).totals.released == len(notes)
    vault = read_vault(tmp_path / "vault", KEY)
    for note, release in zip(read(tmp_path / source), released(tmp_path / target), strict=True):
        assert vault[release.id].restore(release.text) == note.text
    assert (tmp_path / "vault").stat().st_mode & 0o077 == 0
    assert not planted_in(tmp_path / "vault")


def test_the_vault_of_a_stopped_run_is_whole(tmp_path: Path, small_batches: None) -> None:
    write_texts(made_up(20), tmp_path / "notes")
    asked = order(tmp_path, "notes", "safe", settings=replace(SAFE, key=KEY), vault=tmp_path / "vault")
    stopped(asked)
    with (asked.folder / "vault").open("ab") as handle:
        handle.write(b"half a line of a note that was not recorded")
    run(asked, Faults())
    vault = read_vault(tmp_path / "vault", KEY)
    assert sorted(vault) == [note.id for note in made_up(20)]
    assert [vault[r.id].restore(r.text) for r in released(tmp_path / "safe")] == [n.text for n in made_up(20)]


@pytest.mark.parametrize("stop", [False, True], ids=["at a stretch", "stopped"])
def test_no_surrogate_is_a_real_name_of_the_corpus(tmp_path: Path, stop: bool) -> None:
    names = sorted(pool())[::2]
    notes = []
    for i in range(0, 4000, 40):
        text = "\n".join(name.title() for name in names[i : i + 40])
        places = [match.span() for match in re.finditer(r"\w+", text)]
        notes.append(Document(f"n{i}", text, tuple(Span(*place, "PATIENT") for place in places)))
    real = {word for note in notes for word in re.findall(r"\w+", note.text.lower())}
    write(notes, tmp_path / "notes.jsonl", "jsonl")
    settings = Settings(POLICIES["all"], "surrogate", key=KEY, spans="given")
    asked = order(tmp_path, "notes.jsonl", "safe.jsonl", settings=settings)
    if stop:
        stopped(asked, 80)
    outcome = run(asked, Faults())
    assert outcome.totals.released == len(notes)
    used = {
        word for release in released(tmp_path / "safe.jsonl") for word in re.findall(r"\w+", release.text.lower())
    }
    assert len(used) > 300
    assert not used & real
    alone = settings.build().redact(notes[0]).text.lower()
    assert set(alone.split()) & real, "without a look at all notes there are real names, so this test can fail"


def named(id: str, name: str) -> Document:
    return Document(id, f"{name} was seen", (Span(0, len(name), "PATIENT"),), {"patient": id})


def test_notes_that_came_after_a_stop_are_looked_through_for_names(tmp_path: Path, small_batches: None) -> None:
    names = [name.title() for name in sorted(pool())[:30]]
    notes = [named(f"n{i:02}", name) for i, name in enumerate(names[:20])]
    settings = Settings(POLICIES["all"], "surrogate", key=KEY, spans="given")
    write(notes, tmp_path / "notes.jsonl", "jsonl")
    asked = order(tmp_path, "notes.jsonl", "safe.jsonl", settings=settings)
    stopped(asked)
    for _ in range(2):
        write([*notes, named("n99", names[25])], tmp_path / "notes.jsonl", "jsonl", overwrite=True)
        with pytest.raises(UsageError, match=r"notes were added or changed since.*--overwrite") as caught:
            run(asked, Faults())
        assert names[25] not in str(caught.value)
    write([*notes, named("n99", names[3])], tmp_path / "notes.jsonl", "jsonl", overwrite=True)
    outcome = run(asked, Faults())
    assert (outcome.resumed, outcome.totals.released) == (8, 21), "a name that is known already changes nothing"


def test_before_anything_is_released_more_names_are_welcome(tmp_path: Path, small_batches: None) -> None:
    names = [name.title() for name in sorted(pool())[:30]]
    notes = [named(f"n{i:02}", name) for i, name in enumerate(names)]
    settings = Settings(POLICIES["all"], "surrogate", key=KEY, spans="given")
    write(notes[:20], tmp_path / "notes.jsonl", "jsonl")
    asked = order(tmp_path, "notes.jsonl", "safe.jsonl", settings=settings)
    with pytest.raises(Stopped):
        run(asked, Faults(), surveying=stop_after(18))
    write(notes, tmp_path / "notes.jsonl", "jsonl", overwrite=True)
    run(asked, Faults())
    again = replace(asked, target=tmp_path / "again.jsonl")
    run(again, Faults())
    assert asked.target.read_bytes() == again.target.read_bytes(), "as if they had been there from the start"


def test_a_target_with_files_of_others_is_refused(tmp_path: Path) -> None:
    write_texts(made_up(2), tmp_path / "notes")
    (tmp_path / "safe").mkdir()
    (tmp_path / "safe" / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="is there already; give another name, or --overwrite"):
        run(order(tmp_path, "notes", "safe"), Faults())
    assert [path.name for path in (tmp_path / "safe").iterdir()] == ["mine.txt"]
    outcome = run(order(tmp_path, "notes", "safe", overwrite=True), Faults())
    assert outcome.others == 1, "and what is left of others is counted"
    assert (tmp_path / "safe" / "mine.txt").read_text(encoding="utf-8") == "mine"


def test_overwrite_starts_anew(tmp_path: Path, small_batches: None) -> None:
    write_texts(made_up(20), tmp_path / "notes")
    asked = order(tmp_path, "notes", "safe")
    stopped(asked)
    write_texts(made_up(20, seed=8), tmp_path / "notes")
    outcome = run(replace(asked, overwrite=True, settings=replace(SAFE, style="mask")), Faults())
    assert (outcome.resumed, outcome.totals.released, outcome.others) == (0, 20, 0)
    assert not any("[" in release.text for release in released(tmp_path / "safe"))


CHANGES: list[tuple[str, dict[str, Any]]] = [
    ("another style", {"settings": replace(SAFE, style="mask")}),
    ("another policy", {"settings": Settings(POLICIES["all"])}),
    ("another threshold", {"settings": replace(SAFE, threshold=0.6)}),
    ("other spans", {"settings": replace(SAFE, spans="found")}),
    ("a key", {"settings": replace(SAFE, key=KEY)}),
    ("numbers", {"numbered": True}),
    ("metadata", {"keep_metadata": ("ward",)}),
]


@pytest.mark.parametrize(("remark", "changes"), CHANGES, ids=[row[0] for row in CHANGES])
def test_other_settings_do_not_go_on_with_a_stopped_run(
    tmp_path: Path, small_batches: None, remark: str, changes: dict[str, Any]
) -> None:
    write(made_up(20), tmp_path / "notes.jsonl", "jsonl")
    asked = order(tmp_path, "notes.jsonl", "safe.jsonl")
    stopped(asked)
    with pytest.raises(UsageError, match=r"other settings or another input was stopped here.*--overwrite"):
        run(replace(asked, **changes), Faults())
    assert run(replace(asked, samples=1), Faults()).resumed == 8, "the same settings do; samples are none"
    assert replace(asked, jobs=2).fingerprint() == asked.fingerprint(), "nor are jobs"


def test_a_run_that_did_nothing_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "notes.csv").write_text("number,words\n1,Dr. Lindqvarn\n", encoding="utf-8")
    asked = order(tmp_path, "notes.csv", "safe.csv")
    with pytest.raises(ColumnError, match="Name it with --text-column"):
        run(asked, Faults())
    assert not asked.folder.exists()
    right = replace(asked, reading=replace(asked.reading, text_column="words"))
    assert run(right, Faults()).totals.released == 1, "other settings may be right the next time"


def test_known_identifiers_and_keys_that_changed_are_other_settings(tmp_path: Path, small_batches: None) -> None:
    known = tmp_path / "known.csv"
    known.write_text("name\nZorblat\n", encoding="utf-8")
    write_texts(made_up(20), tmp_path / "notes")
    asked = order(tmp_path, "notes", "safe", settings=replace(SAFE, style="hash", key=KEY, known=known))
    stopped(asked)
    other = replace(asked.settings, key=Key(b"another key of at least 32 bytes"))
    with pytest.raises(UsageError, match="other settings"):
        run(replace(asked, settings=other), Faults())
    known.write_text("name\nGrumpkin\n", encoding="utf-8")
    with pytest.raises(UsageError, match="other settings"):
        run(asked, Faults())


def test_a_note_that_changed_between_stop_and_start(tmp_path: Path, small_batches: None) -> None:
    notes = made_up(20)
    write_texts(notes, tmp_path / "notes")
    asked = order(tmp_path, "notes", "safe")
    stopped(asked)
    (tmp_path / "notes" / "n0015.txt").write_text("Dr. Lindqvarn was here", encoding="utf-8")
    (tmp_path / "notes" / "n0003.txt").write_text("Dr. Quenneville was here", encoding="utf-8")
    with pytest.raises(UsageError, match=r"a note has changed since this run was stopped.*--overwrite") as caught:
        run(asked, Faults())
    assert not planted_in(str(caught.value))
    write_texts(notes[:15], tmp_path / "notes")
    assert run(asked, Faults()).totals.released == 20, "one that was not done yet may change"
    assert (tmp_path / "safe" / "n0015.txt").read_text(encoding="utf-8") == "Dr. [DOCTOR] was here"


def test_two_runs_at_once_on_one_target(tmp_path: Path) -> None:
    line = json.dumps({"id": "a", "text": "Dr. Lindqvarn"}).encode() + b"\n"
    arguments = ["redact", "-", "--format", "jsonl", "--out", str(tmp_path / "safe.jsonl"), "--jobs", "1"]
    program = "from scrubjay.cli.main import run; run()"
    first = subprocess.Popen(
        [sys.executable, "-c", program, *arguments], stdin=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert first.stdin is not None
    first.stdin.write(line)
    first.stdin.flush()
    state = tmp_path / ".safe.jsonl.scrubjay-run" / "state.sqlite"
    deadline = time.monotonic() + 20
    while not state.exists() and time.monotonic() < deadline:
        assert first.poll() is None
        time.sleep(0.005)
    for extra in ([], ["--overwrite"]):
        second = scrubjay(*arguments, *extra, stdin=line)
        assert second.returncode == 2
        assert "another run is writing there at this moment" in second.stderr
        assert second.stderr.count("\n") == 1
    first.communicate()
    assert first.returncode == 0, "the first is not disturbed"
    assert [note.text for note in released(tmp_path / "safe.jsonl")] == ["Dr. [DOCTOR]"]


def garbled(folder: Path) -> None:
    (folder / "state.sqlite").write_bytes(b"Dr. Lindqvarn " * 400)


def garbled_inside(folder: Path) -> None:
    file = folder / "state.sqlite"
    content = file.read_bytes()
    file.write_bytes(content[:4096] + b"\x7f" * (len(content) - 4096))


def shortened(folder: Path) -> None:
    (folder / "releases").write_bytes(b"")


def without_tables(folder: Path) -> None:
    base = sqlite3.connect(folder / "state.sqlite")
    base.execute("DROP TABLE notes")
    base.execute("CREATE TABLE notes (x)")
    base.commit()
    base.close()


@pytest.mark.parametrize("damage", [garbled, garbled_inside, shortened, without_tables])
def test_a_damaged_memory_is_told(tmp_path: Path, small_batches: None, damage: Callable[[Path], None]) -> None:
    write(made_up(20), tmp_path / "notes.jsonl", "jsonl")
    asked = order(tmp_path, "notes.jsonl", "safe.jsonl")
    stopped(asked)
    damage(asked.folder)
    with pytest.raises(UsageError, match="holds no readable record of an earlier run; start anew with --overwrite"):
        run(asked, Faults())
    assert not asked.target.exists()
    assert run(replace(asked, overwrite=True), Faults()).totals.released == 20


def test_an_empty_memory_starts_anew(tmp_path: Path, small_batches: None) -> None:
    write(made_up(20), tmp_path / "notes.jsonl", "jsonl")
    asked = order(tmp_path, "notes.jsonl", "safe.jsonl")
    stopped(asked)
    (asked.folder / "state.sqlite").write_bytes(b"")
    assert run(asked, Faults()).totals.released == len(released(asked.target)) == 20


def test_a_release_that_its_format_cannot_hold_is_withheld_alone(tmp_path: Path) -> None:
    notes = [Document("a1", "Quenneville", (Span(0, 11, "PATIENT"),)), Document("a2", "fine today"), *annotated(2)]
    write(notes, tmp_path / "notes.conll", "conll")
    outcome = run(order(tmp_path, "notes.conll", "safe.conll", settings=replace(SAFE, style="remove")), Faults())
    assert [(entry.id, entry.withheld) for entry in outcome.totals.withheld] == [("a1", "a note without a token")]
    assert outcome.totals.released == 3
    assert [note.id for note in released(tmp_path / "safe.conll")] == ["a2", "n0000", "n0001"]


def test_ids_that_are_no_file_names_and_notes_that_leak_are_withheld(tmp_path: Path) -> None:
    notes = [Document("a/b", "fine"), Document("c", "Quenneville, Quenneville", (Span(0, 11, "PATIENT"),))]
    write(notes, tmp_path / "notes", "brat")
    outcome = run(order(tmp_path, "notes", "safe", settings=replace(SAFE, spans="given")), Faults())
    [entry] = outcome.totals.withheld
    assert (entry.id, entry.withheld) == ("c", "1 found or known identifiers still stand in the release")
    assert [note.id for note in released(tmp_path / "safe")] == ["a/b"]


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "tsv", "conll", "parquet", "xml"])
def test_a_run_in_which_nothing_can_be_released(tmp_path: Path, suffix: str) -> None:
    note = Document("a1", "Quenneville, Quenneville", (Span(0, 11, "PATIENT"),))
    write([note], tmp_path / f"notes.{suffix}", "i2b2-2006" if suffix == "xml" else suffix)
    settings = replace(SAFE, spans="given")
    outcome = run(order(tmp_path, f"notes.{suffix}", f"safe.{suffix}", settings=settings), Faults())
    assert (outcome.totals.released, len(outcome.totals.withheld)) == (0, 1)
    assert not planted_in(tmp_path / f"safe.{suffix}")


REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"target": Path("notes.jsonl")}, "are the same", "over the notes"),
    ({"target": Path("folder")}, "folder is a folder, and jsonl goes into one file", "one file into a folder"),
    (
        {"target": Path("safe.txt")},
        r"safe.txt has the suffix of text, but these notes are released as jsonl; name a file that ends in .jsonl",
        "JSON lines under the name of a text",
    ),
    ({"vault": Path("vault")}, "a vault needs a secret key", "a vault without a key"),
    (
        {"vault": Path("folder"), "settings": replace(SAFE, key=KEY)},
        "name a file for the vault",
        "a vault as a folder",
    ),
    (
        {"vault": Path("safe.jsonl"), "settings": replace(SAFE, key=KEY)},
        "are the same",
        "the vault over the releases",
    ),
    ({"numbered": True, "settings": replace(SAFE, style="mask")}, "numbers go with", "numbered stars"),
    (
        {"source": Path("-"), "settings": replace(SAFE, style="surrogate", key=KEY)},
        "notes are read twice; give a file",
        "surrogates of what comes once",
    ),
]


@pytest.mark.parametrize(("changes", "message", "remark"), REFUSED, ids=[row[2] for row in REFUSED])
def test_what_cannot_work_is_refused_before_anything_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any], message: str, remark: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("notes.jsonl").write_text("this is no JSON", encoding="utf-8")
    asked = Order(Path("notes.jsonl"), FORMATS["jsonl"], Path("safe.jsonl"), SAFE)
    with pytest.raises(UsageError, match=message):
        run(replace(asked, **changes), Faults())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "notes.jsonl"]


def test_metadata_that_holds_what_was_taken_out_is_not_released(tmp_path: Path) -> None:
    notes = [
        Document("n1", "Seen by Dr. Ibekwe.", (), {"author": "Chidi Ibekwe"}),
        Document("n2", "Seen by Dr. Ibekwe.", (), {"author": "resident"}),
    ]
    write(notes, tmp_path / "notes.jsonl", "jsonl")
    outcome = run(order(tmp_path, "notes.jsonl", "safe.jsonl", keep_metadata=("author",)), Faults())
    assert [entry.id for entry in outcome.totals.withheld] == ["n1"]
    assert "Ibekwe" not in (tmp_path / "safe.jsonl").read_text()


def test_an_id_that_tells_is_not_shown(tmp_path: Path) -> None:
    write([Document("solberg-1", "Mr. Solberg came.")], tmp_path / "notes.jsonl", "jsonl")
    outcome = run(order(tmp_path, "notes.jsonl", "safe.jsonl"), Faults())
    [entry] = outcome.totals.withheld
    assert (entry.id, entry.shown_id) == ("solberg-1", "")
    asked = order(tmp_path, "notes.jsonl", "safe.jsonl")
    assert "solberg" not in json.dumps(report(asked, outcome.totals, Faults())).lower()
