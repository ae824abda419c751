"""What the outcomes of a deal are worth in games, and where several games count in the match.

Results stand in the order of `results`, contract after contract, None for a deal passed out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.decision.results import gains_by_result, tricks_by_result
from euchre_solve.advice.equity import MatchEquity, solve_equity, usual_shares
from euchre_solve.advice.matches import Games, MatchValue, solve_match
from euchre_solve.advice.race import Shares
from euchre_solve.advice.seat_race import seat_equity
from euchre_solve.advice.seat_shares import verify_seats
from euchre_solve.advice.shares import TWO_PLAYERS
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal
from euchre_solve.errors import is_allowed
from euchre_solve.formats.implied import turned_score
from euchre_solve.rules import Rules

Floats = NDArray[np.float64]
Worth = Callable[[int, int], float]
"""What a score after the deal is worth, ours first."""

_TWO: Final = 2
"""Sides, or players."""


def winning_chances(deal: Deal, seat: int, contracts: Sequence[Contract | None]) -> Floats | None:
    """Return our chance of winning the game after each result, None where it isn't known.

    It isn't without a score, or where more than three seats have one each.
    """
    if deal.score is None:
        return None
    if len(deal.score) > _TWO:
        is_known = is_allowed(lambda: verify_seats(deal.rules))
        return _seat_chances(deal, seat, contracts) if is_known else None
    equity = match_equity(_target(deal), deal.rules)
    return _after_each(deal, seat, contracts, partial(equity.win, dealing=seat % 2 == 1))


def match_values(
    deal: Deal, seat: int, contracts: Sequence[Contract | None], games: Games
) -> Floats | None:
    """Return what each result is worth in the match, None where the one game counts.

    ``games`` are those of a rubber that our side and the other have won.
    """
    if deal.score is None or len(deal.score) > _TWO:
        return None
    match = match_value(_target(deal), deal.rules, games)
    if match is None:
        return None
    return _after_each(deal, seat, contracts, partial(match.value, dealing=seat % 2 == 1))


def chance_at(deal: Deal, seat: int, score: tuple[int, int]) -> float:
    """Return the chance of the side of ``seat`` if ``deal`` ends at a score, its own first."""
    equity = match_equity(_target(deal), deal.rules)
    return equity.win(*score, dealing=seat % 2 == 1)  # eldest hand deals next


def chosen(points: int, score: Sequence[int], worth: Worth) -> float:
    """Return what a march is worth whose points may be taken off, ``points`` below 0 for theirs."""
    ours, theirs = score
    if points > 0:
        return max(worth(ours + points, theirs), worth(ours, theirs - points))
    return min(worth(ours, theirs - points), worth(ours + points, theirs))


@cache
def match_equity(target: int, rules: Rules | None = None) -> MatchEquity:
    """Return the chances of winning a game to ``target``, solved once.

    With ``rules`` it is their game, of two players, won by two points, or with marches taken off.
    """
    if rules is None:
        return solve_equity(target)
    shares = TWO_PLAYERS if rules.players == _TWO else None
    return solve_equity(target, shares, win_by_two=rules.win_by_two, set_back=rules.set_back)


@cache
def match_value(target: int, rules: Rules, games: Games) -> MatchValue | None:
    """Return what scores of a game to ``target`` are worth in the match, None if it has but one."""
    shares: Shares = usual_shares(target, whole_game=rules.win_by_two)
    if rules.players == _TWO:
        shares = TWO_PLAYERS
    return solve_match(rules, match_equity(target, rules), shares, games)


def _target(deal: Deal) -> int:
    return deal.target or deal.rules.target


def _after_each(
    deal: Deal, seat: int, contracts: Sequence[Contract | None], worth: Worth
) -> Floats:
    """Return the worth of each result to the side of ``seat``, in games of two sides."""
    rules = deal.rules
    assert deal.score
    ours, theirs = turned_score(deal.score, seat)
    values = []
    for contract in contracts:
        for tricks in tricks_by_result(rules):
            points = contract.points(tricks, rules) if contract else 0
            if contract and seat not in contract.makers(rules):
                points = -points
            if contract and contract.may_take_off(tricks, rules):
                values.append(chosen(points, (ours, theirs), worth))
            else:
                values.append(worth(ours + max(points, 0), theirs + max(-points, 0)))
    return np.array(values)


def _seat_chances(deal: Deal, seat: int, contracts: Sequence[Contract | None]) -> Floats:
    """Return the chance of ``seat`` after each result, where each seat has a score of its own."""
    rules, score = deal.rules, deal.score
    assert score
    equity = seat_equity(rules, _target(deal))
    return np.array(
        [
            equity.after(score, gains)[seat - 1]
            for contract in contracts
            for gains in gains_by_result(contract, rules)
        ]
    )
