"""The chance of each player to win a game in which each has a score of his own.

Makers change from deal to deal, so a deal adds to the score of one seat or of several. What it adds
is drawn from `SeatShares`, by seats relative to the dealer, and the deal passes to the left after
every deal: a score told from eldest hand on is all there is to a state, and turns by a seat with
each deal. Only scores that turn into one another lead to each other, where nobody scores.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final

from euchre_solve.advice.race import impossible
from euchre_solve.advice.seat_shares import Gains, SeatShares, seat_shares
from euchre_solve.rules import Rules
from euchre_solve.scoring import winning_side

_MOST_POINTS: Final = 25
"""The work grows with the cube."""

Score = tuple[int, ...]
"""The points of eldest hand, of the next seat, … of the dealer."""
Chances = tuple[float, ...]
"""The chance of each seat to win the game, eldest hand's first."""


@dataclass(frozen=True, slots=True)
class SeatEquity:
    """The chances of the seats at each score of a game to ``target`` that isn't over."""

    target: int
    by_score: Mapping[Score, Chances]

    def chances(self, score: Score) -> Chances:
        """Return the chance of each seat before a deal, or at the end of the game."""
        winner = winning_side(score, self.target)
        if winner is None:
            return self.by_score[score]
        return tuple(float(seat == winner) for seat in range(len(score)))

    def after(self, score: Score, gains: Gains) -> Chances:
        """Return the chances of the seats of a deal at ``score`` once it has added ``gains``."""
        total = tuple(map(sum, zip(score, gains, strict=True)))
        if max(total) >= self.target:
            return self.chances(total)
        return _turned_back(self.by_score[_turned(total)])


@cache
def seat_equity(rules: Rules, target: int) -> SeatEquity:
    """Return the chances under ``rules``.

    Raises `RuleError` if it isn't known what deals score, and for games to too many points.
    """
    if target > _MOST_POINTS:
        raise impossible(f"chances of three are for games to {_MOST_POINTS} points at most")
    return solve_seats(target, seat_shares(rules))


def solve_seats(target: int, shares: SeatShares) -> SeatEquity:
    """Return the chances of the seats at every score of a game to ``target``, exactly."""
    nobody = 1 - sum(shares.values())
    players = len(next(iter(shares)))
    turns = nobody**players
    if turns >= 1:
        raise impossible("with these shares no game ends")
    solved: dict[Score, Chances] = {}
    equity = SeatEquity(target, solved)

    @cache
    def scored(score: Score) -> Chances:
        return _expected(equity, score, shares)

    for score in sorted(product(range(target), repeat=players), key=sum, reverse=True):
        total = (0.0,) * players
        weight, turned = 1 / (1 - turns), score
        for seat in range(players):
            chances = scored(turned)
            own = chances[players - seat :] + chances[: players - seat]
            total = _sum(total, own, weight)
            weight, turned = weight * nobody, _turned(turned)
        solved[score] = total
    return equity


def _expected(equity: SeatEquity, score: Score, shares: SeatShares) -> Chances:
    """Return the part of the chances that comes from a deal at which somebody scores."""
    total = (0.0,) * len(score)
    for gains, share in shares.items():
        total = _sum(total, equity.after(score, gains), share)
    return total


def _sum(total: Chances, more: Chances, weight: float) -> Chances:
    return tuple(one + weight * other for one, other in zip(total, more, strict=True))


def _turned(score: Score) -> Score:
    """Return a score as the next deal tells it, whose eldest hand is now second."""
    return score[1:] + score[:1]


def _turned_back(chances: Chances) -> Chances:
    """Return chances told by the next deal as this one tells them."""
    return chances[-1:] + chances[:-1]
