"""What is wrong with a text, told to a person (with the line and a caret) or to a program."""

from __future__ import annotations

from typing import Final, NamedTuple

from euchre_solve.errors import EuchreError, Span

SCHEMA: Final = "euchre-solve/1"
"""Version of the records' keys."""

_WINDOW: Final = 96
"""Columns shown of a long line."""

_BEFORE: Final = 60
"""Columns of them before the caret."""

_CUT: Final = "…"
_CONTROL_PICTURES: Final = 0x2400
_DELETE: Final = 0x7F
_UNSEEN: Final = "\ufffd"


class Diagnostic(NamedTuple):
    """An error or warning about line ``line`` of ``source``; str is the form for people.

    >>> from euchre_solve.errors import ErrorCode
    >>> fault = EuchreError(ErrorCode.BAD_SEAT, "'7' is not a seat", span=(0, 1), text="7:-")
    >>> print(Diagnostic("games.edl", 57, fault))
    games.edl:57:1: error E102 bad-seat: '7' is not a seat
      7:-
      ^
    """

    source: str
    line: int
    error: EuchreError
    is_refusal: bool = False

    @classmethod
    def of(cls, error: EuchreError, source: str = "<arg>", line: int = 1) -> Diagnostic:
        """Return the diagnostic of ``error``, whose own source counts more than ``source``."""
        return cls(error.source or source, line, error)

    def refused(self) -> Diagnostic:
        """Return it as the reason why a deal got no answer, an error whatever its code."""
        return self._replace(is_refusal=True)

    @property
    def severity(self) -> str:
        """``error`` or ``warning``."""
        return "error" if self.is_refusal else self.error.code.severity

    @property
    def column(self) -> int | None:
        """The column of the first character meant, counted from 1; None if no place is known."""
        return self.error.span[0] + 1 if self.error.span else None

    @property
    def is_error(self) -> bool:
        """Tell an error from a warning."""
        return self.severity == "error"

    def __str__(self) -> str:
        error = self.error
        place = f"{self.source}:{self.line}" + (f":{self.column}" if self.column else "")
        code = f"{self.severity} {error.code.number} {error.code.slug}"
        lines = [f"{visible(place)}: {code}: {visible(error.message)}"]
        if error.text is not None and error.span:
            lines += (f"  {line}" for line in _excerpt(error.text, error.span))
        if error.hint:
            lines.append(f"  hint: {visible(error.hint)}")
        return "\n".join(lines)

    def as_record(self) -> dict[str, str | int | None]:
        """Return the diagnostic for a program; the keys and their order are fixed."""
        error = self.error
        return {
            "schema": SCHEMA,
            "kind": "diagnostic",
            "source": self.source,
            "line": self.line,
            "column": self.column,
            "severity": self.severity,
            "code": error.code.number,
            "name": error.code.slug,
            "message": error.message,
            "hint": error.hint,
        }


def visible(text: str) -> str:
    """Return ``text`` with a sign of one column for each character that can't be shown."""
    return text if text.isprintable() else "".join(map(_visible, text))


def _visible(char: str) -> str:
    if char.isprintable():
        return char
    code = ord(char)
    if code < ord(" "):
        return chr(_CONTROL_PICTURES + code)
    return {_DELETE: "\u2421", 0xA0: " "}.get(code, _UNSEEN)


def _excerpt(text: str, span: Span) -> tuple[str, str]:
    """Return the part of ``text`` around ``span``, and the line with carets under ``span``."""
    start, end = (min(max(at, 0), len(text)) for at in span)
    first = _reach(text, start, _BEFORE, -1) if len(text) > _WINDOW else 0
    last = _reach(text, first, _WINDOW, 1)
    if last == len(text):  # the end is near: show more before it
        first = min(first, _reach(text, last, _WINDOW, -1))
    shown = visible(text[first:last])
    head, tail = _CUT * (first > 0), _CUT * (last < len(text))
    indent = " " * (len(head) + _width(shown[: start - first]))
    carets = "^" * max(1, _width(shown[start - first : min(end, last) - first]))
    return f"{head}{shown}{tail}", indent + carets


def _reach(text: str, at: int, columns: int, step: int) -> int:
    """Return how far from ``at`` text of so many ``columns`` reaches, forwards or backwards."""
    while 0 <= at + min(step, 0) < len(text):
        columns -= _width(visible(text[at + min(step, 0)]))
        if columns < 0:
            break
        at += step
    return at


def _width(text: str) -> int:
    """Return the columns that printable ``text`` takes on a terminal."""
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width  # lazy: start-up

    return sum(
        0 if category(char) in {"Mn", "Me"} else 1 + (east_asian_width(char) in {"W", "F"})
        for char in text
    )
