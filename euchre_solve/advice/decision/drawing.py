"""Worlds in chunks, each from a seed of its own: what is drawn depends on nothing else.

Drawing a world costs less than solving it, so those that hardly matter are thinned out: one whose
weight is below a *mark* is kept with the chance weight / mark, and then counts as much as the mark,
which is 1. Means stay what they were for any mark. The one taken is that which serves best with the
weights of a trial draw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.decision.outcomes import Floats
from euchre_solve.advice.worlds import WorldArrays
from euchre_solve.deal import Deal
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.rules import Rules

Where = Callable[[WorldArrays], NDArray[np.bool_]]
"""Tells of each world whether it counts."""
CHUNK: Final = 1024
_SMALL_CHUNK: Final = 256
_FAST_HAND: Final = 5
_DRAWING: Final = 0.25
"""What drawing a world costs if solving one costs 1."""
_TRIAL: Final = 256
_SPARE: Final = 1.05
_LARGEST: Final = 4 * CHUNK
_TRIES: Final = 64
"""Times `CHUNK` worlds drawn for a chunk before what was found must do."""


def chunk_size(rules: Rules) -> int:
    """Return how many worlds a chunk has: fewer where hands are long, and so slow to solve."""
    return CHUNK if rules.hand_size <= _FAST_HAND else _SMALL_CHUNK


class _Trial(NamedTuple):
    """What a first draw tells: the ``mark``, and of how many worlds a ``block`` is to be."""

    mark: float
    block: int


class Drawn(NamedTuple):
    """Worlds and their weights, and for each chunk its rows and the generator that drew it."""

    worlds: WorldArrays
    weights: Floats
    chunks: tuple[tuple[slice, np.random.Generator], ...] = ()

    def with_worlds(self, worlds: WorldArrays) -> Drawn:
        """Return others in their stead, with generators in the same state as these are in now."""
        chunks = tuple((rows, deepcopy(rng)) for rows, rng in self.chunks)
        return Drawn(worlds, self.weights, chunks)


class Proposed(Protocol):
    """What worlds are drawn from, with their weights."""

    @property
    def deal(self) -> Deal:
        """What the seat on turn knows."""

    def sample(self, rng: np.random.Generator, size: int) -> tuple[WorldArrays, Floats]:
        """Return at most so many worlds and their weights."""

    def every(self) -> tuple[WorldArrays, Floats]:
        """Return all worlds and their weights."""


class Source:
    """Where worlds come from: the proposed ones that meet ``where``, weighed ``also`` by more."""

    def __init__(
        self,
        proposals: Proposed,
        where: Where | None,
        also: Callable[[WorldArrays], Floats] | None = None,
    ) -> None:
        self._proposals = proposals
        self._where = where
        self._also = also
        self._trials: dict[int, _Trial] = {}
        self._chunk = chunk_size(proposals.deal.rules)

    def draw(self, seed: int, chunks: Iterable[int]) -> Drawn:
        """Return the chunks of these numbers, each as large as can be, smaller if they are rare.

        Raises `RuleError` if none are found.
        """
        trial = self._trial(seed)
        parts, marks = [], []
        start = 0
        for chunk in chunks:
            rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(chunk,)))
            part = self._draw(rng, trial)
            end = start + len(part.weights)
            marks.append((slice(start, end), rng))
            parts.append(part)
            start = end
        return _checked(_joined(parts)._replace(chunks=tuple(marks)))

    def every(self) -> Drawn:
        """Return all worlds; raises `RuleError` if there are none."""
        return _checked(self._counted(*self._proposals.every()))

    def _trial(self, seed: int) -> _Trial:
        if seed not in self._trials:
            rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(0, 0)))
            self._trials[seed] = _tried(self._sample(rng, _TRIAL).weights)
        return self._trials[seed]

    def _draw(self, rng: np.random.Generator, trial: _Trial) -> Drawn:
        parts = []
        found = 0
        left = _TRIES * self._chunk
        while found < self._chunk and left > 0:
            part = self._sample(rng, min(trial.block, left))
            weights = part.weights / trial.mark
            kept = np.flatnonzero(rng.random(len(weights)) <= weights)
            parts.append(Drawn(_rows(part.worlds, kept), np.maximum(weights[kept], 1)))
            found += len(kept)
            left -= trial.block
        joined = _joined(parts)
        worlds = WorldArrays._make(array[: self._chunk] for array in joined.worlds)
        return Drawn(worlds, joined.weights[: self._chunk])

    def _sample(self, rng: np.random.Generator, size: int) -> Drawn:
        return self._counted(*self._proposals.sample(rng, size))

    def _counted(self, worlds: WorldArrays, weights: Floats) -> Drawn:
        if self._where is not None:
            counts = np.flatnonzero(self._where(worlds))
            worlds, weights = _rows(worlds, counts), weights[counts]
        if self._also is not None and len(weights):
            weights = weights * self._also(worlds)
        return Drawn(worlds, weights)


def _tried(weights: Floats) -> _Trial:
    """Return the mark that costs least for the same error, and how many to draw for a chunk.

    With a mark the error's square goes with the sum of ``weight * max(weight, mark)``, the cost
    with the worlds drawn and those kept.
    """
    if not len(weights):
        return _Trial(1.0, _LARGEST)
    marks = np.sort(weights)[::-1]
    above = np.arange(1, len(marks) + 1)
    below = marks.sum() - np.cumsum(marks)
    kept = (above + below / marks) / _TRIAL
    square = np.cumsum(marks**2) + marks * below
    best = int(((_DRAWING + kept) * square).argmin())
    return _Trial(float(marks[best]), int(np.clip(_SPARE * CHUNK / kept[best], CHUNK, _LARGEST)))


def _rows(worlds: WorldArrays, rows: NDArray[np.intp]) -> WorldArrays:
    return WorldArrays._make(array.take(rows, axis=0) for array in worlds)


def _joined(parts: list[Drawn]) -> Drawn:
    if len(parts) == 1:
        return parts[0]
    worlds = zip(*(part.worlds for part in parts), strict=True)
    weights = np.concatenate([part.weights for part in parts])
    return Drawn(WorldArrays._make(map(np.concatenate, worlds)), weights)


def _checked(drawn: Drawn) -> Drawn:
    if not len(drawn.weights):
        raise RuleError(
            ErrorCode.NO_DEAL,
            "no deal found that agrees with all that is known",
            hint="say less of what others hold, and look for suit that wasn't followed",
        )
    return drawn
