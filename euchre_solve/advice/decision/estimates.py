"""Means over weighted worlds, with the standard errors of what was drawn.

A mean is the ratio of two sums, so its error is that of a ratio. One more world, as far off as
can be, is added to it: what no world has shown yet may still be there. Two options are compared on
the worlds that both were solved in: luck common to them drops out.
"""

from __future__ import annotations

from math import hypot, inf
from typing import Final, NamedTuple

import numpy as np

from euchre_solve.advice.decision.outcomes import Floats
from euchre_solve.advice.decision.prospects import Comes, Prospect

LEAST_EFFECTIVE: Final = 50
"""Effective worlds below which no error is claimed: the weights of a few decide."""


class Estimate(NamedTuple):
    """A mean and its standard error: 0 for all worlds, infinite for too few."""

    mean: float
    stderr: float


class Sample:
    """Worlds so far, their weights, and what the options come to in the first of them."""

    def __init__(self, options: int, outcomes: int) -> None:
        self.exact = False
        self._outcomes = outcomes
        self.weights: Floats = np.zeros(0)
        self._comes: dict[int, list[Comes]] = {number: [] for number in range(options)}
        self._sizes = [0] * options
        self._weighed: dict[int, tuple[float, float]] = {}
        """By a number of worlds the sum of the weights of the first ones, and `effective`."""

    def add(self, prospect: Prospect) -> None:
        """Take in more worlds; an option left out once is left out for good."""
        self.exact = prospect.is_all
        size = len(self.weights)
        self._weighed.clear()
        self.weights = np.concatenate([self.weights, prospect.weights])
        for number, comes in prospect.comes.items():
            self._comes[number].append(comes._replace(rows=comes.rows + size))
            self._sizes[number] = len(self.weights)

    @property
    def effective(self) -> float:
        """How many worlds of equal weight would tell as much (Kish)."""
        return self._totals(len(self.weights))[1]

    def shares(self, option: int) -> Floats:
        """Return the share of each outcome of an option."""
        rows, outcomes, chances = self._joined(option)
        totals = np.bincount(outcomes, self.weights[rows] * chances, self._outcomes)
        shares: Floats = totals / totals.sum()
        return shares

    def mean(self, option: int, worth: Floats) -> Estimate:
        """Return the mean of an option's ``worth`` by outcome."""
        values = self._values(option, worth)
        return self._estimate(values, worth)

    def difference(self, option: int, other: int, worth: Floats) -> Estimate:
        """Return the mean by which an option's worth exceeds the other's, in the same worlds."""
        if option == other:
            return Estimate(0.0, 0.0)
        both = min(self._sizes[option], self._sizes[other])
        return self._estimate(
            self._values(option, worth)[:both] - self._values(other, worth)[:both], worth
        )

    def is_same(self, option: int, other: int) -> bool:
        """Tell whether two options come to the same outcomes in the same order of worlds."""
        ours, theirs = self._joined(option), self._joined(other)
        return np.array_equal(ours.outcomes, theirs.outcomes)

    def _estimate(self, values: Floats, worth: Floats) -> Estimate:
        weights = self.weights[: len(values)]
        total, effective = self._totals(len(values))
        first = values[0]  # so that what is certain comes out without a rounding error
        mean = float(first + (weights * (values - first)).sum() / total)
        if self.exact:
            return Estimate(mean, 0.0)
        if effective < LEAST_EFFECTIVE:
            return Estimate(mean, inf)
        error = np.sqrt(((weights * (values - mean)) ** 2).sum()) / total
        return Estimate(mean, hypot(error, np.ptp(worth) / effective))

    def _totals(self, size: int) -> tuple[float, float]:
        if size not in self._weighed:
            weights = self.weights[:size]
            total = float(weights.sum())
            self._weighed[size] = total, total**2 / float((weights**2).sum())
        return self._weighed[size]

    def _values(self, option: int, worth: Floats) -> Floats:
        rows, outcomes, chances = self._joined(option)
        values = np.bincount(rows, chances * worth[outcomes], self._sizes[option])
        return values.astype(np.float64, copy=False)

    def _joined(self, option: int) -> Comes:
        parts = self._comes[option]
        if len(parts) > 1:
            joined = Comes(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))
            self._comes[option] = parts = [joined]
        return parts[0]
