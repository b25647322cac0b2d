"""A space of settings: what a search may choose from, and the draws of each trial."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from scrubjay import settings as plain_settings
from scrubjay.errors import SettingsError
from scrubjay.randomness import generator
from scrubjay.training.settings import TrainingSettings

Value = str | int | float | bool


@dataclass(frozen=True)
class Range:
    """Numbers from low to high, both included; with `log`, each order of magnitude is as likely as the next."""

    low: float
    high: float
    log: bool = False
    kind: Literal["float", "int"] = "float"

    def at(self, share: float) -> Value:
        """Return the number that lies so far (from 0 to below 1) into the range."""
        low, high = self.low, self.high + (self.kind == "int")  # every whole number is as wide as the next
        if self.log:
            number = math.exp((1 - share) * math.log(low) + share * math.log(high))
        else:
            number = (1 - share) * low + share * high
        number = min(max(number, self.low), self.high)
        return math.floor(number) if self.kind == "int" else number

    def faults(self) -> Iterator[str]:
        """Yield what is wrong with it."""
        if not (math.isfinite(self.low) and math.isfinite(self.high)):
            yield "low and high must be finite"
        elif self.low > self.high:
            yield f"low ({self.low:g}) is above high ({self.high:g})"
        if self.log and self.low <= 0:
            yield f"log needs a low above 0, not {self.low:g}"
        if self.kind == "int" and not (self.low.is_integer() and self.high.is_integer()):
            yield "low and high must be whole numbers where kind is int"


Setting = Range | tuple[Value, ...]


@dataclass(frozen=True)
class Space:
    """Training settings as plain values, and those that a search draws, by their dotted names."""

    values: Mapping[str, Any]
    searched: Mapping[str, Setting]

    def draw(self, seed: int, trial: int) -> dict[str, Value]:
        """Return what a trial tries: decided by the seed, its number and each setting's name alone."""
        drawn: dict[str, Value] = {}
        for name, setting in self.searched.items():
            share = float(generator(seed, "search", trial, name).random())
            drawn[name] = setting.at(share) if isinstance(setting, Range) else setting[int(share * len(setting))]
        return drawn

    def settings(self, drawn: Mapping[str, Value]) -> TrainingSettings:
        """Return the settings with those that were drawn."""
        values = dict(self.values)
        for name, value in drawn.items():
            values = changed(values, name, value)
        return plain_settings.build(TrainingSettings, values, "a trial")


def space(values: Mapping[str, Any], where: str) -> Space:
    """Return the space that a settings file with a [search] table describes, or one error with every fault."""
    rest = {name: value for name, value in values.items() if name != "search"}
    table = values.get("search")
    faults: list[str] = list(_faults_of(rest))
    found: dict[str, Setting] = {}
    if not isinstance(table, dict) or not table:
        raise SettingsError(where, [*faults, "a [search] table is missing: it names the settings to draw"])
    for name, written in _flat(table):
        try:
            found[name] = _setting(written)
            for value in _ends(found[name]):
                # The rest may have faults of its own, which have been told.
                faults += [fault for fault in _faults_of(changed(rest, name, value)) if fault not in faults]
        except SettingsError as error:
            faults += [f"[search] {name!r}: {fault}" for fault in error.faults]
    if faults:
        raise SettingsError(where, faults)
    return Space(rest, found)


def changed(values: Mapping[str, Any], name: str, value: Any) -> dict[str, Any]:
    """Return plain values with the one of a dotted name changed; what was given stays as it is."""
    first, dot, rest = name.partition(".")
    if not dot:
        return {**values, first: value}
    inner = values.get(first, {})
    if not isinstance(inner, Mapping):
        raise SettingsError(name, [f"{first!r} is a value, not a table"])
    return {**values, first: changed(inner, rest, value)}


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield dotted names with what is written for them: TOML makes tables of dots, and a range is a table, too."""
    for key, value in table.items():
        if isinstance(value, dict) and value and not value.keys() & {"low", "high"}:
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def _setting(written: Any) -> Setting:
    """Return a range or choices, or raise their faults."""
    if isinstance(written, dict):
        found = plain_settings.build(Range, written, "")
        if faults := list(found.faults()):
            raise SettingsError("", faults)
        return found
    if not isinstance(written, list):
        raise SettingsError("", ["must be a list of choices, or a table with low and high"])
    if not written:
        raise SettingsError("", ["the list of choices is empty"])
    if not all(isinstance(choice, Value) for choice in written):
        raise SettingsError("", ["a choice must be a string, a number, true or false"])
    return tuple(written)


def _ends(setting: Setting) -> tuple[Value, ...]:
    """Return the values to try before a search begins: every choice, or the ends of a range."""
    return (setting.at(0), setting.at(1)) if isinstance(setting, Range) else setting


def _faults_of(values: Mapping[str, Any]) -> tuple[str, ...]:
    try:
        plain_settings.build(TrainingSettings, values, "")
    except SettingsError as error:
        return error.faults
    return ()
