"""Streams of records checked, in one process or in chunks that several processes take.

What is found doesn't depend on the number of processes: a chunk is checked apart but for the rest
of the game that goes on from the chunk before, whose steps are followed afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from euchre_solve.formats.check import GameTracker, Step, check_record
from euchre_solve.formats.chunks import Chunk, read_chunk, reader_of
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.record import Record

Found = tuple[Diagnostic, ...]
"""What was found in one record; empty if all is well."""


def check_items(items: Iterable[Record | Diagnostic]) -> Iterator[Found]:
    """Yield what was found in each record, or what kept it from being read."""
    tracker = GameTracker()
    for item in items:
        if isinstance(item, Diagnostic):
            yield (item,)
            continue
        checked = check_record(item)
        yield (*checked.diagnostics, *tracker.follow(checked.step))


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


def check_chunk(chunk: Chunk) -> CheckedChunk:
    """Check the records of a chunk, but for what depends on the chunks before it."""
    reader = reader_of(chunk)
    leading: list[tuple[Step | None, Found]] = []
    others: list[Found] = []
    tracker = GameTracker()
    for item in read_chunk(chunk, reader):
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
