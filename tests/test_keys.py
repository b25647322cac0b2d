import os
import pickle
import stat
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.errors import UsageError
from scrubjay.keys import Key, load_key, new_key
from tests.replace.notes import KEY, OTHER_KEY

parts = st.lists(st.text(max_size=5), max_size=4)


@given(parts, parts)
def test_parts_are_never_confused(one: list[str], other: list[str]) -> None:
    assert (KEY.derive("test", *one) == KEY.derive("test", *other)) == (one == other)


def test_purposes_and_keys_are_apart() -> None:
    assert KEY.derive("a", "b") != KEY.derive("ab") != OTHER_KEY.derive("ab")
    assert KEY.check() != OTHER_KEY.check()


def test_the_derivation_is_hmac_sha256_for_ever() -> None:
    """A release can only be reversed, or continued, if this never changes."""
    assert KEY.derive("purpose", "part").hex()[:16] == "25e4fae52f84eefe"


def test_numbers_are_even() -> None:
    drawn = Counter(KEY.number(7, "even", str(each)) for each in range(7000))
    assert set(drawn) == set(range(7))
    assert all(850 < count < 1150 for count in drawn.values())


def test_a_key_is_not_shown_and_travels() -> None:
    assert "0123" not in repr(KEY)
    assert not hasattr(KEY, "__dict__")
    assert pickle.loads(pickle.dumps(KEY)) == KEY != OTHER_KEY
    assert hash(Key(b"0123456789abcdef0123456789abcdef")) == hash(KEY)


def test_a_new_key_is_private_and_loads(tmp_path: Path) -> None:
    file = tmp_path / "key"
    made = new_key(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(bytes.fromhex(file.read_text())) == 32
    assert load_key(file) == made != new_key(tmp_path / "other")


def test_a_key_is_never_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "key"
    made = new_key(file)
    with pytest.raises(UsageError, match="never overwritten"):
        new_key(file)
    assert load_key(file) == made


def test_the_environment_is_the_second_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "key"
    made = new_key(file)
    monkeypatch.setenv("SCRUBJAY_KEY", file.read_text())
    assert load_key(None) == made


@pytest.mark.parametrize(
    ("value", "message", "remark"),
    [
        (None, "scrubjay key new FILE", "not set"),
        ("   ", "scrubjay key new FILE", "empty"),
        ("hunter2-hunter2-hunter2", "at least 32", "short enough to be tried"),
    ],
)
def test_no_key_in_the_environment(
    value: str | None, message: str, remark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SCRUBJAY_KEY", raising=False)
    if value is not None:
        monkeypatch.setenv("SCRUBJAY_KEY", value)
    with pytest.raises(UsageError, match=message) as caught:
        load_key(None)
    assert "hunter2" not in str(caught.value), remark


@pytest.mark.parametrize(
    ("content", "mode", "message", "remark"),
    [
        (b"k" * 64, 0o640, "chmod 600", "the group may read it"),
        (b"k" * 64, 0o604, "chmod 600", "everybody may read it"),
        (b"too-short", 0o600, "at least 32", "too short"),
        (b"k" * 5000, 0o600, "at most", "no key, some other file"),
        (b"\xff" * 64, 0o600, "no key", "no text"),
    ],
)
def test_key_files_that_are_refused(tmp_path: Path, content: bytes, mode: int, message: str, remark: str) -> None:
    file = tmp_path / "key"
    file.write_bytes(content)
    file.chmod(mode)
    with pytest.raises(UsageError, match=message) as caught:
        load_key(file)
    assert content.decode("latin-1") not in str(caught.value), remark


def test_places_without_a_key(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="scrubjay key new"):
        load_key(tmp_path / "missing")
    with pytest.raises(UsageError, match="cannot be read"):
        load_key(tmp_path)
    with pytest.raises(UsageError, match="cannot be written"):
        new_key(tmp_path / "no" / "folder")
    with pytest.raises(UsageError, match="at least 32"):
        Key(b"short")


def test_the_umask_does_not_open_a_key(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        new_key(tmp_path / "key")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600
