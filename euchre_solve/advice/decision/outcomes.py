"""What a deal may still come to, numbered, and what that is worth to one side.

An *end* is how the auction ends: passed out, or with a contract. An *outcome* is an end and what
comes of the contract, euchre, made or march: number ``width * end + result``, the results and how
many there are as in `results`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.bidding.model import (
    actions_of,
    allowed_actions,
    node_count,
    node_of,
)
from euchre_solve.advice.bidding.played import PlayedValues
from euchre_solve.advice.decision.results import points_by_result, result_count
from euchre_solve.advice.equity import MatchEquity, solve_equity
from euchre_solve.advice.shares import TWO_PLAYERS
from euchre_solve.auction import PASS, Act, Auction, Call
from euchre_solve.cards import Card
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal
from euchre_solve.rules import Rules

Floats = NDArray[np.float64]
_TWO_SIDES: Final = 2


class End(NamedTuple):
    """How the auction ends: the contract and the node and action of its call; none if passed."""

    contract: Contract | None
    node: int = -1
    action: int = 0


class Outcomes:
    """The outcomes of ``contracts`` in a deal, and of passing it out, for the side of ``seat``.

    ``points`` are those of that side by outcome, negative where the other scores; ``win`` is its
    chance of winning the game after them, None without a score of two sides.
    """

    def __init__(self, deal: Deal, seat: int, contracts: Iterable[Contract]) -> None:
        self.seat = seat
        self.ends = (End(None), *(_end_of(deal, contract) for contract in contracts))
        self.numbers = {end.contract: number for number, end in enumerate(self.ends)}
        """The number of the end with a contract, None for passed out."""
        self.width = result_count(deal.rules)
        """How many results a contract has."""
        self._signs = np.array([self._sign(end) for end in self.ends])
        self.points = np.concatenate(
            [points_by_result(end.contract, deal.rules, seat) for end in self.ends]
        )
        has_win = deal.score is not None and len(deal.score) == _TWO_SIDES
        self.win = _winning_chances(deal, seat, self.points) if has_win else None

    def played(self, shares: Floats, values: PlayedValues, like: Floats) -> tuple[Floats, Floats]:
        """Return the shares of the outcomes among players, from those with open hands.

        With them comes the error of each end's part in the points. Every end is shifted by its
        mean with open hands in the shares ``like`` these, but a result that no world has shown
        stays out. What lone defenders do to a contract is not known.
        """
        likes = like.reshape(-1, self.width)
        by_end = shares.reshape(-1, self.width).copy()
        points = self.points.reshape(by_end.shape)
        errors = np.zeros(len(by_end))
        for number in np.flatnonzero(by_end.sum(axis=1)).tolist():
            end = self.ends[number]
            if end.contract is None or end.contract.lone_defender:
                continue
            share = by_end[number].sum()
            mean = likes[number] @ points[number] / likes[number].sum()
            value = float(self._signs[number] * mean)
            moved = by_end[number] / share + values.shift(end.node, end.action, value)[0]
            moved = np.clip(moved, 0, 1) * (by_end[number] > 0)
            by_end[number] = share * moved / moved.sum()
            errors[number] = share * values.error(end.node, end.action, value)
        return by_end.ravel(), errors

    def by_points(self, shares: Floats) -> tuple[tuple[float, float], ...]:
        """Return the share of each number of points that has one, from the most down.

        They are whole numbers in games of two sides.
        """
        points = self.points.round(9)
        totals = {
            int(value) if value.is_integer() else value: float(shares[points == value].sum())
            for value in sorted(set(points.tolist()))
        }
        return tuple((value, share) for value, share in reversed(totals.items()) if share > 0)

    def by_end(self, shares: Floats) -> Floats:
        """Return the share of each end."""
        totals: Floats = shares.reshape(-1, self.width).sum(axis=1)
        return totals

    def _sign(self, end: End) -> int:
        return 1 if end.contract is None or (end.contract.maker - self.seat) % 2 == 0 else -1


def contracts_from(deal: Deal) -> tuple[Contract, ...]:
    """Return every contract that the auction may still end in, by node and action."""
    return _contracts(deal.rules, deal.auction.upcard, len(deal.calls))


@cache
def _contracts(rules: Rules, upcard: Card, node: int) -> tuple[Contract, ...]:
    contracts = []
    for at in range(node, node_count(rules)):
        allowed = allowed_actions(rules, at, upcard.index).tolist()
        for call, may in zip(actions_of(rules, at, upcard.suit), allowed, strict=True):
            if may and call != PASS:
                contracts.append(Auction(rules, upcard, (PASS,) * at + (call,)).contract)
    return tuple(filter(None, contracts))


def _end_of(deal: Deal, contract: Contract) -> End:
    if deal.upcard is None:  # a stated contract may do without
        return End(contract)
    node = node_of(deal.rules, contract)
    if contract.round == 1 and deal.upcard.suit:
        call = Call(Act.ORDER, alone=contract.alone)
    else:
        call = Call(contract.trump, alone=contract.alone)
    return End(contract, node, actions_of(deal.rules, node, deal.upcard.suit).index(call))


def _winning_chances(deal: Deal, seat: int, points: Floats) -> Floats:
    """Return our chance of winning the game after each number of points."""
    assert deal.score
    ours, theirs = deal.score if seat % 2 == 1 else deal.score[::-1]
    equity = match_equity(deal.target or deal.rules.target, deal.rules)
    chances = {
        scored: equity.win(ours + max(scored, 0), theirs + max(-scored, 0), dealing=seat % 2 == 1)
        for scored in set(points.astype(int).tolist())
    }
    return np.array([chances[scored] for scored in points.astype(int).tolist()])


@cache
def match_equity(target: int, rules: Rules | None = None) -> MatchEquity:
    """Return the chances of winning a game to ``target``, solved once.

    With ``rules`` it is their game, of two players or one won by two points too.
    """
    if rules is None:
        return solve_equity(target)
    shares = TWO_PLAYERS if rules.players == _TWO_SIDES else None
    return solve_equity(target, shares, win_by_two=rules.win_by_two)
