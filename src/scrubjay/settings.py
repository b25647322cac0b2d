"""TOML files become frozen settings; a misspelt key, a wrong type or a missing value is always noticed.

Settings are frozen dataclasses. `load` is closed (unknown keys are faults, with a guess at what was meant),
complete (keys without default must be given) and reports all faults at once.
"""

import dataclasses
import tomllib
import types
import typing
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

from scrubjay.errors import SettingsError

Settings = TypeVar("Settings")


def among(what: str, known: Collection[str]) -> tuple[str, ...]:
    """Return the field of a dataclass for a list of names, each of them known; `what` says of what they are names."""
    return typing.cast(tuple[str, ...], dataclasses.field(default=(), metadata={"among": (what, known)}))


def load(kind: type[Settings], path: Path) -> Settings:
    """Return the settings a TOML file holds."""
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SettingsError(str(path), ["no such file"]) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(str(path), [f"not a TOML file ({error})"]) from None
    return build(kind, values, str(path))


def build(kind: type[Settings], values: object, where: str) -> Settings:
    """Return settings made from plain values, or raise one error that lists every fault.

    >>> @dataclasses.dataclass(frozen=True)
    ... class Example:
    ...     rate: float = 0.1
    >>> build(Example, {"rat": 1}, "example.toml")
    Traceback (most recent call last):
    scrubjay.errors.SettingsError: example.toml: unknown key 'rat' (did you mean 'rate'?); known: rate
    """
    faults: list[str] = []
    settings = _build(kind, values, "", faults)
    if faults:
        raise SettingsError(where, faults)
    return typing.cast(Settings, settings)


def _build(kind: Any, values: Any, prefix: str, faults: list[str]) -> Any:
    if not isinstance(values, Mapping):
        faults.append("must be a table of keys and values")
        return None
    fields = {field.name: field for field in dataclasses.fields(kind)}
    hints = typing.get_type_hints(kind)
    faults += [
        f"unknown key {prefix + key!r}{_guess(key, fields)}; known: {', '.join(fields)}"
        for key in values
        if key not in fields
    ]
    chosen: dict[str, Any] = {}
    for name, field in fields.items():
        if name in values:
            chosen[name] = _value(hints[name], values[name], prefix + name, faults)
            faults += _unknown(chosen[name], prefix + name, *field.metadata.get("among", ("", ())))
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            faults.append(f"key {prefix + name!r} is missing")
    return None if faults else kind(**chosen)


def _unknown(value: Any, name: str, what: str, known: Collection[str]) -> Iterator[str]:
    """Yield a fault for each name in a list that is none of the known ones."""
    for item in value if what and value else ():
        if isinstance(item, str) and item not in known:
            yield f"{name!r} has the unknown {what} {item!r}{_guess(item, known)}"


def _guess(name: str, known: Collection[str]) -> str:
    close = get_close_matches(name, known, n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def _value(hint: Any, value: Any, name: str, faults: list[str]) -> Any:
    """Return `value` as the type `hint` asks for, or note a fault."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if dataclasses.is_dataclass(hint) and isinstance(value, Mapping):
        return _build(hint, value, f"{name}.", faults)
    if origin is typing.Literal:
        if value in arguments:
            return value
        faults.append(f"{name!r} must be one of {', '.join(map(repr, arguments))}")
        return None
    if origin in (typing.Union, types.UnionType):
        for choice in arguments:
            attempt: list[str] = []
            result = _value(choice, value, name, attempt)
            if not attempt:
                return result
        faults.append(f"{name!r} must be {_words(hint)}")
        return None
    if origin is tuple and isinstance(value, list):
        return tuple(_value(arguments[0], item, f"{name}[{i}]", faults) for i, item in enumerate(value))
    if origin in (dict, Mapping) and isinstance(value, Mapping):
        return {key: _value(arguments[1], item, f"{name}.{key}", faults) for key, item in value.items()}
    if hint is float and type(value) is int:
        return float(value)
    if hint is Path and type(value) is str:
        return Path(value)
    if isinstance(hint, type) and type(value) is hint:
        return value
    faults.append(f"{name!r} must be {_words(hint)}, not {type(value).__name__}")
    return None


def _words(hint: Any) -> str:
    return hint.__name__ if isinstance(hint, type) and not typing.get_args(hint) else str(hint).replace("typing.", "")
