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

from dataclasses import dataclass
from math import exp
from typing import Final

from euchre_solve.advice.race import Deals, Race, Shares, impossible, solve_race, won
from euchre_solve.advice.shares import OutcomeShares, load_shares

_Grid = tuple[tuple[float, ...], ...]

_EVEN: Final = 0.5
_MOST_POINTS: Final = 100
"""Longer games are nobody's, and the work grows with the square."""
_LOG_ODDS: Final = 16.0
"""Bound of the factor's logarithm: nothing more uneven is looked for."""

_HALVINGS: Final = 32
_SKILL_ERROR: Final = 1e-6


@dataclass(frozen=True, slots=True)
class MatchEquity:
    """Our chance of winning at each score, ``deal[ours][theirs]`` where our side deals and
    ``off_deal[ours][theirs]`` where the other does.

    ``odds`` is the factor that ``skill`` comes to. Where marches may set a side back the grids
    begin at the score ``lowest``, below which chances are those at it.

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
    lowest: int = 0

    def win(self, ours: int, theirs: int, *, dealing: bool) -> float:
        """Return our chance at a score, 1 or 0 where the game is over.

        Any score will do: points may overshoot the target, and a tie that no game reaches counts
        as the last one that a game does.
        """
        race = Race.of(self.target, win_by_two=self.win_by_two)
        if race.is_over(ours, theirs):
            return won(ours, theirs)
        ours, theirs = (max(points - self.lowest, 0) for points in race.reduced(ours, theirs))
        return (self.deal if dealing else self.off_deal)[ours][theirs]

    def is_over(self, ours: int, theirs: int) -> bool:
        """Tell whether a side has won the game."""
        return Race.of(self.target, win_by_two=self.win_by_two).is_over(ours, theirs)


def solve_equity(
    target: int = 10,
    shares: Shares | None = None,
    *,
    win_by_two: bool = False,
    skill: float = _EVEN,
    set_back: bool = False,
) -> MatchEquity:
    """Return our chance of winning a game to ``target`` at every score, exactly.

    With ``set_back`` a march may be taken off the others instead, see `robson`.

    Without ``shares`` those that come with the package are taken, in a game won by two points
    without those of single scores, which are of games that one point wins. Raises `RuleError` for
    shares by which no game ends, or by which no side wins a fraction ``skill``.
    """
    if target < 1:
        raise ValueError(f"a game to {target} points is over before it begins")
    if target > _MOST_POINTS:
        raise impossible(f"winning chances are for games to {_MOST_POINTS} points at most")
    if not 0 < skill < 1:
        raise impossible(f"no side wins {100 * skill:g} % of its games")
    shares = shares or usual_shares(target, whole_game=win_by_two or set_back)
    if set_back:
        return _solve_set_back(target, shares, win_by_two=win_by_two, skill=skill)
    race = Race.of(target, win_by_two=win_by_two)
    odds = 1.0 if skill == _EVEN else _odds_for(skill, race, shares)
    values = solve_race(race, Deals(shares, odds))
    points = range(race.target)
    deal, off_deal = (
        tuple(tuple(values[ours, theirs, dealing] for theirs in points) for ours in points)
        for dealing in (True, False)
    )
    return MatchEquity(target, win_by_two, skill, odds, deal, off_deal)


def _solve_set_back(target: int, shares: Shares, *, win_by_two: bool, skill: float) -> MatchEquity:
    """Return the chances where marches may set a side back, of sides as good as each other."""
    from euchre_solve.advice.robson import TOLD, solve_set_back  # lazy: start-up

    if win_by_two or skill != _EVEN or not isinstance(shares, OutcomeShares):
        raise impossible(
            "where points are taken off, chances are for even sides and games won by one point"
        )
    others, ours = solve_set_back(target, shares, 1.0).tolist()
    deal, off_deal = (tuple(map(tuple, grid)) for grid in (ours, others))
    return MatchEquity(target, win_by_two, skill, 1.0, deal, off_deal, lowest=TOLD)


def usual_shares(target: int, *, whole_game: bool = False) -> Shares:
    """Return the shares that come with the package, as they are in a game to ``target``.

    Those of single scores are of games that one point wins, and left out for the ``whole_game``.
    """
    table = load_shares()
    return table.default if whole_game else table.for_target(target)


def _odds_for(skill: float, race: Race, shares: Shares) -> float:
    """Return the factor on our odds with which we win a fraction ``skill`` from 0-0."""
    low, high = -_LOG_ODDS, _LOG_ODDS
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        values = solve_race(race, Deals(shares, exp(middle)))
        chance = (values[0, 0, True] + values[0, 0, False]) / 2
        low, high = (middle, high) if chance < skill else (low, middle)
    if abs(chance - skill) > _SKILL_ERROR:
        raise impossible(f"with these shares no side wins {100 * skill:g} % of its games")
    return exp(middle)
