"""Lines of a stream of bytes, in constant memory whatever comes.

A fault in one line is reported and the next line is read. UTF-8 with or without a byte order mark
and UTF-16 with one are text.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator
from typing import BinaryIO, Final, NamedTuple

from euchre_solve.errors import EuchreError
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.line_parts import MAX_LENGTH, too_long, verify_text

_CHUNK: Final = 1 << 16
_COMMENT: Final = "#"
_BYTE_ORDER_MARKS: Final = {
    codecs.BOM_UTF8: ("utf-8-sig", "surrogateescape"),
    codecs.BOM_UTF16_LE: ("utf-16", "replace"),
    codecs.BOM_UTF16_BE: ("utf-16", "replace"),
}


class Line(NamedTuple):
    """A line with something in it; ``number`` counts all lines from 1."""

    number: int
    text: str


def read_lines(
    stream: BinaryIO,
    source: str = "<stdin>",
    *,
    keep_blank: bool = False,
    limit: int = MAX_LENGTH,
    verify: Callable[[str], None] = verify_text,
) -> Iterator[Line | Diagnostic]:
    """Yield the lines of ``stream`` without their ends; blank ones and comments are left out.

    ``keep_blank`` yields blank lines too, as empty ones. ``limit`` is the number of characters
    that a line may have, ``verify`` raises for what is no text.

    A line that is no text (E109) or too long (E110) is reported instead; of the latter nothing
    is kept but its beginning.
    """
    for number, text in enumerate(_bounded_lines(stream, limit), start=1):
        content = text.strip()
        if not content or content.startswith(_COMMENT):
            if keep_blank and not content:
                yield Line(number, "")
            continue
        try:
            if len(text) > limit:
                raise too_long(limit)
            verify(text)
        except EuchreError as error:
            error.text = text
            yield Diagnostic(source, number, error)
        else:
            yield Line(number, text)


def good_lines(lines: Iterator[Line | Diagnostic], faults: list[Diagnostic]) -> Iterator[Line]:
    """Yield the lines that can be read; ``faults`` gets what is wrong with the others."""
    for line in lines:
        if isinstance(line, Diagnostic):
            faults.append(line)
        else:
            yield line


def read_text(stream: BinaryIO, limit: int) -> str:
    """Return the text of ``stream``, or its beginning if it is longer than ``limit``."""
    pieces, size = [], 0
    for piece in _chunks(stream):
        pieces.append(piece)
        size += len(piece)
        if size > limit:
            break
    return "".join(pieces)


def _bounded_lines(stream: BinaryIO, limit: int) -> Iterator[str]:
    """Yield every line, but no more than the longest allowed and one character of each."""
    kept = ""
    for chunk in _chunks(stream):
        *ended, rest = chunk.split("\n")
        for part in ended:
            yield f"{kept}{part}".removesuffix("\r")[: limit + 1]
            kept = ""
        kept = f"{kept}{rest}"[: limit + 2]
    if kept:
        yield kept.removesuffix("\r")[: limit + 1]


def _chunks(stream: BinaryIO) -> Iterator[str]:
    """Yield the text of ``stream`` as it comes; bytes that are none stay recognizable."""
    read = getattr(stream, "read1", stream.read)  # what is there, without waiting for more
    head = read(_CHUNK)
    while head and any(mark != head and mark.startswith(head) for mark in _BYTE_ORDER_MARKS):
        more = read(_CHUNK)
        head += more
        if not more:
            break
    encoding, errors = next(
        (how for mark, how in _BYTE_ORDER_MARKS.items() if head.startswith(mark)),
        ("utf-8", "surrogateescape"),
    )
    decoder = codecs.getincrementaldecoder(encoding)(errors)
    while head:
        yield decoder.decode(head)
        head = read(_CHUNK)
    yield decoder.decode(b"", final=True)
