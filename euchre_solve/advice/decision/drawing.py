"""Worlds in chunks, each from a seed of its own: what is drawn depends on nothing else.

Drawing a world costs less than solving it, so those that hardly matter are thinned out: one whose
weight is below a *mark* is kept with the chance weight / mark, and then counts as much as the mark,
which is 1. Means stay what they were for any mark. It is the highest weight in a trial draw, but no
more than `_MARK` times the mean there, else next to nothing would be kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.decision.outcomes import Floats
from euchre_solve.advice.worlds import WorldArrays, Worlds
from euchre_solve.errors import ErrorCode, RuleError

Where = Callable[[WorldArrays], NDArray[np.bool_]]
"""Tells of each world whether it counts."""
CHUNK: Final = 1024
_MARK: Final = 4.0
_TRIES: Final = 64
"""Draws for a chunk before what was found must do."""


class Drawn(NamedTuple):
    """Worlds and their weights, and for each chunk its rows and the generator that drew it."""

    worlds: WorldArrays
    weights: Floats
    chunks: tuple[tuple[slice, np.random.Generator], ...] = ()


class Source:
    """Where worlds come from: those of ``worlds`` that meet ``where``, weighed by ``weigh``."""

    def __init__(
        self, worlds: Worlds, weigh: Callable[[WorldArrays], Floats], where: Where | None
    ) -> None:
        self.worlds = worlds
        self._weigh = weigh
        self._where = where
        self._marks: dict[int, float] = {}

    def draw(self, seed: int, chunks: Iterable[int]) -> Drawn:
        """Return the chunks of these numbers, each `CHUNK` worlds, fewer if they are rare.

        Raises `RuleError` if none are found.
        """
        mark = self._mark(seed)
        parts, marks = [], []
        start = 0
        for chunk in chunks:
            rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(chunk,)))
            part = self._draw(rng, mark)
            end = start + len(part.weights)
            marks.append((slice(start, end), rng))
            parts.append(part)
            start = end
        return _checked(_joined(parts)._replace(chunks=tuple(marks)))

    def every(self) -> Drawn:
        """Return all worlds; raises `RuleError` if there are none."""
        return _checked(self._weighed(self.worlds.all()))

    def _mark(self, seed: int) -> float:
        if seed not in self._marks:
            rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(0, 0)))
            weights = self._weighed(self.worlds.sample(rng, CHUNK)).weights
            highest = min(weights.max(), _MARK * weights.mean()) if len(weights) else 1.0
            self._marks[seed] = float(highest)
        return self._marks[seed]

    def _draw(self, rng: np.random.Generator, mark: float) -> Drawn:
        parts = []
        found = 0
        for _ in range(_TRIES):
            part = self._weighed(self.worlds.sample(rng, CHUNK))
            weights = part.weights / mark
            kept = rng.random(len(weights)) <= weights
            parts.append(Drawn(_rows(part.worlds, kept), np.maximum(weights[kept], 1)))
            found += int(kept.sum())
            if found >= CHUNK:
                break
        joined = _joined(parts)
        return Drawn(_rows(joined.worlds, slice(CHUNK)), joined.weights[:CHUNK])

    def _weighed(self, worlds: WorldArrays) -> Drawn:
        if self._where is not None:
            worlds = _rows(worlds, self._where(worlds))
        return Drawn(worlds, self._weigh(worlds) if len(worlds.hands) else np.zeros(0))


def _rows(worlds: WorldArrays, rows: slice | NDArray[np.bool_]) -> WorldArrays:
    return WorldArrays._make(array[rows] for array in worlds)


def _joined(parts: list[Drawn]) -> Drawn:
    if len(parts) == 1:
        return parts[0]
    worlds = zip(*(part.worlds for part in parts), strict=True)
    weights = np.concatenate([part.weights for part in parts])
    return Drawn(WorldArrays._make(map(np.concatenate, worlds)), weights)


def _checked(drawn: Drawn) -> Drawn:
    if not len(drawn.weights):
        raise RuleError(ErrorCode.NO_DEAL, "no deal found that agrees with all that is known")
    return drawn
