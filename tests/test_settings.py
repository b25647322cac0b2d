from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest

from scrubjay.errors import SettingsError
from scrubjay.settings import among, build, load


@dataclass(frozen=True)
class Inner:
    size: int = 3


@dataclass(frozen=True)
class Outer:
    name: str
    rate: float = 0.5
    style: Literal["tag", "mask"] = "tag"
    labels: tuple[str, ...] = ()
    table: dict[str, int] | None = None
    folder: Path = Path()
    colours: tuple[str, ...] = among("colour", {"red", "green"})
    inner: Inner = Inner()


def test_a_complete_file(tmp_path: Path) -> None:
    file = tmp_path / "s.toml"
    file.write_text(
        'name = "x"\nrate = 1\nstyle = "mask"\nlabels = ["A", "B"]\nfolder = "here"\n'
        "[table]\na = 1\n[inner]\nsize = 4\n"
    )
    assert load(Outer, file) == Outer("x", 1.0, "mask", ("A", "B"), {"a": 1}, Path("here"), (), Inner(4))


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(SettingsError) as caught:
        build(
            Outer,
            {
                "rat": 1,
                "style": "tga",
                "labels": [1],
                "inner": {"sise": 1},
                "table": {"a": "b"},
                "colours": ["gren", 1],
            },
            "s.toml",
        )
    assert caught.value.faults == (
        "unknown key 'rat' (did you mean 'rate'?); known: name, rate, style, labels, table, folder, colours, inner",
        "key 'name' is missing",
        "'style' must be one of 'tag', 'mask'",
        "'labels[0]' must be str, not int",
        "'table' must be dict[str, int] | None",
        "'colours[1]' must be str, not int",
        "'colours' has the unknown colour 'gren' (did you mean 'green'?)",
        "unknown key 'inner.sise' (did you mean 'size'?); known: size",
    )


def test_types_are_not_bent() -> None:
    for values in ({"name": 7}, {"name": "x", "rate": "1"}, {"name": "x", "rate": True}, {"name": "x", "inner": 7}):
        with pytest.raises(SettingsError, match="must be"):
            build(Outer, values, "s.toml")


@pytest.mark.parametrize("values", [3, [], "folder"])
def test_what_is_no_table(values: object) -> None:
    with pytest.raises(SettingsError, match=r"x\.toml: must be a table of keys and values"):
        build(Outer, values, "x.toml")


def test_what_is_no_toml(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text("name =")
    with pytest.raises(SettingsError, match="not a TOML file"):
        load(Outer, tmp_path / "s.toml")
    with pytest.raises(SettingsError, match="no such file"):
        load(Outer, tmp_path / "t.toml")
