"""What a bid of an auction game promises, and what it scores when kept or not (§3.9, §3.10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from euchre_solve.options import BidScore, DefendAlone, LeadRule, Sides, WeakHand

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


_HAND_SIZES: Final = {5, 7}
"""Cards of a hand in games with a turn-up."""


def bidding_contradictions(rules: Rules) -> Iterator[tuple[bool, str, str]]:
    """Yield whether rules mix an auction with what it can't have, what, and what would do."""
    if not rules.is_auction:
        yield (
            (bool(rules.set_costs) and not rules.counts_down) or rules.hand_size not in _HAND_SIZES,
            "that goes with games of bids for tricks",
            "bid-partners or bid-individual (§3.9)",
        )
        return
    yield (
        rules.best_bower and rules.names_no_trump,
        "the best bower has no rank at no-trump",
        "play without the best bower (§3.1)",
    )
    yield (
        rules.stick_dealer
        or rules.no_trump_in_round_2
        or rules.second_hand_alone
        or rules.dealer_first
        or rules.defend_alone is not DefendAlone.OFF
        or not rules.farmers_hand is rules.ace_no_face is WeakHand.OFF
        or rules.lead is LeadRule.LEFT_OF_LONER,
        "that goes with calls on an upcard, which there is none of where trump is bid for",
        "games with a turn-up have it (§3.3)",
    )
    yield (
        bool(rules.set_costs) and rules.bid_score is BidScore.BID,
        "a bid that is not kept costs what was bid here",
        "bid-partners has it (§3.9)",
    )
    yield (
        not rules.widow_size and rules.kitty_size > 0,
        f"{rules.players} hands of {rules.hand_size} leave {rules.kitty_size} cards over",
        "-three, -cards8 or -cards9 deal the whole pack (§3.9)",
    )
    yield (
        bool(rules.bids) and rules.sides is Sides.CHOSEN_SEATS and rules.players not in _CHOOSING,
        f"the bids are not for {rules.players} players",
        "auction-5, auction-6 and auction-7 are games of their own (§3.9)",
    )


_CHOOSING: Final = {5, 7}
"""Players of games whose partners are picked by seat."""


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


def counted_points(tricks: int, rules: Rules, *, declared: bool) -> int:
    """Return what a maker gains in set-back; a march declared is told as from the first count."""
    if declared:
        return rules.start if tricks == rules.hand_size else -rules.start
    return tricks if tricks >= rules.need else -rules.set_costs


def counted_gains(
    contract: Contract, tricks_won: Sequence[int], rules: Rules, score: Sequence[int] | None
) -> tuple[int, ...]:
    """Return what a finished deal of set-back adds to each count, seat 1's first (§3.10).

    ``score`` are the counts before it, those of the first deal if they aren't known.
    """
    tricks = tricks_won[contract.maker - 1]
    counts = score or (rules.start,) * rules.players
    gains = []
    for seat in rules.seats:
        if seat == contract.maker and contract.alone:
            count = counts[seat - 1]
            gains.append(-count if tricks == rules.hand_size else count)
        elif seat == contract.maker:
            gains.append(-counted_points(tricks, rules, declared=False))
        elif seat in contract.dropped:
            gains.append(0)
        else:
            deducted = rules.euchre_deducts if tricks < rules.need else 0
            gains.append((-tricks_won[seat - 1] or rules.no_trick_costs) - deducted)
    return tuple(gains)
