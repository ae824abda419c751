"""The worlds of a seat where a card is turned up, drawn one by one: see `worlds`."""

from __future__ import annotations

import random

from euchre_solve.advice.auctions.discarding import usual_discards
from euchre_solve.advice.auctions.question import Question
from euchre_solve.advice.auctions.worlds import World
from euchre_solve.cards import CardSet
from euchre_solve.consistent import ConsistentDeals, Shown
from euchre_solve.deal import Deal


class TurnedWorlds:
    """The worlds of a question; `World.widow` is the upcard while the dealer may take it."""

    def __init__(self, question: Question) -> None:
        self._is_late = question.kind in ("defend", "play")
        self._deals = ConsistentDeals(question.deal, after_discard=self._is_late)
        self._seat = question.seat
        self._shown = Shown(question.deal.rules.players)
        if question.deal.contract:
            self._shown.replay(question.deal, question.deal.contract)
        self.count = self._deals.count
        """How many there are."""

    def sample(self, rng: random.Random, size: int) -> list[World]:
        """Return ``size`` of the worlds, each as likely; raises `RuleError` if there is none."""
        return [self._world(self._deals.sample(rng)) for _ in range(size)]

    def all(self) -> list[World]:
        """Return every world; mind their ``count``."""
        return [self._world(deal) for deal in self._deals]

    def _world(self, deal: Deal) -> World:
        if not self._is_late:
            upcard = CardSet.from_cards([deal.upcard] if deal.upcard else [])
            return World(tuple(hand.mask for hand in deal.hands), upcard.mask)
        held = [hand.mask for hand in deal.play_state.hands]
        dealer, contract = deal.rules.dealer, deal.contract
        if deal.discarded and self._seat != dealer and contract:
            pool = CardSet(held[-1]).with_card(deal.discarded)
            void_in = pool & CardSet(self._shown.barred[-1])
            held[-1] = (pool - (void_in or usual_discards(pool, contract.trump, 1))).mask
        return World(tuple(held), 0)
