import io
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from matplotlib.figure import Figure
from matplotlib.image import imread

from scrubjay.training.loop import Epoch
from scrubjay.training.plot import plot_run, plot_search
from scrubjay.training.space import Range, Setting, Value

Picture = npt.NDArray[np.float32]
RED = np.array([0xD5, 0x5E, 0x00]) / 255  # marks the best


def epochs(count: int) -> list[Epoch]:
    return [
        Epoch(i, 10 / i, 0.9, 0.8 - abs(i - 3) / 10, 0.85 - abs(i - 3) / 10, 1.0, 1.0) for i in range(1, count + 1)
    ]


def picture(file: Path) -> Picture:
    return imread(io.BytesIO(file.read_bytes()))[:, :, :3]


def marked(part: Picture) -> bool:
    """Tell whether a part of a picture has the colour of the best."""
    return bool((abs(part - RED) < 0.02).all(2).any())


@pytest.mark.parametrize("count", [1, 5, 60])
def test_a_run_is_drawn_with_its_best_epoch_in_both_panels(tmp_path: Path, count: int) -> None:
    plot_run(epochs(count) if count < 60 else epochs(5) * 12, tmp_path / "metrics.png")
    left, right = np.array_split(picture(tmp_path / "metrics.png"), 2, axis=1)
    assert marked(left)
    assert marked(right)
    assert [file.name for file in tmp_path.iterdir()] == ["metrics.png"]


def test_a_plot_that_fails_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plot_run(epochs(2), tmp_path / "metrics.png")
    before = (tmp_path / "metrics.png").read_bytes()

    def broken(self: object, handle: io.BytesIO, **options: object) -> None:
        handle.write(b"half")
        raise MemoryError

    monkeypatch.setattr(Figure, "savefig", broken)
    with pytest.raises(MemoryError):
        plot_run(epochs(3), tmp_path / "metrics.png")
    assert (tmp_path / "metrics.png").read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 1


def test_a_search_is_drawn_a_panel_a_setting(tmp_path: Path) -> None:
    space: dict[str, Setting] = {
        "optimiser.rate": Range(1e-4, 1e-1, log=True),
        "batch": Range(4, 4, kind="int"),
        "empty": Range(0.0, 1.0),
        "network.casing": (True, False),
        "optimiser.kind": ("sgd", "adam"),
    }
    good: dict[str, Value] = {
        "optimiser.rate": 0.01,
        "batch": 4,
        "empty": 0.5,
        "network.casing": True,
        "optimiser.kind": "sgd",
    }
    failed = {**good, "optimiser.rate": 0.1, "network.casing": False}
    plot_search(space, [(good, 0.5), (failed, None)], tmp_path / "wide.png")
    plot_search({"batch": (1, 2)}, [({"batch": 1}, 0.5)], tmp_path / "small.png")
    plot_search(space, [(failed, None)], tmp_path / "failed.png")  # nothing to mark as best
    wide, small, none = (picture(tmp_path / f"{name}.png") for name in ("wide", "small", "failed"))
    assert wide.shape[1] > 2 * small.shape[1]
    assert wide.shape[0] > 1.5 * small.shape[0]  # five panels stand in two rows
    assert marked(wide)
    assert not marked(none)
