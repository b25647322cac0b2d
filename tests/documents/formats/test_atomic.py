import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from scrubjay.documents.formats.atomic import atomic


def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "n.txt"
    target.write_text("old", encoding="utf-8")

    def fill() -> None:
        with atomic(target) as handle:
            handle.write(b"new")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(OSError, match=r"make room and try again: '.*n\.txt'"):
        fill()
    assert [path.name for path in tmp_path.iterdir()] == ["n.txt"]
    assert target.read_text(encoding="utf-8") == "old"


def test_what_a_killed_run_left_is_removed(tmp_path: Path) -> None:
    abandoned, alive = (tmp_path / f".scrubjay-partial-{number}" for number in (1, 2))
    for file in (abandoned, alive):
        file.write_text("Ann Ruiz", encoding="utf-8")
    code = (
        "import fcntl, sys; f = open(sys.argv[1]); fcntl.flock(f, fcntl.LOCK_EX); print('held', flush=True); input()"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", code, alive], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with atomic(tmp_path / "n.txt") as handle:
        handle.write(b"x")
    assert not abandoned.exists()
    assert alive.exists(), "another process is writing it"
    holder.communicate("\n")


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.txt").touch()
    (tmp_path / "link.txt").symlink_to(tmp_path / "real.txt")
    with atomic(tmp_path / "link.txt") as handle:
        handle.write(b"x")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_bytes() == b"x"


def test_while_writing_no_name_tells_the_note(tmp_path: Path) -> None:
    with atomic(tmp_path / "ann-ruiz.txt") as handle:
        handle.write(b"x")
        assert not [path for path in tmp_path.iterdir() if "ruiz" in path.name]


def test_others_may_read_it_only_when_it_is_whole(tmp_path: Path) -> None:
    with atomic(tmp_path / "n.txt") as handle:
        assert stat.S_IMODE(os.fstat(handle.fileno()).st_mode) == 0o600
    usual = tmp_path / "usual.txt"
    usual.touch()
    assert (tmp_path / "n.txt").stat().st_mode == usual.stat().st_mode
    with atomic(tmp_path / "p.txt", private=True):
        pass
    assert stat.S_IMODE((tmp_path / "p.txt").stat().st_mode) == 0o600


@pytest.mark.parametrize("private", [False, True])
def test_folders_that_are_made_are_as_private_as_the_file(tmp_path: Path, private: bool) -> None:
    (tmp_path / "usual").mkdir()
    usual = stat.S_IMODE((tmp_path / "usual").stat().st_mode)
    with atomic(tmp_path / "usual" / "new" / "newer" / "n.txt", private):
        pass
    modes = [stat.S_IMODE((tmp_path / "usual" / name).stat().st_mode) for name in ("", "new", "new/newer")]
    assert modes == [usual, *([0o700] * 2 if private else [usual] * 2)], "one that was there stays as it is"
