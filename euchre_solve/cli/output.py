"""Answers as text, one renderer class a format, and the one place that writes them.

A renderer turns one answer into text and knows what stands around and between the texts. Nothing
is kept, so memory stays constant; renderers can be sent to another process.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO, TextIOWrapper
from math import isfinite
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TextIO, TypeVar

from euchre_solve.cli.environment import Environment
from euchre_solve.cli.options import Format
from euchre_solve.formats.diagnostics import Diagnostic

if TYPE_CHECKING:
    from rich.console import Console

Answer = TypeVar("Answer")

_encode: Final = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode

_DECIMALS: Final = 6

_NARROWEST: Final = 80
"""Columns that tables take at least: better that a narrow terminal folds them than we cut them."""

_WIDE: Final = 1000
"""Columns where there is no terminal: nothing is cut or folded."""


@dataclass(frozen=True, slots=True)
class Views(Generic[Answer]):
    """The ways to show one kind of answer: as a record, as flat rows, as tables."""

    record: Callable[[Answer], dict[str, Any]]
    columns: Sequence[str]
    rows: Callable[[Answer], Iterable[dict[str, Any]]]
    show: Callable[[Answer, Console], None]
    line: Callable[[Answer], str] | None = None
    """The record as JSON on one line, where that is quicker than by way of the record."""


class Renderer(ABC, Generic[Answer]):
    """Turns answers of one kind into text.

    ``opening`` stands before the first text and ``closing`` after the last, ``between`` two, and
    ``nothing`` in place of all if there are no answers.
    """

    opening = between = closing = nothing = ""

    def __init__(self, views: Views[Answer]) -> None:
        self.views = views

    @abstractmethod
    def render(self, answer: Answer) -> str:
        """Return the text of one answer."""


class JsonLinesRenderer(Renderer[Answer]):
    """One record a line."""

    def render(self, answer: Answer) -> str:
        """Return the record on one line."""
        line = self.views.line
        return f"{line(answer) if line else _encode(self.views.record(answer))}\n"


class JsonRenderer(Renderer[Answer]):
    """One record laid out to be read, or an array of them where ``many`` may come."""

    def __init__(self, views: Views[Answer], *, many: bool) -> None:
        super().__init__(views)
        if many:
            self.opening, self.between, self.closing, self.nothing = "[\n", ",\n", "\n]\n", "[]\n"
        else:
            self.closing = "\n"

    def render(self, answer: Answer) -> str:
        """Return the record, one line a key."""
        return _laid_out(self.views.record(answer))


class CsvRenderer(Renderer[Answer]):
    """Flat rows under one header."""

    def __init__(self, views: Views[Answer]) -> None:
        super().__init__(views)
        self.opening = self.nothing = f"{','.join(views.columns)}\n"

    def render(self, answer: Answer) -> str:
        """Return the rows of one answer."""
        import csv
        import io

        text = io.StringIO()
        rows = csv.DictWriter(text, self.views.columns, lineterminator="\n")
        rows.writerows(map(_as_json, self.views.rows(answer)))
        return text.getvalue()


class TableRenderer(Renderer[Answer]):
    """Tables for people: coloured on a terminal, plain in a pipe or a file."""

    def __init__(self, views: Views[Answer], stream: TextIO) -> None:
        super().__init__(views)
        self.between = "\n"
        self.is_terminal = stream.isatty()
        self.encoding = stream.encoding
        self.width = max(_NARROWEST, get_terminal_size().columns) if self.is_terminal else _WIDE

    def render(self, answer: Answer) -> str:
        """Return the tables of one answer."""
        with self._console.capture() as shown:
            self.views.show(answer, self._console)
        lines = shown.get().splitlines()
        while lines and not lines[-1].strip():
            lines.pop()
        if not self.is_terminal:
            lines = [line.rstrip() for line in lines]
        return "".join(f"{line}\n" for line in lines)

    @cached_property
    def _console(self) -> Console:
        from rich.console import Console  # lazy: start-up

        return Console(
            file=TextIOWrapper(BytesIO(), encoding=self.encoding),
            force_terminal=self.is_terminal or None,
            width=self.width,
            height=_NARROWEST,
            highlight=False,
            emoji=False,
        )


def _as_json(row: dict[str, Any]) -> dict[str, Any]:
    """Return ``row`` with true and false written as in the other formats."""
    return {
        key: json.dumps(value) if isinstance(value, bool) else value for key, value in row.items()
    }


def _laid_out(record: dict[str, Any]) -> str:
    """Return ``record`` as JSON with one line a key, and one line an item of a list of records."""

    def lay_out(value: Any) -> str:
        if isinstance(value, list) and value and isinstance(value[0], dict):
            items = ",\n    ".join(_encode(item) for item in value)
            return f"[\n    {items}\n  ]"
        return _encode(value)

    lines = ",\n  ".join(f"{json.dumps(key)}: {lay_out(value)}" for key, value in record.items())
    return f"{{\n  {lines}\n}}"


class Target(NamedTuple):
    """Where answers go, and how; ``many`` tells that several may come."""

    form: Format
    path: Path | None = None
    many: bool = False

    def renderer(self, views: Views[Answer], stream: TextIO) -> Renderer[Answer]:
        """Return the renderer of the format asked for."""
        if self.form is Format.JSON:
            return JsonRenderer(views, many=self.many)
        if self.form is Format.JSONL:
            return JsonLinesRenderer(views)
        if self.form is Format.CSV:
            return CsvRenderer(views)
        return TableRenderer(views, stream)


def write_answers(
    environment: Environment,
    views: Views[Answer],
    answers: Iterable[Answer | Diagnostic],
    target: Target,
) -> None:
    """Write each answer as it comes, and report each diagnostic among them."""
    with environment.opened(target.path) as stream:
        renderer = target.renderer(views, stream)
        texts = (
            answer if isinstance(answer, Diagnostic) else renderer.render(answer)
            for answer in answers
        )
        write_texts(environment, stream, renderer, texts)


def write_texts(
    environment: Environment,
    stream: TextIO,
    renderer: Renderer[Any],
    texts: Iterable[str | Diagnostic],
) -> None:
    """Write texts of `renderer` and what stands around them, and report each diagnostic."""
    before = renderer.opening
    is_empty = True
    for text in texts:
        if isinstance(text, Diagnostic):
            environment.report(text)
            continue
        stream.write(before + text)
        before = renderer.between
        is_empty = False
    stream.write(renderer.nothing if is_empty else renderer.closing)


def rounded(value: float | None) -> float | None:
    """Return a figure with the decimals of the output; null for one that isn't known."""
    return None if value is None or not isfinite(value) else round(value, _DECIMALS)


def counted(number: int, what: str) -> str:
    """Return so many of a thing in words, as ``1 deal`` or ``2,000 deals``."""
    return f"{number:,} {what}{'s' * (number != 1)}"
