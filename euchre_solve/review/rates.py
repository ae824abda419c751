"""Means and rates of what was reviewed, with standard errors that know what hangs together.

All sums are taken deal by deal, so memory doesn't grow. What errors count as one draw is a deal,
as its decisions hang together, and so do the tables at which the same cards are played.
"""

from __future__ import annotations

from math import inf, sqrt
from typing import NamedTuple


class Mean(NamedTuple):
    """A mean and its standard error, infinite for a single draw."""

    mean: float
    stderr: float


class Ratio:
    """A sum ``above`` another one ``below``, with the error of their ratio (delta method)."""

    def __init__(self) -> None:
        self.above = 0.0
        self.below = 0
        self._draws = 0
        self._squares = [0.0, 0.0, 0.0]

    def add(self, above: float, below: int, draw: Draw) -> None:
        """Take in a deal that is the ``draw``, or a part of it."""
        before = draw.get(self)
        self._draws += before is None
        old_above, old_below = before or (0.0, 0)
        new_above, new_below = draw[self] = old_above + above, old_below + below
        self.above += above
        self.below += below
        self._squares[0] += new_above * new_above - old_above * old_above
        self._squares[1] += new_above * new_below - old_above * old_below
        self._squares[2] += new_below * new_below - old_below * old_below

    def mean(self) -> Mean:
        """Return the ratio."""
        if not self.below:
            return Mean(0.0, inf)
        ratio = self.above / self.below
        if self._draws == 1:
            return Mean(ratio, inf)
        above, both, below = self._squares
        left = max(above - 2 * ratio * both + ratio * ratio * below, 0.0)
        return Mean(ratio, sqrt(left * self._draws / (self._draws - 1)) / self.below)


Draw = dict[Ratio, tuple[float, int]]
"""What a draw has come to so far in each ratio; empty for a new one."""


class Losses:
    """What was lost in decisions of one kind, by the deal and by the decision."""

    def __init__(self) -> None:
        self.by_deal = Ratio()
        self.by_decision = Ratio()

    @property
    def decisions(self) -> int:
        """How many decisions there were."""
        return self.by_decision.below

    def add(self, lost: float, decisions: int, draw: Draw) -> None:
        """Take in the decisions of one deal."""
        self.by_deal.add(lost, 1, draw)
        self.by_decision.add(lost, decisions, draw)
