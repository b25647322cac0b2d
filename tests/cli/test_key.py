import os
import re
from pathlib import Path

from scrubjay.keys import load_key
from tests.deidentify.notes import here


def test_a_new_key_is_private_and_not_shown(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        done = here("key", "new", tmp_path / "secret.key")
    finally:
        os.umask(before)
    assert (done.code, done.out) == (0, "")
    assert f"a new key is in {tmp_path / 'secret.key'}" in done.err
    written = (tmp_path / "secret.key").read_text(encoding="utf-8")
    assert re.fullmatch(r"[0-9a-f]{64}\n", written)
    assert written.strip() not in done.err
    assert (tmp_path / "secret.key").stat().st_mode & 0o777 == 0o600
    load_key(tmp_path / "secret.key")


def test_two_keys_differ(tmp_path: Path) -> None:
    for name in ("a", "b"):
        here("key", "new", tmp_path / name)
    assert (tmp_path / "a").read_bytes() != (tmp_path / "b").read_bytes()


def test_a_key_is_never_overwritten(tmp_path: Path) -> None:
    here("key", "new", tmp_path / "secret.key")
    written = (tmp_path / "secret.key").read_bytes()
    done = here("key", "new", tmp_path / "secret.key")
    assert done.code == 2
    assert "a key is never overwritten" in done.err
    assert (tmp_path / "secret.key").read_bytes() == written


def test_wrong_use(tmp_path: Path) -> None:
    done = here("key", "new", tmp_path / "none" / "secret.key")
    assert (done.code, "cannot be written (No such file or directory)" in done.err) == (2, True)
    assert here("key", "new").code == 2
    assert here("key", "old", "x").code == 2


def test_help() -> None:
    for arguments in (["key", "--help"], ["key", "new", "--help"]):
        done = here(*arguments)
        assert done.code == 0
        assert "key" in done.out
    assert "SCRUBJAY_KEY" in here("key", "--help").out
