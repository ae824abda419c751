"""Streams of records checked, in one process or in chunks that several processes take.

What is found doesn't depend on the number of processes: a chunk is checked apart but for the rest
of the game that goes on from the chunk before, whose steps are followed afterwards.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from euchre_solve.errors import EuchreError
from euchre_solve.formats.check import GameTracker, Step, check_record
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.history import Peeked
from euchre_solve.formats.line_file import LineFileReader
from euchre_solve.formats.lines import Line, read_lines
from euchre_solve.formats.record import Record
from euchre_solve.formats.tag_text import parse_tag
from euchre_solve.rules import Rules

Found = tuple[Diagnostic, ...]
"""What was found in one record; empty if all is well."""

_CHUNK: Final = 1 << 20
_KEPT_OF_A_LONG_LINE: Final = 1 << 15
_RULES_LINE: Final = re.compile(rb"^[ \t]*\[[ \t]*Rules[ \t].*$", re.MULTILINE)


def check_items(items: Iterable[Record | Diagnostic]) -> Iterator[Found]:
    """Yield what was found in each record, or what kept it from being read."""
    tracker = GameTracker()
    for item in items:
        if isinstance(item, Diagnostic):
            yield (item,)
            continue
        checked = check_record(item)
        yield (*checked.diagnostics, *tracker.follow(checked.step))


class Chunk(NamedTuple):
    """Whole lines of a line file; ``rules`` in force before them."""

    data: bytes
    line: int
    source: str
    callers_rules: Rules | None
    rules: Rules | None


class CheckedChunk(NamedTuple):
    """What was found in a chunk.

    ``leading`` are the records of the game that went on from before, each with its step and what
    was found in it alone; ``others`` those of later games. ``tail`` is where the last of those
    ended; ``ends_game`` tells that no game goes on.
    """

    leading: tuple[tuple[Step | None, Found], ...]
    others: tuple[Found, ...]
    tail: GameTracker | None
    ends_game: bool


def split_chunks(
    stream: Peeked, source: str, rules: Rules | None, size: int = _CHUNK
) -> Iterator[Chunk]:
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


def check_chunk(chunk: Chunk) -> CheckedChunk:
    """Check the records of a chunk, but for what depends on the chunks before it."""
    reader = LineFileReader(chunk.source, chunk.callers_rules)
    reader.rules = chunk.rules or reader.rules
    reader.is_game_empty = False
    leading: list[tuple[Step | None, Found]] = []
    others: list[Found] = []
    tracker = GameTracker()
    for line in read_lines(io.BytesIO(chunk.data), chunk.source, keep_blank=True):
        if isinstance(line, Diagnostic):
            item: Record | Diagnostic | None = line._replace(line=line.line + chunk.line - 1)
        else:
            item = reader.read(Line(line.number + chunk.line - 1, line.text))
        if item is None:
            continue
        step: Step | None = None
        if isinstance(item, Diagnostic):
            found: Found = (item,)
        else:
            found, step = check_record(item)
        if reader.game == 1:
            leading.append((step, found))
        else:
            others.append((*found, *tracker.follow(step)) if step else found)
    tail = tracker if reader.game > 1 else None
    return CheckedChunk(tuple(leading), tuple(others), tail, reader.is_game_empty)


def merge_chunks(chunks: Iterable[CheckedChunk]) -> Iterator[Found]:
    """Yield what `check_items` would have found, from the chunks in their order."""
    tracker, game = GameTracker(), 1
    for chunk in chunks:
        for step, found in chunk.leading:
            more = tracker.follow(step._replace(game=game)) if step else ()
            yield (*found, *more)
        yield from chunk.others
        if chunk.tail is not None:
            tracker = chunk.tail
            game = tracker.game or 1
        game += chunk.ends_game


def check_in_chunks(
    chunks: Iterable[Chunk],
    run: Callable[[Callable[[Chunk], CheckedChunk], Iterable[Chunk]], Iterator[CheckedChunk]],
) -> Iterator[Found]:
    """Yield what was found in each record; ``run`` maps a function over chunks in their order."""
    yield from merge_chunks(run(check_chunk, chunks))
