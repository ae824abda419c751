"""JSON documents whose objects know where they stand, and values taken from them with care."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from json import decoder, scanner
from typing import Any, Final, TypeVar

from euchre_solve.errors import ErrorCode, NotationError

_Value = TypeVar("_Value")
_NAMES: Final = {
    dict: "an object",
    list: "an array",
    str: "a text",
    int: "a whole number",
    bool: "true or false",
}


class JsonObject(dict[str, Any]):
    """An object of a document; ``at`` is the position of its first character."""

    at: int = 0

    def pick(self, *names: str) -> Any:
        """Return the value of the first of ``names`` that has one, in whatever spelling."""
        for name in names:
            if (value := self.get(name)) is not None:
                return value
        plain = {_plain(name) for name in names}
        found = (value for key, value in self.items() if _plain(key) in plain)
        return next((value for value in found if value is not None), None)

    def take(self, kind: type[_Value], *names: str) -> _Value | None:
        """Return the same, None if it is absent or null; raises `NotationError` for another
        type."""
        value = self.pick(*names)
        if value is None or (isinstance(value, kind) and not _is_false_number(value, kind)):
            return value
        raise NotationError(
            ErrorCode.BAD_VALUE, f"{names[0]} is {_short(value)}, not {_NAMES[kind]}"
        )

    def rest(self, known: Collection[str]) -> dict[str, Any]:
        """Return what has none of the names that are ``known``, in whatever spelling."""
        plain = {_plain(name) for name in known}
        return {key: value for key, value in self.items() if _plain(key) not in plain}

    def need(self, kind: type[_Value], *names: str) -> _Value:
        """Return the same; raises `NotationError` if it is absent too."""
        value = self.take(kind, *names)
        if value is None:
            raise NotationError(ErrorCode.MISSING_KEY, f"there is no {names[0]} here")
        return value


def _is_false_number(value: object, kind: type) -> bool:
    return kind is int and isinstance(value, bool)


def _plain(key: str) -> str:
    return key.replace("_", "").lower()


def _short(value: object) -> str:
    text = json.dumps(value, default=repr)
    return text if len(text) <= 40 else f"{text[:39]}…"  # noqa: PLR2004


def load_json(text: str) -> Any:
    """Return the value of a document, objects as `JsonObject`; raises `NotationError`."""
    return _guarded(text, _located_decoder().decode)


def load_json_line(text: str) -> Any:
    """Return the value of a line, objects as `JsonObject` that don't know their place."""
    return _guarded(text, _FAST.decode)


def _guarded(text: str, decode: Callable[[str], Any]) -> Any:
    try:
        return decode(text)
    except json.JSONDecodeError as error:
        line_start = text.rfind("\n", 0, error.pos) + 1
        line_end = text.find("\n", error.pos)
        at = error.pos - line_start
        raise NotationError(
            ErrorCode.NOT_JSON,
            f"this is not JSON: {error.msg[0].lower()}{error.msg[1:]}",
            span=(at, at + 1),
            text=text[line_start : line_end if line_end >= 0 else len(text)],
        ) from None
    except (ValueError, RecursionError) as error:
        what = "nested too deep" if isinstance(error, RecursionError) else "a number too long"
        raise NotationError(ErrorCode.NOT_JSON, f"this JSON can't be read: {what}") from None


def _located_decoder() -> json.JSONDecoder:
    """Return a decoder whose objects know their place: the standard library's, in Python."""
    reader = json.JSONDecoder()

    def parse_object(at: tuple[str, int], *rest: Any) -> tuple[JsonObject, int]:
        plain, end = decoder.JSONObject(at, *rest)  # type: ignore[attr-defined]
        found = JsonObject(plain)
        found.at = at[1] - 1
        return found, end

    reader.parse_object = parse_object  # type: ignore[attr-defined]
    reader.scan_once = scanner.py_make_scanner(reader)  # type: ignore[attr-defined]
    return reader


_FAST: Final = json.JSONDecoder(object_hook=JsonObject)
