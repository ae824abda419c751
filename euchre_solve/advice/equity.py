"""The chance of winning the game at every score.

A game is a race to ``target`` points. The deal passes to the left after every deal, scored or not,
so the two sides deal by turns; what a deal scores is drawn from `OutcomeShares`. Everything is
told for one side, "ours".

*Skill.* A side that wins a fraction ``skill`` of its games from 0-0, averaged over who deals
first, is modelled by one factor: in every deal that somebody scores, its odds of being the one
are multiplied by it. How often nobody scores, and how a side's points are made up, stay as they
are.

*Win by two.* A side also has to lead by two. Once both are two points or less from the target,
only the difference counts, so 11-10 stands where 9-8 of 10 does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import exp
from typing import Final, NamedTuple

from euchre_solve.advice.shares import OutcomeShares, load_shares
from euchre_solve.errors import ErrorCode, RuleError

Shares = OutcomeShares | Callable[[int, int], OutcomeShares]
"""The same shares at every score, or what gives them for a score, the dealer's side first."""

_Grid = tuple[tuple[float, ...], ...]
_State = tuple[int, int, bool]
"""Our points, theirs, and whether we deal."""

_EVEN: Final = 0.5
_MOST_POINTS: Final = 100
"""Longer games are nobody's, and the work grows with the square."""
_LOG_ODDS: Final = 16.0
"""Bound of the factor's logarithm: nothing more uneven is looked for."""

_HALVINGS: Final = 32
_SKILL_ERROR: Final = 1e-6
_SINGULAR: Final = 1e-9
"""A pivot below which deals hardly ever, or never, bring the game nearer to its end."""


@dataclass(frozen=True, slots=True)
class MatchEquity:
    """Our chance of winning at each score, ``deal[ours][theirs]`` where our side deals and
    ``off_deal[ours][theirs]`` where the other does.

    ``odds`` is the factor that ``skill`` comes to.

    >>> from euchre_solve.advice.shares import PUBLISHED
    >>> equity = solve_equity(10, PUBLISHED)
    >>> round(equity.win(6, 9, dealing=True), 3), equity.win(10, 7, dealing=False)
    (0.181, 1.0)
    """

    target: int
    win_by_two: bool
    skill: float
    odds: float
    deal: _Grid
    off_deal: _Grid

    def win(self, ours: int, theirs: int, *, dealing: bool) -> float:
        """Return our chance at a score, 1 or 0 where the game is over.

        Any score will do: points may overshoot the target, and a tie that no game reaches counts
        as the last one that a game does.
        """
        race = _Race.of(self.target, win_by_two=self.win_by_two)
        result = race.result(ours, theirs)
        if result is not None:
            return result
        ours, theirs = race.reduced(ours, theirs)
        return (self.deal if dealing else self.off_deal)[ours][theirs]

    def is_over(self, ours: int, theirs: int) -> bool:
        """Tell whether a side has won the game."""
        return _Race.of(self.target, win_by_two=self.win_by_two).result(ours, theirs) is not None


def solve_equity(
    target: int = 10,
    shares: Shares | None = None,
    *,
    win_by_two: bool = False,
    skill: float = _EVEN,
) -> MatchEquity:
    """Return our chance of winning a game to ``target`` at every score, exactly.

    Without ``shares`` those that come with the package are taken, in a game won by two points
    without those of single scores, which are of games that one point wins. Raises `RuleError` for
    shares by which no game ends, or by which no side wins a fraction ``skill``.
    """
    if target < 1:
        raise ValueError(f"a game to {target} points is over before it begins")
    if target > _MOST_POINTS:
        raise _impossible(f"winning chances are for games to {_MOST_POINTS} points at most")
    if not 0 < skill < 1:
        raise _impossible(f"no side wins {100 * skill:g} % of its games")
    if shares is None:
        table = load_shares()
        shares = table.default if win_by_two else table.for_target(target)
    race = _Race.of(target, win_by_two=win_by_two)
    odds = 1.0 if skill == _EVEN else _odds_for(skill, race, shares)
    values = _solve(race, _Deals(shares, odds))
    points = range(race.target)
    deal, off_deal = (
        tuple(tuple(values[ours, theirs, dealing] for theirs in points) for ours in points)
        for dealing in (True, False)
    )
    return MatchEquity(target, win_by_two, skill, odds, deal, off_deal)


class _Race(NamedTuple):
    """When a game is won: at ``target`` points and ``lead`` points ahead."""

    target: int
    lead: int

    @classmethod
    def of(cls, target: int, *, win_by_two: bool) -> _Race:
        lead = 2 if win_by_two else 1
        return cls(max(target, lead), lead)

    def result(self, ours: int, theirs: int) -> float | None:
        """Return 1 if we have won, 0 if they have, None while the game goes on."""
        if max(ours, theirs) < self.target or abs(ours - theirs) < self.lead:
            return None
        return float(ours > theirs)

    def is_tight(self, ours: int, theirs: int) -> bool:
        """Tell whether any lead that wins the game reaches the target too."""
        return min(ours, theirs) >= self.target - self.lead

    def reduced(self, ours: int, theirs: int) -> tuple[int, int]:
        """Return the score below the target at which the game stands as it does here."""
        if not self.is_tight(ours, theirs):
            return ours, theirs
        excess = max(ours, theirs) - self.target + 1
        return ours - excess, theirs - excess

    def groups(self) -> Iterator[list[_State]]:
        """Yield states that lead to one another; what else they lead to comes before them."""
        scores = set(product(range(self.target), repeat=2))
        tight = {self.reduced(*score) for score in scores if self.is_tight(*score)}
        yield [(*score, dealing) for score in sorted(tight) for dealing in (True, False)]
        for ours, theirs in sorted(scores - tight, key=sum, reverse=True):
            yield [(ours, theirs, True), (ours, theirs, False)]


class _Deals(NamedTuple):
    """What deals score at each score, our odds of being the side that does times ``odds``."""

    shares: Shares
    odds: float

    def after(self, state: _State) -> Iterator[tuple[float, int, int]]:
        """Yield each score that the next deal may lead to, and its probability."""
        ours, theirs, dealing = state
        here = self.shares
        if not isinstance(here, OutcomeShares):
            here = here(ours, theirs) if dealing else here(theirs, ours)
        for chance, our_points, their_points in _scored(here, self.odds, dealing=dealing):
            yield chance, ours + our_points, theirs + their_points


@lru_cache(maxsize=1024)
def _scored(
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


def _odds_for(skill: float, race: _Race, shares: Shares) -> float:
    """Return the factor on our odds with which we win a fraction ``skill`` from 0-0."""
    low, high = -_LOG_ODDS, _LOG_ODDS
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        values = _solve(race, _Deals(shares, exp(middle)))
        won = (values[0, 0, True] + values[0, 0, False]) / 2
        low, high = (middle, high) if won < skill else (low, middle)
    if abs(won - skill) > _SKILL_ERROR:
        raise _impossible(f"with these shares no side wins {100 * skill:g} % of its games")
    return exp(middle)


def _solve(race: _Race, deals: _Deals) -> dict[_State, float]:
    """Return our chance of winning in every state."""
    values: dict[_State, float] = {}
    for group in race.groups():
        rows = [_equation(state, group, race, deals, values) for state in group]
        values.update(zip(group, _solve_linear(rows), strict=True))
    for ours, theirs in product(range(race.target), repeat=2):
        for dealing in (True, False):
            values[ours, theirs, dealing] = values[*race.reduced(ours, theirs), dealing]
    return values


def _equation(
    state: _State, group: list[_State], race: _Race, deals: _Deals, values: dict[_State, float]
) -> list[float]:
    """Return the coefficients of a state's equation, one for each of ``group`` and a constant."""
    row = [float(state == other) for other in group]
    constant = 0.0
    for chance, *score in deals.after(state):
        result = race.result(*score)
        if result is None:
            ours, theirs = race.reduced(*score)
            following = ours, theirs, not state[2]
            if following in group:
                row[group.index(following)] -= chance
                continue
            result = values[following]
        constant += chance * result
    return [*row, constant]


def _solve_linear(rows: list[list[float]]) -> list[float]:
    """Solve equations by elimination, the largest pivot first."""
    size = len(rows)
    for column in range(size):
        rest = range(column, size)
        best = max(rest, key=lambda index: abs(rows[index][column]))
        rows[column], rows[best] = rows[best], rows[column]
        pivot = rows[column]
        if abs(pivot[column]) < _SINGULAR:
            raise _impossible("with these shares no game ends")
        for index, row in enumerate(rows):
            if index != column:
                factor = row[column] / pivot[column]
                rows[index] = [a - factor * b for a, b in zip(row, pivot, strict=True)]
    return [row[-1] / row[index] for index, row in enumerate(rows)]


def _impossible(message: str) -> RuleError:
    return RuleError(ErrorCode.CONFLICT, message)
