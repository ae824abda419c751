"""Answers written to a stream, one writer class a format.

A writer is a context: what has to stand before the first answer and after the last is written on
entering and leaving it. Every answer goes out as it is given, so memory stays constant.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self, TextIO, TypeVar

from euchre_solve.cli.environment import Environment
from euchre_solve.cli.options import Format
from euchre_solve.formats.diagnostics import Diagnostic

if TYPE_CHECKING:
    from rich.console import Console

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Views(Generic[Answer]):
    """The ways to show one kind of answer: as a record, as flat rows, as tables."""

    record: Callable[[Answer], dict[str, Any]]
    columns: Sequence[str]
    rows: Callable[[Answer], Iterable[dict[str, Any]]]
    show: Callable[[Answer, Console], None]


class Writer(ABC, Generic[Answer]):
    """Writes answers of one kind to a stream."""

    def __init__(self, views: Views[Answer], stream: TextIO) -> None:
        self.views = views
        self.stream = stream
        self.count = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.finish()

    @abstractmethod
    def write(self, answer: Answer) -> None:
        """Write one answer."""

    def finish(self) -> None:
        """Write what stands after the last answer."""


class JsonLinesWriter(Writer[Answer]):
    """One record a line."""

    def write(self, answer: Answer) -> None:
        """Write one answer."""
        self.stream.write(f"{json.dumps(self.views.record(answer), ensure_ascii=False)}\n")


class JsonWriter(Writer[Answer]):
    """One record, laid out to be read; several are an array when ``many`` is set."""

    def __init__(self, views: Views[Answer], stream: TextIO, *, many: bool) -> None:
        super().__init__(views, stream)
        self.many = many

    def write(self, answer: Answer) -> None:
        """Write one answer."""
        if self.many:
            self.stream.write(",\n" if self.count else "[\n")
        self.stream.write(_laid_out(self.views.record(answer)))
        self.count += 1

    def finish(self) -> None:
        """Close the array."""
        if self.many:
            self.stream.write("\n]\n" if self.count else "[]\n")
        elif self.count:
            self.stream.write("\n")


class CsvWriter(Writer[Answer]):
    """Flat rows under one header."""

    def __init__(self, views: Views[Answer], stream: TextIO) -> None:
        import csv

        super().__init__(views, stream)
        self.rows = csv.DictWriter(stream, views.columns, lineterminator="\n")
        self.rows.writeheader()

    def write(self, answer: Answer) -> None:
        """Write one answer."""
        self.rows.writerows(self.views.rows(answer))


class TableWriter(Writer[Answer]):
    """Tables for people: coloured on a terminal, plain in a pipe or a file."""

    def __init__(self, views: Views[Answer], stream: TextIO) -> None:
        from rich.console import Console  # lazy: start-up

        super().__init__(views, stream)
        self.is_terminal = stream.isatty()
        self.console = Console(
            file=stream, highlight=False, soft_wrap=not self.is_terminal, emoji=False
        )

    def write(self, answer: Answer) -> None:
        """Write one answer."""
        with self.console.capture() as shown:
            self.views.show(answer, self.console)
        text = shown.get()
        if not self.is_terminal:
            text = "".join(f"{line.rstrip()}\n" for line in text.splitlines())
        self.stream.write(text)


def _laid_out(record: dict[str, Any]) -> str:
    """Return ``record`` as JSON with one line a key, and one line an item of a list of records."""

    def lay_out(value: Any) -> str:
        if isinstance(value, list) and value and isinstance(value[0], dict):
            items = ",\n    ".join(json.dumps(item, ensure_ascii=False) for item in value)
            return f"[\n    {items}\n  ]"
        return json.dumps(value, ensure_ascii=False)

    lines = ",\n  ".join(f"{json.dumps(key)}: {lay_out(value)}" for key, value in record.items())
    return f"{{\n  {lines}\n}}"


class Target(NamedTuple):
    """Where answers go, and how; ``many`` tells that several may come."""

    form: Format
    path: Path | None = None
    many: bool = False

    def writer(self, views: Views[Answer], stream: TextIO) -> Writer[Answer]:
        """Return the writer of the format asked for."""
        if self.form is Format.JSON:
            return JsonWriter(views, stream, many=self.many)
        if self.form is Format.JSONL:
            return JsonLinesWriter(views, stream)
        if self.form is Format.CSV:
            return CsvWriter(views, stream)
        return TableWriter(views, stream)


def write_answers(
    environment: Environment,
    views: Views[Answer],
    answers: Iterable[Answer | Diagnostic],
    target: Target,
) -> None:
    """Write each answer as it comes, and report each diagnostic among them."""
    with (
        environment.opened(target.path) as stream,
        target.writer(views, stream) as writer,
    ):
        for answer in answers:
            if isinstance(answer, Diagnostic):
                environment.report(answer)
            else:
                writer.write(answer)
