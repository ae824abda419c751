"""History files of every format read into records, and written from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, BinaryIO, Final, Protocol

from euchre_solve.deal import Deal
from euchre_solve.errors import EuchreError
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.forms import FORMS, Form, detect, is_telling
from euchre_solve.formats.lines import read_lines
from euchre_solve.formats.record import Record
from euchre_solve.rules import Rules

_HEAD: Final = 1 << 12
_PACKAGE: Final = "euchre_solve.formats."


class HistoryWriter(Protocol):
    """What formats records one after the other; ``losses`` are what it could not hold so far."""

    losses: set[str]

    def format(self, record: Record) -> str:
        """Return the text that may be written once ``record`` is known."""

    def finish(self) -> str:
        """Return what stands after the last record."""


class Peeked:
    """A stream whose beginning was read already."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream
        self.more: Callable[[int], bytes] = getattr(stream, "read1", stream.read)
        self.head = b""
        while len(self.head) < _HEAD and (piece := self.more(_HEAD)):
            self.head += piece
            if is_telling(self.head):
                break
        self.waiting = self.head

    def detect(self, source: str = "<stdin>") -> Form:
        """Return the format of the stream; raises `NotationError`."""
        return detect(self.head, source)

    def read(self, size: int = -1) -> bytes:
        """Return the beginning first, then what follows."""
        if self.waiting:
            piece, self.waiting = self.waiting, b""
            return piece
        return self.more(size)


def read_history(
    stream: BinaryIO | Peeked,
    source: str = "<stdin>",
    *,
    form: str | None = None,
    rules: Rules | None = None,
) -> Iterator[Record | Diagnostic]:
    """Yield each record of a file in whatever format, or what is wrong with it.

    ``form`` forces a format; ``rules`` hold where the file names none.
    """
    peeked = stream if isinstance(stream, Peeked) else Peeked(stream)
    try:
        found = FORMS[form] if form else peeked.detect(source)
    except EuchreError as error:
        yield Diagnostic.of(error, source)
        return
    yield from _loaded(found.reader)(peeked, source, rules)


def writer_for(form: str) -> HistoryWriter:
    """Return a new writer of the format called ``form``."""
    writer: HistoryWriter = _loaded(FORMS[form].writer)()
    return writer


def reader_of_lines(
    parse: Callable[[str, Rules | None], Deal],
) -> Callable[[BinaryIO, str, Rules | None], Iterator[Record | Diagnostic]]:
    """Return the reader of a format with one deal a line, from the function that reads a line."""

    def read(
        stream: BinaryIO, source: str = "<stdin>", rules: Rules | None = None
    ) -> Iterator[Record | Diagnostic]:
        for line in read_lines(stream, source):
            if isinstance(line, Diagnostic):
                yield line
                continue
            try:
                yield Record(parse(line.text, rules), source, line.number)
            except EuchreError as error:
                error.text = error.text or line.text
                yield Diagnostic.of(error, source, line.number)

    return read


def _loaded(name: str) -> Any:
    module, _, attribute = name.partition(":")
    return getattr(import_module(f"{_PACKAGE}{module}"), attribute)
