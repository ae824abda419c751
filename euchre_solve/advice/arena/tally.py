"""What players do in a match, counted as it goes: what they call, and what comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import nan, sqrt
from typing import NamedTuple

from euchre_solve.advice.arena.playing import Outcome
from euchre_solve.advice.decision.estimates import Estimate
from euchre_solve.rules import Rules


class Made(NamedTuple):
    """A contract by who made it and what came of it; ``node`` is that of the call."""

    node: int
    alone: bool
    tricks: int


@dataclass(slots=True)
class Tally:
    """What a player was asked to call, by node, and what it made."""

    asked: Counter[int] = field(default_factory=Counter)
    made: Counter[Made] = field(default_factory=Counter)

    def update(self, other: Tally) -> None:
        """Count what ``other`` has counted, too."""
        self.asked.update(other.asked)
        self.made.update(other.made)


def count_outcome(outcome: Outcome, sides: tuple[Tally, Tally]) -> None:
    """Count a deal for the sides 13 and 24."""
    calls = outcome.deal.calls
    for node in range(len(calls)):
        sides[node % 2].asked[node] += 1
    contract = outcome.contract
    if contract is not None:
        node = len(calls) - 1
        sides[node % 2].made[Made(node, contract.alone, outcome.tricks)] += 1


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """What a player did in a match: how often it was to call at each node, and what it made.

    Errors of rates are those of as many deals drawn apart.
    """

    name: str
    rules: Rules
    asked: Counter[int]
    made: Counter[Made]

    @property
    def contracts(self) -> int:
        """How often the player made trump, by either seat."""
        return self.made.total()

    def calls(self, node: int) -> int:
        """Return how often the player made trump at ``node``."""
        return self._count(lambda made: made.node == node)

    def call_rate(self, node: int) -> Estimate:
        """Return how often the player makes trump where it is asked at ``node``."""
        return _share(self.calls(node), self.asked[node])

    @property
    def euchre_rate(self) -> Estimate:
        """The share of its contracts that are euchred."""
        return self._rate(lambda made: made.tricks < self.rules.need)

    @property
    def march_rate(self) -> Estimate:
        """The share of its contracts that take every trick, alone or together."""
        return self._rate(lambda made: made.tricks >= self.rules.march_tricks)

    @property
    def loner_rate(self) -> Estimate:
        """The share of its contracts that it plays alone."""
        return self._rate(lambda made: made.alone)

    def _rate(self, holds: Callable[[Made], bool]) -> Estimate:
        return _share(self._count(holds), self.contracts)

    def _count(self, holds: Callable[[Made], bool]) -> int:
        return sum(count for made, count in self.made.items() if holds(made))


def _share(part: int, whole: int) -> Estimate:
    if not whole:
        return Estimate(nan, nan)
    near = (part + 1 / 2) / (whole + 1)  # so that none and all have an error, too
    return Estimate(part / whole, sqrt(near * (1 - near) / whole))


@dataclass(slots=True)
class RunningMean:
    """A mean and its error from running sums, so that a match of any length needs no memory."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Take in one value."""
        self.count += 1
        self.total += value
        self.squares += value * value

    def update(self, other: RunningMean) -> None:
        """Take in all that ``other`` has taken in."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    def estimate(self) -> Estimate:
        """Return the mean, 0 of nothing, and its standard error, NaN for fewer than two values."""
        mean = self.total / self.count if self.count else 0.0
        if self.count <= 1:
            return Estimate(mean, nan)
        spread = max(0.0, self.squares - self.count * mean * mean) / (self.count - 1)
        return Estimate(mean, sqrt(spread / self.count))
