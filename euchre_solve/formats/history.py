"""History files of every format: which there are, which one a file is in, reading and writing.

A format is a row of :data:`FORMS`. To add one that turns a line of text into a deal and back, give
a reader made with :func:`reader_of_lines` and a test of what its files begin with.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, BinaryIO, Final, NamedTuple, Protocol

from euchre_solve.deal import Deal
from euchre_solve.errors import ErrorCode, EuchreError, NotationError
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.lines import read_lines
from euchre_solve.formats.record import Record
from euchre_solve.rules import Rules

_HEAD: Final = 1 << 12
_PACKAGE: Final = "euchre_solve.formats."
_UTF16_MARKS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class HistoryWriter(Protocol):
    """What formats records one after the other; ``losses`` are what it could not hold so far."""

    losses: set[str]

    def format(self, record: Record) -> str:
        """Return the text that may be written once ``record`` is known."""

    def finish(self) -> str:
        """Return what stands after the last record."""


class Form(NamedTuple):
    """A format: its reader and its writer by module and name, empty where there is none.

    ``begins`` tells from the text that a file begins with whether it is in this format.
    """

    name: str
    title: str
    reader: str
    writer: str
    begins: Callable[[str], bool] = lambda _: False


def _is_egn(head: str) -> bool:
    if not head.startswith("{"):
        return False
    line, newline, _ = head.partition("\n")
    if any(f'"{key}"' in line for key in ("deal", "schema", "hands")):
        return False
    is_named = any(f'"{key}"' in head for key in ("fileType", "initialState", "gameData"))
    return is_named or (bool(newline) and not _is_json(line))


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


FORMS: Final = {
    form.name: form
    for form in (
        Form("egn", "Euchre Game Notation", "egn:read_egn", "egn_writer:EgnWriter", _is_egn),
        Form(
            "jsonl",
            "JSON Lines",
            "json_lines:read_json_lines",
            "json_lines:JsonLinesWriter",
            lambda head: head.startswith("{"),
        ),
        Form("csv", "a table, a row a deal", "", "csv_file:CsvWriter"),
        # more formats that are told by their beginning come here, before the line file
        Form(
            "edl",
            "line file",
            "line_file:read_line_file",
            "line_file:LineFileWriter",
            lambda _: True,
        ),
    )
}
"""Every format by name, in the order in which a file is tried for them."""

READABLE: Final = tuple(form.name for form in FORMS.values() if form.reader)
WRITABLE: Final = tuple(form.name for form in FORMS.values() if form.writer)


class Peeked:
    """A stream whose beginning was read already."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream
        self.more: Callable[[int], bytes] = getattr(stream, "read1", stream.read)
        self.head = b""
        while len(self.head) < _HEAD and (piece := self.more(_HEAD)):
            self.head += piece
            if b"\n" in piece.strip():
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


def detect(head: bytes, source: str = "<stdin>") -> Form:
    """Return the format of a file that begins with ``head``; raises `NotationError`."""
    is_wide = head.startswith(_UTF16_MARKS)
    if source.endswith(".egnb") or (b"\0" in head and not is_wide):
        raise NotationError(
            ErrorCode.UNKNOWN_FORMAT,
            "this is a binary file",
            hint="packed games (.egnb) aren't read: export them as .egn"
            if source.endswith(".egnb")
            else "a deal file is text; packed games (.egnb) have to be exported as .egn",
        )
    text = head.decode("utf-16" if is_wide else "utf-8-sig", "replace").lstrip()
    return next(form for form in FORMS.values() if form.begins(text))


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
