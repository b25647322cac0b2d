"""Where taggers are: those that come with scrubjay, by name, and folders."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scrubjay.errors import FormatError, UnknownNameError

VERSION = 2
SETTINGS = "tagger.json"
BUNDLED = Path(__file__).parent / "bundled"
CARD = "card.md"
_WITHIN = "runtime"  # of a training run
_SEAL = "seal"


def bundled() -> list[str]:
    """Return the names of the taggers that come with scrubjay."""
    return sorted(folder.parent.name for folder in BUNDLED.glob(f"*/{SETTINGS}"))


def find_tagger(name_or_folder: str) -> Path:
    """Return the folder of a tagger: one that comes along, a runtime's folder, or a training run's."""
    if name_or_folder in bundled():
        return BUNDLED / name_or_folder
    folder = Path(name_or_folder)
    for place in (folder, folder / _WITHIN):
        if place.joinpath(SETTINGS).is_file():
            return place
    if folder.joinpath("model.json").is_file():
        raise FormatError(
            "is a tagger for training", file=str(folder), remedy=f"Say: scrubjay models export {folder} --out FOLDER"
        )
    raise UnknownNameError("tagger", name_or_folder, [*bundled(), "a folder that scrubjay models export wrote"])


def tagger_name(folder: Path) -> str:
    """Return what reports call the tagger of a folder.

    >>> tagger_name(Path("runs/ours-3/runtime"))
    'ours-3'
    """
    folder = folder.absolute()
    return folder.parent.name if folder.name == _WITHIN else folder.name


def fingerprint(folder: Path) -> str:
    """Return a digest of a tagger: of its settings, which hold those of its other files."""
    return hashlib.sha256(folder.joinpath(SETTINGS).read_bytes()).hexdigest()


def digests(folder: Path, largest: float = float("inf")) -> dict[str, str]:
    """Return the digests of a tagger's other files; none of those that are larger."""
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.name != SETTINGS)
    found = {}
    for file in files:
        with file.open("rb") as handle:
            small = file.stat().st_size <= largest
            found[file.name] = hashlib.file_digest(handle, "sha256").hexdigest() if small else ""
    return found


def sealed(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings with a digest of themselves, so that a change of one of them is noticed."""
    rest = {key: value for key, value in settings.items() if key != _SEAL}
    written = json.dumps(rest, ensure_ascii=False, sort_keys=True)
    return {**rest, _SEAL: hashlib.sha256(written.encode()).hexdigest()}


def reseal(folder: Path) -> None:
    """Seal a tagger anew, with the files that it has now: for those who add to one."""
    settings = load_settings(folder, SETTINGS, VERSION)
    written = json.dumps(sealed({**settings, "sha256": digests(folder)}), ensure_ascii=False, indent=1) + "\n"
    folder.joinpath(SETTINGS).write_text(written, encoding="utf-8")


def load_settings(folder: Path, name: str, version: int, what: str = "tagger of scrubjay") -> dict[str, Any]:
    """Return the settings that `sealed` made and a file holds; any others are an error, which says what is wanted."""
    try:
        settings = json.loads(folder.joinpath(name).read_text(encoding="utf-8"))
        found = settings["version"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise FormatError(f"is no {what}: it has no {name} that can be read", file=str(folder)) from error
    if found != version:
        raise FormatError(f"has the version {found!r}; this scrubjay reads {version}", file=str(folder))
    if sealed(settings) != settings:
        raise FormatError("is not what was written", file=str(folder / name))
    return dict(settings)


def verify(folder: Path, largest: float = float("inf")) -> None:
    """Refuse a tagger that is not as it was written; files of more than `largest` bytes need only be there."""
    expected = load_settings(folder, SETTINGS, VERSION)["sha256"]
    actual = digests(folder, largest)
    for name in sorted({*expected, *actual}):
        if name not in actual or (actual[name] and expected.get(name) != actual[name]):
            problem = "is missing" if name not in actual else "is not what was written"
            raise FormatError(problem, file=str(folder / name))


def described(folder: Path) -> dict[str, Any]:
    """Return what a runtime's folder says about its tagger: labels, reading, size in bytes, card."""
    settings = load_settings(folder, SETTINGS, VERSION)
    card = folder / CARD
    return {
        "labels": sorted({tag[2:] for tag in settings["tags"] if tag != "O"}),
        "reading": settings["reading"],
        "bytes": sum(file.stat().st_size for file in folder.iterdir()),
        "card": card.read_text(encoding="utf-8") if card.exists() else "",
    }
