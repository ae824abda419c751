"""The race that a game is: its scores, what deals lead from one to another, what its end is worth.

A score is told for one side, "ours". Values are those of any worth of the game's end: the chance of
winning where that is 1 or 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from euchre_solve.advice.shares import OutcomeShares
from euchre_solve.errors import ErrorCode, RuleError

Shares = OutcomeShares | Callable[[int, int], OutcomeShares]
"""The same shares at every score, or what gives them for a score, the dealer's side first."""

State = tuple[int, int, bool]
"""Our points, theirs, and whether we deal."""

Worth = Callable[[int, int], float]
"""What a game that ends at a score is worth to us, our points first."""

_SINGULAR: Final = 1e-9
"""A pivot below which deals hardly ever, or never, bring the game nearer to its end."""


class Race(NamedTuple):
    """When a game is won: at ``target`` points and ``lead`` points ahead."""

    target: int
    lead: int

    @classmethod
    def of(cls, target: int, *, win_by_two: bool) -> Race:
        """Return the race to ``target``, which a lead of two may have to go with."""
        lead = 2 if win_by_two else 1
        return cls(max(target, lead), lead)

    def is_over(self, ours: int, theirs: int) -> bool:
        """Tell whether a side has won."""
        return max(ours, theirs) >= self.target and abs(ours - theirs) >= self.lead

    def is_tight(self, ours: int, theirs: int) -> bool:
        """Tell whether any lead that wins the game reaches the target too."""
        return min(ours, theirs) >= self.target - self.lead

    def reduced(self, ours: int, theirs: int) -> tuple[int, int]:
        """Return the score below the target at which the game stands as it does here."""
        if not self.is_tight(ours, theirs):
            return ours, theirs
        excess = max(ours, theirs) - self.target + 1
        return ours - excess, theirs - excess

    def groups(self) -> Iterator[list[State]]:
        """Yield states that lead to one another; what else they lead to comes before them."""
        scores = set(product(range(self.target), repeat=2))
        tight = {self.reduced(*score) for score in scores if self.is_tight(*score)}
        yield [(*score, dealing) for score in sorted(tight) for dealing in (True, False)]
        for ours, theirs in sorted(scores - tight, key=sum, reverse=True):
            yield [(ours, theirs, True), (ours, theirs, False)]


class Deals(NamedTuple):
    """What deals score at each score, our odds of being the side that does times ``odds``."""

    shares: Shares
    odds: float

    def after(self, state: State) -> Iterator[tuple[float, int, int]]:
        """Yield each score that the next deal may lead to, and its probability."""
        ours, theirs, dealing = state
        here = self.shares
        if not isinstance(here, OutcomeShares):
            here = here(ours, theirs) if dealing else here(theirs, ours)
        for chance, our_points, their_points in scored(here, self.odds, dealing=dealing):
            yield chance, ours + our_points, theirs + their_points


@lru_cache(maxsize=1024)
def scored(
    shares: OutcomeShares, odds: float, *, dealing: bool
) -> tuple[tuple[float, int, int], ...]:
    """Return what a deal may score for us and for them, each with its probability."""
    sides = shares.dealing, shares.other
    ours, theirs = sides if dealing else sides[::-1]
    our_sum, their_sum = (sum(chance for _, chance in side) for side in (ours, theirs))
    if our_sum and their_sum:
        scale = (our_sum + their_sum) / (odds * our_sum + their_sum)
    else:
        scale, odds = 1.0, 1.0
    return (
        (shares.nobody, 0, 0),
        *((scale * odds * chance, points, 0) for points, chance in ours),
        *((scale * chance, 0, points) for points, chance in theirs),
    )


class _Equations(NamedTuple):
    """What the equation of a state is made of; ``values`` are those of the states before."""

    race: Race
    deals: Deals
    worth: Worth
    values: dict[State, float]

    def row(self, state: State, group: list[State]) -> list[float]:
        """Return the coefficients of a state, one for each of its ``group`` and a constant."""
        row = [float(state == other) for other in group]
        constant = 0.0
        for chance, *score in self.deals.after(state):
            if self.race.is_over(*score):
                constant += chance * self.worth(*score)
                continue
            ours, theirs = self.race.reduced(*score)
            following = ours, theirs, not state[2]
            if following in group:
                row[group.index(following)] -= chance
            else:
                constant += chance * self.values[following]
        return [*row, constant]


def won(ours: int, theirs: int) -> float:
    """Return 1 if we have won the game that ends so, 0 if they have."""
    return float(ours > theirs)


def solve_race(race: Race, deals: Deals, worth: Worth = won) -> dict[State, float]:
    """Return the expected worth of the game's end in every state, our chance if it is `won`."""
    values: dict[State, float] = {}
    equations = _Equations(race, deals, worth, values)
    for group in race.groups():
        rows = [equations.row(state, group) for state in group]
        values.update(zip(group, solve_linear(rows), strict=True))
    for ours, theirs in product(range(race.target), repeat=2):
        for dealing in (True, False):
            values[ours, theirs, dealing] = values[*race.reduced(ours, theirs), dealing]
    return values


def solve_linear(rows: list[list[float]]) -> list[float]:
    """Solve equations by elimination, the largest pivot first."""
    size = len(rows)
    for column in range(size):
        rest = range(column, size)
        best = max(rest, key=lambda index: abs(rows[index][column]))
        rows[column], rows[best] = rows[best], rows[column]
        pivot = rows[column]
        if abs(pivot[column]) < _SINGULAR:
            raise impossible("with these shares no game ends")
        for index, row in enumerate(rows):
            if index != column:
                factor = row[column] / pivot[column]
                rows[index] = [a - factor * b for a, b in zip(row, pivot, strict=True)]
    return [row[-1] / row[index] for index, row in enumerate(rows)]


def impossible(message: str) -> RuleError:
    """Return the error for a race without an answer."""
    return RuleError(ErrorCode.CONFLICT, message)
