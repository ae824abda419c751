"""Worlds in play after exchanges with a partner that the seat on turn hasn't seen (§3.5).

A world is drawn as it was dealt, as the calls tell of that. Which card somebody got is open: one
that he has played, each of them in turn, or another. These cases exclude each other, and are drawn
in proportion to the deals of each. Then the cards are exchanged as `exchanging` has it, and worlds
in which the play can't have gone as it did are left out. A seat knows its own exchange; a world in
which what it got isn't the best of its partner counts less.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.bidding.model import BiddingModel
from euchre_solve.advice.bidding.reading import OTHER_DISCARD, likelihoods
from euchre_solve.advice.decision.exchanging import exchanged
from euchre_solve.advice.decision.outcomes import Floats
from euchre_solve.advice.decision.positions import Masks
from euchre_solve.advice.worlds import WorldArrays, Worlds, card_masks
from euchre_solve.cards import CardSet
from euchre_solve.consistent import Shown, some
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal
from euchre_solve.exchange import exchangers
from euchre_solve.play import Play


class _Case(NamedTuple):
    """The worlds in which players got certain of the cards that they have played, or none."""

    worlds: Worlds
    played: Masks
    """The cards that each seat has played and was dealt, or gave away."""


class ExchangedWorlds:
    """The worlds of ``seat`` in ``deal``, in play at ``state``, weighed as ``reader`` calls."""

    def __init__(self, deal: Deal, state: Play, reader: BiddingModel) -> None:
        assert state.turn is not None
        self.deal = deal
        self._state = state
        self._seat = state.turn
        self._reader = reader
        self._shown = Shown(deal.rules.players)
        self._shown.replay(deal, state.contract)
        unseen = [seat for seat in exchangers(state.contract, deal.rules) if seat != self._seat]
        self._unseen = tuple(unseen)
        own = [each.cards.mask for each in deal.exchanges if each.taker == self._seat]
        self._got = own[0] if own else 0
        self._cases = [case for case in self._every_case() if case.worlds.count]
        self.count = sum(case.worlds.count for case in self._cases)
        """How many there are as dealt, those that the exchange rules out included."""

    def sample(self, rng: np.random.Generator, size: int) -> tuple[WorldArrays, Floats]:
        """Return at most so many worlds and their weights; raises `RuleError` if there is none."""
        some(self.count)
        shares = np.array([case.worlds.count / self.count for case in self._cases])
        sizes = rng.multinomial(size, shares / shares.sum()).tolist()
        parts = [
            self._exchanged(case, case.worlds.sample(rng, part))
            for case, part in zip(self._cases, sizes, strict=True)
            if part
        ]
        worlds, weights = _joined(parts)
        order = rng.permutation(len(weights))
        return WorldArrays._make(array[order] for array in worlds), weights[order]

    def every(self) -> tuple[WorldArrays, Floats]:
        """Return all worlds and their weights; raises `RuleError` if there is none."""
        some(self.count)
        return _joined([self._exchanged(case, case.worlds.all()) for case in self._cases])

    # --- what somebody got

    def _every_case(self) -> Iterator[_Case]:
        known = {self._seat: self._got} if self._got else {}
        played = [CardSet(self._shown.played[seat - 1]) for seat in self._unseen]
        for got in product(*([0, *(1 << card.index for card in cards)] for cards in played)):
            yield self._case(known | dict(zip(self._unseen, got, strict=True)))

    def _case(self, got: dict[int, int]) -> _Case:
        """Return the worlds in which each seat of ``got`` got those cards of its partner."""
        deal, contract = self.deal, self._state.contract
        shown = Shown(deal.rules.players)
        shown.replay(deal, contract)
        for seat, cards in got.items():
            partner = deal.rules.partner_of(seat)
            shown.barred[seat - 1] = 0  # what he couldn't follow with he may have given away
            shown.played[seat - 1] &= ~cards
            upcard = 0
            if deal.upcard and _has_upcard(contract, deal, seat):
                upcard = 1 << deal.upcard.index
            shown.played[partner - 1] |= cards & ~upcard
        worlds = Worlds(deal, after_discard=True, shown=shown)
        return _Case(worlds, np.array(shown.played, np.uint64))

    # --- after the exchange

    def _exchanged(self, case: _Case, worlds: WorldArrays) -> tuple[WorldArrays, Floats]:
        """Return those worlds that the play allows, with the cards held now, and their weights."""
        rules, contract = self.deal.rules, self._state.contract
        before = worlds.hands | case.played
        after = exchanged(contract, rules, before, card_masks(worlds.upcards), None)
        gift = after[:, self._seat - 1] & ~before[:, self._seat - 1]
        is_usual = (gift == self._got) | (self._got == 0)
        after[:, self._seat - 1] = self._own()
        hands = worlds.hands.copy()
        fits = np.ones(len(hands), np.bool_)
        for seat in exchangers(contract, rules):
            at, partner = seat - 1, rules.partner_of(seat) - 1
            given, got = before[:, at] & ~after[:, at], after[:, at] & ~before[:, at]
            hands[:, partner] = hands[:, partner] & ~got | given
            played = np.uint64(self._shown.played[at])
            hands[:, at] = after[:, at] & ~played
            fits &= (played & ~after[:, at]) == 0
            fits &= (hands[:, at] & np.uint64(self._shown.barred[at])) == 0
        rows = np.flatnonzero(fits)
        found = WorldArrays._make(array[rows] for array in worlds._replace(hands=hands))
        if not len(rows):
            return found, np.zeros(0)
        weights = likelihoods(self._reader, self.deal, self._seat, found)
        return found, np.where(is_usual[rows], weights, OTHER_DISCARD * weights)

    def _own(self) -> np.uint64:
        """Return what the seat on turn had as the play began."""
        at = self._seat - 1
        return np.uint64(self._state.hands[at].mask | self._shown.played[at])


def _has_upcard(contract: Contract, deal: Deal, seat: int) -> bool:
    """Tell whether the partner of ``seat`` has the upcard beside his hand to give away."""
    is_dealers_partner = deal.rules.partner_of(seat) == deal.rules.dealer
    return contract.round == 1 and is_dealers_partner and contract.lone_defender != seat


def _joined(parts: list[tuple[WorldArrays, NDArray[np.float64]]]) -> tuple[WorldArrays, Floats]:
    columns = zip(*(worlds for worlds, _ in parts), strict=True)
    worlds = WorldArrays._make(map(np.concatenate, columns))
    return worlds, np.concatenate([weights for _, weights in parts])
