"""Worlds in chunks, each from a seed of its own: what is drawn depends on nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.worlds import WorldArrays, Worlds
from euchre_solve.errors import ErrorCode, RuleError

Where = Callable[[WorldArrays], NDArray[np.bool_]]
"""Tells of each world whether it counts."""
CHUNK: Final = 1024
_TRIES: Final = 64
"""Draws for a chunk before what was found must do."""


class Drawn(NamedTuple):
    """Worlds, and for each chunk of them its rows and the generator that drew it."""

    worlds: WorldArrays
    chunks: tuple[tuple[slice, np.random.Generator], ...] = ()


def draw_chunks(worlds: Worlds, where: Where | None, seed: int, chunks: Iterable[int]) -> Drawn:
    """Return the chunks of these numbers, each `CHUNK` worlds, or as many as meet ``where``.

    Raises `RuleError` if there are none.
    """
    parts, marks = [], []
    start = 0
    for chunk in chunks:
        rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(chunk,)))
        part = _draw(worlds, where, rng)
        size = len(part.hands)
        marks.append((slice(start, start + size), rng))
        parts.append(part)
        start += size
    if not start:
        raise _no_world()
    return Drawn(_joined(parts), tuple(marks))


def every_world(worlds: Worlds, where: Where | None) -> Drawn:
    """Return all worlds that meet ``where``; raises `RuleError` if there are none."""
    every = _kept(worlds.all(), where)
    if not len(every.hands):
        raise _no_world()
    return Drawn(every)


def _draw(worlds: Worlds, where: Where | None, rng: np.random.Generator) -> WorldArrays:
    parts: list[WorldArrays] = []
    found = 0
    for _ in range(_TRIES):
        parts.append(_kept(worlds.sample(rng, CHUNK), where))
        found += len(parts[-1].hands)
        if found >= CHUNK:
            break
    return WorldArrays._make(array[:CHUNK] for array in _joined(parts))


def _kept(worlds: WorldArrays, where: Where | None) -> WorldArrays:
    if where is None:
        return worlds
    kept = where(worlds)
    return WorldArrays._make(array[kept] for array in worlds)


def _joined(parts: list[WorldArrays]) -> WorldArrays:
    if len(parts) == 1:
        return parts[0]
    return WorldArrays._make(map(np.concatenate, zip(*parts, strict=True)))


def _no_world() -> RuleError:
    return RuleError(ErrorCode.NO_DEAL, "no deal found that agrees with all that is known")
