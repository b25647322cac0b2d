import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.deidentify.state import Entry, State, Totals, stopped_at, sweep
from scrubjay.errors import UsageError
from scrubjay.replace.numbering import Row

ENTRIES = [
    Entry("b", b"2", "", Counter({"PATIENT": 2}), Counter({"rules:name.title": 2}), 20),
    Entry("a", b"1", "", Counter({"PATIENT": 1, "DATE": 1}), Counter({"given": 2}), 10),
    Entry("c", b"3", "it leaks", characters=30),
    Entry("d", b"4", characters=5),
]


def test_what_is_committed_is_there_after_a_stop(tmp_path: Path) -> None:
    state = State(tmp_path / "run", "settings")
    state.commit(ENTRIES[:2], {"releases": 30}, [(b"p", Row("DOCTOR", b"x", 1))])
    state.commit(ENTRIES[2:], {"releases": 70})
    salt = state.salt
    state.close()
    assert stopped_at(tmp_path / "run")
    state = State(tmp_path / "run", "settings")
    assert state.salt == salt
    assert (state.count(), state.done("a"), state.done("z")) == (4, b"1", None)
    assert (state.size("releases"), state.size("vault")) == (70, 0)
    assert state.numbers(b"p") == [Row("DOCTOR", b"x", 1)]
    assert state.numbers(b"q") == []
    assert [entry.id for entry in state.entries()] == ["a", "b", "c", "d"]
    assert sorted(state.entries(), key=lambda entry: entry.id) == sorted(ENTRIES, key=lambda entry: entry.id)
    assert state.totals() == Totals(
        released=3,
        without_identities=1,
        characters=35,
        labels=Counter({"PATIENT": 3, "DATE": 1}),
        sources=Counter({"rules:name.title": 2, "given": 2}),
        withheld=[ENTRIES[2]],
    )
    state.withhold("d", "its format cannot hold it")
    assert [entry.id for entry in state.totals().withheld] == ["c", "d"]
    state.remove()
    assert not (tmp_path / "run").exists()


def test_a_batch_is_recorded_at_once_or_not_at_all(tmp_path: Path) -> None:
    state = State(tmp_path / "run", "settings")
    state.commit(ENTRIES[:1], {"releases": 10})
    with pytest.raises(sqlite3.IntegrityError):
        state.commit([ENTRIES[1], ENTRIES[0]], {"releases": 99})
    assert (state.count(), state.size("releases"), state.done("a")) == (1, 10, None)
    state.commit(ENTRIES[1:], {"releases": 70})
    assert state.count() == 4
    state.close()


def test_names_are_kept_as_digests(tmp_path: Path) -> None:
    state = State(tmp_path / "run", "settings")
    assert not state.begun()
    state.survey([b"n1"], (state.digest("name", name) for name in ("lindqvarn", "quenneville", "lindqvarn")))
    state.survey([b"n1", b"n2"], [state.digest("name", "lindqvarn")])
    state.close()
    content = (tmp_path / "run" / "state.sqlite").read_bytes()
    assert b"lindqvarn" not in content
    state = State(tmp_path / "run", "settings")
    assert state.begun()
    assert [state.surveyed(note) for note in (b"n1", b"n2", b"n3")] == [True, True, False]
    assert state.names() == {state.digest("name", "lindqvarn"), state.digest("name", "quenneville")}
    state.close()


@given(st.lists(st.lists(st.text(max_size=3), max_size=3).map(tuple), min_size=2, max_size=2, unique=True))
def test_digests_keep_parts_apart(pair: list[tuple[str, ...]]) -> None:
    state = State.__new__(State)
    state.salt = b"salt"
    one, other = pair
    assert state.digest(*one) == state.digest(*one) != state.digest(*other)
    twin = State.__new__(State)
    twin.salt = b"another"
    assert state.digest(*one) != twin.digest(*one), "another run makes others"


def test_others_cannot_read_it(tmp_path: Path) -> None:
    state = State(tmp_path / "run", "settings")
    assert (tmp_path / "run").stat().st_mode & 0o077 == 0
    state.close()


def test_another_fingerprint_is_refused_unless_it_starts_anew(tmp_path: Path) -> None:
    state = State(tmp_path / "run", "settings")
    state.commit(ENTRIES, {})
    state.close()
    (tmp_path / "run" / "releases").write_bytes(b"old")
    for _ in range(2):
        with pytest.raises(UsageError, match="other settings or another input"):
            State(tmp_path / "run", "others")
    state = State(tmp_path / "run", "others", fresh=True)
    assert state.count() == 0
    assert not (tmp_path / "run" / "releases").exists()
    state.close()


def test_another_process_cannot_open_it(tmp_path: Path) -> None:
    state = State(tmp_path / "run", "settings")
    program = (
        "import sys; from pathlib import Path; from scrubjay.deidentify.state import State, sweep\n"
        "folder = Path(sys.argv[1]); sweep(folder); State(folder, 'settings', fresh=True)"
    )
    tried = subprocess.run(
        [sys.executable, "-c", program, tmp_path / "run"], capture_output=True, text=True, check=False
    )
    assert "UsageError: another run is writing there at this moment" in tried.stderr
    state.commit(ENTRIES, {})
    state.close()
    assert subprocess.run([sys.executable, "-c", program, tmp_path / "run"], check=False).returncode == 0


def flip(file: Path, place: int) -> None:
    content = bytearray(file.read_bytes())
    content[place] ^= 1 << place % 8
    file.write_bytes(bytes(content))


def test_every_letter_of_a_record_that_changed_is_noticed(tmp_path: Path) -> None:
    state = State(tmp_path / "run", "settings")
    state.commit(ENTRIES, {"releases": 70}, [(b"somebody", Row("DOCTOR", b"someone", 1))])
    state.survey([b"surveyed note"], [b"real name"])
    state.close()
    file = tmp_path / "run" / "state.sqlite"
    content = file.read_bytes()
    rows = (b"it leaks", b"rules:name.title", b"size of releases70", b"surveyed note", b"real name")
    for row in (*rows, b"somebodyDOCTORsomeone"):
        assert content.count(row) == 1
        for place in range(content.index(row), content.index(row) + len(row)):
            flip(file, place)
            with pytest.raises(UsageError, match=r"holds no readable record of an earlier run.*--overwrite"):
                State(tmp_path / "run", "settings")
            file.write_bytes(content)
    State(tmp_path / "run", "settings").close()


def test_a_record_that_was_lost_is_noticed(tmp_path: Path) -> None:
    state = State(tmp_path / "run", "settings")
    state.commit(ENTRIES, {"releases": 70})
    state.close()
    base = sqlite3.connect(tmp_path / "run" / "state.sqlite")
    base.execute("DELETE FROM notes WHERE id = 'b'")
    base.commit()
    base.close()
    with pytest.raises(UsageError, match="no readable record"):
        State(tmp_path / "run", "settings")
    assert State(tmp_path / "run", "settings", fresh=True).count() == 0


def test_what_a_kill_at_the_very_end_leaves_is_swept_away(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    State(folder, "settings").close()
    sweep(folder)
    assert stopped_at(folder), "a run that was stopped is not touched"
    (folder / "state.sqlite").unlink()
    assert not stopped_at(folder)
    sweep(folder)
    assert not folder.exists()
    sweep(folder)
