"""What a run is to do, and the look at it before anything is read."""

import hashlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

import scrubjay
from scrubjay.deidentify.deidentifier import Settings
from scrubjay.deidentify.state import stopped_at
from scrubjay.detect.tagger.shelf import fingerprint
from scrubjay.documents.formats.format import STDIN, Format, ReadOptions, is_folder
from scrubjay.documents.formats.registry import FORMATS
from scrubjay.documents.formats.writing import check_kind, check_target, names_one_note
from scrubjay.errors import UsageError


@dataclass(frozen=True)
class Order:
    """What a run is to do."""

    source: Path
    format: Format
    target: Path
    settings: Settings
    reading: ReadOptions = field(default_factory=ReadOptions)
    jobs: int = 1
    numbered: bool = False
    vault: Path | None = None
    keep_metadata: tuple[str, ...] = ()
    overwrite: bool = False
    samples: int = 0
    beside: tuple[Path, ...] = ()  # the report, and what else is written when the run is complete

    def __post_init__(self) -> None:
        """Refuse numbers where there are no tags to carry them."""
        if self.numbered and self.settings.style != "tag":
            raise UsageError("numbers go with the style 'tag'")

    @property
    def released_as(self) -> Format:
        """The format of the releases: text files for notes that come a file each, else the same."""
        return FORMATS["text"] if self.format.files else self.format

    @property
    def folder(self) -> Path:
        """Where the run keeps its memory."""
        return self.target.absolute().with_name(f".{self.target.name}.scrubjay-run")

    @property
    def seals_in_workers(self) -> bool:
        """Whether the workers seal releases; numbered ones are complete only here."""
        return self.vault is not None and not self.numbered

    def fingerprint(self) -> str:
        """Return a digest of everything that makes a run the same run."""
        settings = self.settings
        known = settings.known
        facts = {
            "version": scrubjay.__version__,
            "source": str(self.source.absolute()),
            "format": self.format.name,
            "reading": asdict(self.reading),
            "policy": asdict(settings.policy),
            "style": [
                settings.style,
                settings.options.keep_weekday,
                settings.options.day_first,
                settings.options.max_shift_days,
            ],
            "key": settings.key.check() if settings.key else None,
            "threshold": settings.chosen_threshold,
            "known": hashlib.sha256(known.read_bytes()).hexdigest() if known and known.is_file() else None,
            "spans": settings.spans,
            "model": None if settings.folder is None else fingerprint(settings.folder),
            "numbered": self.numbered,
            "vault": str(self.vault),
            "metadata": self.keep_metadata,
        }
        return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def check(order: Order) -> None:
    """Refuse what cannot work before anything is read."""
    order.settings.build()
    # What a stopped run has written so far is its own.
    overwrite = order.overwrite or stopped_at(order.folder)
    others = [path for path in (order.source, order.vault) if path is not None]
    check_target(order.target, overwrite, *others)
    _check_name(order)
    others.append(order.target)
    for file in order.beside:
        check_target(file, overwrite, *others)
        others.append(file)
    if order.vault is not None:
        check_target(order.vault, overwrite, order.source)
        if order.settings.key is None:
            raise UsageError("a vault needs a secret key; make one with: scrubjay key new FILE, then say --key FILE")
        if order.vault.is_dir():
            raise UsageError(f"{order.vault} is a folder; name a file for the vault")
        if "white space" in order.released_as.loses:
            raise UsageError(
                f"{order.released_as.name} does not keep white space, so a release could not be turned back exactly; "
                "convert the notes to JSONL first, or leave the vault out"
            )
    if order.settings.style == "surrogate" and order.source == STDIN:
        raise UsageError(
            "surrogates need to know all real names first, so notes are read twice; give a file, not standard input"
        )


def _check_name(order: Order) -> None:
    """Refuse a target whose name or kind does not fit what is released."""
    target, released = order.target, order.released_as
    suffix = target.suffix.lower()
    told = [each.name for each in FORMATS.values() if suffix in each.suffixes]
    if told and suffix not in released.suffixes:
        many = released.files is not None and is_folder(order.source)
        fitting = "folder" if many else f"file that ends in {' or '.join(released.suffixes)}"
        raise UsageError(
            f"{target} has the suffix of {told[0]}, but these notes are released as {released.name}; name a {fitting}"
        )
    if names_one_note(target, released) and is_folder(order.source):
        raise UsageError(f"{target} is the name of one file, and {order.source} is a folder; name a folder")
    check_kind(target, released)
