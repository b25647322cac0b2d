import csv
import json
import shutil
from pathlib import Path
from unittest import mock

import pyarrow
import pyarrow.parquet
import pytest

from scrubjay import Document, Span
from scrubjay.deidentify import workers
from scrubjay.deidentify.outputs import Outputs
from scrubjay.deidentify.state import State
from scrubjay.detect.policy import POLICIES
from scrubjay.documents.formats.format import Faults
from scrubjay.documents.formats.reading import read
from scrubjay.documents.formats.writing import write
from scrubjay.replace import replacer
from tests.cli.running import scrubjay
from tests.deidentify.notes import STYLES, here, key_file, made_up, planted_in, write_texts

NOTES = Path(__file__).parents[2] / "examples" / "notes"
# Of what is annotated somewhere in a note, what may stand elsewhere in it: it is something else there.
LOOKALIKES = {
    ("emergency-1045", "Graves", "Graves' disease"),
    ("emergency-1045", "5", "a figure"),
    ("letter-1043", "fall", "falling"),
    ("nursing-1047", "Foley", "a catheter"),
}


def left(released: Path) -> set[tuple[str, str]]:
    """Return the annotated strings that the policy takes out and that stand in the releases of the examples."""
    texts = {note.id: note.text for note in read(released, "text")}
    assert len(texts) == 8
    gold = [POLICIES["safe-harbor"].apply(note) for note in read(NOTES, "brat")]
    strings = {(note.id, note.text_of(span)) for note in gold for span in note.spans}
    assert len(strings) > 150
    return {(note, words) for note, words in strings if words in texts[note]}


def test_no_identifier_of_the_examples_is_left(tmp_path: Path) -> None:
    done = scrubjay("redact", NOTES, "--out", tmp_path / "safe")
    assert done.returncode == 0
    assert not done.stdout, "without --preview no note is shown"
    assert left(tmp_path / "safe") == {row[:2] for row in LOOKALIKES}


def test_none_is_left_without_annotations(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    for file in NOTES.glob("*.txt"):
        shutil.copy(file, tmp_path / "notes")
    assert here("redact", tmp_path / "notes", "--out", tmp_path / "safe", "--jobs", "1").code == 0
    assert left(tmp_path / "safe") <= {row[:2] for row in LOOKALIKES}


def test_look_alikes_of_the_examples_stay(tmp_path: Path) -> None:
    here("redact", NOTES, "--out", tmp_path / "safe", "--jobs", "1")
    discharge = (tmp_path / "safe" / "discharge-1042.txt").read_text(encoding="utf-8")
    for words in ("BP 120/80", "Strength 5/5", "Hashimoto's thyroiditis", "Foley out", "Wells score 0", "25/100"):
        assert words in discharge


def test_what_is_said(tmp_path: Path) -> None:
    write_texts(made_up(2), tmp_path / "notes")
    (tmp_path / "notes" / "x.txt").write_bytes(b"\xff")
    done = here(
        "redact", tmp_path / "notes", "--out", tmp_path / "safe", "--faults", tmp_path / "faults", "--jobs", "1"
    )
    assert done.code == 1
    assert done.err.splitlines() == [
        f"withheld: note x ({tmp_path}/notes/x.txt, byte 0): not utf-8 text. "
        "Say which encoding it is with --encoding, for example --encoding cp1252",
        f"2 notes released to {tmp_path}/safe, 12 identities replaced; 1 note withheld",
        f"the report is in {tmp_path}/safe-report.html and {tmp_path}/safe-report.json",
    ]
    [fault] = [json.loads(line) for line in (tmp_path / "faults").read_text(encoding="utf-8").splitlines()]
    assert fault["note"] == "x"


def test_a_release_of_an_earlier_run_is_told(tmp_path: Path) -> None:
    write_texts(made_up(2), tmp_path / "notes")
    here("redact", tmp_path / "notes", "--out", tmp_path / "safe", "--jobs", "1")
    again = ["redact", tmp_path / "notes", "--out", tmp_path / "safe", "--jobs", "1"]
    assert "is there already; give another name, or --overwrite" in here(*again).err
    (tmp_path / "notes" / "n0001.txt").write_bytes(b"\xff")
    done = here(*again, "--overwrite")
    assert done.code == 1
    assert "also holds 1 file that this run did not write" in done.err, "the withheld note's old release, for one"


def test_a_label_nobody_knows_is_not_released(tmp_path: Path) -> None:
    write([Document("a", "Seen by Zorblat", (Span(8, 15, "Zorblat"),))], tmp_path / "in.jsonl", "jsonl")
    strict = here("redact", tmp_path / "in.jsonl", "--out", tmp_path / "a.jsonl", "--labels", "i2b2-2014")
    assert strict.code == 1
    assert not list(read(tmp_path / "a.jsonl", faults=Faults()))
    assert here("redact", tmp_path / "in.jsonl", "--out", tmp_path / "b.jsonl", "--style", "mask").code == 0
    assert next(read(tmp_path / "b.jsonl")).text == "Seen by *******", "what nobody has heard of goes"


def test_from_standard_input(tmp_path: Path) -> None:
    line = json.dumps({"id": "n", "text": "Seen by Dr. Lindqvarn", "metadata": {"patient": "p"}}).encode()
    out = tmp_path / "safe.jsonl"
    done = here("redact", "-", "--out", out, stdin=line)
    assert (done.code, "say which with --format" in done.err) == (2, True)
    assert here("redact", "-", "--format", "jsonl", "--out", out, stdin=line).code == 0
    assert list(read(out)) == [Document("n", "Seen by Dr. [DOCTOR]")]


TABLES = [
    ("csv", [], "NOTE_TEXT,NOTE_ID", "usual names, in the table's order"),
    ("tsv", ["--keep-metadata", "ward"], "ward,NOTE_TEXT,NOTE_ID", "with a column that may be released"),
    ("csv", ["--keep-metadata", "MRN"], "NOTE_TEXT,NOTE_ID,MRN", "with the patient, under the column's own name"),
    ("csv", ["--keep-metadata", "patient"], "NOTE_TEXT,NOTE_ID,MRN", "or under ours"),
    ("parquet", [], "NOTE_TEXT,NOTE_ID", "Parquet"),
    ("jsonl", ["--text-column", "NOTE_TEXT"], "NOTE_TEXT,NOTE_ID", "records of any kind"),
]


@pytest.mark.parametrize(("suffix", "extra", "columns", "remark"), TABLES, ids=[row[3] for row in TABLES])
@pytest.mark.parametrize("way", ["file", "standard input", "stopped"])
def test_a_table_keeps_its_columns_names(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    suffix: str,
    extra: list[str],
    columns: str,
    remark: str,
    way: str,
) -> None:
    text = 'Seen by Dr. Lindqvarn, "well"'
    records = [{"ward": "W1", "NOTE_TEXT": text, "NOTE_ID": f"n{i}", "MRN": f"p{i}"} for i in range(9)]
    file, out = tmp_path / f"notes.{suffix}", tmp_path / f"safe.{suffix}"
    write_records(file, records)
    secret = ["--vault", tmp_path / "vault", "--key", key_file(tmp_path)]
    given: list[object] = [file if way != "standard input" else "-", "--format", suffix]
    command = ["redact", *given, "--out", out, "--jobs", "1", *secret, *extra]
    if way == "stopped":
        monkeypatch.setattr(workers, "_NOTES", 4)
        with monkeypatch.context() as patch:
            patch.setattr(Outputs, "finish", mock.Mock(side_effect=KeyboardInterrupt))
            assert here(*command).code == 130
    done = here(*command, stdin=file.read_bytes())
    assert done.code == 0, done.err
    safe = read_records(out)
    assert [list(record) for record in safe] == [columns.split(",")] * 9
    assert safe[3]["NOTE_TEXT"] == 'Seen by Dr. [DOCTOR], "well"'
    assert safe[3]["NOTE_ID"] == "n3"
    back = tmp_path / f"back.{suffix}"
    again = extra if "--text-column" in extra else []
    assert here("restore", out, *secret, "--out", back, *again).code == 0
    assert [list(record) for record in read_records(back)] == [columns.split(",")] * 9
    assert read_records(back)[3]["NOTE_TEXT"] == text


def write_records(file: Path, records: list[dict[str, str]]) -> None:
    """Write a table the way other programs do."""
    if file.suffix == ".parquet":
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(records), file)
    elif file.suffix == ".jsonl":
        file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    else:
        with file.open("w", encoding="utf-8", newline="") as handle:
            writer = csv.DictWriter(handle, list(records[0]), delimiter="\t" if file.suffix == ".tsv" else ",")
            writer.writeheader()
            writer.writerows(records)


def read_records(file: Path) -> list[dict[str, str]]:
    """Read a table the way other programs do."""
    if file.suffix == ".parquet":
        records: list[dict[str, str]] = pyarrow.parquet.read_table(file).to_pylist()
        return records
    if file.suffix == ".jsonl":
        return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    with file.open(encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle, delimiter="\t" if file.suffix == ".tsv" else ","))


@pytest.mark.parametrize("source", ["n0000.txt", "-"])
def test_a_single_text_file_becomes_one(tmp_path: Path, source: str) -> None:
    write_texts(made_up(1), tmp_path)
    text = made_up(1)[0].text
    given = source if source == "-" else tmp_path / source
    secret = ["--vault", tmp_path / "vault", "--key", key_file(tmp_path)]
    command = ["redact", given, "--format", "text", "--out", tmp_path / "clean.txt", "--jobs", "1", *secret]
    assert here(*command, stdin=text.encode()).code == 0
    assert (tmp_path / "clean.txt").read_text(encoding="utf-8").startswith("Patient: [PATIENT]\n")
    assert "is there already" in here(*command, stdin=text.encode()).err
    wrong = ["redact", given, "--format", "text", "--out", tmp_path / "clean.csv"]
    assert "released as text; name a file that ends in .txt" in here(*wrong, stdin=text.encode()).err
    assert here(*command, "--overwrite", stdin=text.encode()).code == 0
    assert {path.name for path in tmp_path.iterdir()} == {
        *("n0000.txt", "clean.txt", "clean-report.html", "clean-report.json", "vault", "secret.key")
    }
    done = here("restore", tmp_path / "clean.txt", *secret, "--out", tmp_path / "back.txt")
    assert done.code == 0, done.err
    assert (tmp_path / "back.txt").read_text(encoding="utf-8") == text


def test_a_folder_that_is_called_like_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("-").mkdir()
    secret = ["--vault", "vault", "--key", key_file(tmp_path), "--jobs", "1"]
    done = here("redact", "-", "--format", "text", "--out", "o.txt", *secret, stdin=b"Seen by Dr. Lindqvarn")
    assert done.code == 0, done.err
    assert Path("o.txt").read_text(encoding="utf-8") == "Seen by Dr. [DOCTOR]"
    given = ["restore", "-", "--format", "text", *secret[:-2]]
    done = here(*given, "--out", "back.txt", stdin=Path("o.txt").read_bytes())
    assert done.code == 0, done.err
    assert Path("back.txt").read_text(encoding="utf-8") == "Seen by Dr. Lindqvarn"


def test_a_dry_run_needs_no_target(tmp_path: Path) -> None:
    write_texts(made_up(2), tmp_path / "notes")
    done = here("redact", tmp_path / "notes", "--dry-run", "--jobs", "1")
    assert (done.code, "2 notes would be released" in done.err) == (0, True), done.err
    assert [path.name for path in tmp_path.iterdir()] == ["notes"]


@pytest.mark.parametrize("style", STYLES)
def test_a_dry_run_counts_and_writes_nothing(tmp_path: Path, style: str) -> None:
    write_texts(made_up(3), tmp_path / "notes")
    (tmp_path / "notes" / "x.txt").write_bytes(b"\xff")
    key = ["--key", str(key_file(tmp_path))] if replacer.STYLES[style].needs_key else []
    before = sorted(tmp_path.rglob("*"))
    extra = ["--style", style, *key, "--dry-run", "--jobs", "1"]
    done = here("redact", tmp_path / "notes", "--out", tmp_path / "safe", *extra)
    assert done.code == 1
    assert dict(line.split() for line in done.out.splitlines())["PATIENT"] == "6"
    assert "3 notes would be released, 18 identities replaced; 1 note withheld. Nothing was written" in done.err
    assert sorted(tmp_path.rglob("*")) == before
    assert not planted_in(done.out, done.err)


def test_the_preview_shows_one_note(tmp_path: Path) -> None:
    done = here("redact", NOTES, "--out", tmp_path / "safe", "--preview", "--jobs", "1")
    assert "--- discharge-1042, before" in done.out
    assert "Patient:    [PATIENT]" in done.out
    assert done.out.count(", after ---") == 1
    assert "Samples" not in (tmp_path / "safe-report.html").read_text(encoding="utf-8"), "on the screen alone"


def test_the_report_has_samples_if_asked_for_and_is_private_then(tmp_path: Path) -> None:
    write_texts(made_up(3), tmp_path / "notes")
    for name, extra in (("a", []), ("b", ["--samples", "2"])):
        assert here("redact", tmp_path / "notes", "--out", tmp_path / name, "--jobs", "1", *extra).code == 0
    assert not planted_in(tmp_path / "a-report.html", tmp_path / "a-report.json", tmp_path / "b-report.json")
    page = tmp_path / "b-report.html"
    assert page.stat().st_mode & 0o777 == 0o600
    shown = page.read_text(encoding="utf-8")
    assert ("n0000" in shown, "n0001" in shown, "n0002" in shown) == (True, True, False)
    assert planted_in(shown)


def test_the_report_may_have_another_name_but_not_lie_within(tmp_path: Path) -> None:
    write_texts(made_up(1), tmp_path / "notes")
    run = ["redact", tmp_path / "notes", "--out", tmp_path / "safe", "--jobs", "1", "--report"]
    for inside in (tmp_path / "safe" / "report", tmp_path / "notes" / "report"):
        assert "one lies within the other" in here(*run, inside).err
    assert here(*run, tmp_path / "reports" / "march").code == 0
    assert {path.name for path in (tmp_path / "reports").iterdir()} == {"march.html", "march.json"}


def test_a_report_is_replaced_only_if_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(made_up(1), tmp_path / "a.csv", "csv")
    write(made_up(2), tmp_path / "b.jsonl", "jsonl")
    first = ["redact", tmp_path / "a.csv", "--out", tmp_path / "s.csv", "--jobs", "1"]
    second = ["redact", tmp_path / "b.jsonl", "--out", tmp_path / "s.jsonl", "--jobs", "1"]
    assert here(*first).code == 0
    signed = (tmp_path / "s-report.json").read_bytes()
    done = here(*second)
    assert done.code == 2
    assert f"{tmp_path}/s-report.json is there already; give another name, or --overwrite" in done.err
    assert (tmp_path / "s-report.json").read_bytes() == signed
    assert not (tmp_path / "s.jsonl").exists()
    assert here(*second, "--report", tmp_path / "other").code == 0
    (tmp_path / "s.jsonl").unlink()
    assert here(*second, "--overwrite").code == 0
    assert (tmp_path / "s-report.json").read_bytes() != signed


def test_a_run_that_was_stopped_after_its_report_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(made_up(1), tmp_path / "a.csv", "csv")
    command = ["redact", tmp_path / "a.csv", "--out", tmp_path / "s.csv", "--faults", tmp_path / "f", "--jobs", "1"]
    with monkeypatch.context() as patch:
        patch.setattr(State, "remove", mock.Mock(side_effect=KeyboardInterrupt))
        assert here(*command).code == 130
    assert (tmp_path / "s-report.json").exists()
    done = here(*command)
    assert done.code == 0, done.err
    assert "is there already" in here(*command).err


def test_what_is_written_beside_the_releases_has_names_of_its_own(tmp_path: Path) -> None:
    write(made_up(1), tmp_path / "a.csv", "csv")
    command = ["redact", tmp_path / "a.csv", "--out", tmp_path / "s.csv", "--key", key_file(tmp_path)]
    command += ["--vault", tmp_path / "v.json", "--jobs", "1"]
    for extra in (["--report", tmp_path / "v"], ["--faults", tmp_path / "v.json"], ["--faults", tmp_path / "s.csv"]):
        assert "are the same" in here(*command, *extra).err
    assert "are the same" in here(*command, "--faults", tmp_path / "s-report.html").err


def test_numbers_and_known_identifiers(tmp_path: Path) -> None:
    write([Document("a", "Zorblat met Dr. Lindqvarn and Dr. Tanaka.")], tmp_path / "n.jsonl", "jsonl")
    (tmp_path / "known.csv").write_text("note,name\na,Zorblat\n", encoding="utf-8")
    extra = ["--numbered", "--known-identifiers", tmp_path / "known.csv", "--jobs", "1"]
    assert here("redact", tmp_path / "n.jsonl", "--out", tmp_path / "s.jsonl", *extra).code == 0
    assert next(read(tmp_path / "s.jsonl")).text == "[PATIENT-1] met Dr. [DOCTOR-1] and Dr. [DOCTOR-2]."
    report = json.loads((tmp_path / "s-report.json").read_text(encoding="utf-8"))
    assert report["settings"]["known_identifiers"] is True
    assert {"rule": "known:PATIENT", "count": 1, "reason": "a known identifier of this patient"} in report[
        "identities"
    ]["by_rule"]


WRONG = [
    (["none", "--out", "safe"], "no such file or folder", "notes that are not there"),
    (["notes"], "say where to write with --out, or ask for --dry-run", "no target"),
    (["notes", "--out", "-"], "'-' is standard output", "standard output"),
    (["notes", "--out", "safe", "--report", "-"], "'-' is standard output", "a report to standard output"),
    (["notes", "--out", "notes/safe"], "one lies within the other", "into the notes"),
    (
        ["notes", "--out", "safe.txt"],
        "safe.txt is the name of one file, and notes is a folder; name a folder",
        "a folder into one text file",
    ),
    (
        ["notes", "--out", "safe.csv"],
        "safe.csv has the suffix of csv, but these notes are released as text; name a folder",
        "texts into a table",
    ),
    (["notes", "--out", "safe", "--style", "surogate"], "'surogate' is not one of", "a misspelt style"),
    (["notes", "--out", "safe", "--policy", "safeharbor"], "Did you mean 'safe-harbor'?", "a misspelt policy"),
    (["notes", "--out", "safe", "--policy", "none.toml"], "no such file", "a policy that is not there"),
    (["notes", "--out", "safe", "--style", "hash"], "a key is needed", "no key"),
    (["notes", "--out", "safe", "--style", "hash", "--key", "none"], "no such key", "a key that is not there"),
    (["notes", "--out", "safe", "--vault", "vault"], "a key is needed", "a vault without a key"),
    (
        ["notes", "--out", "safe", "--key", "secret.key"],
        "--key goes with the styles surrogate, shift and hash, and with --vault, not with tag alone",
        "a key that nothing needs",
    ),
    (
        ["notes", "--out", "file", "--overwrite"],
        "file is a file, and text goes into a folder, a file a note; name a folder",
        "a folder onto a file",
    ),
    (["notes", "--out", "safe", "--threshold", "2"], "is not in the range", "a threshold over 1"),
    (["notes", "--out", "safe", "--jobs", "0"], "is not in the range", "no process at all"),
    (["notes", "--out", "safe", "--known-identifiers", "none.csv"], "No such file", "identifiers that are not there"),
    (
        ["notes", "--out", "safe", "--numbered", "--style", "mask"],
        "numbers go with the style 'tag'",
        "numbered stars",
    ),
    (
        ["notes", "--out", "safe", "--numbered", "--style", "mask", "--dry-run"],
        "numbers go with the style 'tag'",
        "numbered stars, not even tried",
    ),
    (
        ["notes", "--out", "safe", "--keep-weekday"],
        "keep-weekday goes with the styles surrogate and shift, not with tag",
        "weekdays of tags",
    ),
    (
        ["notes", "--out", "safe", "--day-first", "--style", "mask", "--dry-run"],
        "day-first goes with the styles surrogate and shift, not with mask",
        "days of stars",
    ),
]


@pytest.mark.parametrize(("arguments", "message", "remark"), WRONG, ids=[row[2] for row in WRONG])
def test_wrong_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str, remark: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCRUBJAY_KEY", raising=False)
    write_texts(made_up(1), Path("notes"))
    Path("file").write_text("mine", encoding="utf-8")
    done = here("redact", *arguments)
    assert done.code == 2
    assert message in done.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "notes"], "nothing is left behind"
    assert Path("file").read_text(encoding="utf-8") == "mine"


def test_help() -> None:
    done = here("redact", "--help")
    assert done.code == 0
    for option in ("--style", "--policy", "--known-identifiers", "--threshold", "--jobs", "--dry-run", "--vault"):
        assert option in done.out


def test_a_dry_run_does_not_show_an_id_that_tells(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "solberg-1.txt").write_text("Mr. Solberg came.")
    done = here("redact", tmp_path / "notes", "--dry-run", "--jobs", "1")
    assert done.code == 1
    assert "its id holds an identifier" in done.err
    assert "solberg-1" not in done.out + done.err
