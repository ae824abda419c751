"""What a deal may still come to, numbered, and what that is worth to one side.

An *end* is how the auction ends: passed out, or with a contract. An *outcome* is an end and what
comes of the contract, euchre, made or march: number ``width * end + result``, the results and how
many there are as in `results`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

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
from euchre_solve.advice.decision.winning import match_values, winning_chances
from euchre_solve.advice.matches import NO_GAMES, Games
from euchre_solve.auction import PASS, Act, Auction, Call
from euchre_solve.cards import Card
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal
from euchre_solve.rules import Rules

Floats = NDArray[np.float64]


class End(NamedTuple):
    """How the auction ends: the contract and the node and action of its call; none if passed."""

    contract: Contract | None
    node: int = -1
    action: int = 0


class Outcomes:
    """The outcomes of ``contracts`` in a deal, and of passing it out, for the side of ``seat``.

    ``points`` are those of that side by outcome, negative where the other scores; ``win`` is its
    chance of winning the game after them, and ``match`` what that is worth where more than the one
    game counts, None without a score; ``games`` are those won in a rubber so far.
    """

    def __init__(
        self,
        deal: Deal,
        seat: int,
        contracts: Iterable[Contract],
        games: Games = NO_GAMES,
    ) -> None:
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
        made = [end.contract for end in self.ends]
        self.win = winning_chances(deal, seat, made)
        self.match = match_values(deal, seat, made, games)

    @property
    def decisive(self) -> Floats:
        """What counts, by outcome: the match, the game, or where there is no score the points."""
        if self.match is not None:
            return self.match
        return self.points if self.win is None else self.win

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
    if deal.upcard is None or contract.blind:  # stated, or made before the calls
        return End(contract)
    node = node_of(deal.rules, contract)
    if contract.round == 1 and deal.upcard.suit:
        call = Call(Act.ORDER, alone=contract.alone)
    else:
        call = Call(contract.trump, alone=contract.alone)
    return End(contract, node, actions_of(deal.rules, node, deal.upcard.suit).index(call))
