"""What a bid of an auction game promises, and what it scores when kept or not (§3.9, §3.10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from euchre_solve.options import BidScore

if TYPE_CHECKING:
    from euchre_solve.contract import Contract
    from euchre_solve.rules import Rules


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid of ``value``: so many ``tricks``, with so many partners picked by seat, or alone.

    Where the game has a widow, ``takes_widow`` tells whether the bidder may take it.

    >>> str(Bid(8, tricks=5, alone=True))
    '8'
    """

    value: int
    tricks: int
    partners: int = 0
    alone: bool = False
    takes_widow: bool = True

    def __str__(self) -> str:
        return str(self.value)


def bid_points(contract: Contract, tricks: int, rules: Rules) -> int:
    """Return what the bidder's side gains with ``tricks``; negative if it falls short.

    Where points are counted down a gain is a lower count. Never decreasing in ``tricks``.
    """
    bid = contract.terms(rules)
    if not contract.active_opponents(rules):
        return bid.value
    if tricks < bid.tricks:
        return -(rules.set_costs or bid.value)
    return bid.value if rules.bid_score is BidScore.BID else tricks


def bid_gains(contract: Contract, tricks_won: Sequence[int], rules: Rules) -> tuple[int, ...]:
    """Return what a finished deal adds to each figure of the score, seat 1's first."""
    makers = contract.makers(rules)
    points = bid_points(contract, sum(tricks_won[seat - 1] for seat in makers), rules)
    figures = rules.seats[: rules.score_size]
    if rules.bid_score is BidScore.BID:
        scoring = makers if points > 0 else contract.defenders(rules)
        return tuple(abs(points) if seat in scoring else 0 for seat in figures)
    if rules.bid_score is BidScore.TRICKS:
        others = rules.hand_size - sum(tricks_won[seat - 1] for seat in makers)
        return tuple(points if seat in makers else others for seat in figures)
    return tuple(_counted_down(contract, seat, points, tricks_won, rules) for seat in figures)


def _counted_down(
    contract: Contract, seat: int, points: int, tricks_won: Sequence[int], rules: Rules
) -> int:
    """Return what is added to the count of ``seat``, who plays for himself."""
    if seat == contract.maker:
        return -points
    if seat in contract.dropped:
        return 0
    return -tricks_won[seat - 1] or rules.no_trick_costs
