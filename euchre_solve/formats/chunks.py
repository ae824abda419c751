"""Line files cut into chunks that can be read apart, for several processes to take."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from euchre_solve.errors import EuchreError
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.history import Peeked
from euchre_solve.formats.line_file import LineFileReader
from euchre_solve.formats.lines import Line, read_lines
from euchre_solve.formats.record import Record
from euchre_solve.formats.tag_text import parse_tag
from euchre_solve.rules import Rules

_KEPT_OF_A_LONG_LINE: Final = 1 << 15
_LINE_FILE: Final = "edl"
_RULES_LINE: Final = re.compile(rb"^[ \t]*\[[ \t]*Rules[ \t].*$", re.MULTILINE)
_WIDE: Final = (b"\xff\xfe", b"\xfe\xff")  # UTF-16


class Chunk(NamedTuple):
    """Whole lines of a line file; ``rules`` in force before them."""

    data: bytes
    line: int
    source: str
    callers_rules: Rules | None
    rules: Rules | None

    @property
    def last_line(self) -> int:
        """The number of the last line."""
        return self.line + self.data.removesuffix(b"\n").count(b"\n")


def is_splittable(peeked: Peeked, source: str, form: str | None = None) -> bool:
    """Tell whether a stream is a line file that `split_chunks` takes."""
    try:
        name = form or peeked.detect(source).name
    except EuchreError:
        return False
    return name == _LINE_FILE and not peeked.head.startswith(_WIDE)


def split_chunks(stream: Peeked, source: str, rules: Rules | None, size: int) -> Iterator[Chunk]:
    """Yield a line file (not UTF-16) in chunks of whole lines."""
    rest, line, in_force = b"", 1, rules
    is_cut = False
    while data := stream.read(size):
        if is_cut:  # inside a line that is too long anyhow
            _, newline, data = data.partition(b"\n")
            if not newline:
                continue
            rest, is_cut = rest + b"\n", False
        body, newline, tail = (rest + data).rpartition(b"\n")
        if not newline:
            rest, is_cut = tail[:_KEPT_OF_A_LONG_LINE], len(tail) > _KEPT_OF_A_LONG_LINE
            continue
        rest = tail
        yield Chunk(body + newline, line, source, rules, in_force)
        line += body.count(b"\n") + 1
        in_force = _rules_after(body, rules, in_force)
    if rest:
        yield Chunk(rest, line, source, rules, in_force)


def _rules_after(body: bytes, callers_rules: Rules | None, rules: Rules | None) -> Rules | None:
    for match in _RULES_LINE.finditer(body):
        try:
            _, value = parse_tag(match[0].decode().rstrip("\r"))
            rules = Rules.parse(value) if value else callers_rules
        except (EuchreError, UnicodeDecodeError):
            continue  # told by the reader of the chunk
    return rules


def reader_of(chunk: Chunk) -> LineFileReader:
    """Return the reader for a chunk, in the middle of a game as far as it knows."""
    reader = LineFileReader(chunk.source, chunk.callers_rules)
    reader.rules = chunk.rules or reader.rules
    reader.is_game_empty = False
    return reader


def read_chunk(chunk: Chunk, reader: LineFileReader) -> Iterator[Record | Diagnostic]:
    """Yield each record of a chunk; ``reader`` then tells the number of the game in it."""
    for line in read_lines(io.BytesIO(chunk.data), chunk.source, keep_blank=True):
        if isinstance(line, Diagnostic):
            item: Record | Diagnostic | None = line._replace(line=line.line + chunk.line - 1)
        else:
            item = reader.read(Line(line.number + chunk.line - 1, line.text))
        if item is not None:
            yield item
